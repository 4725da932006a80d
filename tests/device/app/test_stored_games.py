"""The games in the journal as the main loop needs them."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from device.app.connections import Inputs, Storage
from device.app.main_loop import MainLoop
from device.app.stored_games import EVENING, StoredGames
from device.errors import JournalError
from device.features.games.history import _text
from device.for_features.past_games.facts_store import FactsStore
from device.for_features.statistics.season import season
from device.journal.archive import played, restored, results
from device.journal.journal import JOURNAL, TRY_AGAIN_AFTER, Journal
from device.reporting.output import Output
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.messages.intents import Advance, Enter, KeepScoredTable, Leave, OpenGame, Rename, Undo, UndoTo
from display.messages.plain_sheet import SheetRow, sheet_of_stored
from display.messages.table_score import CountedTable
from engine import Build, CityCount, CorrectCoins, Discard, FinalCity, Phase
from tests.device.tables import CODEBOOK, FakeTable


@pytest.fixture
def journal():
    with closing(Journal(None)) as found:
        yield found


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
    games = StoredGames(Storage(journal))
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


def test_games_of_another_program_are_not_opened_while_it_uses_the_journal(tmp_path):
    times = [0.0]
    with closing(Journal(tmp_path / JOURNAL)) as first:
        StoredGames(Storage(first)).keep_sheet(SHEET)
        second = Journal(tmp_path / JOURNAL, clock=lambda: times[-1])
        games = StoredGames(Storage(second))
        assert games.past() == ()
        games.keep(counted_table())
        assert len(games.past()) == 1
    times.append(TRY_AGAIN_AFTER)
    assert [notice.key for notice in second.notices()] == ["notice.journal_in_use", "notice.journal_made_good"]
    assert len(games.past()) == 2
    second.close()


ROW = {"name": "A", "points": [1] * 7}


@pytest.mark.parametrize("stored", ["", [], [{"name": "A"}], [ROW], [ROW] * 8, [ROW | {"points": [999] * 7}] * 2])
def test_a_damaged_sheet_is_none(stored):
    assert sheet_of_stored(stored) is None
    assert sheet_of_stored([{"name": "A", "points": [1] * 7}, {"name": "B", "points": [1] * 8}]) is None


@pytest.mark.parametrize("totals", [[None] * 3, ["a", 1, 2], [{"total": 50}] * 3])
def test_a_game_with_totals_that_are_none_is_listed_without_them(journal, totals):
    journal.keep([("giza", "A"), ("rhodes", "A"), ("ephesus", "A")], {}, totals)
    (past,) = StoredGames(Storage(journal)).past()
    assert [row.total for row in past.results] == [None] * 3


class Evening:
    """A table at which games begin, end and are opened again, all kept in memory."""

    def __init__(self, **options):
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.journal = Journal(None, now=lambda: self.now)
        self.table = FakeTable([("giza", "A"), ("rhodes", "A"), ("ephesus", "A")])
        self.loop = MainLoop(Session(TableUmpire(CODEBOOK), **options), Inputs(None), storage=Storage(self.journal))
        self.press(Advance())

    def press(self, intent):
        self.loop.look(self.table.scene(1.0))
        self.loop.press(intent)
        return self

    def play(self):
        """Everybody discards to the end of the game."""
        while self.game.phase is not Phase.OVER:
            self.discard() if self.game.acting else self.press(Advance())
        return self

    def discard(self):
        for seat in self.game.to_act:
            self.press(Enter(Discard(seat)))

    @property
    def game(self):
        return self.loop.session.game


def test_a_stored_game_pays_the_neighbour_who_was_chosen_when_it_began():
    evening = Evening(prefer="right")
    assert restored(evening.journal, evening.loop._games.game_id).game == evening.game


def test_an_earlier_game_that_is_taken_back_and_played_on_is_no_longer_only_looked_at():
    evening = Evening().play().press(Leave()).press(OpenGame(1)).press(UndoTo(30))
    evening.discard()
    played_on = evening.game
    evening.discard()
    assert evening.press(Undo()).press(Undo()).press(Undo()).game == played_on


def test_the_game_that_was_put_away_comes_back_after_a_player_of_an_earlier_one_was_named():
    evening = Evening().play().press(Leave()).press(Advance()).play()
    tonight = evening.loop._games.game_id
    evening.press(OpenGame(1)).press(Rename(0, "Ann")).press(Undo())
    assert evening.game is None
    evening.press(Undo())
    assert evening.loop._games.game_id == tonight


def test_who_names_a_player_of_an_earlier_game_does_not_change_when_it_ended():
    evening = Evening().play()
    ended = evening.journal.game(1).finished
    evening.now += timedelta(days=60)
    evening.press(Leave()).press(OpenGame(1)).press(Rename(0, "Ann"))
    stored = evening.journal.game(1)
    assert (stored.names[0], stored.finished) == ("Ann", ended)


def test_what_lies_on_the_table_changes_nothing_of_an_earlier_game_that_is_looked_at():
    """A card that was entered by hand lies in its city, and one of tonight in another."""
    evening = Evening()
    evening.press(Enter(Build(0, "lumber_yard"))).play().press(Leave()).press(OpenGame(1))
    stored, notices = evening.journal.backup(), evening.loop.session.ruling.notices
    evening.table.lay(0, "lumber_yard")
    evening.table.lay(1, "arena", age=3)
    for _ in range(5):
        evening.loop.look(evening.table.scene(1.0))
    assert evening.journal.backup() == stored
    assert evening.loop.session.ruling.notices == notices


def test_coins_that_are_corrected_at_a_scored_table_stay_so():
    table = counted_table()
    evening = Evening().press(KeepScoredTable(table.cities, table.counts, None)).press(OpenGame(2))
    evening.press(Enter(CorrectCoins(0, 9)))
    assert restored(evening.journal, 2).game == evening.game
