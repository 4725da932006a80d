"""What a turn leaves on the table beside one card a seat: leftovers, seventh cards, cards from the pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import Discard, Phase
from engine.effects import BuildFromDiscard, SeventhCard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.laid import Laid
    from engine import Game

LAST_TURN = 6


def plays_seventh(game: Game, seat: int, upcoming: int = 0) -> bool:
    """Whether the seat plays its seventh card, with `upcoming` stages more than it has."""
    city = game.cities[seat]
    built = city.wonder.stages[: city.stages + upcoming]
    return any(isinstance(effect, SeventhCard) for stage in built for effect in stage.effects)


def may_play_two(game: Game, seat: int, cards: Sequence[Laid]) -> bool:
    """Whether two new cards at this seat are in order: a seventh card, or one taken from the discard pile."""
    if len(cards) != 2:
        return False
    stages = sum(card.slot is not None for card in cards)
    if game.phase is Phase.TURN and game.turn == LAST_TURN and plays_seventh(game, seat, stages):
        return True
    city = game.cities[seat]
    stage = next((card.slot for card in cards if card.slot is not None), None)
    if stages != 1 or stage is None or stage > len(city.wonder.stages):
        return False
    return any(isinstance(effect, BuildFromDiscard) for effect in city.wonder.stages[stage - 1].effects)


def expected_discards(game: Game, missing: int) -> int:
    """How many new cards the discard mat shows when `missing` seats of this phase have discarded and nobody else will.

    In the sixth turn every city leaves its seventh card on the mat as well, but for one that may play it.
    Source: rulebooks/base-it-2011.txt, "Caso speciale: sesto turno".
    """
    if game.turn != LAST_TURN:
        return missing
    seats = range(len(game.cities))
    leftovers = sum(not plays_seventh(game, seat) for seat in seats)
    discarded = sum(isinstance(action, Discard) for action in _sixth_turn(game))
    return missing + leftovers + discarded


def _sixth_turn(game: Game) -> Sequence[object]:
    """The actions booked since the sixth turn began, while its seventh cards are played."""
    return game.actions[-len(game.cities) :] if game.phase is Phase.SEVENTH else ()
