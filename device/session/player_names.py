"""What the players are called."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import Game

LONGEST_NAME = 24
"""Letters of a name that are kept."""


def tidy_name(name: str) -> str:
    """A name on one line, short enough for any screen."""
    return " ".join(name.split())[:LONGEST_NAME].strip()


def named_game(game: Game, seat: int, name: str) -> Game:
    """The game in which the player at a seat has had this name from the beginning."""
    names = (*game.setup.names[:seat], name, *game.setup.names[seat + 1 :])
    *_, last = replace(game, setup=replace(game.setup, names=names)).states()
    return last
