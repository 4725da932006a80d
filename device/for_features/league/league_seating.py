"""The seating of a league as its file asks for it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

from device.for_features.errors import LeagueError
from device.for_features.league.seating import FEWEST, seat_round, seat_rounds, with_wonders, without_wonders
from engine import EDITIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.for_features.league.league_file import LeagueFile
    from device.for_features.league.seating import SeatedTable, Tables
    from device.for_features.league.standings import CountedLeague


def tables_of(league: LeagueFile, counted: CountedLeague) -> list[Tables]:
    """Who sits together in every round; where only some go on, in every one so far and the next one.

    There a round of which too few players are known has no tables.

    Raises:
        LeagueError: so many players cannot be seated.
    """
    if counted.scoring.advance is None:
        return seat_rounds(league.players, league.rounds, league.table_size, league.seed)
    every = ({*league.players}, *map(set, counted.onward))
    # in the order of the file: a corrected place seats nobody elsewhere
    players = tuple(tuple(name for name in league.players if name in onward) for onward in every)
    return [_last_tables(players[:number], league.table_size, league.seed) for number in range(1, len(players) + 1)]


@lru_cache(maxsize=256)
def _last_tables(players: tuple[tuple[str, ...], ...], wanted: int, seed: int) -> Tables:
    """The tables of the last round of these players, by round; worked out once, however many sheets a hall gets."""
    if len(players[-1]) < FEWEST:
        return []
    earlier = (_last_tables(players[:number], wanted, seed) for number in range(1, len(players)))
    met = Counter(frozenset(pair) for tables in earlier for table in tables for pair in combinations(table, 2))
    return seat_round(players[-1], wanted, met, Random(seed + len(players) - 1))


def seated(league: LeagueFile, tables: Sequence[Tables]) -> tuple[SeatedTable, ...]:
    """The tables with wonders and sides, where those are drawn.

    Raises:
        LeagueError: the edition or side is unknown.
    """
    if league.edition not in EDITIONS:
        raise LeagueError("league_edition", name=league.edition, known=", ".join(EDITIONS))
    if league.wonders == "bid":
        return without_wonders(tables)
    return with_wonders(tables, EDITIONS[league.edition], league.sides, league.seed)
