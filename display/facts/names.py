"""What a seat is called: by its player's name, else by its wonder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine import Game


@dataclass(frozen=True, slots=True)
class SeatName:
    """A player's name (may be empty) and the wonder's id."""

    player: str
    wonder: str

    def text(self, say: Callable[[str], str]) -> str:
        """The name in the language of `say`, which turns a key into words."""
        return self.player or say(f"wonder.{self.wonder}")


def seat_name(game: Game, seat: int) -> SeatName:
    """What a seat of a game is called."""
    city = game.cities[seat]
    return SeatName(city.name, city.wonder.id)
