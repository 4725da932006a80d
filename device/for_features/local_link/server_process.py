"""Keeps a server running beside the game, where no service does: on a laptop, a desktop."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from device.retrying import Retry

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

START_AGAIN_AFTER, LONGEST_WAIT = 3.0, 60.0
"""s after a server has ended, or could not be started; twice as long after each time, up to the second one."""
HIGHEST_PORT = 65_535
ENDS_WITHIN = 3.0
"""s in which a server ends that is asked to; then it is killed."""


def port_number(text: str) -> int:
    """A TCP port from the command line; `ArgumentTypeError`."""
    if not text.isdecimal() or not 1 <= int(text[:6]) <= HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"{text} is not between 1 and {HIGHEST_PORT}")
    return int(text)


def server_environment() -> dict[str, str]:
    """The environment in which the server finds the same packages as this program."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def runs_as_service() -> bool:
    """True in the appliance's systemd service."""
    return bool(os.environ.get("RUNTIME_DIRECTORY"))


class ServerProcess:
    """A server that is started while it is wanted, and again if it ends. Nothing here waits for it, but `close`.

    It is told which process has started it (`--parent`), and ends with that one, even if that is killed.
    """

    def __init__(self, command: Sequence[str], clock: Callable[[], float] = time.monotonic) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._retry = Retry(START_AGAIN_AFTER, clock, LONGEST_WAIT)
        self._ended = 0

    @property
    def fails(self) -> bool:
        """True if it has ended, or could not be started, more than once without having served."""
        return self._ended > 1

    def keep(self, *, wanted: bool, serving: bool = False) -> None:
        """Start it if it does not run, or ask it to end. `serving`: a server is connected, this one or another."""
        if self._process is not None and self._process.poll() is not None:
            self._process = None
            self._failed()
        if serving or not wanted:
            self._ended = 0
            self._retry.recovered()
            self._retry.at_once()
        if wanted and not serving and self._process is None and self._retry.due:
            self._start()
        elif not wanted and self._process is not None:
            self._process.terminate()

    def _start(self) -> None:
        try:
            command = (*self._command, "--parent", str(os.getpid()))
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, env=server_environment())
        except OSError:
            self._failed()

    def _failed(self) -> None:
        self._ended += 1
        self._retry.failed()

    def close(self) -> None:
        """End it."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
