"""Whole dealt games at a station with a trouble in one showing of four, at the level of scenes.

The tracker is the real one; what lies on its mat comes from `tests.vision.station_mat`, or through the simulated camera
from `tests.journeys.rendered_station`. Played and counted by `python -m tests.journeys.troubled_games --station`.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from device.session.looking import look
from device.session.pressing import press
from device.session.restoring import restore, resume
from device.session.session import Session
from device.session.setup import StationSetup
from device.simulation.dealing.comparison import first_difference
from device.simulation.table.tabletop import BACK_CODES, LEADERS, MAT_CODE
from device.umpire.station.station_umpire import StationUmpire, whose_turn
from display.messages.events import STORED, Asked
from display.messages.intents import Undo
from engine import RULINGS, Build, BuildStage, ChooseLeader, Discard, Pass, Phase, Recruit
from tests.dealing.dealer import deal
from tests.device.journal_rows import read_back
from tests.device.tables import CODEBOOK, board_code, leader_code
from tests.journeys.troubled_counts import GameOutcome, Trouble
from tests.vision.station_mat import StationMat
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from display.messages.events import StoredEvent
    from tests.dealing.dealer import Move, Round

RATE = 0.25
FPS = 5.0
SHOWS_FOR = 1.2
"""s that a card lies there until it is taken away again, if nothing keeps it."""
PATIENCE = 4.0
"""s until somebody whose card was not taken in looks at the screen, takes it away and shows it again."""
NOTICED = (0.5, 5.0)
"""s until somebody notices that another card was recorded."""
ATTEMPTS = 4
"""Times that somebody shows a card before the game counts as stuck."""
PLAYABLE_CARDS = [entry for entry in CODEBOOK if entry.kind is StickerKind.CARD]
PLAYABLE_LEADERS = [entry for entry in CODEBOOK if entry.kind is StickerKind.LEADER]


class TroubledStation:
    """A station at which people show a dealt game, with troubles."""

    further: tuple[Callable[..., object], ...] = ()
    """Troubles that only this kind of station has."""

    def __init__(
        self,
        players: int,
        seed: int,
        *,
        leaders: bool,
        rate: float = RATE,
        only: str = "",
        mat: Callable[..., StationMat] = StationMat,
        edition: str = "first",
    ) -> None:
        self.dealt = deal(players, seed, leaders=leaders, edition=edition)
        self.random = random.Random(f"troubles {seed}")
        self.mat = mat(fps=FPS)
        self.session = self._program(leaders)
        self.outcome = GameOutcome(seed)
        self.rate, self.only = rate, only
        self.log: list[str] = []
        self._stored: list[StoredEvent] = []
        self._used = {move.code for each in self.dealt.rounds for move in each.moves}
        self._before: int | None = None
        """The code that was shown last and taken away."""

    @property
    def now(self) -> float:
        """The station's time (s)."""
        return self.mat.time

    # The game

    def run(self) -> GameOutcome:
        """Show the boards, then every card of the game."""
        for number, wonder in enumerate(self.dealt.seats, 1):
            self._show(board_code(*wonder), lambda number=number: len(self.session.setup.seats) >= number)
        for each in self.dealt.rounds:
            if each.phase is Phase.CONFLICTS:
                self._until(lambda each=each: self._at() != _at(each), 30.0)
                continue
            self._play_round(each)
            if self.outcome.stuck or self.outcome.wrong:
                break
        if self.outcome.stuck or self.outcome.wrong:
            for trouble in self._recent():
                trouble.stopped = True
        self._compare()
        return self.outcome

    def _play_round(self, each: Round) -> None:
        moves = {move.seat: move for move in each.moves}
        while moves:
            seat = self._named()
            if seat not in moves:
                self.outcome.stuck = f"{_at(each)}: it is seat {seat}'s turn at {self._at()}"
                return
            move = moves.pop(seat)
            self._play(each, move, moves)
            self._compare()
            if self.outcome.stuck or self.outcome.wrong:
                return

    def _at(self) -> tuple[int, int, Phase]:
        game = self.session.game
        return (game.age, game.turn, game.phase) if game else (1, 1, self.dealt.rounds[0].phase)

    def _named(self) -> int | None:
        """The seat whose card the screen asks for."""
        return whose_turn(self.session.game or next(self.dealt.game.states()))

    def _compare(self) -> None:
        game = self.session.game
        if self.outcome.wrong or game is None:
            return
        if first_difference(self.dealt.game, game, so_far=True) is not None:
            self.outcome.wrong = f"{self._at()}: {first_difference(self.dealt.game, game, so_far=True)}"
            ruling = self.session.ruling
            self.outcome.said = bool(ruling.questions) or bool(ruling.notices)
            self.log.append(f"{self.now:7.1f} WRONG {self.outcome.wrong}")

    # Time

    def tick(self) -> None:
        """The next picture."""
        self._then(look(self.session, self.mat.look()))

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.tick()

    def _until(self, reached: Callable[[], bool], seconds: float) -> bool:
        until = self.now + seconds
        while not reached() and self.now < until:
            self.tick()
        return reached()

    def _then(self, transition) -> None:
        self.session, events = transition
        self._stored += [event for event in events if isinstance(event, STORED)]
        for event in events:
            self.log.append(f"{self.now:7.1f} {event}")
            if isinstance(event, Asked) and event.question.kind != "court":
                self.outcome.asked[event.question.kind] += 1
                for trouble in self._recent():
                    trouble.asked.append((event.question.kind, self.now - trouble.at))

    def _recent(self) -> list[Trouble]:
        return self.outcome.troubles[-1:]

    def _undo(self) -> None:
        """Somebody presses UNDO."""
        self.log.append(f"{self.now:7.1f} UNDO")
        for trouble in self._recent():
            trouble.keys += 1
        self._then(press(self.session, Undo()))

    def cut_power(self) -> None:
        """The program is killed; it goes on with what the journal has."""
        if self.session.game is None:
            return
        options = {"leaders": self.session.leaders, "rulings": RULINGS}
        stored = restore(self.dealt.seats, options, read_back(self._stored))
        self.session = resume(self._program(self.session.leaders), stored)
        self.mat.restart()

    def _program(self, leaders: bool) -> Session:
        """A session with a screen: there people read whose turn it is, and that another card was recorded."""
        return Session(StationUmpire(CODEBOOK), auto=True, shown=True, leaders=leaders, setup=StationSetup())

    # What people do

    def _spot(self) -> tuple[float, float, float]:
        return self.random.uniform(420, 700), self.random.uniform(240, 380), self.random.uniform(-0.6, 0.6)

    def _take(self) -> None:
        """Take away what lies there."""
        self._before = self.mat.lying[-1][0] if self.mat.lying else self._before
        self.mat.lying = []
        self.wait(self.random.uniform(0.6, 1.2))

    def _show(self, code: int, dealt_with: Callable[[], bool]) -> bool:
        """Lay a card until it has been taken in, and take it away; again if it was not."""
        for _ in range(ATTEMPTS):
            self.mat.lay(code, *self._spot())
            done = self._until(dealt_with, PATIENCE)
            self.wait(self.random.uniform(0.2, SHOWS_FOR))
            self._take()
            if done:
                return True
        return False

    def _play(self, each: Round, move: Move, others: dict[int, Move]) -> None:
        code, done = code_of(each, move), len(self.session.entries) + 1
        kind = self._trouble(each, move, others)
        if kind is not None:
            self.log.append(f"{self.now:7.1f} trouble: {kind.__name__} at {move}")
            self.outcome.troubles.append(Trouble(kind.__name__, kind in (*LEFT, *self.further), move.seat, self.now))
            if kind(self, each, move, others):
                return
        if not self._show(code, lambda: len(self.session.entries) >= done):
            self.outcome.stuck = f"{_at(each)}: {move} is not taken in, {self.session.ruling.notices}"

    def _trouble(self, each: Round, move: Move, others: dict[int, Move]) -> Callable[..., object] | None:
        started = self.session.game is not None
        if self.random.random() >= self.rate or not started or each.phase not in (Phase.TURN, Phase.RECRUIT):
            return None
        kinds = [kind for kind in (*BY_HANDS, *LEFT, *self.further) if not self.only or kind.__name__ == self.only]
        kinds = [kind for kind in kinds if kind not in NEEDS or NEEDS[kind](self, each, move, others)]
        return self.random.choice(kinds) if kinds else None

    # Troubles. Each returns True if the move's own card has been shown by it.

    def two_together(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """Two lay their cards down at once; one takes his back."""
        done, other = len(self.session.entries) + 1, self.random.choice(list(others.values()))
        self.mat.lay(code_of(each, move), 350.0, 300.0, 0.2).lay(code_of(each, other), 800.0, 320.0, -0.2)
        self.wait(self.random.uniform(1.0, 4.0))
        if self.random.random() < 0.5:
            self._take()
            return False
        self.mat.take()
        return self._stays_until_recorded(done)

    def forbidden_card(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """A card that the rules forbid is shown and taken away again."""
        del others
        done = len(self.session.entries) + 1
        self.mat.lay(self._card(each, move, playable=False), *self._spot())
        self.wait(self.random.uniform(*NOTICED))
        self._take()
        return len(self.session.entries) >= done

    def shown_again(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """The card that was shown last is laid down once more."""
        del each, move, others
        assert self._before is not None
        self.mat.lay(self._before, *self._spot())
        self.wait(self.random.uniform(0.4, 4.0))
        self._take()
        return False

    def left_lying(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """The card stays there while the next one is laid beside it, and is taken away only then."""
        done = len(self.session.entries) + 1
        self.mat.lay(code_of(each, move), 350.0, 300.0, 0.2)
        self._until(lambda: len(self.session.entries) >= done, PATIENCE)
        following = others.get(self._named() or 0) if len(self.session.entries) == done else None
        if following is not None:
            self.mat.lay(code_of(each, following), 800.0, 320.0, -0.2)
            self.wait(self.random.uniform(0.5, 3.0))
            self.mat.lying.pop(0)
            if self._until(lambda: len(self.session.entries) > done, PATIENCE):
                del others[following.seat]
        self.wait(self.random.uniform(0.2, SHOWS_FOR))
        self._take()
        return len(self.session.entries) >= done

    def pushed(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """The card is pushed about while it lies there."""
        del others
        done = len(self.session.entries) + 1
        x, y, turn = self._spot()
        code = code_of(each, move)
        self.mat.lay(code, x, y, turn)
        for _ in range(self.random.randrange(3, 12)):
            x, y, turn = x + self.random.uniform(-9, 9), y + self.random.uniform(-9, 9), turn + 0.03
            self.mat.lying = [(code, x, y, turn, self.mat.lying[0][4])]
            self.tick()
        return self._stays_until_recorded(done)

    def hand_over(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """A hand rests over the card for a while, before or after it was taken in."""
        del others
        done = len(self.session.entries) + 1
        x, y, turn = self._spot()
        self.mat.lay(code_of(each, move), x, y, turn)
        self.wait(self.random.uniform(0.0, 1.0))
        self.mat.hand = (x, y)
        self.wait(self.random.uniform(0.5, 8.0))
        self.mat.hand = None
        return self._stays_until_recorded(done)

    def hand_for_long(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """Somebody rests a hand on the card for long after it was taken in."""
        del others
        done = len(self.session.entries) + 1
        self._until_shown(code_of(each, move), done)
        self.mat.hand = self.mat.lying[0][1:3]
        self.wait(self.random.uniform(8.0, 40.0))
        self.mat.hand = None
        return self._stays_until_recorded(done)

    def slid(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """A hand lies on the card and slides it along."""
        del others
        done = len(self.session.entries) + 1
        self._until_shown(code_of(each, move), done)
        code, x, y, turn, side = self.mat.lying[0]
        far = self.random.uniform(-90, 90)
        for _ in range(self.random.randrange(1, 5)):
            x, y, turn = x + far, y + self.random.uniform(-9, 9), turn + self.random.uniform(-0.1, 0.1)
            self.mat.lying, self.mat.hand = [(code, x, y, turn, side)], (x, y)
            self.tick()
        self.wait(self.random.uniform(0.2, 3.0))
        self.mat.hand = None
        return self._stays_until_recorded(done)

    def shadow(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """Somebody sits down beside the mat and darkens half of it from now on, or goes away."""
        del each, move, others
        self.mat.shadow = 0.0 if self.mat.shadow else self.random.uniform(0.02, 0.12)
        return False

    def thing_put_down(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """Somebody puts something without a sticker on the mat and leaves it there, or takes it away."""
        del each, move, others
        self.mat.thing = None if self.mat.thing else (self.random.uniform(100, 900), self.random.uniform(50, 450))
        return False

    def glimpsed(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """Another card passes over the mat in a hand."""
        del move, others
        code = self.random.choice([entry.code for entry in PLAYABLE_CARDS if entry.age == each.age])
        for step in range(self.random.randrange(2, 6)):
            self.mat.lying = [(code, 250.0 + 90 * step, 300.0, 0.1 * step, 60.0)]
            self.tick()
        self.mat.lying = []
        self.wait(0.6)
        return False

    def laid_over(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """The next one lays his card over this one, and both are taken away together or one after the other."""
        done = len(self.session.entries) + 1
        self._until_shown(code_of(each, move), done)
        seat = self._named()
        following = others.get(seat) if seat is not None and len(self.session.entries) == done else None
        if following is not None:
            under = self.mat.lying
            self.mat.lying = []
            self.mat.lay(code_of(each, following), under[0][1] + 20, under[0][2] + 20, under[0][3] + 0.3)
            if self._until(lambda: len(self.session.entries) > done, PATIENCE):
                del others[following.seat]
            self.mat.lying = [*under] if self.random.random() < 0.5 else []
            self.wait(1.0)
        self._take()
        return len(self.session.entries) >= done

    def power_cut(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """The program is killed while a card is shown, and starts again."""
        del others
        done = len(self.session.entries) + 1
        self.mat.lay(code_of(each, move), *self._spot())
        self.wait(self.random.uniform(0.0, 1.5))
        self.cut_power()
        self.wait(self.random.uniform(1.0, 4.0))
        self._take()
        return len(self.session.entries) >= done

    def power_cut_under_hand(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """The program starts again while a hand rests on the card."""
        del others
        done = len(self.session.entries) + 1
        x, y, turn = self._spot()
        self.mat.lay(code_of(each, move), x, y, turn)
        self.wait(self.random.uniform(0.0, 1.0))
        self.mat.hand = (x, y)
        self.wait(self.random.uniform(0.2, 2.0))
        self.cut_power()
        self.wait(self.random.uniform(0.5, 6.0))
        self.mat.hand = None
        return self._stays_until_recorded(done)

    def lamp_switched(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """Another lamp is switched on while a card is shown."""
        del others
        done = len(self.session.entries) + 1
        self.mat.lay(code_of(each, move), *self._spot())
        self.wait(self.random.uniform(0.0, 0.6))
        self.mat.light = self.random.choice((0.6, 1.0, 1.5))
        return self._stays_until_recorded(done)

    def wrong_card(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """A card is shown by mistake and recorded; he notices, takes it away and presses UNDO."""
        del others
        done = len(self.session.entries) + 1
        self._until_shown(self._card(each, move, playable=True), done)
        self.wait(self.random.uniform(*NOTICED))
        if self.random.random() < 0.5:
            self._take()
        while len(self.session.entries) >= done:
            self._undo()
        self.wait(0.4)
        if self.mat.lying:
            self._take()
        return False

    def out_of_turn(self, each: Round, move: Move, others: dict[int, Move]) -> bool:
        """Somebody else shows his card although it is not his turn; UNDO, if it was recorded."""
        done = len(self.session.entries) + 1
        self._until_shown(code_of(each, self.random.choice(list(others.values()))), done)
        self.wait(self.random.uniform(*NOTICED))
        self._take()
        if len(self.session.entries) == done and move.seat != self._named():
            self._undo()
        return False

    def _until_shown(self, code: int, done: int) -> None:
        self.mat.lay(code, *self._spot())
        self._until(lambda: len(self.session.entries) >= done, PATIENCE)
        self.wait(self.random.uniform(0.2, SHOWS_FOR))

    def _stays_until_recorded(self, done: int) -> bool:
        """The card stays until so many actions are recorded; True if they are. If not, it is shown again."""
        taken_in = self._until(lambda: len(self.session.entries) >= done, PATIENCE)
        self.wait(self.random.uniform(0.2, SHOWS_FOR))
        self._take()
        return taken_in

    def _card(self, each: Round, move: Move, *, playable: bool) -> int:
        """Another card that this seat may build now, or may not; as it is, if there is none."""
        game = self.session.game
        assert game is not None
        recruiting = each.phase is Phase.RECRUIT
        cards = PLAYABLE_LEADERS if recruiting else [entry for entry in PLAYABLE_CARDS if entry.age == each.age]
        cards = [entry for entry in cards if entry.code not in self._used and (entry.players or 0) <= len(game.cities)]
        action = Recruit if recruiting else Build
        fit = [entry.code for entry in cards if game.can(action(move.seat, entry.id)) == playable]
        return self.random.choice(fit) if fit else code_of(each, move)


def code_of(each: Round, move: Move) -> int:
    """What a seat shows for its move."""
    match move.action:
        case BuildStage():
            return BACK_CODES[LEADERS if each.phase is Phase.RECRUIT else each.age]
        case Discard() | Pass():
            return MAT_CODE
        case ChooseLeader(_, leader):
            return leader_code(leader)
    return MAT_CODE if move.code is None else move.code


def _at(each: Round) -> tuple[int, int, Phase]:
    return each.age, each.turn, each.phase


def _is_front(code: int | None) -> bool:
    entry = CODEBOOK.entry(code) if code is not None else None
    return entry is not None and entry.kind in (StickerKind.CARD, StickerKind.LEADER)


def _several(_: TroubledStation, __: Round, ___: Move, others: dict[int, Move]) -> bool:
    return bool(others)


Game = TroubledStation
BY_HANDS = (
    Game.two_together,
    Game.forbidden_card,
    Game.shown_again,
    Game.left_lying,
    Game.pushed,
    Game.hand_over,
    Game.hand_for_long,
    Game.slid,
    Game.shadow,
    Game.thing_put_down,
    Game.glimpsed,
    Game.laid_over,
    Game.power_cut,
    Game.power_cut_under_hand,
    Game.lamp_switched,
)
LEFT = (Game.wrong_card, Game.out_of_turn)
"""One press of UNDO takes back what was recorded."""
NEEDS = {
    Game.two_together: _several,
    Game.left_lying: _several,
    Game.laid_over: _several,
    Game.out_of_turn: _several,
    Game.shown_again: lambda game, *_: _is_front(game._before),
}
