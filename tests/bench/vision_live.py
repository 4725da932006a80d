"""How soon a card that lies still is in the scene, and what reading costs in time and memory.

    python -m tests.bench.vision_live [--rounds N] [--players N]

Films rounds of a made-up game with the simulated camera, ten pictures a second, and looks at them as `run` does, on one
thread. Only reading and tracking count as cost, not the drawing of the pictures. Memory is measured in processes of
their own: seeing alone, with pictures as a camera hands them over and with those of a film; and the whole of
`wondertable run`, with a screen, on that film.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from device.cameras.film import FilmCamera
from device.simulation.rendering.arms import arm_overlay
from device.simulation.rendering.camera import SimulatedCamera
from device.simulation.rendering.projection import Projection, over_table
from device.simulation.table.script import HUMAN
from tests.dealing.dealer import deal
from tests.device.simulation.film import film_game
from tests.device.simulation.photograph import REALISTIC, visible_part
from tests.device.simulation.table.recorded import RecordedScript
from tests.vision.evaluation.accuracy import PLACES, VISIBLE
from vision.kit.codebook import Codebook
from vision.reading.reader import Reader
from vision.tracking.tracker import Tracker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.simulation.table.tabletop import Thing
    from vision.scene import Scene

FPS = 10.0
SIZES = ((4608, 2592), (2304, 1296))
LATEST = 1.0
"""The most seconds from a card lying still in plain sight to the scene; it must lie there for 0.7 s of them."""
BUSIEST = 0.30
"""The most of one core that this takes."""
LARGEST = 250.0
"""MB, seeing at full size."""
SMALL_BOARD = 512
"""MB; the system itself takes more than a hundred."""
PICTURES = 40
FOR_SEEING, FOR_ALL = 200, 300
"""MB of private memory that the half-size film must do with: what is left on such a board."""


def say(line: str = "") -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


@dataclass
class Card:
    """A card on its way from the hand into the scene; times in s of the film."""

    thing: Thing
    laid: float
    clear: float | None = None
    seen: float | None = None


@dataclass
class Watcher:
    """Compares the simulated table with the scene."""

    camera: SimulatedCamera
    script: RecordedScript
    cards: dict[str, Card] = field(default_factory=dict)
    before: frozenset[Thing] = frozenset()
    earlier: float = 0.0

    def note(self, now: float) -> None:
        """Note which cards are new on the table, and which are in plain sight."""
        things = frozenset(thing for thing in self.script.things if thing.role in {"front", "stage"})
        for thing in things - self.before:
            played = [card.time for card in self.script.played if self.earlier < card.time <= now]
            self.cards[f"{thing.role} {thing.seat} {thing.slot} {thing.code}"] = Card(thing, max(played, default=now))
        arms = [arm for reach in self.script.reaches if (arm := reach.at(now))]
        covers = [cover for arm in arms if (cover := arm_overlay([arm], self.camera.lens))]
        for card in self.cards.values():
            if card.clear is None:
                above = [thing for thing in self.script.things if thing.z > card.thing.z]
                if visible_part(card.thing, above, covers, self.camera.lens, self.script.sizes) >= VISIBLE:
                    card.clear = now
        self.before, self.earlier = things, now

    def compare(self, scene: Scene) -> None:
        """Note which of them the scene has now."""
        there = {(item.code, str(item.place), item.seat, item.slot) for item in scene.items}
        for card in self.cards.values():
            thing = card.thing
            if (
                card.seen is None
                and (thing.code, str(PLACES.get(thing.role, thing.role)), thing.seat, thing.slot) in there
            ):
                card.seen = scene.time

    @property
    def waiting(self) -> bool:
        """True while a card lies there that the scene does not have yet."""
        return any(card.seen is None for card in self.cards.values())


def watched(players: int, rounds: int, width: int, height: int) -> tuple[list[Card], list[float], list[float]]:
    """The cards of a film, and the seconds of processor time that pictures cost: while a card waits, and otherwise."""
    dealt = deal(players, 7)
    script = RecordedScript(dealt, seed=7, pace=HUMAN)
    straight = over_table(players, 7)
    lens = Projection(straight.height, straight.pitch, straight.roll, straight.yaw, width, height)
    camera = SimulatedCamera(script, seed=7, fps=FPS, look=REALISTIC, lens=lens)
    codebook = Codebook.load()
    reader, tracker, watcher = Reader(codebook), Tracker(codebook), Watcher(camera, script)
    meanwhile: list[float] = []
    otherwise: list[float] = []

    def look() -> None:
        frame = camera.read()
        watcher.note(frame.time)
        start = time.process_time()
        scene = tracker.update(frame.time, reader.read(frame))
        (meanwhile if watcher.waiting else otherwise).append(time.process_time() - start)
        watcher.compare(scene)

    for _ in range(20):
        look()
    tracker.begin_game()
    for round_ in dealt.rounds[:rounds]:
        script.follow(round_.age, round_.turn, round_.phase)
        while not script.waiting or script.round is not round_ or watcher.waiting:
            look()
        for _ in range(20):
            look()
    return list(watcher.cards.values()), meanwhile, otherwise


def live(players: int, rounds: int, width: int, height: int) -> Iterator[str]:
    cards, meanwhile, otherwise = watched(players, rounds, width, height)
    title = f"{players} players, {len(cards)} cards, {width} x {height}"
    for name, waits in (
        ("since it lies still in plain sight", [card.seen - card.clear for card in cards if card.seen and card.clear]),
        ("since it was laid, under the hand", [card.seen - card.laid for card in cards if card.seen]),
    ):
        ordered = sorted(waits)
        say(f"{title}: {name}: median {ordered[len(ordered) // 2]:.2f} s, at the most {ordered[-1]:.2f} s")
        if name.endswith("sight"):
            yield f"{title}: {ordered[-1]:.2f} s until the scene has a card: {verdict(ordered[-1], LATEST + 1e-6)}"
    for name, costs in (("while a card waits", meanwhile), ("otherwise", otherwise)):
        say(
            f"{title}: {name}: {1000 * sum(costs) / len(costs):.1f} ms a picture, {1000 * max(costs):.0f} at the most, "
            f"{sum(costs) / len(costs) * FPS:.0%} of one core at {FPS:.0f} a second"
        )
    share = sum(meanwhile) / len(meanwhile) * FPS
    yield f"{title}: {share:.0%} of one core meanwhile: {verdict(share, BUSIEST)}"


def verdict(value: float, most: float) -> str:
    return "met" if value <= most else "MISSED"


def filmed(folder: Path, width: int, height: int, players: int) -> Path:
    """A film of one round."""
    straight = over_table(players, 7)
    film = folder / f"{width}.mp4"
    lens = Projection(straight.height, straight.pitch, straight.roll, straight.yaw, width, height)
    film_game(deal(players, 7), film, rounds=1, fps=FPS, lens=lens)
    return film


def handed_over(film: Path, to: Path) -> Path:
    """Some of the film's pictures without any packing."""
    with FilmCamera(film) as camera, to.open("wb") as out:
        for _ in range(PICTURES):
            frame = camera.read()
            if frame is None:
                break
            out.write(frame.image.tobytes())
    return to


