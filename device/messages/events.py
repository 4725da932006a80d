"""What happens during a session: the events that listeners hear."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from device.messages.questions import NOTHING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.messages.questions import Question
    from device.session.ledger import LedgerEntry
    from engine import Reason


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The game starts with these wonders: (id, side) by seat."""

    seats: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Booked:
    """An action is in the ledger; `age` and `turn` are those in which it was done."""

    age: int
    turn: int
    entry: LedgerEntry


@dataclass(frozen=True, slots=True)
class TurnClosed:
    """Every seat has acted."""

    age: int
    turn: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A doubt came up."""

    question: Question


@dataclass(frozen=True, slots=True)
class ConflictsResolved:
    """The conflicts of an age: by seat the tokens it got, its left edge's first."""

    age: int
    tokens: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Undone:
    """The last closed turn is open again; `keep` actions stand."""

    keep: int


@dataclass(frozen=True, slots=True)
class Redone:
    """What was taken back last is about to be booked again; `keep` actions stand before it."""

    keep: int


@dataclass(frozen=True, slots=True)
class Renamed:
    """A player is called otherwise; "": by the wonder."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Cleared:
    """The last game is history; the table is set for another."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Something that was asked for is not possible now: a key of the catalogue, and what fills it in."""

    key: str
    placeholders: Mapping[str, object] = field(default_factory=lambda: NOTHING)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Everything that the rules have against it."""
        found = self.placeholders.get("reasons", ())
        return found if isinstance(found, tuple) else ()


Event = GameStarted | Booked | TurnClosed | Asked | ConflictsResolved | Undone | Redone | Renamed | Cleared | Refused
