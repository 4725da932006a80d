"""Points for scientific symbols (rulebook "Strutture scientifiche")."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement

from engine.model.effects import Symbol

SET_POINTS = 7
Counts = tuple[int, int, int]
"""Compasses, gears, tablets."""


def science_points(counts: Counts, set_points: int = SET_POINTS) -> int:
    """The squares of the counts and the sets of three different symbols."""
    return sum(count * count for count in counts) + set_points * min(counts)


@cache
def best_science(counts: Counts, wild: int, set_points: int = SET_POINTS) -> tuple[int, tuple[str, ...]]:
    """The most points with `wild` symbols chosen freely, and the choice."""
    choices = combinations_with_replacement(tuple(map(str, Symbol)), wild)
    scored = ((science_points(with_symbols(counts, choice), set_points), choice) for choice in choices)
    return max(scored, key=lambda found: found[0])


def with_symbols(counts: Counts, chosen: tuple[str, ...]) -> Counts:
    """Counts and chosen symbols together."""
    more = Counter(chosen)
    compasses, gears, tablets = (count + more[symbol] for count, symbol in zip(counts, map(str, Symbol), strict=True))
    return compasses, gears, tablets
