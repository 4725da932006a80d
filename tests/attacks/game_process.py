"""The real program in a process of its own, as on a laptop: no service keeps it, it starts its own helpers."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAM = (sys.executable, "-c", "import sys; from device.command_line import main; sys.exit(main(sys.argv[1:]))")
NOT_GIVEN_AWAY = (20_000, 32_000)
"""Ports below those that Linux gives to connections that ask for none."""
ADDRESS = "phones-address.txt"
"""Beside the games: where telephones join, if the output is no terminal."""


def free_port() -> int:
    """A port that nobody has, and that the system gives to no connection of another test while a server restarts."""
    while True:
        with suppress(OSError), socket.create_server(("127.0.0.1", random.randrange(*NOT_GIVEN_AWAY))) as free:
            return int(free.getsockname()[1])


def until(condition: Callable[[], object], seconds: float = 100.0) -> float:
    """Wait until something is so; returns how long it took (s). Programs start slowly on a busy machine."""
    began = time.monotonic()
    while not condition():
        if time.monotonic() - began > seconds:
            raise AssertionError("it did not happen in time")
        time.sleep(0.05)
    return time.monotonic() - began


def processes(*words: str) -> set[int]:
    """The processes whose command line has all these words."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            line = (process / "cmdline").read_bytes().split(b"\0")
            state = (process / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state != "Z" and all(any(word.encode() in part for part in line) for word in words):
            found.add(int(process.name))
    return found


def kill(process: int) -> None:
    """End one process at once."""
    os.kill(process, signal.SIGKILL)


class GameProcess:
    """`run --phones` without a camera and without a screen; `start` may be called again after a kill."""

    def __init__(self, folder: Path, settings: str = "") -> None:
        self.folder, self.port = folder, free_port()
        self.state = folder / "state"
        config = folder / "settings.toml"
        config.write_text(f"[phones]\nport = {self.port}\nenter = true\n{settings}")
        self._command = (*PROGRAM, "--config", str(config), "run", "--camera", "none", "--headless", "--phones")
        self._places = {"WONDERTABLE_STATE": str(self.state), "XDG_RUNTIME_DIR": str(folder), "RUNTIME_DIRECTORY": ""}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> int:
        """Returns the process's number."""
        self.errors = (self.folder / "errors.txt").open("ab")
        self.process = subprocess.Popen(
            self._command,
            env=os.environ | self._places,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self.errors,
        )
        return self.process.pid

    def kill(self) -> None:
        """As a crash."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def helpers(self, module: str) -> set[int]:
        """The processes of a module that serve this game."""
        return processes(module, str(self.folder))

    def ask(self, path: str = "/words/en") -> int:
        """The status of a request; 0 if nobody answers."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            line.request("GET", path, headers={"X-Secret": self.secret})
            return line.getresponse().status
        except (OSError, HTTPException):
            return 0
        finally:
            line.close()

    @property
    def secret(self) -> str:
        """What telephones must know; "" while nobody has said so."""
        try:
            return (self.state / ADDRESS).read_text().strip().rpartition("#")[2]
        except OSError:
            return ""

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)
        for process in self.helpers("device."):
            kill(process)
