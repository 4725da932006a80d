"""The seating of a league as its file asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.for_features.errors import LeagueError
from device.for_features.league.seating import seat_rounds, with_wonders, without_wonders
from engine import EDITIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.for_features.league.league_file import LeagueFile
    from device.for_features.league.seating import SeatedTable, Tables
    from device.for_features.league.standings import CountedLeague


def tables_of(league: LeagueFile, counted: CountedLeague) -> list[Tables]:
    """Who sits together in every round; where only some go on, in the next round of those.

    Raises:
        LeagueError: so many players cannot be seated.
    """
    if counted.scoring.advance is None:
        return seat_rounds(league.players, league.rounds, league.table_size, league.seed)
    return seat_rounds(counted.going_on or league.players, 1, league.table_size, league.seed + counted.last_round)


def first_round(counted: CountedLeague) -> int:
    """The number of the first round of those tables."""
    return 1 if counted.scoring.advance is None else counted.last_round + 1


def seated(league: LeagueFile, tables: Sequence[Tables], first: int = 1) -> tuple[SeatedTable, ...]:
    """The tables with wonders and sides, where those are drawn. `first`: the number of their first round.

    Raises:
        LeagueError: the edition or side is unknown.
    """
    if league.edition not in EDITIONS:
        raise LeagueError("league_edition", name=league.edition, known=", ".join(EDITIONS))
    if league.wonders == "bid":
        return without_wonders(tables, first)
    return with_wonders(tables, EDITIONS[league.edition], league.sides, league.seed, first)
