"""Long tests report what they counted with `record_property("counted", ...)`, whatever process they ran in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = (report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind))
    counted = [text for report in reports for name, text in report.user_properties if name == "counted"]
    if counted:
        terminalreporter.section("counted")
        for text in counted:
            terminalreporter.write_line(str(text))
