"""Evenings before the simulated camera, disturbed: what the scene says and what is booked, against the truth.

`python -m tests.journeys.filmed` prints a table of all disturbances; `--long` plays longer.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from device.messages.events import Asked, GameStarted, Refused
from device.perception.pipeline import TableSceneReader
from device.session.looking import look
from device.session.session import Session
from device.simulation.camera import SimulatedCamera
from device.simulation.comparison import steps
from device.simulation.dealer import deal
from device.simulation.disturbances import DisturbedPlay, Push, Rest
from device.simulation.rendering.printing import Glare
from device.simulation.rendering.surroundings import Cloud, Knock, Room, Switch
from device.simulation.rendering.table_picture import Appearance
from device.simulation.script import HUMAN, PlayPace, Script
from device.simulation.tabletop import Thing, ThingKind
from device.umpire.table import TableUmpire
from engine import Build, BuildStage
from tests.journeys.chronicle import Chronicle
from vision.kit.codebook import Codebook
from vision.reading.reader import Reader
from vision.tracking.tracker import Tracker

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.simulation.script import CardLaid

EVENING = Appearance(blur=1.15, noise=3.5, glare=Glare(0.2, 0.6), dimmest=0.6)
"""As hard to read as evenings are, but for sleeves that shine so that nobody could read them."""
TOGETHER = replace(HUMAN, between=(0.0, 0.0), reach=(0.8, 0.8), rest=(0.4, 0.4))
"""Everybody lays at once."""
SLOWLY = replace(HUMAN, between=(1.5, 3.0), hands=0.0)
LATEST = 60.0
"""Seconds in which every turn must have been booked once all hands are gone."""


@dataclass
class Outcome:
    """What came of a film."""

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
        ledger = "ledger as dealt" if self.booked else "LEDGER DIFFERS"
        return f"{self.frames} frames, {len(self.mistakes)} mistakes, {ledger}{asked}{said}"


class Film:
    """So many rounds of a dealt game; `disturb` is called with this film whenever a round has been planned."""

    def __init__(
        self,
        players: int,
        seed: int,
        disturb: Callable[[Film], None],
        *,
        rounds: int = 3,
        fps: float = 10.0,
        pace: PlayPace = HUMAN,
        look: Appearance = EVENING,
        room: Room | None = None,
        long: bool = False,
    ) -> None:
        self.dealt = deal(players, seed)
        self.play = DisturbedPlay(Script(self.dealt, seed=seed, pace=pace))
        self.camera = SimulatedCamera(self.play, seed=seed, fps=fps, look=look, room=room or Room())
        self.random = random.Random(f"film {seed}")
        self.long = long
        self.number = 0
        """Rounds that have been planned."""
        self.end = 0.0
        """Nothing disturbs after this time."""
        self.outcome = Outcome()
        self._disturb, self.rounds = disturb, rounds
        codebook = Codebook.load()
        self._scene_reader = TableSceneReader(Reader(codebook), Tracker(codebook, self.play.sizes), previews=False)
        self._session = Session(TableUmpire(codebook, self.play.sizes), auto=True)
        self._chronicle = Chronicle(self.camera.lens, self.play.sizes, fps)

    @property
    def round(self) -> list[CardLaid]:
        """What is laid in this round, in the order of time."""
        script = self.play.script
        return sorted((laid for laid in script.laid if laid.round is script.round), key=lambda laid: laid.time)

    def run(self) -> Outcome:
        """Play until the last round is booked and nothing disturbs any more."""
        latest = LATEST
        while self.camera.time < latest and not self._is_over:
            self._next_frame()
            moving = self.play.script.busy or self.play.meddling or self.camera.time < self.end
            latest = self.camera.time + LATEST if moving else latest
        game = self._session.game
        wanted = itertools.islice(steps(self.dealt.game), self.rounds)
        self.outcome.booked = game is not None and list(wanted) == list(steps(game))[: self.rounds]
        return self.outcome

    @property
    def _is_over(self) -> bool:
        quiet = not self.play.script.busy and not self.play.meddling and self.camera.time > self.end + 2.0
        return quiet and self._booked >= self.rounds

    @property
    def _booked(self) -> int:
        return len(list(steps(self._session.game))) if self._session.game else 0

    def _next_frame(self) -> None:
        frame, room = self.camera.read(), self.camera.room
        script = self.play.script
        swings = room is not None and any(_swings(knock, frame.time) for knock in room.knocks)
        self._chronicle.note(frame.time, self.play.things, self.play.reaches, clear=not swings)
        self._chronicle.lens = self.camera.lens
        if self.number < len({id(laid.round) for laid in script.laid}):
            self.number += 1
            self._disturb(self)
        scene = self._scene_reader.read(frame).scene
        self.outcome.frames += 1
        self.outcome.mistakes += [(frame.time, mistake) for mistake in self._chronicle.mistakes(scene)]
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
    """Whether the camera still moves by more than 2 px."""
    left = max(abs(there - here) for there, here in zip(knock.turn, knock.at(now), strict=True))
    return knock.time <= now < knock.time + 3 and left * 3550 > 2


# The disturbances


def knocked(film: Film) -> None:
    """While people lay their cards; the last time a harder knock."""
    far = 0.012 if film.number < 3 else 0.024
    turn = tuple(film.random.choice((-1, 1)) * film.random.uniform(0.5, 1.0) * far for _ in range(3))
    middle = film.round[len(film.round) // 2].time
    room = film.camera.room or Room()
    film.camera.room = replace(room, knocks=(*room.knocks, Knock(middle + film.random.uniform(-0.6, 1.2), turn)))
    film.end = middle + 5


def switched(film: Film) -> None:
    """Another lamp in every round: darker, then much brighter, then as before."""
    lamp, strength = [(1, 0.5), (2, 1.7), (0, 1.0)][(film.number - 1) % 3]
    when = film.round[len(film.round) // 2].time + film.random.uniform(-0.6, 1.2)
    room = film.camera.room or Room()
    film.camera.room = replace(room, switches=(*room.switches, Switch(when, lamp, strength)))
    film.end = when + 5


def rested(film: Film) -> None:
    """After some rounds a hand rests on a city's cards."""
    if film.number != min(3, film.rounds):
        return
    fronts = [thing for thing in film.play.things if thing.kind is ThingKind.FRONT and thing.seat is not None]
    card = film.random.choice(fronts)
    start = film.play.script.time + 0.5
    seat = card.seat if card.seat is not None else 0
    leave = start + 0.9 + (60.0 if film.long else 15.0)
    film.play.rests.append(Rest(seat, _home(film, seat), card.pose, start, start + 0.9, leave, leave + 0.9))


