"""For all tests: long ones report what they counted, and none fails because the machine is slow.

What a test counted it says with `record_property("counted", ...)`, whatever process it ran in.
"""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path

import hypothesis
import pytest

from tests.left_to_soak import LEFT_TO_SOAK

NOT_TRACED = [
    Path(__file__).parent / name
    for name in (
        "device/umpire/test_sessions.py",
        "display/screens/test_far_away.py",
        "journeys/test_by_hand.py",
        "journeys/test_troubled_games.py",
    )
]
"""Whole games, and every screen from afar: with coverage measured they take up to three times as long, and what they
run through is counted by the tests of its modules."""

hypothesis.settings.register_profile("untimed", deadline=None)
if hypothesis.settings.get_current_profile_name() == "default":  # the mutants' runner has one of its own
    hypothesis.settings.load_profile("untimed")

gc.disable()  # while tests are collected nothing is garbage; see `pytest_collection_finish`

# pytest imports it to report a file that is collected late, and fails on one that is collected during that import.
tracemalloc.clear_traces()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    slow = {Path(__file__).parent / file: set(names) for file, names in LEFT_TO_SOAK.items()}
    for item in items:
        if item.path in NOT_TRACED:
            item.add_marker(pytest.mark.no_cover)
        if {item.name, getattr(item, "originalname", item.name)} & slow.get(item.path, set()):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Collect garbage from now on, without looking for it in the tests and modules, which stay.

    Seldom: hardly anything is left for it to find, and a look at everything that tests keep takes long.
    """
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = (report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind))
    counted = [text for report in reports for name, text in report.user_properties if name == "counted"]
    if counted:
        terminalreporter.section("counted")
        for text in counted:
            terminalreporter.write_line(str(text))
