"""Counts the statistics while somebody reads them, and prepares them between games."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from device.app.running_features import RunningFeature
from device.features.statistics.pages import LeagueRow, LeagueTable, ShownStatistics, is_season_page
from device.features.statistics.settings import LeagueSettings
from device.for_features.errors import HallError, LeagueError, RenameError
from device.for_features.hall.league_results import hall_results
from device.for_features.league.league_file import last_change, read_league
from device.for_features.league.scoring import decimal
from device.for_features.league.standings import count_league
from device.for_features.past_games.facts_store import FACTS, FactsStore
from device.for_features.past_games.renames import RENAMES, stored_renames
from device.for_features.statistics.season import season
from display.messages.questions import Notice

if TYPE_CHECKING:
    from device.app.running_features import Appliance, Present
    from device.for_features.statistics.season import Season

COLLECTED_EVERY = 1.0
"""Seconds between two games whose facts are collected while nothing is played: a small Pi takes 50 ms for one."""


class RunningStatistics(RunningFeature):
    """The statistics of all games in the journal."""

    def __init__(self, appliance: Appliance) -> None:
        super().__init__(appliance)
        folder = appliance.folder
        file = appliance.preferences.settings.section("league", LeagueSettings).file
        self._facts = FactsStore(folder / FACTS if folder else None)
        self._league_file = Path(file).expanduser() if file else None
        self._renames_file = folder / RENAMES if folder else None
        self._season: Season | None = None
        self._league: _ReadLeague | None = None
        self._collected_at = -COLLECTED_EVERY
        self._counted_for: tuple[int, int | None] = 0, None
        """The changes of the games, and the time of the file of renames."""

    def value(self, present: Present) -> ShownStatistics:
        """The statistics, while a page with them is open. Until all games are there, each call adds one."""
        if not is_season_page(present.page):
            return ShownStatistics()
        self._notice_changes(present)
        counted = self._counted()
        return ShownStatistics(counted, self._standings(counted))

    def rest(self, present: Present) -> None:
        """Collect the facts of the games that were played: statistics then need not wait for them."""
        self._notice_changes(present)
        if self.appliance.journal is not None and present.now >= self._collected_at + COLLECTED_EVERY:
            self._collected_at = present.now
            self._facts.step(self.appliance.journal)

    def _notice_changes(self, present: Present) -> None:
        now = present.changes, last_change(self._renames_file)
        if now != self._counted_for:
            self._counted_for, self._season = now, None
            self._facts.refresh()

    def _counted(self) -> Season | None:
        journal = self.appliance.journal
        if self._season is None and journal is not None and self._facts.step(journal):
            self._season = season(self._facts.collected().games, _renames(self._renames_file))
        return self._season

    def _standings(self, counted: Season | None) -> LeagueTable | None:
        file = self._league_file
        if file is None or counted is None:
            return None
        if self._league is None or self._league.is_old(file, counted):
            self._league = _read_league_table(file, counted)
        return self._league.table


def _renames(file: Path | None) -> dict[str, str]:
    """Names that count as other names; none if the file is damaged, which `stats` says."""
    with suppress(RenameError):
        return stored_renames(file) if file else {}
    return {}


@dataclass(frozen=True, slots=True)
class _ReadLeague:
    """The standings, and what they were made from. `changed`: the file's time in ns; None: it was not there."""

    table: LeagueTable
    changed: int | None
    games: Season

    def is_old(self, file: Path, games: Season) -> bool:
        """True if they would have to be made again."""
        return games is not self.games or last_change(file) != self.changed


def _read_league_table(file: Path, games: Season) -> _ReadLeague:
    """The standings after these games; what is wrong with the file is said in their place."""
    changed = last_change(file)
    try:
        found = read_league(file)
        league = count_league(found, games, hall_results(found, file.parent)[0])
    except (HallError, LeagueError) as problem:
        said = Notice(f"error.{problem.key}", problem.placeholders)
        return _ReadLeague(LeagueTable(file.stem, problem=said), changed, games)
    rows = tuple(
        LeagueRow(one.place, one.name, one.tables, decimal(one.points), one.wins, one.victory_points)
        for one in league.players
    )
    return _ReadLeague(LeagueTable(league.name, rows, league.going_on), changed, games)
