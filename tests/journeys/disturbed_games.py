"""Games before the simulated camera with disturbances: compares the scene and the recorded game with the truth.

`python -m tests.journeys.disturbed_games` prints a table of all disturbances; `--long` plays longer.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from device.perception.pipeline import TableSceneReader
from device.session.looking import look
from device.session.session import Session
from device.simulation.dealing.comparison import steps
from device.simulation.rendering.imaging import IMAGINGS, Imaging
from device.simulation.rendering.printing import Glare
from device.simulation.rendering.projection import over_table
from device.simulation.rendering.table_picture import Appearance
from device.simulation.table.script import HUMAN, PlayPace
from device.simulation.table.tabletop import Thing, ThingKind
from device.umpire.table import TableUmpire
from display.messages.events import Asked, GameStarted, Refused
from engine import Build, BuildStage
from tests.dealing.dealer import deal
from tests.device.simulation.photograph import with_fewer_pixels
from tests.device.simulation.rendering.surroundings import CameraInRoom, Cloud, Knock, LampSwitch, Room
from tests.device.simulation.table.disturbances import DisturbedScript, PushedCard, RestingHand
from tests.device.simulation.table.recorded import RecordedScript
from tests.journeys.ground_truth import GroundTruth
from vision.kit.codebook import Codebook
from vision.reading.reader import Reader
from vision.tracking.tracker import Tracker

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.device.simulation.table.recorded import PlayedMove

APPEARANCE = Appearance(blur=1.15, noise=3.5, glare=Glare(0.2, 0.6), dimmest=0.6)
"""As hard to read as real tables are, without the glare that hides a sticker completely."""
TOGETHER = replace(HUMAN, between=(0.0, 0.0), reach=(0.8, 0.8), rest=(0.4, 0.4))
"""Everybody plays at the same moment."""
SLOWLY = replace(HUMAN, between=(1.5, 3.0), hands=0.0)
LATEST = 60.0
"""Seconds within which every turn must be recorded once all hands are gone."""


@dataclass
class Outcome:
    """The result of a game."""

    frames: int = 0
    mistakes: list[tuple[float, str]] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    booked: bool = False

    @property
    def right(self) -> bool:
        return self.booked and not self.mistakes

    def __str__(self) -> str:
        asked = f", asked: {', '.join(self.questions)}" if self.questions else ""
        said = "".join(f"\n    {when:6.1f} s: {what}" for when, what in self.mistakes[:6])
        ledger = "recorded as dealt" if self.booked else "RECORD DIFFERS"
        return f"{self.frames} frames, {len(self.mistakes)} mistakes, {ledger}{asked}{said}"


class DisturbedGame:
    """The first rounds of a dealt game; `disturb` is called with this game after each round is planned."""

    def __init__(
        self,
        players: int,
        seed: int,
        disturb: Callable[[DisturbedGame], None],
        *,
        rounds: int = 3,
        fps: float = 10.0,
        pace: PlayPace = HUMAN,
        look: Appearance = APPEARANCE,
        room: Room | None = None,
        imaging: Imaging = IMAGINGS["clean"],
        long: bool = False,
        full_size: bool = False,
    ) -> None:
        self.dealt = deal(players, seed)
        self.play = DisturbedScript(RecordedScript(self.dealt, seed=seed, pace=pace))
        lens = over_table(players, seed)
        lens = lens if full_size else with_fewer_pixels(lens)
        room = room or Room()
        self.camera = CameraInRoom(self.play, seed=seed, fps=fps, look=look, lens=lens, room=room, imaging=imaging)
        self.random = random.Random(f"film {seed}")
        self.long = long
        self.number = 0
        """How many rounds are planned."""
        self.end = 0.0
        """The time (s) of the last disturbance."""
        self.outcome = Outcome()
        self._disturb, self.rounds = disturb, rounds
        codebook = Codebook.load()
        self._scene_reader = TableSceneReader(Reader(codebook), Tracker(codebook, self.play.sizes), previews=False)
        self._session = Session(TableUmpire(codebook, self.play.sizes), auto=True)
        self._truth = GroundTruth(self.camera.lens, self.play.sizes, fps)

    @property
    def round(self) -> list[PlayedMove]:
        """The moves of this round in the order of time."""
        script = self.play.script
        return sorted((move for move in script.played if move.round is script.round), key=lambda move: move.time)

    def run(self) -> Outcome:
        """Play until the last round is recorded and the last disturbance is over."""
        latest = LATEST
        while self.camera.time < latest and not self._is_over:
            self._next_frame()
            moving = self.play.script.busy or self.play.disturbed or self.camera.time < self.end
            latest = self.camera.time + LATEST if moving else latest
        game = self._session.game
        wanted = itertools.islice(steps(self.dealt.game), self.rounds)
        self.outcome.booked = game is not None and list(wanted) == list(steps(game))[: self.rounds]
        return self.outcome

    @property
    def _is_over(self) -> bool:
        quiet = not self.play.script.busy and not self.play.disturbed and self.camera.time > self.end + 2.0
        return quiet and self._booked >= self.rounds

    @property
    def _booked(self) -> int:
        return len(list(steps(self._session.game))) if self._session.game else 0

    def _next_frame(self) -> None:
        frame, room = self.camera.read(), self.camera.room
        script = self.play.script
        swings = room is not None and any(_swings(knock, frame.time) for knock in room.knocks)
        self._truth.note(frame.time, self.play.things, self.play.reaches, clear=not swings)
        self._truth.lens = self.camera.lens
        if self.number < len({id(played.round) for played in script.played}):
            self.number += 1
            self._disturb(self)
        scene = self._scene_reader.read(frame).scene
        self.outcome.frames += 1
        self.outcome.mistakes += [(frame.time, mistake) for mistake in self._truth.mistakes(scene)]
        self._session, events = look(self._session, scene)
        for event in events:
            match event:
                case GameStarted():
                    self._scene_reader.start_game()
                case Asked(question):
                    self.outcome.questions.append(question.kind)
                case Refused(key):
                    self.outcome.questions.append(key)
        game = self._session.game
        if game is not None and self._booked < self.rounds:
            script.follow(game.age, game.turn, game.phase)


def _swings(knock: Knock, now: float) -> bool:
    """True while the camera moves by more than 2 px."""
    left = max(abs(there - here) for there, here in zip(knock.rotation, knock.at(now), strict=True))
    return knock.time <= now < knock.time + 3 and left * 3550 > 2


# The disturbances


def knocked(game: DisturbedGame) -> None:
    """Knock the camera while people play their cards; the last knock is harder."""
    far = 0.012 if game.number < 3 else 0.024
    turn = tuple(game.random.choice((-1, 1)) * game.random.uniform(0.5, 1.0) * far for _ in range(3))
    middle = game.round[len(game.round) // 2].time
    room = game.camera.room or Room()
    game.camera.room = replace(room, knocks=(*room.knocks, Knock(middle + game.random.uniform(-0.6, 1.2), turn)))
    game.end = middle + 5


def switched(game: DisturbedGame) -> None:
    """Switch to another lamp in every round: darker, then much brighter, then as before."""
    lamp, strength = [(1, 0.5), (2, 1.7), (0, 1.0)][(game.number - 1) % 3]
    when = game.round[len(game.round) // 2].time + game.random.uniform(-0.6, 1.2)
    room = game.camera.room or Room()
    game.camera.room = replace(room, switches=(*room.switches, LampSwitch(when, lamp, strength)))
    game.end = when + 5


def rested(game: DisturbedGame) -> None:
    """After some rounds, rest a hand on a city's cards."""
    if game.number != min(3, game.rounds):
        return
    fronts = [thing for thing in game.play.things if thing.kind is ThingKind.FRONT and thing.seat is not None]
    card = game.random.choice(fronts)
    start = game.play.script.time + 0.5
    seat = card.seat if card.seat is not None else 0
    leave = start + 0.9 + (60.0 if game.long else 15.0)
    game.play.rests.append(RestingHand(seat, _home(game, seat), card.pose, start, start + 0.9, leave, leave + 0.9))


