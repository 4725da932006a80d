"""What a turn leaves on the table beside one card a seat: leftovers, seventh cards, cards from the pile, leaders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.umpire.new_cards import LEADER_BACK
from engine import Discard, Phase
from engine.effects import Effect, ExtraLeader, FreeFromDiscard, SeventhCard
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from device.umpire.new_cards import NewCard
    from engine import Game

LAST_TURN = 6
AT_ONCE = 2.5
"""Two cards that come within so many seconds come at once."""
FOR_LEADERS = frozenset({Phase.RECRUIT, Phase.EXTRA_LEADER})
"""Phases in which leaders are played; an age's card that lies there then is for the turn that follows."""


def back_of(game: Game) -> str:
    """The id of the backs that are laid in this phase."""
    return LEADER_BACK if game.phase is Phase.RECRUIT else f"age_{game.age}"


def belongs(game: Game, card: NewCard) -> bool:
    """Whether a new card is of the kind that this phase is about."""
    return game.phase is not Phase.COURT and (game.phase not in FOR_LEADERS or card.is_leader)


def in_order(cards: Sequence[NewCard]) -> tuple[NewCard, ...]:
    """New cards of a seat as they were laid; of two that came at once a stage is the first: it may bring the other.

    So it is with a leader, which only a stage can bring, however much earlier it was laid.
    """
    if len(cards) == 2 and cards[0].slot is None and cards[1].slot is not None:
        at_once = cards[1].since - cards[0].since < AT_ONCE
        if at_once or cards[0].card.kind is StickerKind.LEADER:
            return cards[1], cards[0]
    return tuple(cards)


def plays_seventh(game: Game, seat: int, upcoming: int = 0) -> bool:
    """Whether the seat plays its seventh card, with `upcoming` stages more than it has. The Free City has no hand."""
    if seat == game.setup.free_city:
        return False
    city = game.cities[seat]
    built = city.wonder.stages[: city.stages + upcoming]
    return any(isinstance(effect, SeventhCard) for stage in built for effect in stage.effects)


def may_play_two(game: Game, seat: int, cards: Sequence[NewCard]) -> bool:
    """Whether two new cards at this seat are in order.

    A seventh card; one taken from the discard pile, for a stage or for a leader; a stage and the leader that it brings.
    """
    if len(cards) != 2:
        return False
    first, second = cards
    if first.card.kind is StickerKind.LEADER:
        recruited = game.leader(first.card.id)
        return recruited is not None and second.slot is None and _has(recruited.effects, FreeFromDiscard)
    stages = sum(card.slot is not None for card in cards)
    if game.phase is Phase.TURN and game.turn == LAST_TURN and plays_seventh(game, seat, stages):
        return True
    city = game.cities[seat]
    stage = next((card.slot for card in cards if card.slot is not None), None)
    if stages != 1 or stage is None or stage > len(city.wonder.stages):
        return False
    follows = ExtraLeader if any(card.card.kind is StickerKind.LEADER for card in cards) else FreeFromDiscard
    return _has(city.wonder.stages[stage - 1].effects, follows)


def may_follow(game: Game, seat: int, entered: NewCard | None, cards: Sequence[NewCard]) -> bool:
    """Whether new cards at this seat are in order after what it has entered by hand (None: nothing that lies there)."""
    if entered is None:
        return game.phase is Phase.TURN and game.turn == LAST_TURN and plays_seventh(game, seat)
    return may_play_two(game, seat, (entered, *cards))


def is_beside_the_turn(game: Game) -> bool:
    """Whether all wait for something that only some cities may do: a seventh card, a leader, a card of the pile."""
    return game.phase in {Phase.SEVENTH, Phase.EXTRA_LEADER, Phase.FROM_DISCARD, Phase.COURT}


def expected_discards(game: Game, missing: int) -> int:
    """How many new cards the discard mat shows when `missing` seats of this phase have discarded and nobody else will.

    Who entered by hand that a card was discarded has put it there, too. In the sixth turn every city leaves its seventh
    card on the mat as well, but for one that may play it; for two players that is each one's last card and the last one
    of the Free City's.
    Source: rulebooks/base-it-2011.txt, "Caso speciale: sesto turno".
    """
    entered = sum(isinstance(action, Discard) for action in game.pending.values())
    if game.turn != LAST_TURN:
        return missing + entered
    seats = range(len(game.cities))
    leftovers = sum(not plays_seventh(game, seat) for seat in seats)
    discarded = sum(isinstance(action, Discard) for action in game.earlier.values())
    return missing + entered + leftovers + discarded


def _has(effects: Iterable[Effect], kind: type[Effect]) -> bool:
    return any(isinstance(effect, kind) for effect in effects)
