"""The moving picture at the top of the README: a demonstration, the simulated table beside the screen.

A whole game is played before the simulated camera with the real program; its first turns and its end are shown.
"""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image

from device.app.connections import Inputs, Outputs
from device.app.main_loop import MainLoop
from device.perception.pipeline import SequentialPipeline
from device.perception.rig import TABLE, Rig
from device.session.session import Session
from device.simulation.players_at_table import PlayersAtTable
from display.window import Window
from tests.dealing.dealer import deal
from tests.display.drawn import screenshot
from vision.kit.codebook import Codebook
from vision.kit.sizes import KitSizes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from device.cameras import Camera
    from display.messages.presses import UserInput
    from display.navigation.position import Position
    from display.table_state import TableState
    from vision.frame import Frame

PLAYERS, SEED = 3, 4
WINDOW, WIDE = (1280, 480), 1010
"""px: the demonstration's window, and the width of the picture."""
SHOWN_FOR, LAST_SHOWN_FOR = 170, 4000
"""ms of each picture, and of the last one."""
BEGINNING, END = 62, 40
"""Pictures of the first turns, and of the end."""
AFTER_THE_END = 200
"""Pictures after which the scoring is over at the latest."""
QUALITY = 55


@dataclass(frozen=True)
class Moment:
    """The window at one time; `begun`: the game has."""

    screen: bytes
    begun: bool


class WatchedCamera:
    """A camera whose last picture can be looked at again."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self.last: Frame | None = None

    def read(self) -> Frame | None:
        """The next picture."""
        self.last = self._camera.read()
        return self.last

    def close(self) -> None:
        """Close the camera."""
        self._camera.close()

    @property
    def time(self) -> float:
        """The table's time (s)."""
        return self.last.time if self.last else 0.0


class FilmedScreen:
    """A screen that keeps what it shows with each picture of the camera."""

    up = True

    def __init__(self, window: Window, camera: WatchedCamera) -> None:
        self._window, self._camera = window, camera
        self._seen = -1
        self._over = 0
        self.moments: list[Moment] = []
        self.main_loop: MainLoop | None = None

    @property
    def position(self) -> Position:
        """The page that is shown."""
        return self._window.position

    def show(self, state: TableState, now: float) -> None:
        """Draw the state, and keep it with the camera's picture. Ends once the winner has been shown."""
        self._window.show(state, now)
        frame = self._camera.last
        if frame is None or frame.number == self._seen:
            return
        self._seen = frame.number
        self.moments.append(Moment(screenshot(self._window), state.game is not None))
        self._over += state.finished
        if self.main_loop and state.finished and (not self.busy(state) or self._over > AFTER_THE_END):
            self.main_loop.stop()

    def busy(self, state: TableState) -> bool:
        """True while the screen has still something to show by itself."""
        return self._window.busy(state)

    def presses(self) -> tuple[()]:
        """Nobody presses."""
        return ()

    def press(self, user_input: UserInput, state: TableState, now: float) -> None:
        """Command cards would press; there are none."""


def play() -> list[Moment]:
    """Play the game; every picture of it."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    rig = Rig(TABLE, "fiducial", Codebook.load(), KitSizes())
    players = PlayersAtTable(deal(PLAYERS, SEED), fast=True, shown=True)
    camera = WatchedCamera(players)
    with Window(WINDOW) as window:
        screen = FilmedScreen(window, camera)
        reader = rig.scene_reader(previews=True, camera_is_shown=lambda: True, searches=False)
        pipeline = SequentialPipeline(camera, reader)
        session = Session(rig.umpire(), auto=True, shown=True, setup=rig.setup())
        inputs = Inputs(pipeline, simulated=True)
        loop = MainLoop(session, inputs, Outputs(screen, listeners=(players,)), clock=lambda: camera.time)
        screen.main_loop = loop
        players.sit_down(loop)
        loop.run()
    return screen.moments


def chosen(moments: Sequence[Moment]) -> list[Moment]:
    """The first turns and the end."""
    first = next(number for number, moment in enumerate(moments) if moment.begun)
    return [*moments[first : first + BEGINNING], *moments[-END:]]


def pages(moments: Sequence[Moment]) -> Iterator[Image.Image]:
    """The window at each moment."""
    for moment in moments:
        shown = Image.open(io.BytesIO(moment.screen)).convert("RGB")
        yield shown.resize((WIDE, round(WIDE * shown.height / shown.width)), Image.Resampling.LANCZOS)


def film(path: Path) -> None:
    """Write the moving picture, as WebP."""
    first, *others = pages(chosen(play()))
    times = [SHOWN_FOR] * len(others) + [LAST_SHOWN_FOR]
    first.save(path, save_all=True, append_images=others, duration=times, loop=0, quality=QUALITY, method=4)
