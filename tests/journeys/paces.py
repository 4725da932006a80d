"""People who play a dealt game at their own pace: nobody waits for the record or looks at it before going on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from device.umpire.questions import CARD, INSTEAD, NEXT_CARD, TWO_CARDS
from engine import BuildFromDiscard, ChooseLeader, Discard, Pass, Phase
from tests.device.tables import CODEBOOK
from tests.journeys import further_troubles
from tests.journeys.troubled_play import AT_ANY, RATE, READ, TroubledGame
from tests.journeys.troubled_table import SceneTable
from vision.kit.boxes import box
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from display.messages.questions import Question
    from tests.dealing.dealer import Move, Round
    from tests.journeys.troubled_counts import GameOutcome
    from tests.journeys.troubled_table import TroubledTable

MISSED = 0.02
"""Of the readings, how many fail."""
DEALING = (10.0, 25.0)
"""s in which people take their conflict tokens and deal the next age's cards."""
AFTERWARDS = 40.0
"""s that the table is left alone after the last card, so that the record can catch up."""
REACHING = 0.5
"""s that an arm is over the table before its hand lays something down."""
SOON_AFTER = (0.3, 1.5)
"""s after the own card until the Free City's is laid."""
LEFT_OVER = (0.3, 2.5)
"""s after the sixth card until the seventh is thrown on the mat."""
NEXT_HAND = (0.5, 2.0)
"""s after which somebody who has put a mistake right lays the next card, if all others have laid theirs."""
ANSWERED = READ
"""s until somebody has read a question and answers it, while the others play on."""
AGAIN = 8.0
"""s longer until somebody answers a question again that still stands."""
TOOK_FROM_MAT = (1.0, 4.0)
"""s until the second seat takes a card from the discard pile after the first."""


PUT_BACK = 1.3
"""s after which the pile is surely back on the mat once a card of it is laid."""
LONGEST_BUSY = 12.0
"""s that somebody needs at most to put a mistake right."""
OF_OTHERS = (
    *AT_ANY,
    *further_troubles.AT_ANY_TIME,
    TroubledGame.coins,
    further_troubles.glare_for_a_turn,
    further_troubles.stage_pushed_under,
    further_troubles.damaged,
)
NOT_BUSY = frozenset(kind.__name__ for kind in OF_OTHERS)
"""Troubles that keep nobody from laying the next card."""


class Pace(StrEnum):
    """How people play: they wait for the record, they go on when they like, or they never look at the screen.

    Those who never look lay their cards nearly at once, or each when he has chosen; and then all wait for the last one,
    or some go on ahead (see `tests.journeys.thinking`).
    """

    WAITING = "waiting"
    BRISK = "brisk"
    NEVER = "never"
    THINKING = "thinking"
    AHEAD = "ahead"


@dataclass(frozen=True)
class Clock:
    """What people's own clocks say, in s.

    `within`: all lay their cards within so long. `passing`: from the last card to the next turn. `apart`: between two
    cards that are thrown on the discard mat.
    """

    within: float
    passing: tuple[float, float]
    apart: float


CLOCKS = {Pace.BRISK: Clock(8.0, (3.0, 8.0), 1.0), Pace.NEVER: Clock(1.5, (2.0, 8.0), 0.0)}
CLOCKS[Pace.THINKING] = CLOCKS[Pace.NEVER]  # for all but the turns