def peak_of(command: list[str], limit: int | None = None) -> tuple[float, int]:
    """The peak memory of a process (MB) and its exit status; `limit` is the private memory that it may have (MB)."""

    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "OPENBLAS_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as state:
        environment["WONDERTABLE_STATE"] = state
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        if limit:
            resource.prlimit(process.pid, resource.RLIMIT_DATA, (limit << 20, limit << 20))
        status_file = Path(f"/proc/{process.pid}/status")
        peak = 0.0
        while process.poll() is None:
            lines = status_file.read_text("ascii", "replace").splitlines() if status_file.exists() else []
            peak = max([peak, *(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))])
            time.sleep(0.02)
        return peak, process.returncode


def memory(players: int) -> Iterator[str]:
    seeing, program = [sys.executable, "-m", "tests.bench.seeing"], [sys.executable, "-m", "device.command_line", "run"]
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as place:
        for width, height in SIZES:
            film = filmed(Path(place), width, height, players)
            raw = handed_over(film, film.with_suffix(".grey"))
            small = width < SIZES[0][0]
            for name, command, most, allowed in (
                ("seeing", [*seeing, str(raw), str(width), str(height)], LARGEST, FOR_SEEING),
                ("seeing, and decoding a film", [*seeing, str(film)], None, FOR_SEEING),
                ("the whole of `run`, on a film", [*program, "--camera", f"film:{film}", "--auto"], None, FOR_ALL),
            ):
                title = f"{width} x {height}: {name}"
                peak, status = peak_of(command, allowed if small else None)
                say(f"{title}: {peak:.0f} MB resident at the most" + (f", exit status {status}" if status else ""))
                if most:
                    yield f"{title}: {peak:.0f} MB: {verdict(peak, most)}"
                if small:
                    does = "met" if status == 0 else "MISSED"
                    yield f"{title}: does with {allowed} MB of its own, of {SMALL_BOARD} MB: {does}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--players", type=int, default=4)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    said = [line for size in SIZES for line in live(args.players, args.rounds, *size)]
    said += memory(args.players)
    say()
    for line in said:
        say(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
