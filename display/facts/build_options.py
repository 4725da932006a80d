"""What a city could build now, and for what: its next stage, and the structures of the age.

Worked out from what lies open to everybody; nobody's hand is known here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import Card, Game, Payment


@dataclass(frozen=True, slots=True)
class NextStage:
    """The stage that comes next: `units` are its resources, `coins` what the bank asks; `pays` None: it is too dear."""

    number: int
    units: tuple[str, ...]
    coins: int
    pays: Payment | None


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How many of the age's structures could be built over a chain, out of own means, by trade, and how many not.

    `free`: those that only the wonder's power to build for nothing brings within reach (Olympia).
    """

    chain: int = 0
    own: int = 0
    trade: int = 0
    free: int = 0
    out: int = 0


def next_stage(game: Game, seat: int) -> NextStage | None:
    """The next stage of a seat's wonder, and what it would pay now; None if all are built."""
    city = game.cities[seat]
    if city.stages == len(city.wonder.stages):
        return None
    cost = city.wonder.stages[city.stages].cost
    ways = game.stage_ways(seat)
    return NextStage(city.stages + 1, tuple(cost.resources), cost.coins, ways[0].payment if ways else None)


@lru_cache(maxsize=16)
def reach(game: Game, seat: int) -> BuildOptions:
    """How far a seat's means reach among the structures of this age that it has not built yet."""
    built = game.cities[seat].built
    return BuildOptions(**Counter(how(game, seat, card.id) for card in age_cards(game) if card.id not in built))


def how(game: Game, seat: int, card: str) -> str:
    """The easiest way for a seat to build a structure: chain, own, trade, free, or out (of reach)."""
    kinds = {way.kind for way in game.ways(seat, card)}
    return next((kind for kind in ("chain", "own", "trade", "free") if kind in kinds), "out")


def age_cards(game: Game) -> tuple[Card, ...]:
    """The structures that may be in the deck of this age."""
    return tuple(card for card in game.catalogue.cards.values() if card.copies(game.age, game.players))
