"""The statistics while the appliance runs."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import pytest

from device.app.running_features import Appliance, Present
from device.features.statistics.pages import SeasonPage
from device.features.statistics.running import RunningStatistics
from device.features.statistics.settings import LeagueSettings
from device.for_features.past_games.renames import RENAMES, store_renames
from device.journal.journal import Journal
from device.settings.preferences import Preferences
from device.settings.settings import DEFAULTS, read_settings
from display.table_state import TableState
from engine import score_sheets
from tests.device.for_features.past_games.stored_games import dealt, store_game

if TYPE_CHECKING:
    from pathlib import Path

    from device.features.statistics.pages import ShownStatistics

READ = Present(TableState(), SeasonPage(), None, 0, 0.0)
"""Somebody looks at the statistics."""


@pytest.fixture
def journal():
    with closing(Journal(None)) as found:
        yield found


def statistics(journal: Journal | None, folder: Path | None = None, league: str = "") -> RunningStatistics:
    settings = msgspec.structs.replace(read_settings((DEFAULTS,)), features={"league": LeagueSettings(league)})
    return RunningStatistics(Appliance(Preferences(settings), journal, folder, live=True))


def read(counted: RunningStatistics, changes: int = 0) -> ShownStatistics:
    shown = counted.value(replace(READ, changes=changes))
    assert shown is not None
    return shown


def test_one_game_is_counted_at_each_call_until_all_are_there(journal):
    for number in range(3):
        store_game(journal, number)
    counted = statistics(journal)
    found = [read(counted).season for _ in range(4)]
    assert found[:2] == [None, None]
    assert found[2] is not None
    assert found[2].games == 3
    assert found[3] is found[2], "counted once"


def test_they_are_only_counted_while_somebody_reads_them(journal):
    store_game(journal, 1)
    counted = statistics(journal)
    assert counted.value(replace(READ, page=None)).season is None
    assert read(counted).season is not None


def test_a_game_that_ends_is_counted_the_next_time(journal):
    store_game(journal, 1)
    second = store_game(journal, 7, actions=len(dealt(7).actions))
    counted = statistics(journal)
    assert read(counted).season.games == 1
    journal.finish(second, [sheet.total for sheet in score_sheets(dealt(7))])
    assert read(counted, changes=1).season.games == 2


def test_names_count_as_other_names(journal, tmp_path):
    store_game(journal, 1, names=("Anna", "Ben", "Annie"))
    store_renames(tmp_path / RENAMES, {"Annie": "Anna"})
    counted = statistics(journal, tmp_path)
    assert {name: one.games for name, one in read(counted).season.players.items()} == {"Anna": 2, "Ben": 1}
    store_renames(tmp_path / RENAMES, {"Annie": "Bea"})
    assert read(counted).season.players.keys() == {"Anna", "Ben", "Bea"}, "from now on"


def test_a_damaged_file_of_renames_is_left_out(journal, tmp_path):
    store_game(journal, 1, names=("Anna", "Ben", "Annie"))
    (tmp_path / RENAMES).write_text("[")
    assert read(statistics(journal, tmp_path)).season.games == 1


def test_without_a_journal_nothing_is_counted():
    counted = statistics(None)
    counted.rest(READ)
    assert read(counted).season is None


def test_between_games_facts_are_collected_one_a_second(journal):
    for number in range(3):
        store_game(journal, number)
    counted = statistics(journal)
    for now, known in ((0.0, 1), (0.9, 1), (1.0, 2), (1.5, 2), (2.0, 3)):
        counted.rest(replace(READ, page=None, now=now))
        assert len(counted._facts.collected().games) == known, now
    assert read(counted).season is not None, "nothing is left to be waited for"


def test_the_league_of_the_settings_counts_what_is_in_its_file_now(journal, tmp_path):
    store_game(journal, 1, names=("Anna", "Ben", "Eva"))
    file = tmp_path / "league.toml"
    counted = statistics(journal, league=str(file))
    missing = read(counted).league
    assert missing.problem.key == "error.league_unreadable"
    file.write_text('name = "Spring"\nplayers = ["Anna", "Ben", "Eva"]\n[journal]\n')
    league = read(counted).league
    assert (league.name, league.problem, {row.tables for row in league.rows}) == ("Spring", None, {1})
    assert [row.name for row in league.rows] == [row.name for row in sorted(league.rows, key=lambda row: row.place)]
    assert read(counted).league is league, "made once"


def test_without_a_league_in_the_settings_none_is_shown(journal):
    assert read(statistics(journal)).league is None