def pushed(film: Film) -> None:
    """A card that is not booked yet is pushed to a neighbour who has played, and back; later one that is booked."""
    chosen = _unbooked(film) if film.number == 2 else _booked(film) if film.number == 4 else None
    if chosen is None:
        return
    thing, seat, start = chosen
    other = film.play.script.tabletop.front(seat, thing.code, "red")
    home = _home(film, seat)
    there = start + 0.6 + 0.2
    film.play.pushes.append(Push(home, thing, other, start, start + 0.6, there + 0.8, there + 1.4))
    back = there + 1.4 + 3.0
    film.play.pushes.append(Push(home, other, thing, back, back + 0.6, back + 1.6, back + 2.2))


def _unbooked(film: Film) -> tuple[Thing, int, float] | None:
    """The card of somebody whose neighbour has laid before, and after whom another one will lay."""
    laid, players = film.round, film.play.players
    for before, after in itertools.combinations(laid[:-1], 2):
        aside = (after.move.seat - before.move.seat) % players in (1, players - 1)
        if aside and isinstance(after.move.action, Build) and isinstance(before.move.action, Build | BuildStage):
            brought = (getattr(reach, "brings", None) for reach in film.play.reaches)
            thing = next(thing for thing in brought if thing and thing.code == after.move.code and not thing.height)
            return thing, before.move.seat, after.time + 1.2
    return None


def _booked(film: Film) -> tuple[Thing, int, float] | None:
    fronts = [thing for thing in film.play.things if thing.kind is ThingKind.FRONT and thing.seat is not None]
    lowest = {thing.seat: thing for thing in sorted(fronts, key=lambda thing: -thing.z)}
    thing = film.random.choice(list(lowest.values()))
    return thing, ((thing.seat or 0) + 1) % film.play.players, film.play.script.time + 0.5


def _home(film: Film, seat: int) -> tuple[float, float]:
    home = film.play.script.tabletop.boards[seat].pose.at(0, 500)
    return home.x, home.y


def left_alone(film: Film) -> None:
    """Nothing but what the room does by itself."""


def under_clouds(film: Film) -> None:
    """The sun comes and goes all the time."""
    now = film.play.script.time
    room = film.camera.room or Room()
    film.camera.room = replace(room, clouds=(*room.clouds, Cloud(now + 0.5, now + film.random.uniform(3.5, 8.0))))


def film_of(name: str, players: int, seed: int, *, long: bool = False, fps: float = 10.0) -> Film:
    """The film of a disturbance by its name."""
    match name:
        case "camera knocked":
            return Film(players, seed, knocked, rounds=8 if long else 3, fps=fps, long=long)
        case "lamp switched":
            return Film(players, seed, switched, rounds=9 if long else 3, fps=fps, long=long)
        case "hand resting":
            return Film(players, seed, rested, rounds=4, fps=fps, long=long)
        case "card pushed":
            return Film(players, seed, pushed, rounds=4, fps=fps, pace=SLOWLY, long=long)
        case "laid together":
            return Film(players, seed, left_alone, rounds=12 if long else 4, fps=fps, pace=TOGETHER, long=long)
        case "lamps flicker":
            return Film(players, seed, left_alone, rounds=8 if long else 2, fps=fps, room=Room(ripple=0.3), long=long)
    return Film(players, seed, under_clouds, rounds=8 if long else 3, fps=fps, long=long)


NAMES = (
    "camera knocked",
    "lamp switched",
    "hand resting",
    "card pushed",
    "laid together",
    "lamps flicker",
    "clouds pass",
)


def main() -> int:
    """Print how every film ends; 1 if one is wrong."""
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
        film = film_of(name, players, seed, long=asked.long, fps=asked.fps)
        outcome = film.run()
        wrong += not outcome.right
        took = time.perf_counter() - begun
        table = f"{film.camera.time:5.1f} s of table time, {took:5.1f} s of work"
        sys.stdout.write(f"{name:15} {players} players, seed {seed}, {table}: {outcome}\n")
        sys.stdout.flush()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
