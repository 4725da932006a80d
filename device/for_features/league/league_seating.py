"""The seating of a league as its file asks for it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from device.for_features.errors import LeagueError
from device.for_features.league.seating import FEWEST, seat_round, seat_rounds, with_wonders, without_wonders
from engine import EDITIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.for_features.league.league_file import LeagueFile
    from device.for_features.league.seating import Pair, SeatedTable, Tables
    from device.for_features.league.standings import CountedLeague


def tables_of(league: LeagueFile, counted: CountedLeague) -> list[Tables]:
    """Who sits together in every round; where only some go on, in every one so far and the next one.

    There a round of which too few players are known has no tables.

    Raises:
        LeagueError: so many players cannot be seated.
    """
    if counted.scoring.advance is None:
        return seat_rounds(league.players, league.rounds, league.table_size, league.seed)
    rounds: list[Tables] = []
    met: Counter[Pair] = Counter()
    for number, onward in enumerate((league.players, *counted.onward)):
        players = [name for name in league.players if name in onward]  # a corrected place seats nobody elsewhere
        random, enough = Random(league.seed + number), len(players) >= FEWEST
        rounds.append(seat_round(players, league.table_size, met, random) if enough else [])
    return rounds


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