def pushed(game: DisturbedGame) -> None:
    """Push a card that is not recorded yet to a neighbour who has played, and back; later a recorded one."""
    chosen = _unbooked(game) if game.number == 2 else _booked(game) if game.number == 4 else None
    if chosen is None:
        return
    thing, seat, start = chosen
    other = game.play.script.tabletop.front(seat, thing.code, "red")
    home = _home(game, seat)
    there = start + 0.6 + 0.2
    game.play.pushes.append(PushedCard(home, thing, other, start, start + 0.6, there + 0.8, there + 1.4))
    back = there + 1.4 + 3.0
    game.play.pushes.append(PushedCard(home, other, thing, back, back + 0.6, back + 1.6, back + 2.2))


def _unbooked(game: DisturbedGame) -> tuple[Thing, int, float] | None:
    """A card whose owner plays after a neighbour and before somebody else."""
    played, players = game.round, game.play.players
    for before, after in itertools.combinations(played[:-1], 2):
        aside = (after.move.seat - before.move.seat) % players in (1, players - 1)
        if aside and isinstance(after.move.action, Build) and isinstance(before.move.action, Build | BuildStage):
            brought = (getattr(reach, "brings", None) for reach in game.play.reaches)
            thing = next(thing for thing in brought if thing and thing.code == after.move.code and not thing.height)
            return thing, before.move.seat, after.time + 1.2
    return None


