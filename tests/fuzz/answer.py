"""Gives the program a command line and looks whether the answer is a clean one."""

from __future__ import annotations

import contextlib
import io

from device.command_line import main

STATUSES = (0, 1, 2)
FINDING = ("doctor", "replay")
"""Commands whose status 1 may be what they found, told on standard output: a fault, a question not asked any more."""


class UncleanError(AssertionError):
    """Something was answered with anything but a sentence."""


def answer(*arguments: str) -> tuple[int, str]:
    """Give the program a command line. Status and what it said on standard error."""
    said, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(errors):
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1
    if status not in STATUSES:
        raise UncleanError(f"status {status}")
    told = errors.getvalue()
    found = said.getvalue() and any(name in arguments for name in FINDING)
    if "Traceback" in told or (status == 1 and "wondertable: " not in told and not found):
        raise UncleanError(f"status {status}: {told!r}")
    return status, told
