"""Closing a turn in which most would discard: ADVANCE is pressed twice for that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.messages.events import Refused
from engine import Discard, Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.session.ledger import LedgerEntry
    from engine import Game

SURE = 10.0
"""Within so many seconds a second press closes the turn."""


@dataclass(frozen=True, slots=True)
class DiscardGuard:
    """ADVANCE was pressed at a camera time, when so many actions stood; these seats would discard."""

    time: float
    booked: int
    seats: tuple[int, ...]

    def holds(self, time: float, booked: int, seats: Sequence[int]) -> bool:
        """Whether the next press closes the turn: it comes soon, and nobody has done anything since."""
        return time - self.time <= SURE and (booked, tuple(seats)) == (self.booked, self.seats)

    @property
    def refusal(self) -> Refused:
        """What is said until then."""
        return Refused("notice.advance_again", {"count": len(self.seats)})


def most_discard(game: Game, closing: Sequence[LedgerEntry]) -> tuple[int, ...]:
    """The seats that would discard, if they are most of those who act; else none."""
    seats = tuple(entry.action.seat for entry in closing if isinstance(entry.action, Discard))
    asked = game.phase in (Phase.TURN, Phase.RECRUIT) and 2 * len(seats) > len(game.acting)
    return seats if asked else ()
