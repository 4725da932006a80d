"""What a hall's score sheets count in a league: who sat where, and in which round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.errors import LeagueError
from device.hall.results import read_results
from device.league.league_seating import seated, tables_of
from device.league.standings import TableResult, count_league

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from device.hall.messages import SheetMessage
    from device.league.league_file import LeagueFile
    from device.league.seating import SeatedTable


def hall_results(league: LeagueFile, folder: Path) -> list[TableResult]:
    """The results of the hall that the league's file names. `folder`: where that file is.

    Raises:
        HallError: they cannot be read.
    """
    if league.hall is None:
        return []
    return results_of_sheets(read_results(folder / league.hall.file), league)


def results_of_sheets(sheets: Iterable[SheetMessage], league: LeagueFile) -> list[TableResult]:
    """The sheets of which all players are known, in their order.

    Players are known by their names, if the tables tell them; else by the wonders and sides that the league's seating
    has drawn for them, if only one table has those. A sheet's round is the first one in which they sit together.
    """
    seating, found = _seating(league), list[TableResult]()
    used: set[tuple[int, int]] = set()
    for sheet in sheets:
        at, names = _players(sheet, league, [one for one in seating if (one.round, one.table) not in used])
        if names is None:
            continue
        if at is not None:
            used.add((at.round, at.table))
        found.append(
            TableResult(
                at.round if at else 0,
                at.table if at else len(found) + 1,
                {names[city.seat]: city.place for city in sheet.cities},
                {names[city.seat]: city.total for city in sheet.cities},
                {names[city.seat]: city.coins for city in sheet.cities},
            )
        )
    return found


def _seating(league: LeagueFile) -> tuple[SeatedTable, ...]:
    """Who sits where; nobody where that cannot be said, as `wondertable league --seating` will say."""
    try:
        return seated(league, tables_of(league, count_league(league)))
    except LeagueError:
        return ()


def _players(
    sheet: SheetMessage, league: LeagueFile, seating: Iterable[SeatedTable]
) -> tuple[SeatedTable | None, Mapping[int, str] | None]:
    """The table of the seating at which this was played, if there is one, and the players by seat, if known."""
    called = {name.casefold(): name for name in league.players}
    names = {city.seat: called.get(city.name.strip().casefold(), "") for city in sheet.cities}
    if all(names.values()) and len(set(names.values())) == len(names):
        sat = next((one for one in seating if {who.name for who in one.seats} == set(names.values())), None)
        return sat, names
    if any(city.name for city in sheet.cities):
        return None, None
    boards = {(city.wonder, city.side): city.seat for city in sheet.cities}
    alike = [one for one in seating if {(who.wonder, who.side) for who in one.seats} == boards.keys()]
    if len(alike) != 1 or len(boards) < len(sheet.cities):
        return None, None
    return alike[0], {boards[who.wonder, who.side]: who.name for who in alike[0].seats}
