"""Who sits at which table: everybody meets everybody else as rarely as can be."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, permutations
from random import Random
from typing import TYPE_CHECKING

from device.for_features.errors import LeagueError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine import Catalogue

FEWEST, MOST = 3, 7
"""Players at a table."""
SWEEPS = 60
"""How often every exchange of two players is tried, at most, in a round."""
STARTS = 12
"""Random beginnings of a round, of which the best one counts."""
Pair = frozenset[str]
Tables = list[list[str]]


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player at a table, with a wonder and its side; empty if they are chosen at the table."""

    name: str
    wonder: str = ""
    side: str = ""


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of a round; its players sit clockwise in this order."""

    round: int
    table: int
    seats: tuple[SeatedPlayer, ...]


@dataclass(frozen=True, slots=True)
class Meetings:
    """How often pairs of players sit at one table, over all rounds."""

    most: int
    repeated: int
    """Pairs that meet more than once."""


def table_sizes(players: int, wanted: int) -> tuple[int, ...]:
    """The sizes of the tables, as near to the wanted one as can be and differing by one at most.

    Raises:
        LeagueError: so many players cannot be seated at tables for 3 to 7.
    """
    possible = [count for count in range(1, players + 1) if players // count >= FEWEST and -(-players // count) <= MOST]
    if not possible:
        raise LeagueError("league_too_few", count=players, fewest=FEWEST)
    count = min(possible, key=lambda count: (abs(players / count - wanted), count))
    small, larger = divmod(players, count)
    return (*[small + 1] * larger, *[small] * (count - larger))


def seat_rounds(players: Sequence[str], rounds: int, wanted: int, seed: int) -> list[Tables]:
    """The tables of each round; the same for the same arguments."""
    random, met = Random(seed), Counter[Pair]()
    found = []
    for _ in range(rounds):
        tables = seat_round(players, wanted, met, random)
        found.append(tables)
    return found


def seat_round(players: Sequence[str], wanted: int, met: Counter[Pair], random: Random) -> Tables:
    """The tables of one more round. `met` is how often each pair has met, and is brought up to date."""
    tries = (_improved(_random_tables(players, wanted, random), met) for _ in range(STARTS))
    best: tuple[int, Tables] | None = None
    for tables in tries:
        cost = _cost(tables, met)
        if best is None or cost < best[0]:
            best = cost, tables
        if cost == 0:
            break
    assert best is not None
    for table in best[1]:
        random.shuffle(table)
        met.update(map(frozenset, combinations(table, 2)))
    return best[1]


def random_rounds(players: Sequence[str], rounds: int, wanted: int, seed: int) -> list[Tables]:
    """Rounds that are drawn by lot, to compare with."""
    random = Random(seed)
    return [_random_tables(players, wanted, random) for _ in range(rounds)]


def meetings(rounds: Iterable[Tables]) -> Meetings:
    """How often players meet."""
    met = Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))
    return Meetings(max(met.values(), default=0), sum(count > 1 for count in met.values()))


def with_wonders(rounds: Sequence[Tables], catalogue: Catalogue, sides: str, seed: int) -> tuple[SeatedTable, ...]:
    """The tables with wonders and sides drawn: no wonder twice at a table, and everybody's as various as can be.

    Raises:
        LeagueError: the edition has no such side.
    """
    if sides != "drawn" and sides not in catalogue.sides:
        raise LeagueError("league_side", side=sides, known=", ".join((*catalogue.sides, "drawn")))
    random, had = Random(seed), Counter[tuple[str, str]]()
    names = sorted({wonder.id for wonder in catalogue.wonders.values() if wonder.set == "base"})
    found = []
    for number, tables in enumerate(rounds, start=1):
        for place, table in enumerate(tables, start=1):
            drawn = _drawn(table, names, had, random)
            seats = tuple(
                SeatedPlayer(name, wonder, random.choice(catalogue.sides) if sides == "drawn" else sides)
                for name, wonder in zip(table, drawn, strict=True)
            )
            had.update(zip(table, drawn, strict=True))
            found.append(SeatedTable(number, place, seats))
    return tuple(found)


def without_wonders(rounds: Sequence[Tables]) -> tuple[SeatedTable, ...]:
    """The tables, where wonders are chosen or bid for at the table."""
    return tuple(
        SeatedTable(number, place, tuple(map(SeatedPlayer, table)))
        for number, tables in enumerate(rounds, start=1)
        for place, table in enumerate(tables, start=1)
    )


def _drawn(table: list[str], names: list[str], had: Counter[tuple[str, str]], random: Random) -> list[str]:
    """A wonder for each player, in an order drawn by lot: one that it has had least often.

    Where the last ones find only such as they have had, the exchange that repeats the fewest.
    """
    left, chosen = list(names), {}
    for name in random.sample(table, len(table)):
        random.shuffle(left)
        wonder = min(left, key=lambda wonder: had[name, wonder])
        left.remove(wonder)
        chosen[name] = wonder
    drawn = tuple(chosen[name] for name in table)

    def repeated(wonders: Iterable[str]) -> int:
        return sum(had[pair] for pair in zip(table, wonders, strict=True))

    return list(min((drawn, *permutations(names, len(table))), key=repeated) if repeated(drawn) else drawn)


def _random_tables(players: Sequence[str], wanted: int, random: Random) -> Tables:
    order = random.sample(list(players), len(players))
    tables, start = [], 0
    for size in table_sizes(len(players), wanted):
        tables.append(order[start : start + size])
        start += size
    return tables


def _improved(tables: Tables, met: Counter[Pair]) -> Tables:
    """Exchange two players wherever that brings fewer meetings, until nothing helps any more."""
    for _ in range(SWEEPS):
        changed = False
        for one, other in combinations(range(len(tables)), 2):
            for first in range(len(tables[one])):
                for second in range(len(tables[other])):
                    changed |= _exchange(tables[one], first, tables[other], second, met)
        if not changed:
            break
    return tables


def _exchange(one: list[str], first: int, other: list[str], second: int, met: Counter[Pair]) -> bool:
    here, there = one[first], other[second]
    rest = [name for name in one if name != here]
    others = [name for name in other if name != there]
    before = _weight(here, rest, met) + _weight(there, others, met)
    if before and _weight(there, rest, met) + _weight(here, others, met) < before:
        one[first], other[second] = there, here
        return True
    return False


def _weight(name: str, company: Iterable[str], met: Counter[Pair]) -> int:
    """A third meeting weighs more than two second ones."""
    return sum(met[frozenset((name, other))] ** 2 for other in company)


def _cost(tables: Tables, met: Counter[Pair]) -> int:
    return sum(met[frozenset(pair)] ** 2 for table in tables for pair in combinations(table, 2))