class PacedGame(TroubledGame):
    """A game that is played to its end whatever is recorded. Nobody presses a key; questions are answered meanwhile."""

    def __init__(
        self,
        players: int,
        seed: int,
        *,
        leaders: bool,
        pace: Pace = Pace.NEVER,
        edition: str = "first",
        rate: float = RATE,
        only: str = "",
        further: bool = True,
        table: Callable[[tuple[tuple[str, str], ...], random.Random], TroubledTable] | None = None,
    ) -> None:
        super().__init__(
            players,
            seed,
            leaders=leaders,
            edition=edition,
            rate=rate,
            only=only,
            further=further,
            table=table or missing_some,
        )
        self._clock = CLOCKS[pace]
        self._in_box = cards_in_box(edition, players, leaders=leaders)
        self._busy = [0.0] * len(self.dealt.seats)
        """By seat: until when its player is putting the last card right (s)."""
        self._begin = self._laid = 0.0
        """When the card is laid that was planned last (s), and the last of all that its trouble does."""
        self._laid_at = dict[tuple[int, int], float]()
        """By (round's index, seat): when it lays its first card of that round, if only by mistake (s)."""
        self._left_out: list[int] = []
        """The seats that take part in the trouble that is planned."""
        self._thrown = 0.0
        self._lifted: list[tuple[float, float]] = []
        """When the pile is not on the mat, or a hand is over it (s)."""
        self._compared: object = None
        if (free_city := self.dealt.game.setup.free_city) is not None:
            self.table.lay_token(free_city)

    # The game

    def run(self) -> GameOutcome:
        self.wait(5.0)
        if self.session.game is None:
            self.outcome.stuck = "not started"
            return self.outcome
        last, between = self.now, False
        for index, each in enumerate(self.dealt.rounds):
            if self.ends_before(index):
                break
            if each.phase is Phase.CONFLICTS:
                between = True
                continue
            begin = self._begins(last, each, between=between)
            self._until_time(begin - 2 * REACHING)
            last, between = self._plan_round(index, each, begin), False
        self._until_time(max([last, *(when for when, *_ in self._queue)]))
        self.wait(AFTERWARDS)
        if self.game.phase is not Phase.OVER:
            self.outcome.stuck = f"{self._at()}: {[question.kind for question in self.session.ruling.questions]}"
        if self.outcome.stuck or self.outcome.wrong:
            self._stop()
        self._compare_at_end()
        self.outcome.count_effective()
        return self.outcome

    def _begins(self, last: float, each: Round, *, between: bool) -> float:
        """When a round begins whose cards come after one that was laid at `last`, an age before if `between` (s)."""
        del each
        return last + self.random.uniform(*(DEALING if between else self._clock.passing))

    def _plan_round(self, index: int, each: Round, begin: float) -> float:
        """Let everybody do what he does in this round at his own time. Returns when the last card is laid (s)."""
        self._round, self._begin, last, laid = index, begin, begin, dict[int, float]()
        for move in self._in_order(each):
            if move.code is None and isinstance(move.action, ChooseLeader | Pass | BuildFromDiscard):
                continue
            if (index, move.seat) in self._done:  # it is part of another seat's trouble
                continue
            at = self._own_time(move, begin)
            if each.phase is Phase.FROM_DISCARD and laid:
                at = last + self.random.uniform(*TOOK_FROM_MAT)
            if each.phase is Phase.FROM_DISCARD:  # nobody looks for a card while others put theirs right
                at = max(at, *self._busy)
            if move.seat == self.dealt.game.setup.free_city and laid:
                at = max(laid.values()) + self.random.uniform(*SOON_AFTER)
            self._laid = at = max(at, self._busy[move.seat])
            self._plan_move(index, each, move, at, trouble=True)
            laid[move.seat] = max(at, self._laid)
            last = max(last, laid[move.seat])
        if index in self.packed:
            self.throw(self._thrown_at(last + self.random.uniform(*LEFT_OVER)), each.age, len(each.leftovers))
            last = max(last, self._thrown)
        for leftover in each.leftovers if index not in self.packed else ():
            at = laid.get(leftover.seat, self._since(index, leftover.seat)) + self.random.uniform(*LEFT_OVER)
            self._discard(at, each.age)
            last = max(last, self._thrown)
        return last

    def _since(self, index: int, seat: int) -> float:
        """From when on a seat may throw its left over card, if its sixth was laid in another one's trouble (s)."""
        del index, seat
        return self._begin

    def _in_order(self, each: Round) -> Sequence[Move]:
        """The moves of a round in the order in which they are planned."""
        return each.moves

    def _own_time(self, move: Move, begin: float) -> float:
        """When the card of a move is laid in a round that begins then, if nothing keeps its player from it (s)."""
        del move
        return begin + self.random.uniform(0.0, self._clock.within)

    def _busy_at_most(self, each: Round, at: float) -> float:
        """Until when somebody needs at most to put a mistake right that he makes at this time (s)."""
        del each
        return at + LONGEST_BUSY

    def _plan_move(self, index: int, each: Round, move: Move, at: float, *, trouble: bool = True) -> None:
        planned, troubles = len(self._queue), len(self.outcome.troubles)
        super()._plan_move(index, each, move, at, trouble=trouble)
        kind = self.outcome.troubles[-1].kind if len(self.outcome.troubles) > troubles else ""
        done = self._laid
        if kind and kind not in NOT_BUSY:
            done = min(max(when for when, *_ in self._queue[planned:]), self._busy_at_most(each, at))
        for seat in (move.seat, *self._left_out):
            self._busy[seat] = done + self.random.uniform(*NEXT_HAND)
            self._laid_at[index, seat] = self._laid
        self._left_out.clear()
        spot = self.table.mat.sticker if isinstance(move.action, Discard) else self.table.boards[move.seat]
        self.at(self._laid - REACHING, lambda: self.table.reach(self._whose_arm(move.seat), spot, REACHING + 0.4))

    def _whose_arm(self, seat: int) -> int:
        """The seat of the person who lays this seat's cards: any of the two for the Free City."""
        return seat if seat != self.dealt.game.setup.free_city else (seat + 1) % len(self.dealt.seats)

    def _plan_play(self, each: Round, move: Move, at: float) -> None:
        self._laid = at
        super()._plan_play(each, move, at)

    def leave_out(self, each: Round, move: Move) -> None:
        super().leave_out(each, move)
        self._left_out.append(move.seat)

    def all_laid(self, each: Round, at: float) -> float:
        del each
        return max(at, self._begin + self._clock.within)

    def _build_from_mat(self, move: Move, at: float) -> float:
        at = self._lifted_at(at)
        self._laid = super()._build_from_mat(move, at)
        self._is_lifted(at, self._laid + PUT_BACK)
        return self._laid

    def _thrown_at(self, at: float) -> float:
        if self._clock.apart:
            at = max(at, self._thrown + self._clock.apart)
        for start, end in sorted(self._lifted):
            at = end if start <= at < end else at
        self._thrown = max(self._thrown, at)
        self._laid = at
        return at

    def _lifted_at(self, at: float) -> float:
        return max(at, self._thrown + 2.5, *(end for _, end in self._lifted), at)

    def _is_lifted(self, start: float, end: float) -> None:
        self._lifted = [span for span in self._lifted if span[1] > self.now]
        if end > start:
            self._lifted.append((start - 0.3, end))

    def cards_of(self, age: int) -> list[int]:
        return self._in_box[age]

    # Time

    def _until_time(self, when: float) -> None:
        if when > self.now:
            self.wait(when - self.now)

    def tick(self) -> None:
        super().tick()
        if self.session.game is None:
            return
        self._follow_record()
        self._answer()

    def _follow_record(self) -> None:
        """Compare what is recorded with what was dealt, whenever something is recorded."""
        if self.session.game is self._compared:
            return
        self._compared = self.session.game
        if not self._is_right(self.session):
            self._note_wrong(self._round, self.dealt.rounds[self._round])
        elif self._wrong_since is not None:
            self.outcome.corrected += 1
            self.log.append(f"{self.now:7.1f} RIGHT again")
            self._note_right()

    # What people answer

    def _answer(self) -> None:
        """Answer what has been asked for a while, as one who knows what was done; one answer at a time."""
        questions = {
            repr((question.seat, question.kind, dict(question.placeholders))): question
            for question in self.session.ruling.questions
        }
        self._asked_since = {key: self._asked_since.get(key, self.now) for key in questions}
        for key, question in questions.items():
            if self.now - self._asked_since[key] < ANSWERED:
                continue
            self._asked_since[key] = self.now
            if self._settle(question):
                self._asked_since[key] = self.now + AGAIN
                return

    def _true_answers(self, question: Question) -> list[str]:
        """Nobody looks at which turn the screen shows: people know their own card, and want to go on.

        Asked about a card that their seat has really played in the open round, or in a later one if the record is
        behind, they say that it counts. They say nothing of a card that was laid by mistake or by somebody else, and
        nothing of one of a round that is over on the screen: in the open one they play another card.
        """
        answers, moves = super()._true_answers(question), self._open_moves()
        if answers or question.seat not in moves:
            return answers
        first, move = moves[question.seat]
        if question.kind == TWO_CARDS:
            return [] if self._is_to_come(first, move.seat) else [f"{CARD}{self._shown(first, move)}"]
        meant = [index for index in range(first, self._round + 1) if self._has_played(index, question)]
        return ["exception", "here", INSTEAD if first in meant else NEXT_CARD] if meant else []

    def _has_played(self, index: int, question: Question) -> bool:
        """True if the asked seat has played the card or built the stage in this round that a question names."""
        moves = [move for move in self.dealt.rounds[index].moves if move.seat == question.seat]
        named = question.placeholders
        for move in moves:
            shown, stage = self._shown(index, move), getattr(move.action, "stage", None)
            if (named.get("card", shown), named.get("stage", stage)) == (shown, stage):
                return shown is not None and not self._is_to_come(index, move.seat)
        return False

    def _is_to_come(self, index: int, seat: int) -> bool:
        return super()._is_to_come(index, seat) or self.now < self._laid_at.get((index, seat), 0.0)


def missing_some(wonders: tuple[tuple[str, str], ...], random: random.Random) -> SceneTable:
    """A table at which stickers are missed now and then."""
    return SceneTable(wonders, random, missed=MISSED)


@cache
def cards_in_box(edition: str, players: int, *, leaders: bool) -> dict[int, list[int]]:
    """By age: the codes of the cards with which so many people play."""
    cards = [
        entry
        for entry in box(CODEBOOK, edition, ("base", "leaders") if leaders else ("base",))
        if entry.kind is StickerKind.CARD and (entry.players is None or entry.players <= max(players, 3))
    ]
    return {age: [entry.code for entry in cards if entry.age == age] for age in (1, 2, 3)}
