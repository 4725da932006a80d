"""People at a table with an empty chair: the deck without the chair's cards is dealt to them, hands pass over it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engine import DealtTable
from engine.bots import dealt_to_chair
from engine.game.dealing import decks

if TYPE_CHECKING:
    from engine import Game
    from engine.bots import Chair


def dealt(game: Game, chair: Chair, random: Random) -> DealtTable:
    """The table before the first turn, as people lay it out who are told the chair's cards."""
    found = {}
    ages = decks(game.players, game.catalogue, Random(chair.seed), game.sets)
    for age, deck in ages.items():
        rest = [*deck]
        for card in dealt_to_chair(game.setup, chair, age):
            rest.remove(card)
        random.shuffle(rest)
        mine, theirs = iter(dealt_to_chair(game.setup, chair, age)), iter(rest)
        seats = [seat for _ in range(game.last_turn + 1) for seat in range(game.players)]
        found[age] = tuple(next(mine if seat == chair.seat else theirs) for seat in seats)
    return DealtTable(game, found, leaders=dict.fromkeys(game.player_seats, ()), apart=chair.seat)._dealt()
