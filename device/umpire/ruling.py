"""What an umpire is: what it is given, what it remembers and what it answers. The table's and the station's are two."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import NamedTuple, Protocol

from device.ledger_check.age_log import AgeLog
from device.ledger_check.age_reading import AgeSeen
from device.ledger_check.changed_past import ChangedPast
from device.times import AT_REST_AFTER, GESTURE, PUT_RIGHT_WITHIN, READ_WITHIN
from device.umpire.discards.discard_mat import DiscardMat
from display.messages.events import Booked
from display.messages.questions import Notice, Plan, Question
from engine import BuildStage, Game, Phase, SeatAction
from vision.kit.codebook import Codebook
from vision.kit.sizes import KitSizes
from vision.scene import Scene

NO_ENTRIES: Mapping[int, SeatAction] = MappingProxyType({})
Play = tuple[int | None, int | None, int | None]
"""Age, turn and seat of an action; None where it has none."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What an umpire rules on: the still table, the game so far, and what is booked.

    `booked`: the seat of every booked card by its code. `entries`: the actions that stand.
    `in_secret`: what seats that must still act have entered on telephones; nobody may see it before all have acted.
    `by_phone`: what was booked last of what each seat has entered on a telephone. `chair`: the seat at which nobody
    sits.
    """

    scene: Scene
    game: Game
    booked: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    entries: tuple[Booked, ...] = ()
    in_secret: Mapping[int, SeatAction] = field(default_factory=lambda: NO_ENTRIES)
    by_phone: Mapping[int, SeatAction] = field(default_factory=lambda: NO_ENTRIES)
    chair: int | None = None


LATELY = 2
"""Turns in which it is said of what was recorded as it seemed."""
EXTRA, UNRECORDED = "extra", "unrecorded"
"""The kinds of contradictions."""


class Contradiction(NamedTuple):
    """A card that contradicts the ledger: nobody has built it (`EXTRA`).

    Or `UNRECORDED`: more backs with this code lie on the discard mat than were discarded; `seat` is how many more.
    """

    kind: str
    code: int
    seat: int


OpenPhase = tuple[int, int, Phase, tuple[int, ...]]
"""An age, a turn, a phase of it, and the seats that act in it."""


def open_phase(game: Game) -> OpenPhase:
    """What tells one phase of a game from every other one."""
    return game.age, game.turn, game.phase, game.acting


NO_CONTRADICTIONS: Mapping[Contradiction, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Reread:
    """How ages read last: when (camera time, s), and from what.

    `found`: the record that fits better than what is recorded; `clearly`: so much better that nobody need be asked.
    `wrong_since`: since when (s) there clearly is one; `since`: since when it is this one.
    """

    time: float = -math.inf
    entries: tuple[Booked, ...] = ()
    seen: tuple[AgeSeen | Booked, ...] = ()
    found: ChangedPast | None = None
    clearly: bool = False
    wrong_since: float = math.inf
    since: float = math.inf

    def is_certain(self, time: float) -> bool:
        """True if the record has been wrong for long enough at this camera time (s), and it is clear what is right."""
        return self.clearly and time - self.wrong_since >= PUT_RIGHT_WITHIN and time - self.since >= GESTURE

    def is_asked_about(self, time: float) -> bool:
        """True if the record seems to be wrong at this camera time (s), but people know better what is right."""
        return not self.clearly and time - self.since >= AT_REST_AFTER


NOT_READ = Reread()


@dataclass(frozen=True, slots=True)
class TurnMemory:
    """What an umpire remembers of the open turn; it is forgotten when the turn closes, is undone or corrected.

    `payments`: (seat, code) of a card -> index of the payment that was chosen for it.
    `exceptions`: (seat, code) of cards that are recorded although the rules forbid it.
    `confirmed`: (seat, code) of cards that somebody said belong to this seat.
    `discarded`: seats that have acted without a card on the table, since somebody said so.
    `waiting`: seats that are still waited for, since somebody said so, while the new cards are `waiting_with`.
    `held`: the cards that lay there when a turn was undone; until they change only ADVANCE closes the turn again.
    `named`: at a station, the number of a thing shown, and the code that somebody said it has.
    """

    payments: Mapping[tuple[int, int], int] = field(default_factory=lambda: MappingProxyType({}))
    exceptions: frozenset[tuple[int, int]] = frozenset()
    confirmed: frozenset[tuple[int, int]] = frozenset()
    discarded: frozenset[int] = frozenset()
    waiting: frozenset[int] = frozenset()
    waiting_with: frozenset[tuple[int, int]] = frozenset()
    held: frozenset[tuple[int, int]] | None = None
    named: tuple[int, int] | None = None


NEW_TURN = TurnMemory()


def supposed_lately(entries: Sequence[Booked]) -> list[Booked]:
    """What was recorded as it seemed in the last two turns, the oldest first."""
    turns = list(dict.fromkeys((one.age, one.turn) for one in entries))[-LATELY:]
    return [one for one in entries if one.supposed and (one.age, one.turn) in turns]


def plays_of(entries: Iterable[Booked]) -> frozenset[Play]:
    """Age, turn and seat of these actions."""
    return frozenset((one.age, one.turn, one.seat) for one in entries)


@dataclass(frozen=True, slots=True)
class UmpireMemory(TurnMemory):
    """What an umpire remembers from one scene to the next: of the open turn, and of the table and the game.

    `ignored`: code, and when it came (camera time, s), of cards that lie in no city, since somebody said so.
    `shown`: at a station, the number of the last thing shown that was dealt with.
    `closed`: camera time (s) at which the last turn closed; minus infinity if that is not known.
    `boards_unseen_since`: seat -> camera time (s) since which its board is not seen, although others are.
    `log`: what came to the table and when. `reread`: how ages read last. `said`: age, turn and seat of the plays of
    which people have said what they were.
    `contradicted`: what contradicts the ledger, and since when (camera time, s).
    `begun`: when the discards of each phase that was left began to come (`DiscardMat.since`).
    """

    mat: DiscardMat = DiscardMat()
    ignored: frozenset[tuple[int, float | None]] = frozenset()
    shown: int = 0
    closed: float = -math.inf
    boards_unseen_since: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))
    contradicted: Mapping[Contradiction, float] = field(default_factory=lambda: NO_CONTRADICTIONS)
    log: AgeLog = AgeLog()
    said: frozenset[Play] = frozenset()
    reread: Reread = NOT_READ
    begun: Mapping[OpenPhase, float] = field(default_factory=lambda: MappingProxyType({}))

    def thrown_unseen(self, time: float) -> tuple[float, ...]:
        """When discards came that nobody may see now (camera times, s): hands, and cards that may lie under others."""
        return tuple(sorted((*self.log.hands, *self.mat.perhaps_covered(time - READ_WITHIN))))

    def of_another_turn(self, turn: TurnMemory = NEW_TURN) -> UmpireMemory:
        """The memory with what is remembered of this turn instead of the open one: of a new one nothing."""
        return replace(self, **{one.name: getattr(turn, one.name) for one in fields(TurnMemory)})

    def of_changed_record(self, before: Game, now: Game) -> UmpireMemory:
        """The memory when the record was changed: how that fits the table is not known yet.

        In a phase that was left in the game `before`, and is open `now`, those discards count that counted in it.
        """
        memory, turn = self._left(before), TurnMemory(payments=self.payments)
        mat = replace(self.mat, since=memory.begun.get(open_phase(now), self.mat.since))
        return replace(memory.of_another_turn(turn), mat=mat, reread=NOT_READ, contradicted=NO_CONTRADICTIONS)

    def _left(self, game: Game) -> UmpireMemory:
        """The memory when the open phase of `game` is left."""
        return replace(self, begun=MappingProxyType({**self.begun, open_phase(game): self.mat.since}))

    def with_ended_by_hand(self, game: Game, closing: Iterable[Booked]) -> UmpireMemory:
        """The memory when somebody ends the turn of `game`, and says so that those who show nothing have discarded."""
        silent = (entry for entry in closing if entry.code is None and not isinstance(entry.action, BuildStage))
        return replace(self, said=self.said | {(game.age, game.turn, entry.seat) for entry in silent})

    def after_turn(
        self, game: Game, time: float, back: int | None, before: float = math.inf, *, built: Sequence[int] = ()
    ) -> UmpireMemory:
        """What is still remembered when the open turn of `game` has closed at this camera time (s).

        Its discards have this `back`, and had come `before` (s). `built`: the backs of what was built from the pile.
        What was said of it before it was undone is forgotten.
        """
        seats = self.discarded | {seat for seat, _ in self.exceptions | self.confirmed}
        mat = self.mat if game.turn == game.last_turn else self.mat.settle(back, before)
        undone = game.acting if game.phase in (Phase.TURN, Phase.RECRUIT) else ()
        said = self.said - {(game.age, game.turn, seat) for seat in undone}
        return replace(
            self._left(game).of_another_turn(),
            said=said | {(game.age, game.turn, seat) for seat in seats},
            mat=mat.with_built(built, self.closed) if game.phase is Phase.FROM_DISCARD else mat,
            closed=time,
        )


@dataclass(frozen=True, slots=True)
class Ruling:
    """An umpire's answer. `closing`: the actions to book because the turn is over; empty while it stays open."""

    memory: UmpireMemory
    plans: Mapping[int, Plan] = field(default_factory=lambda: MappingProxyType({}))
    questions: tuple[Question, ...] = ()
    notices: tuple[Notice, ...] = ()
    closing: tuple[Booked, ...] = ()


class Umpire(Protocol):
    """Rules on what the camera sees. Pure: the same situation and memory give the same ruling."""

    @property
    def codebook(self) -> Codebook:
        """What the stickers stand for."""

    @property
    def sizes(self) -> KitSizes:
        """The sizes of cards, boards and mat."""

    def judge(self, situation: Situation, memory: UmpireMemory, *, close: bool) -> Ruling:
        """Rule on the situation. `close`: somebody pressed ADVANCE; close the turn unless a question is open."""

    def card_in_question(self, situation: Situation, memory: UmpireMemory, seat: int) -> int | None:
        """The code of the seat's card in the open turn; a question about the seat is about this card."""

    def hold(self, situation: Situation, memory: UmpireMemory) -> UmpireMemory:
        """The memory after an undo: what still lies there is not booked again until something changes."""
