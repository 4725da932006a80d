"""Points for scientific symbols ("Strutture scientifiche")."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from engine.model.effects import Symbol

SET_POINTS = 7
Counts = tuple[int, int, int]
"""Compasses, gears, tablets."""


class Chosen(NamedTuple):
    """The symbols that a city chooses at the final scoring."""

    wild: int = 0
    """Symbols that may be any."""
    copies: int = 0
    """Symbols that may be copied from `beside`, each at most once."""
    beside: Counts = (0, 0, 0)
    """The symbols of the neighbours' scientific structures."""
    more_of_most: int = 0
    """How often one more of the most frequent symbol counts."""
    changes: int = 0
    """How many symbols may become others."""


class Best(NamedTuple):
    """The most points, the symbols that were chosen for them, and the counts with them."""

    points: int
    symbols: tuple[str, ...]
    counts: Counts


def science_points(counts: Counts, set_points: int = SET_POINTS) -> int:
    """The squares of the counts and the sets of three different symbols."""
    return sum(count * count for count in counts) + set_points * min(counts)


def best_science(counts: Counts, wild: int, set_points: int = SET_POINTS) -> tuple[int, tuple[str, ...]]:
    """The most points with `wild` symbols chosen freely, and the choice."""
    best = best_choice(counts, Chosen(wild), set_points)
    return best.points, best.symbols


@cache
def best_choice(counts: Counts, chosen: Chosen, set_points: int = SET_POINTS) -> Best:
    """The choice of symbols with the most points: wild ones and copies, then one more of the most, then changes."""
    found: list[Best] = []
    for wild, copied in product(_any(chosen.wild), _copied(chosen)):
        symbols = (*wild, *copied)
        for after, more in _with_more(with_symbols(counts, symbols), chosen.more_of_most):
            found += [
                Best(science_points(changed, set_points), (*symbols, *more), changed)
                for changed in _changed(after, chosen.changes)
            ]
    return max(found, key=lambda best: best.points)


def _any(number: int) -> list[tuple[str, ...]]:
    return list(combinations_with_replacement(tuple(map(str, Symbol)), number))


def _copied(chosen: Chosen) -> list[tuple[str, ...]]:
    number = min(chosen.copies, sum(chosen.beside))
    there = dict(zip(map(str, Symbol), chosen.beside, strict=True))
    return [some for some in _any(number) if all(some.count(symbol) <= there[symbol] for symbol in there)]


def _with_more(counts: Counts, times: int) -> Iterator[tuple[Counts, tuple[str, ...]]]:
    if not times or not any(counts):
        yield counts, ()
        return
    for symbol, number in zip(map(str, Symbol), counts, strict=True):
        if number == max(counts):
            for after, more in _with_more(with_symbols(counts, (symbol,)), times - 1):
                yield after, (symbol, *more)


def _changed(counts: Counts, changes: int) -> set[Counts]:
    found = {counts}
    for _ in range(changes):
        for one in tuple(found):
            for taken, given in product(range(len(one)), repeat=2):
                if one[taken]:
                    row = list(one)
                    row[taken] -= 1
                    row[given] += 1
                    found.add((row[0], row[1], row[2]))
    return found


def with_symbols(counts: Counts, chosen: tuple[str, ...]) -> Counts:
    """Counts and chosen symbols together."""
    more = Counter(chosen)
    compasses, gears, tablets = (count + more[symbol] for count, symbol in zip(counts, map(str, Symbol), strict=True))
    return compasses, gears, tablets
