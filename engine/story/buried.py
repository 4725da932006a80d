"""The cards that lie face down: under which stages they are, and which structures never stood in a city."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from engine.model.actions import BuildStage
from engine.model.state import LAST_AGE, Phase

if TYPE_CHECKING:
    from engine.game.game import Game


@dataclass(frozen=True, slots=True)
class BuriedCard:
    """The card under a stage. Its front was never seen; its back shows the age."""

    seat: int
    stage: int
    age: int
    turn: int
    leader: bool
    """True if it is a leader, which has no age."""


def buried_cards(game: Game) -> tuple[BuriedCard, ...]:
    """The card under every stage, in the order in which they were built."""
    found = []
    for before, after in pairwise(game.states()):
        action = after.actions[-1]
        if isinstance(action, BuildStage):
            stage = action.stage or before.cities[action.seat].stages + 1
            found.append(BuriedCard(action.seat, stage, before.age, before.turn, before.phase is Phase.RECRUIT))
    return tuple(found)


def never_built(game: Game) -> dict[str, int]:
    """The structures of this game's decks that stand in no city, and how many copies of each.

    They lie under a stage or in the discard pile. Those that are drawn, as guilds, are left out: nobody knows which
    were dealt.
    """
    decks = {
        card.id: card.copies_until(LAST_AGE, game.players)
        for card in game.catalogue.cards.values()
        if card.set in game.sets and card.colour not in game.catalogue.drawn
    }
    built = Counter(card for city in game.cities for card in city.cards)
    return {card: copies - built[card] for card, copies in decks.items() if copies > built[card]}
