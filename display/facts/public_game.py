"""What everybody may know of a game while a phase is open."""

from dataclasses import replace
from functools import lru_cache

from engine import Game


@lru_cache(maxsize=4)
def public_game(game: Game) -> Game:
    """The game without what was entered for the open phase, and without names for what was discarded."""
    for seat in tuple(game.pending):
        game = game.without_pending(seat)
    return replace(game, pile=(None,) * len(game.pile)) if game.pile else game
