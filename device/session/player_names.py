"""What the players are called."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from device.journal.journal import Journal
    from engine import Game

LONGEST = 24
"""Letters of a name that are kept."""
LATELY = 60
"""Games from which names are remembered."""


def shortened(name: str) -> str:
    """A name as it is kept: on one line, and not too long for any screen."""
    return " ".join(name.split())[:LONGEST].strip()


def called(game: Game, seat: int, name: str) -> Game:
    """The game in which the player at a seat has been called so from the beginning."""
    names = (*game.setup.names[:seat], name, *game.setup.names[seat + 1 :])
    *_, last = replace(game, setup=replace(game.setup, names=names)).states()
    return last


def remembered(journal: Journal) -> tuple[str, ...]:
    """Everybody who was named in the last games, who played last first."""
    games = journal.games()[:LATELY]
    return tuple(dict.fromkeys(name for game in games for name in game.options.get("names") or () if name))
