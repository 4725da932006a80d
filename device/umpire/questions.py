"""Questions about cards that do not fit: too many at a seat, or other cards than were entered by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.messages.questions import Question
from device.umpire.expectations import LEADER_PHASES, may_follow, may_play_two

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.umpire.manual_entry import EnteredCard
    from device.umpire.new_cards import NewCard
    from engine import Game
    from vision.scene import Scene

NEXT_TURN_AFTER = 2.5
"""s; a seat's second card that comes at least this long after the first is for the next turn."""
ASK_AFTER = 1.5
"""s; a card that does not fit is asked about when it has lain still for this long. It may only be put down."""
ENTERED_OTHERWISE = "entered_otherwise"
"""The kind of the question whether a card is for the next turn or replaces what was entered by hand."""
NEXT_CARD, INSTEAD = "next_card", "instead"
"""The answers to it."""


def too_many_cards(scene: Scene, game: Game, cards_of: Mapping[int, tuple[NewCard, ...]]) -> tuple[Question, ...]:
    """Questions about seats whose two cards are not one for this turn and one for the next."""
    most_have_acted = 2 * sum(seat not in cards_of for seat in game.to_act) < len(game.cities)
    questions = []
    for seat, cards in cards_of.items():
        if len(cards) > 1 and not may_play_two(game, seat, cards) and cards[1].since + ASK_AFTER <= scene.time:
            in_turn = cards[1].since - cards[0].since >= NEXT_TURN_AFTER and not _has_stray(cards)
            is_next = in_turn and game.phase not in LEADER_PHASES
            if not (is_next and most_have_acted):
                placeholders = {"card": cards[0].name, "other": cards[1].name}
                questions.append(Question(seat, "two_cards", placeholders, ("take_back",)))
    return tuple(questions)


def is_for_next_turn(cards: tuple[NewCard, ...], scene: Scene) -> bool:
    """True if a seat's second card belongs to the turn after that of the first."""
    apart = cards[1].since - cards[0].since >= NEXT_TURN_AFTER
    return apart and cards[1].since <= scene.time and not _has_stray(cards)


def entered_otherwise(
    scene: Scene,
    game: Game,
    new_cards: Mapping[int, tuple[NewCard, ...]],
    entered: Mapping[int, EnteredCard | None],
    confirmed: frozenset[tuple[int, int]],
) -> tuple[Question, ...]:
    """Questions about cards that lie where something else was entered by hand."""
    return tuple(
        Question(seat, ENTERED_OTHERWISE, {"card": new_cards[seat][0].name}, (NEXT_CARD, INSTEAD))
        for seat, card in entered.items()
        if new_cards[seat]
        and not (card and card.lies)
        and not may_follow(game, seat, card.card if card else None, new_cards[seat])
        and new_cards[seat][0].since + ASK_AFTER <= scene.time
        and (seat, new_cards[seat][0].code) not in confirmed
    )


def _has_stray(cards: tuple[NewCard, ...]) -> bool:
    """True if one of a seat's first two cards may belong to another seat."""
    return any(card.stray for card in cards[:2])
