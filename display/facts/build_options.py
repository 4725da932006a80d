"""What a city could build now, and at which price: its next stage, and the structures of the age.

All of it follows from public information; hands are unknown.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import Game, Payment


@dataclass(frozen=True, slots=True)
class NextStage:
    """The next stage: `units` are its resources, `coins` go to the bank; `pays` is None if it cannot be paid."""

    number: int
    units: tuple[str, ...]
    coins: int
    pays: Payment | None


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How many structures of the age could be built: by a chain, from own resources, by trade, or not at all (`out`).

    `free`: only with the wonder's power to build one structure for free (Olympia).
    """

    chain: int = 0
    own: int = 0
    trade: int = 0
    free: int = 0
    out: int = 0


def next_stage(game: Game, seat: int) -> NextStage | None:
    """The next stage of a seat's wonder, and the payment it would take now; None if all are built."""
    city = game.cities[seat]
    if city.stages == len(city.wonder.stages):
        return None
    cost = city.wonder.stages[city.stages].cost
    ways = game.stage_ways(seat)
    return NextStage(city.stages + 1, tuple(cost.resources), cost.coins, ways[0].payment if ways else None)


@lru_cache(maxsize=16)
def build_options_of(game: Game, seat: int) -> BuildOptions:
    """How many structures of this age a seat could build, of those it has not built yet."""
    built = game.cities[seat].built
    return BuildOptions(**Counter(easiest_way(game, seat, card.id) for card in game.age_cards if card.id not in built))


def easiest_way(game: Game, seat: int, card: str) -> str:
    """The easiest way for a seat to build a structure: chain, own, trade, free, or out (not possible)."""
    kinds = {way.kind for way in game.ways(seat, card)}
    return next((kind for kind in ("chain", "own", "trade", "free") if kind in kinds), "out")
