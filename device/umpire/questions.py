"""More cards at a seat than it may lay, or others than were entered for it: what is asked about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.messages.questions import Question
from device.umpire.expectations import FOR_LEADERS, may_follow, may_play_two
from device.umpire.manual_entry import contradicted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.umpire.manual_entry import Entered
    from device.umpire.new_cards import NewCard
    from engine import Game
    from vision.scene import Scene

NEXT_CARD = 2.5
"""A seat's second card is its next turn's when it comes this many seconds after the first; sooner, it is a doubt."""
DOUBT = 1.5
"""A card that cannot be is asked about when it has lain still for this many seconds: it may only be put down."""


def crowded(scene: Scene, game: Game, acted: Mapping[int, tuple[NewCard, ...]]) -> tuple[Question, ...]:
    """Two cards at a seat that are not one turn's and the next one's."""
    late = 2 * sum(seat not in acted for seat in game.to_act) < len(game.cities)
    questions = []
    for seat, cards in acted.items():
        if len(cards) > 1 and not may_play_two(game, seat, cards) and cards[1].since + DOUBT <= scene.time:
            in_turn = cards[1].since - cards[0].since >= NEXT_CARD and not _is_astray(cards)
            is_next = in_turn and game.phase not in FOR_LEADERS
            if not (is_next and late):
                questions.append(_two_cards(seat, cards[0], cards[1]))
    return tuple(questions)


def contradictions(
    scene: Scene,
    game: Game,
    laid: Mapping[int, tuple[NewCard, ...]],
    entered: Mapping[int, Entered | None],
    confirmed: frozenset[tuple[int, int]],
) -> tuple[Question, ...]:
    """Cards that lie where something else was entered."""
    return tuple(
        contradicted(seat, laid[seat][0])
        for seat, card in entered.items()
        if laid[seat]
        and not (card and card.lies)
        and not may_follow(game, seat, card.card if card else None, laid[seat])
        and laid[seat][0].since + DOUBT <= scene.time
        and (seat, laid[seat][0].code) not in confirmed
    )


def is_next(cards: tuple[NewCard, ...], scene: Scene) -> bool:
    """Whether the second card of a seat is for the turn that follows the first one's."""
    return cards[1].since - cards[0].since >= NEXT_CARD and cards[1].since <= scene.time and not _is_astray(cards)


def _is_astray(cards: tuple[NewCard, ...]) -> bool:
    """Whether one of a seat's two cards may be somebody else's."""
    return any(card.astray for card in cards[:2])


def _two_cards(seat: int, first: NewCard, second: NewCard) -> Question:
    return Question(seat, "two_cards", {"card": first.name, "other": second.name}, ("take_back",))
