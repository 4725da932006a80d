"""What a seat is called: by its player's name, else by its wonder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.words import Line

if TYPE_CHECKING:
    from collections.abc import Callable

    from display.words import Words
    from engine import Game


@dataclass(frozen=True, slots=True)
class SeatName:
    """A player's name (may be empty), the wonder's id, and the seat's number, by which its banner has its colour."""

    player: str
    wonder: str
    seat: int | None = None

    def text(self, say: Callable[[str], str]) -> str:
        """The name in the language of `say`, which turns a key into words."""
        return self.player or say(f"wonder.{self.wonder}")


def seat_name(game: Game, seat: int) -> SeatName:
    """What a seat of a game is called."""
    city = game.cities[seat]
    return SeatName(city.name, city.wonder.id, seat)


def spoken(said: Line, words: Words) -> str:
    """A line in words. Names, lines and several of them among its placeholders are said, too."""
    return words.say(said.key, **{name: _filled(value, words) for name, value in said.placeholders})


def _filled(value: object, words: Words) -> object:
    if isinstance(value, Line):
        return spoken(value, words)
    if isinstance(value, SeatName):
        return value.text(words.say)
    if isinstance(value, tuple) and value and all(isinstance(part, (Line, SeatName)) for part in value):
        return words.listed(str(_filled(part, words)) for part in value)
    return value
