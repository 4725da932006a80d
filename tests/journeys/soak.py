"""Plays many games in one process and watches its memory: `python -m tests.journeys.soak [GAMES]`.

One process, one reader, tracker, journal, screen and set of buttons for all of them, as on an appliance that nobody
switches off. Prints resident memory, descriptors and threads after every ten games, and at the end whether the last
quarter held more than the second.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import sys
import tempfile
import threading
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import MainLoop
from device.commands.appliance.assembly import seat_keeper
from device.journal.journal import JOURNAL, Journal
from device.panel.pins import Buttons
from device.panel.screen import Screen
from device.perception.pipeline import SequentialPipeline, TableSceneReader
from device.session.session import Session
from device.settings.settings import read_settings
from device.simulation.dealing.comparison import first_difference
from device.simulation.players_at_table import PlayersAtTable
from device.umpire.table import TableUmpire
from display.messages.intents import Advance
from display.window import Window
from tests.dealing.dealer import deal
from vision.frame import Frame
from vision.kit.codebook import Codebook
from vision.reading.reader import Reader
from vision.tracking.tracker import Tracker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from device.cameras import Camera
    from device.perception.pipeline import FrameResult
    from display.messages.events import Event

PLAYERS = (3, 4, 3, 5, 2, 3, 4, 6, 3, 7)
PAUSE = 5.0
"""SecondSecondSeconds of the camera's time between two games."""
TOLERATED = 1.05
"""How much more memory the last quarter may use than the second; a leak would grow without end."""


@dataclass(frozen=True, slots=True)
class Held:
    """What the process uses after a game."""

    megabytes: float
    descriptors: int
    threads: int

    def __str__(self) -> str:
        return f"{self.megabytes:7.1f} MB {self.descriptors:4} descriptors {self.threads:3} threads"

    @classmethod
    def now(cls) -> Held:
        """The values that the system gives."""
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        open_files = [link.readlink() for link in Path("/proc/self/fd").iterdir() if link.is_symlink()]
        descriptors = sum(file.suffix != ".ttf" for file in open_files)  # each size of a font holds one, up to 256
        return cls(pages * os.sysconf("SC_PAGESIZE") / 1e6, descriptors, threading.active_count())


class _Later:
    """A camera whose times and numbers go on where those of the last one ended."""

    def __init__(self, camera: Camera, after: Frame | None) -> None:
        self._camera = camera
        self._time, self._number = (after.time + PAUSE, after.number + 1) if after else (0.0, 0)
        self.last = after

    def read(self) -> Frame | None:
        frame = self._camera.read()
        if frame is not None:
            self.last = Frame(frame.image, frame.time + self._time, frame.number + self._number)
        return self.last if frame is not None else None

    def close(self) -> None:
        self._camera.close()


class ManyGames:
    """A pipeline that shows one game after the other, with the players, who press ADVANCE for the next game."""

    def __init__(self, scene_reader: TableSceneReader, games: int) -> None:
        self._scene_reader, self._games = scene_reader, games
        self.main_loop: MainLoop | None = None
        self.held: list[Held] = []
        self.different: list[str] = []
        self._camera: _Later | None = None

    def __call__(self, event: Event, session: Session) -> None:
        """Tell the players of the current game what was recorded."""
        if session.game is not None:
            self._players(event, session)

    def look(self) -> FrameResult | None:
        """The next result of the current game, or the first of the next one."""
        assert self.main_loop is not None
        if self._camera is None or self._over():
            if len(self.held) == self._games:
                return None
            self._sit_down()
        self._players.pass_time()
        return self._pipeline.look()

    def close(self) -> None:
        """Close the camera."""
        self._pipeline.close()

    def _over(self) -> bool:
        assert self.main_loop is not None
        if not self._players.is_over():
            return False
        assert self._players.game is not None
        difference = first_difference(self._dealt.game, self._players.game)
        if difference:
            self.different.append(f"game {len(self.held)}: {difference}")
        self.main_loop.press(Advance())
        self.held.append(Held.now())
        return True

    def _sit_down(self) -> None:
        number = len(self.held)
        self._dealt = deal(PLAYERS[number % len(PLAYERS)], 1000 + number)
        self._players = PlayersAtTable(self._dealt, fast=True)
        self._camera = _Later(self._players.camera, self._camera.last if self._camera else None)
        self._pipeline = SequentialPipeline(self._camera, self._scene_reader)  # type: ignore[arg-type]
        assert self.main_loop is not None
        self._players.sit_down(self.main_loop)


def play(games: int, folder: Path, tell: Callable[[str], None]) -> tuple[list[Held], list[str]]:
    """Play games; returns what the process used after each, and the differences from the dealt games."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    codebook, settings = Codebook.load(), read_settings(())
    scene_reader = TableSceneReader(Reader(codebook), Tracker(codebook))
    pipeline = ManyGames(scene_reader, games)

    def told(event: Event, session: Session) -> None:
        pipeline(event, session)
        if session.game is None and len(pipeline.held) % 10 == 9:
            tell(f"{len(pipeline.held) + 1:4} games {Held.now()}")

    with (
        closing(Journal(folder / JOURNAL)) as journal,
        Screen(lambda: Window((800, 480), fullscreen=False, language="en")) as screen,
        Buttons(settings.buttons) as buttons,
    ):
        pipeline.main_loop = MainLoop(
            Session(TableUmpire(codebook), auto=True),
            Inputs(pipeline, buttons),
            Outputs(screen, listeners=(told, seat_keeper(scene_reader))),
            Storage(journal),
        )
        pipeline.main_loop.run()
    return pipeline.held, pipeline.different


def verdict(held: list[Held]) -> Iterator[str]:
    """Everything that grew too much."""
    quarter = max(1, len(held) // 4)
    second, last = held[quarter : 2 * quarter], held[-quarter:]
    before, after = (statistics.mean(one.megabytes for one in some) for some in (second, last))
    if after > before * TOLERATED:
        yield f"memory grew from {before:.1f} to {after:.1f} MB"
    if last[-1].descriptors > second[0].descriptors:
        yield f"descriptors grew from {second[0].descriptors} to {last[-1].descriptors}"
    if last[-1].threads > second[0].threads:
        yield f"threads grew from {second[0].threads} to {last[-1].threads}"


def tell(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Print the figures; returns 1 if anything grew or differed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=200)
    games = max(4, parser.parse_args().games)
    unhandled: list[str] = []
    threading.excepthook = lambda args: unhandled.append(repr(args.exc_value))
    sys.unraisablehook = lambda args: unhandled.append(repr(args.exc_value))
    with tempfile.TemporaryDirectory() as folder:
        held, different = play(games, Path(folder), tell)
    quarter = max(1, len(held) // 4)
    for name, some in (("second quarter", held[quarter : 2 * quarter]), ("last quarter", held[-quarter:])):
        tell(f"{name:15} {statistics.mean(one.megabytes for one in some):7.1f} MB in the mean")
    against = [*verdict(held), *different, *unhandled]
    tell("\n".join(against) or f"{len(held)} games: nothing grew, every game booked as dealt, nothing unhandled")
    return 1 if against else 0


if __name__ == "__main__":
    sys.exit(main())
