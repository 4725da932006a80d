"""What a hall's score sheets count in a league: who sat where, and in which round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.for_features.errors import LeagueError
from device.for_features.hall.results import read_results
from device.for_features.league.league_file import scoring_of
from device.for_features.league.league_seating import seated, tables_of
from device.for_features.league.standings import TableResult, count_league, replaces, result_of
from device.for_features.statistics.player_merging import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from device.for_features.hall.results import KeptSheet
    from device.for_features.league.league_file import LeagueFile
    from device.for_features.league.seating import SeatedTable


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two sheets tell of the same players in one round. `first` counts, since it came first; `sheet` does not."""

    sheet: KeptSheet
    first: KeptSheet
    players: tuple[str, ...]

    def placeholders(self, players: str) -> dict[str, object]:
        """What fills in `hall.conflict`. `players`: their names as they are listed in a language."""
        return {"table": self.sheet.table, "first": self.first.table, "players": players}


@dataclass(frozen=True, slots=True)
class _Counted:
    sheet: KeptSheet
    seat: SeatedTable | None
    result: TableResult
    replaced: bool = False
    """What was entered by hand counts instead."""

    def clashes(self, other: _Counted) -> bool:
        """True if both cannot be: they have one place in the seating, or a player sat at two tables in one round."""
        if self.replaced or other.replaced:
            return False
        elsewhere = self.sheet.table != other.sheet.table and self.sheet.round == other.sheet.round > 0
        shared = self.result.places.keys() & other.result.places.keys()
        return (self.seat is not None and self.seat == other.seat) or (elsewhere and bool(shared))


def hall_results(league: LeagueFile, folder: Path) -> tuple[list[TableResult], list[Conflict], int]:
    """The results of the hall that the league's file names, what clashes there, and how many count for nobody.

    `folder`: where that file is.

    Raises:
        HallError: they cannot be read.
    """
    if league.hall is None:
        return [], [], 0
    sheets = read_results(folder / league.hall.file)
    results, conflicts = results_of_sheets(sheets, league)
    return results, conflicts, len(sheets) - len(results) - len(conflicts)


def results_of_sheets(sheets: Iterable[KeptSheet], league: LeagueFile) -> tuple[list[TableResult], list[Conflict]]:
    """The sheets of which all players are known, in their order; and those of them that clash and do not count.

    Players are known by their names, if the tables tell them; else by the wonders and sides that the league's seating
    has drawn for them, if only one table has those. A sheet's round is the first one in which they sit together and
    of which there is no sheet yet, or else the one that was on. What a result that was entered by hand replaces clashes
    with nothing. Where only some go on, who sits where in a round is known after the one before.

    Raises:
        LeagueError: the league's scoring is unknown.
    """
    seating, advance = _seating(league, ()), scoring_of(league).advance
    counted, conflicts = list[_Counted](), list[Conflict]()
    entered = [result_of(result) for result in league.result]
    for sheet in sheets:
        names, seat = _players(sheet, league, seating, [one.seat for one in counted])
        if names is None:
            continue
        told = _Counted(
            sheet,
            seat,
            TableResult(
                seat.round if seat else sheet.round,
                seat.table if seat else len(counted) + 1,
                {names[city.seat]: city.place for city in sheet.cities},
                {names[city.seat]: city.total for city in sheet.cities},
                {names[city.seat]: city.coins for city in sheet.cities},
            ),
        )
        told = replace(told, replaced=any(replaces(one, told.result) for one in entered))
        first = next((one for one in counted if one.clashes(told)), None)
        if first is None:
            counted.append(told)
            if advance is not None:
                seating = _seating(league, [one.result for one in counted])
        else:
            both = told.result.places.keys() & first.result.places.keys()
            conflicts.append(Conflict(sheet, first.sheet, tuple(sorted(both))))
    return [one.result for one in counted], conflicts


def _seating(league: LeagueFile, results: Iterable[TableResult]) -> tuple[SeatedTable, ...]:
    """Who sits where after these; nobody where that cannot be said, as `wondertable league --seating` will say."""
    try:
        return seated(league, tables_of(league, count_league(league, None, results)))
    except LeagueError:
        return ()


def _players(
    sheet: KeptSheet, league: LeagueFile, seating: Iterable[SeatedTable], taken: Sequence[SeatedTable | None]
) -> tuple[Mapping[int, str] | None, SeatedTable | None]:
    """The players by seat, if known, and their place in the seating: a free one, else one that is taken, or none."""
    called = {folded(name): name for name in league.players}
    names = {city.seat: called.get(folded(city.name), "") for city in sheet.cities}
    boards = {(city.wonder, city.side): city.seat for city in sheet.cities}
    named = all(names.values()) and len(set(names.values())) == len(names)
    if named:
        alike = [one for one in seating if {who.name for who in one.seats} == set(names.values())]
    elif any(city.name for city in sheet.cities) or len(boards) < len(sheet.cities):
        return None, None
    else:
        alike = [one for one in seating if {(who.wonder, who.side) for who in one.seats} == boards.keys()]
    free = sorted((one for one in alike if one not in taken), key=lambda one: one.round != sheet.round)
    if named:
        return names, next(iter(free or alike), None)
    if len(free or alike) != 1:
        return None, None
    (seat,) = free or alike
    return {boards[who.wonder, who.side]: who.name for who in seat.seats}, seat
