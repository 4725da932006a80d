"""For all tests: long ones report what they counted, and none fails because the machine is slow.

What a test counted it says with `record_property("counted", ...)`, whatever process it ran in.
"""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING

import hypothesis

if TYPE_CHECKING:
    import pytest

hypothesis.settings.register_profile("untimed", deadline=None)
if hypothesis.settings.get_current_profile_name() == "default":  # the mutants' runner has one of its own
    hypothesis.settings.load_profile("untimed")

# pytest imports it to report a file that is collected late, and fails on one that is collected during that import.
tracemalloc.clear_traces()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = (report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind))
    counted = [text for report in reports for name, text in report.user_properties if name == "counted"]
    if counted:
        terminalreporter.section("counted")
        for text in counted:
            terminalreporter.write_line(str(text))
