"""What is special about the Free City of a game for two players ("Variante Esperti per 2 giocatori").

Who acts for it, chains it must use and where it may buy are asked for where those things are decided; here is the one
rule that needs a hand, which the engine does not keep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Build

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.game import Game


def must_play(game: Game, hand: Iterable[str]) -> bool:
    """Whether the Free City may not discard: a card of the hand (ids) or its next stage can be built."""
    seat = game.setup.free_city
    if seat is None:
        return False
    return bool(game.stage_ways(seat)) or any(game.can(Build(seat, card)) for card in hand)
