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
    rounds = league.rounds if counted.scoring.advance is None else 1
    players = counted.going_on or league.players
    return seat_rounds(players, rounds, league.table_size, league.seed + counted.last_round)


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
