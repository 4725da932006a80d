"""What an umpire is: what it is given, what it remembers and what it answers. The table's and the station's are two."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from device.umpire.observations import Observations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.messages.events import Booked
    from device.messages.questions import Notice, Plan, Question
    from device.umpire.readings import Reading
    from engine import Game, SeatAction
    from vision.kit.codebook import Codebook
    from vision.kit.sizes import KitSizes
    from vision.scene import Scene

NO_SEATS: Mapping[int, int] = MappingProxyType({})
NO_PAYMENTS: Mapping[tuple[int, int], int] = MappingProxyType({})
NO_TIMES: Mapping[int, float] = MappingProxyType({})
NO_ENTRIES: Mapping[int, SeatAction] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Situation:
    """What an umpire rules on: the still table, the game so far, and what is recorded."""

    scene: Scene
    game: Game
    booked: Mapping[int, int] = field(default_factory=lambda: NO_SEATS)
    """The seat of every recorded card by its code."""
    entries: tuple[Booked, ...] = ()
    """The actions that stand."""
    in_secret: Mapping[int, SeatAction] = field(default_factory=lambda: NO_ENTRIES)
    """What seats that must still act have entered on telephones; nobody may see it before all have acted."""
    by_phone: Mapping[int, SeatAction] = field(default_factory=lambda: NO_ENTRIES)
    """What was recorded last of what each seat has entered on a telephone."""
    left: frozenset[tuple[str, int, int]] = frozenset()
    """Contradictions between record and table (kind, code, seat) that somebody left as they are."""


@dataclass(frozen=True, slots=True)
class SaidThisTurn:
    """What people said about the open turn."""

    payments: Mapping[tuple[int, int], int] = field(default_factory=lambda: NO_PAYMENTS)
    """(seat, code) of a card -> index of the payment that was chosen for it."""
    exceptions: frozenset[tuple[int, int]] = frozenset()
    """(seat, code) of cards that are recorded although the rules forbid it."""
    discarded: frozenset[int] = frozenset()
    """Seats that have acted without a card on the table."""
    waiting: frozenset[int] = frozenset()
    """Seats that are still waited for, while the new cards are `waiting_with`."""
    waiting_with: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class SaidThisGame:
    """What people said about cards."""

    confirmed: frozenset[tuple[int, int]] = frozenset()
    """(seat, code) of cards that belong to this seat."""
    owners: Mapping[int, int] = field(default_factory=lambda: NO_SEATS)
    """Code of a card that lies in another city -> the seat that played it."""
    ignored: frozenset[tuple[int, int]] = frozenset()
    """(code, track) of cards that lie in no city."""
    acted: frozenset[tuple[int, int, str, int]] = frozenset()
    """(age, turn, phase, seat) of seats that have acted without a card on the table."""


class Correction(NamedTuple):
    """Recorded actions that were others: the first `keep` stay, `entries` follow. `text`: the changes as in questions."""

    keep: int
    entries: tuple[Booked, ...]
    text: str


class Verdict(NamedTuple):
    """What the search found, and for how long that stands."""

    observations: Observations
    entries: tuple[Booked, ...]
    said: object
    until: float
    """Camera time (s) at which the answer may be another one, although nothing happens."""
    readings: tuple[Reading, ...]
    """The best one first."""
    open_round: int
    """The number of the open round in each reading."""
    closed_cost: float = 0.0
    """What the closed rounds cost as they are recorded."""
    correction: Correction | None = None
    """The correction that explains the table better than what is recorded."""
    correction_since: float = 0.0
    searched: float = 0.0
    """What the best reading as recorded cost when another one was looked for last, and none was better."""


@dataclass(frozen=True, slots=True)
class UmpireMemory:
    """What an umpire remembers from one scene to the next."""

    observations: Observations = Observations()
    turn: SaidThisTurn = SaidThisTurn()
    said: SaidThisGame = SaidThisGame()
    held: frozenset[tuple[int, int]] | None = None
    """The cards that lay there when a turn was undone; until they change only ADVANCE closes the turn again."""
    shown: int = 0
    """At a station, the number of the last thing shown that was dealt with."""
    watched_from: int | None = None
    """The number of actions that were recorded when the table was seen first; None: it was seen when the game began."""
    boards_unseen_since: Mapping[int, float] = field(default_factory=lambda: NO_TIMES)
    """Seat -> camera time (s) since which its board is not seen, although others are."""
    corrected: tuple[str, float] | None = None
    """The last correction of what was recorded, as in questions, and when (camera time, s)."""
    verdict: Verdict | None = field(default=None, compare=False, repr=False)
    """What the search found last: it is worked out from everything else."""

    @property
    def discarded(self) -> frozenset[int]:
        """Seats that have acted without a card on the table, since somebody said so."""
        return self.turn.discarded


@dataclass(frozen=True, slots=True)
class Ruling:
    """An umpire's answer."""

    memory: UmpireMemory
    plans: Mapping[int, Plan] = field(default_factory=lambda: MappingProxyType({}))
    questions: tuple[Question, ...] = ()
    notices: tuple[Notice, ...] = ()
    closing: tuple[Booked, ...] = ()
    """The actions to record because the turn is over; empty while it stays open."""
    correction: Correction | None = None
    """Recorded actions that were others; nothing is closed then."""


class Umpire(Protocol):
    """Rules on what the camera sees. Pure: the same situation and memory give the same ruling."""

    @property
    def codebook(self) -> Codebook:
        """What the stickers stand for."""

    @property
    def sizes(self) -> KitSizes:
        """The sizes of cards, boards and mat."""

    def judge(self, situation: Situation, memory: UmpireMemory, *, close: bool = False) -> Ruling:
        """Rule on the situation. `close`: somebody pressed ADVANCE; close the turn unless a question is open."""

    def card_in_question(self, situation: Situation, seat: int) -> int | None:
        """The code of the seat's new card that is ruled on now; a question about the seat is about this card."""

    def new_cards(self, situation: Situation) -> frozenset[tuple[int, int]]:
        """(seat, code) of every card that lies there and is not recorded."""

    def hold(self, situation: Situation, memory: UmpireMemory) -> UmpireMemory:
        """The memory after an undo: what still lies there is not recorded again until something changes."""
