"""The statistics as the main loop gets them."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime

import pytest

from device.app.connections import Storage
from device.app.stored_games import EVENING, StoredGames
from device.commands.history import _text
from device.errors import JournalError
from device.journal.archive import played, results
from device.journal.journal import Journal
from device.messages.plain_sheet import SheetRow, sheet_of_stored
from device.messages.table_score import CountedTable
from device.past_games.facts_store import FactsStore
from device.reporting.output import Output
from device.statistics.season import season
from engine import CityCount, FinalCity
from tests.device.past_games.stored_games import dealt, store_game


@pytest.fixture
def journal():
    with closing(Journal(None)) as found:
        yield found


def test_one_game_is_counted_at_each_call_until_all_are_there(journal):
    for number in range(3):
        store_game(journal, number)
    games = StoredGames(Storage(journal, facts=FactsStore(None)))
    found = [games.season() for _ in range(4)]
    assert found[:2] == [None, None]
    assert found[2] is not None
    assert found[2].games == 3
    assert found[3] is found[2], "counted once"


def test_a_game_that_ends_is_counted_the_next_time(journal):
    store_game(journal, 1)
    second = store_game(journal, 7, actions=len(dealt(7).actions))
    games = StoredGames(Storage(journal, second, facts=FactsStore(None)))
    before = games.season()
    assert before is not None
    assert before.games == 1
    games.finish(dealt(7))
    after = games.season()
    assert after is not None
    assert after.games == 2


def test_names_count_as_other_names(journal):
    store_game(journal, 1, names=("Anna", "Ben", "Annie"))
    games = StoredGames(Storage(journal, facts=FactsStore(None), renames={"Annie": "Anna"}))
    found = games.season()
    assert found is not None
    assert {name: one.games for name, one in found.players.items()} == {"Anna": 2, "Ben": 1}


def test_without_a_journal_nothing_is_counted(journal):
    assert StoredGames(Storage()).season() is None
    assert StoredGames(Storage(journal)).season() is None


def test_between_games_facts_are_collected_one_a_second(journal):
    for number in range(3):
        store_game(journal, number)
    facts = FactsStore(None)
    games = StoredGames(Storage(journal, facts=facts))
    for now, known in ((0.0, 1), (0.9, 1), (1.0, 2), (1.5, 2), (2.0, 3)):
        games.collect_facts(now)
        assert len(facts.collected().games) == known, now
    found = games.season()
    assert found is not None, "nothing is left to be waited for"
    StoredGames(Storage()).collect_facts(0.0)  # without a journal there is nothing to do


def test_the_league_of_the_settings_counts_what_is_in_its_file_now(journal, tmp_path):
    store_game(journal, 1, names=("Anna", "Ben", "Eva"))
    file = tmp_path / "league.toml"
    games = StoredGames(Storage(journal, facts=FactsStore(None), league_file=file))
    missing = games.league()
    assert missing is not None
    assert missing.problem is not None
    assert missing.problem.key == "error.league_unreadable"
    file.write_text('name = "Spring"\nplayers = ["Anna", "Ben", "Eva"]\n[journal]\n')
    league = games.league()
    assert league is not None
    assert (league.name, league.problem, {row.tables for row in league.rows}) == ("Spring", None, {1})
    assert [row.name for row in league.rows] == [row.name for row in sorted(league.rows, key=lambda row: row.place)]
    assert games.league() is league, "made once"


def test_without_a_league_in_the_settings_none_is_shown(journal):
    assert StoredGames(Storage(journal, facts=FactsStore(None))).league() is None


def counted_table(coins: int = 3) -> CountedTable:
    """A table that was scored as it lay."""
    boards = (("giza", "A"), ("rhodes", "A"), ("ephesus", "A"))
    cities = tuple(FinalCity(*board, cards=(("altar", 1),) if board[0] == "giza" else ()) for board in boards)
    return CountedTable(cities, tuple(CityCount(coins, (1, -1)) for _ in boards))


def test_a_table_that_is_scored_twice_is_kept_once(journal):
    games = StoredGames(Storage(journal, options={"prefer": "left"}))
    for _ in range(2):
        games.keep(counted_table())
    assert len(journal.games()) == 1
    games.keep(counted_table(coins=4))
    assert len(journal.games()) == 2, "another result is kept beside the first"


def test_the_same_table_on_another_evening_is_kept_again():
    long_ago = datetime.now(UTC) - 2 * EVENING
    with closing(Journal(None, now=lambda: long_ago)) as journal:
        games = StoredGames(Storage(journal))
        games.keep(counted_table())
        games.keep(counted_table())
        assert len(journal.games()) == 2


SHEET = (SheetRow("Ann", (5, 3, 10, 20, 16, 4, 7)), SheetRow("Bob", (-2, 1, 7, 9, 48, 2, 0)), SheetRow("", (0,) * 7))


def test_a_plain_score_sheet_is_among_the_past_games_once_an_evening_and_counts_for_statistics(journal):
    games = StoredGames(Storage(journal, facts=FactsStore(None)))
    for _ in range(2):
        games.keep_sheet(SHEET)
    (stored,) = journal.games()
    assert (stored.state, stored.scores, stored.seats) == ("finished", [65, 65, 0], (("", ""),) * 3)
    (past,) = games.past()
    assert past.sheet == tuple(row.points for row in SHEET)
    rows = [(row.name, row.total, row.won) for row in past.results]
    assert rows == [("Ann", 65, True), ("Bob", 65, True), ("", 0, False)]
    (facts,) = FactsStore(None).collect(journal).games
    assert [city.place for city in facts.cities] == [1, 1, 3]
    counted = season([facts])
    assert counted.players["Bob"].wins == counted.players["Ann"].wins == 1
    assert counted.players["Ann"].profile["military"] == 5
    assert counted.wonders == {}
    assert counted.sizes[0].players == 3


def test_of_a_plain_score_sheet_the_course_cannot_be_told(journal):
    StoredGames(Storage(journal)).keep_sheet(SHEET)
    with pytest.raises(JournalError) as refused:
        played(journal, journal.games()[0].id)
    assert refused.value.key == "journal_only_sheet"


def test_the_list_of_games_names_the_players_of_a_plain_score_sheet(journal):
    StoredGames(Storage(journal)).keep_sheet(SHEET)
    (stored,) = journal.games()
    found = results(journal, stored)
    told = _text(stored, found, Output())
    assert "Ann 65" in told
    assert "3 0" in told, "who has no name has a number"


ROW = {"name": "A", "points": [1] * 7}


@pytest.mark.parametrize("stored", ["", [], [{"name": "A"}], [ROW], [ROW] * 8, [ROW | {"points": [999] * 7}] * 2])
def test_a_damaged_sheet_is_none(stored):
    assert sheet_of_stored(stored) is None
    assert sheet_of_stored([{"name": "A", "points": [1] * 7}, {"name": "B", "points": [1] * 8}]) is None
