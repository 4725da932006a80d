"""What a seat is called: by its player's name, else by its wonder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from display.drawing.canvas import Canvas
    from engine import Game


@dataclass(frozen=True, slots=True)
class Name:
    """A player's name (may be empty) and the wonder's id."""

    player: str
    wonder: str


def name_of(game: Game, seat: int) -> Name:
    """What a seat of a game is called."""
    city = game.cities[seat]
    return Name(city.name, city.wonder.id)


def said(canvas: Canvas, name: Name) -> str:
    """The name in the language of the screen."""
    return name.player or canvas.say(f"wonder.{name.wonder}")
