"""Runs a command line and checks that the program answers cleanly."""

from __future__ import annotations

import contextlib
import io

from device.command_line import main

STATUSES = (0, 1, 2)
FINDING = ("doctor", "replay")
"""Commands that may exit with 1 for what they found and printed: a fault, or a question that has changed."""


class UncleanAnswerError(AssertionError):
    """A bad input was not answered with a sentence."""


def run_command(*arguments: str) -> tuple[int, str]:
    """Run a command line; returns the status and the standard error."""
    said, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(errors):
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1
    if status not in STATUSES:
        raise UncleanAnswerError(f"status {status}")
    told = errors.getvalue()
    found = said.getvalue() and any(name in arguments for name in FINDING)
    if "Traceback" in told or (status == 1 and "wondertable: " not in told and not found):
        raise UncleanAnswerError(f"status {status}: {told!r}")
    return status, told