def _booked(game: DisturbedGame) -> tuple[Thing, int, float] | None:
    fronts = [thing for thing in game.play.things if thing.kind is ThingKind.FRONT and thing.seat is not None]
    lowest = {thing.seat: thing for thing in sorted(fronts, key=lambda thing: -thing.z)}
    thing = game.random.choice(list(lowest.values()))
    return thing, ((thing.seat or 0) + 1) % game.play.players, game.play.script.time + 0.5


def _home(game: DisturbedGame, seat: int) -> tuple[float, float]:
    home = game.play.script.tabletop.boards[seat].pose.at(0, 500)
    return home.x, home.y


def left_alone(game: DisturbedGame) -> None:
    """Disturb nothing; the room may."""


def under_clouds(game: DisturbedGame) -> None:
    """Clouds pass all the time."""
    now = game.play.script.time
    room = game.camera.room or Room()
    game.camera.room = replace(room, clouds=(*room.clouds, Cloud(now + 0.5, now + game.random.uniform(3.5, 8.0))))


def disturbed_game(name: str, players: int, seed: int, *, long: bool = False, fps: float = 10.0) -> DisturbedGame:
    """The game with the disturbance of this name, in pictures of a real camera's size."""
    game = partial(DisturbedGame, players, seed, fps=fps, long=long, full_size=True)
    match name:
        case "camera knocked":
            return game(knocked, rounds=8 if long else 3)
        case "lamp switched":
            return game(switched, rounds=9 if long else 3)
        case "hand resting":
            return game(rested, rounds=4)
        case "card pushed":
            return game(pushed, rounds=4, pace=SLOWLY)
        case "played together":
            return game(left_alone, rounds=12 if long else 4, pace=TOGETHER)
        case "lamps flicker":
            return game(left_alone, rounds=8 if long else 2, room=Room(ripple=0.3))
        case "clouds pass":
            return game(under_clouds, rounds=8 if long else 3)
    return game(knocked, rounds=6 if long else 2, imaging=IMAGINGS[name.removesuffix(" camera")])


NAMES = (
    "camera knocked",
    "lamp switched",
    "hand resting",
    "card pushed",
    "played together",
    "lamps flicker",
    "clouds pass",
    "pi camera",
    "webcam camera",
    "poor camera",
)


def main() -> int:
    """Print how every game ends; returns 1 if one is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", metavar="NAME", default=NAMES, help=", ".join(NAMES))
    parser.add_argument("--players", type=int, nargs="+", default=[3, 5, 7])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--fps", type=float, default=10.0)
    parser.add_argument("--long", action="store_true", help="more rounds, and hands rest for a minute")
    asked = parser.parse_args()
    wrong = 0
    for name, players, seed in itertools.product(asked.names, asked.players, asked.seeds):
        begun = time.perf_counter()
        game = disturbed_game(name, players, seed, long=asked.long, fps=asked.fps)
        outcome = game.run()
        wrong += not outcome.right
        took = time.perf_counter() - begun
        table = f"{game.camera.time:5.1f} s of table time, {took:5.1f} s of work"
        sys.stdout.write(f"{name:15} {players} players, seed {seed}, {table}: {outcome}\n")
        sys.stdout.flush()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
