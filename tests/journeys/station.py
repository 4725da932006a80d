"""Shows cards to a simulated station, through the whole program: each must be recorded once, in order, within 0.5 s.

    python -m tests.journeys.station [--cards N] [--fps F] [--seed S]

Prints for each kit how many were shown and booked, and how long it took from lying still to being booked: by the
camera's time, and the processor's time for the picture on top.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from device.app.connections import Inputs, Outputs
from device.app.main_loop import MainLoop
from device.perception.pipeline import SequentialPipeline
from device.perception.rig import STATION, Rig
from device.session.session import Session
from device.simulation.players_at_station import PlayersAtStation
from device.simulation.rendering.camera import SimulatedCamera
from device.simulation.table.station import FAST, HUMAN
from display.messages.events import Asked, Booked
from engine import BuildStage, Fight
from tests.dealing.dealer import deal
from tests.device.simulation.photograph import REALISTIC
from tests.device.simulation.table.recorded import RecordedStation
from vision.kit.codebook import Codebook, StickerKind
from vision.kit.sizes import KitSizes
from vision.kit.symbols import Symbology

if TYPE_CHECKING:
    from device.perception.pipeline import FrameResult
    from display.messages.events import Event
    from tests.dealing.dealer import DealtGame
    from vision.frame import Frame

CODEBOOK = Codebook.load()
PLAYERS = 4


@dataclass
class Journey:
    """What was shown, what was recorded, and how long that took."""

    shown: list[int] = field(default_factory=list)
    booked: list[str] = field(default_factory=list)
    asked: int = 0
    waited: list[float] = field(default_factory=list)
    """Seconds of the camera's time from lying still to being recorded."""
    spent: list[float] = field(default_factory=list)
    """Seconds of work for each picture."""

    @property
    def expected(self) -> list[str]:
        return [_meaning(code) for code in self.shown]


def _meaning(code: int) -> str:
    kind = CODEBOOK.entries[code].kind
    return {StickerKind.BACK: "stage", StickerKind.MAT: "left"}.get(kind, f"card {code}")


class Watched(PlayersAtStation):
    """People whose station keeps what they have shown, in pictures as hard to read as real photographs."""

    def __init__(self, dealt: DealtGame, symbology: Symbology, *, fast: bool, fps: float) -> None:
        super().__init__(dealt, fast=fast, symbology=symbology)
        self.station = RecordedStation(dealt.seed, symbology=symbology, pace=FAST if fast else HUMAN)
        self._script = self.station
        lens = self.camera.lens
        self.camera = SimulatedCamera(self.station, seed=dealt.seed, fps=fps, look=REALISTIC, lens=lens)


class _Timed:
    """A scene reader with a stopwatch."""

    def __init__(self, scene_reader, journey: Journey) -> None:
        self._scene_reader, self._journey = scene_reader, journey

    def read(self, frame: Frame) -> FrameResult:
        started = time.perf_counter()
        result = self._scene_reader.read(frame)
        self._journey.spent.append(time.perf_counter() - started)
        return result

    def start_game(self) -> None:
        self._scene_reader.start_game()

    def end_game(self) -> None:
        self._scene_reader.end_game()


def play(symbology: Symbology, cards: int, *, seed: int, fps: float, fast: bool) -> Journey:
    """Show the first cards of a dealt game, in pictures as hard to read as real photographs."""
    journey, rig = Journey(), Rig(STATION, symbology.value, CODEBOOK, KitSizes())
    players = Watched(deal(PLAYERS, seed), symbology, fast=fast, fps=fps)
    session = Session(rig.umpire(), auto=True, setup=rig.setup())

    def listen(event: Event, _: Session) -> None:
        if isinstance(event, Booked) and not isinstance(event.action, Fight):
            journey.waited.append(players.station.time - players.station.shown[-1].since)
            played = "left" if event.code is None else f"card {event.code}"
            journey.booked.append("stage" if isinstance(event.action, BuildStage) else played)
            if len(journey.booked) >= cards:
                main_loop.stop()
        elif isinstance(event, Asked):
            journey.asked += 1

    scene_reader = _Timed(rig.scene_reader(previews=False), journey)
    pipeline = SequentialPipeline(players, scene_reader)
    main_loop = MainLoop(session, Inputs(pipeline), Outputs(listeners=(listen, players)))
    players.sit_down(main_loop)
    main_loop.run()
    journey.shown = [
        shown.code for shown in players.station.shown if CODEBOOK.entries[shown.code].kind is not StickerKind.BOARD
    ]
    return journey


def main() -> None:
    """Print the table; the status is 1 unless everything was recorded once, in order and in time."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--cards", type=int, default=40)
    parser.add_argument("--fps", type=float, default=8.0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    sys.stdout.write("kit        shown  booked  in order   median  longest   picture\n")
    amiss = False
    for symbology in Symbology:
        found = play(symbology, asked.cards, seed=asked.seed, fps=asked.fps, fast=False)
        right = found.expected == found.booked and not found.asked
        waited, spent = np.array(found.waited), np.array(found.spent)
        amiss |= not right or len(found.booked) != asked.cards or waited.max() > 0.5
        row = f"{symbology:9} {len(found.shown):6} {len(found.booked):7} {'yes' if right else 'NO':>9}"
        sys.stdout.write(f"{row} {np.median(waited):6.2f} s {waited.max():6.2f} s {1000 * spent.mean():6.0f} ms\n")
    sys.exit(int(amiss))


if __name__ == "__main__":
    main()
