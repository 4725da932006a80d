"""Runs the real program on a virtual screen (Xvfb), presses its keys (xdotool) and takes pictures of it.

Nothing of the program is replaced. A second session gets the same presses and says which key chooses an option
and what the program should record.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.settings.preferences import Preferences
from device.settings.settings import load_settings
from display.messages.intents import Advance, Change
from display.messages.presses import Press
from tests.journeys.person import STEP, Keys, Person

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from display.messages.intents import Intent
    from display.messages.presses import UserInput
    from display.table_state import TableState

TOOLS = ("Xvfb", "xdotool", "import")
SIZE = (800, 480)
"""px; a 7 inch touch screen."""
KEYS = {
    Press.ADVANCE: "space",
    Press.UNDO: "BackSpace",
    Press.LEFT: "Left",
    Press.RIGHT: "Right",
    Press.SELECT: "Return",
    Press.QUIT: "Escape",
}
TIME_LIMIT = 60.0
"""Seconds after which waiting for anything fails."""
CHANGES_WITHIN = 20.0
"""Seconds in which the first picture gives way to the next one."""
LOOK = 0.15
"""Seconds between two looks at the screen."""


def missing() -> list[str]:
    """The needed tools that are not installed."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


class RealScreen:
    """A virtual screen, while the context lasts."""

    def __init__(self, size: tuple[int, int] = SIZE) -> None:
        self._size = size

    def __enter__(self) -> Self:
        read, write = os.pipe()
        width, height = self._size
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
        self._server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as told:
            self.name = f":{told.readline().strip()}"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.terminate()
        self._server.wait()

    def run(self, *command: str) -> bytes:
        """Run a tool on this screen; returns its output."""
        return subprocess.run(command, env={**os.environ, "DISPLAY": self.name}, check=True, capture_output=True).stdout

    def press(self, press: Press) -> None:
        """Press and release a key."""
        self.run("xdotool", "key", KEYS[press])

    def look(self) -> bytes:
        """The screen's pixels."""
        return self.run("import", "-window", "root", "-depth", "8", "rgb:-")

    def steady(self) -> None:
        """Wait until the screen shows something and nothing moves."""
        end, before = time.monotonic() + TIME_LIMIT, b""
        while time.monotonic() < end:
            time.sleep(LOOK)
            now = self.look()
            if now == before and not _blank(now):
                return
            before = now
        raise AssertionError("the screen does not come to rest")

    def changed(self) -> None:
        """Wait until the screen shows something else, and that nothing moves; at most for `CHANGES_WITHIN`."""
        before, end = self.look(), time.monotonic() + CHANGES_WITHIN
        while self.look() == before and time.monotonic() < end:
            time.sleep(LOOK)
        self.steady()

    def keep(self, file: Path) -> bool:
        """Save the screen as a PNG; False if it is blank."""
        pixels = self.look()
        if _blank(pixels):
            return False
        width, height = self._size
        colours = np.frombuffer(pixels, np.uint8).reshape(height, width, 3)[..., ::-1]
        cv2.imwrite(str(file), colours, [cv2.IMWRITE_PNG_COMPRESSION, 9])
        return True


def _blank(pixels: bytes) -> bool:
    """True if all pixels have the same colour."""
    return pixels == pixels[:3] * (len(pixels) // 3)


class Program:
    """`wondertable ...` with a state directory of its own; `lines` are the JSON lines so far."""

    def __init__(self, screen: RealScreen, folder: Path, *arguments: str) -> None:
        config = folder / "config.toml"
        config.touch()
        environment = {
            **{name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"},
            "DISPLAY": screen.name,
            "WONDERTABLE_STATE": str(folder / "state"),
            "SDL_AUDIODRIVER": "dummy",
        }
        command = [sys.executable, "-m", "device.command_line", "--config", str(config), *arguments, "--json"]
        self.lines: list[dict[str, object]] = []
        self._running = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self._listening = threading.Thread(target=self._listen, daemon=True)
        self._listening.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._running.poll() is None:
            self._running.kill()
        self.ends()

    def ends(self, limit: float = TIME_LIMIT) -> tuple[int, str]:
        """Wait until it ends; returns its status and its standard error."""
        assert self._running.stderr is not None
        status = self._running.wait(limit)
        self._listening.join()
        return status, "" if self._running.stderr.closed else self._running.stderr.read()

    @property
    def running(self) -> bool:
        """True until it has ended."""
        return self._running.poll() is None

    def until(self, wanted: Callable[[Mapping[str, object]], bool], limit: float = TIME_LIMIT) -> None:
        """Wait for such a line, unless there is one already."""
        end = time.monotonic() + limit
        while not any(map(wanted, list(self.lines))):
            assert time.monotonic() < end, self.lines[-1:]
            time.sleep(LOOK)

    def _listen(self) -> None:
        assert self._running.stdout is not None
        for line in self._running.stdout:
            self.lines.append(json.loads(line))


class Typist(Keys):
    """Five keys that are also pressed on the real program."""

    def __init__(self, screen: RealScreen) -> None:
        super().__init__()
        self._screen = screen

    def press(self, user_input: UserInput, state: TableState, time: float) -> Intent | None:
        """Press the key here and on the real program."""
        assert isinstance(user_input, Press)
        self._screen.press(user_input)
        self._screen.steady()
        return super().press(user_input, state, time)


class Newcomer(Person):
    """Somebody who uses the program for the first time."""

    def __init__(self, screen: RealScreen, folder: Path) -> None:
        super().__init__(Typist(screen))
        config = folder / "config.toml"
        config.touch()
        self._shown = dict(Preferences(load_settings(config), folder / "unused").shown())

    @property
    def state(self) -> TableState:
        return replace(super().state, settings=self._shown)

    def _did(self, intent: Intent | None) -> None:
        change = intent if isinstance(intent, Change) else intent.also if isinstance(intent, Advance) else None
        while change is not None:
            self._shown[change.setting], change = change.value, change.also
        if isinstance(intent, Change):
            self.count, self.now = self.count + 1, self.now + STEP
        else:
            super()._did(intent)
