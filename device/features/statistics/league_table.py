"""The standings of a league as the screen shows them, read again when its file or the games have changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.errors import HallError, LeagueError
from device.features.statistics.pages import LeagueRow, LeagueTable
from device.hall.league_results import hall_results
from device.league.league_file import read_league
from device.league.scoring import decimal
from device.league.standings import count_league
from display.messages.questions import Notice

if TYPE_CHECKING:
    from pathlib import Path

    from device.statistics.season import Season


@dataclass(frozen=True, slots=True)
class ReadLeague:
    """The standings, and what they were made from. `changed`: the file's time in ns; None: it was not there."""

    table: LeagueTable
    changed: int | None
    games: Season

    def is_old(self, file: Path, games: Season) -> bool:
        """True if they would have to be made again."""
        return games is not self.games or _changed(file) != self.changed


def read_league_table(file: Path, games: Season) -> ReadLeague:
    """The standings after these games; what is wrong with the file is said in their place."""
    changed = _changed(file)
    try:
        found = read_league(file)
        league = count_league(found, games, hall_results(found, file.parent)[0])
    except (HallError, LeagueError) as problem:
        said = Notice(f"error.{problem.key}", problem.placeholders)
        return ReadLeague(LeagueTable(file.stem, problem=said), changed, games)
    rows = tuple(
        LeagueRow(one.place, one.name, one.tables, decimal(one.points), one.wins, one.victory_points)
        for one in league.players
    )
    return ReadLeague(LeagueTable(league.name, rows, league.going_on), changed, games)


def _changed(file: Path) -> int | None:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return None
