"""The page with the standings of a league."""

from __future__ import annotations

from dataclasses import replace

from device.features.statistics.pages import (
    GOES_ON,
    HEADS,
    LeaguePage,
    LeagueRow,
    LeagueTable,
    SeasonPage,
    is_season_page,
    shown_in,
    table_of,
)
from device.features.statistics.table import ROWS_ON_A_PAGE, StatisticsRow, StatisticsTable
from display.messages.questions import Notice
from display.table_state import TableState
from display.words import line
from tests.display.menu_pages import counted, statistics

ROWS = tuple(LeagueRow(1 + number, f"Player {number}", 3, "12.5", 1, 150 - number) for number in range(9))
LEAGUE = LeagueTable("Spring", ROWS)


def with_league(league: LeagueTable) -> TableState:
    known = shown_in(counted()).season
    assert known is not None
    return statistics(known, league)


def test_the_standings_are_offered_with_the_statistics():
    state = with_league(LEAGUE)
    (option, *others) = SeasonPage().menu(state).options
    assert (option.tile.words, option.leads_to) == (line("league.titled", name="Spring"), LeaguePage())
    assert tuple(others) == SeasonPage().menu(counted()).options
    nameless = with_league(LeagueTable("", ROWS))
    assert SeasonPage().menu(nameless).options[0].tile.words == line("league.title")


def test_a_league_is_shown_before_any_game_was_finished():
    known = shown_in(counted()).season
    assert known is not None
    none = statistics(replace(known, games=0), LEAGUE)
    assert [option.leads_to for option in SeasonPage().menu(none).options] == [LeaguePage()]


def test_the_players_fill_as_many_pages_as_they_need():
    state = with_league(LEAGUE)
    menu = LeaguePage().menu(state)
    assert isinstance(menu.body, StatisticsTable)
    assert menu.body.rows[0] == StatisticsRow("1. Player 0", ("3", "12.5", "1", "150"))
    (more,) = menu.options
    assert more.leads_to == LeaguePage(ROWS_ON_A_PAGE)
    rest = LeaguePage(ROWS_ON_A_PAGE).menu(state)
    assert isinstance(rest.body, StatisticsTable)
    assert (len(rest.body.rows), rest.options) == (2, ())


def test_a_column_says_who_goes_on_where_only_some_do():
    heads, rows = table_of(replace(LEAGUE, going_on=("Player 1",)))
    assert heads == (*HEADS, GOES_ON)
    assert [row.cells[-1] for row in rows[:3]] == ["", line("league.goes_on"), ""]
    assert table_of(LEAGUE)[0] == HEADS


def test_what_is_wrong_with_the_file_is_said_in_place_of_the_standings():
    bad = LeagueTable("spring", problem=Notice("error.league_preset", {"name": "x", "known": "y"}))
    menu = LeaguePage().menu(with_league(bad))
    assert (menu.body, menu.options) == (line("error.league_preset", name="x", known="y"), ())


def test_the_page_is_open_while_it_has_something_to_show():
    assert LeaguePage().current(TableState()) is None
    assert LeaguePage().current(with_league(LEAGUE)) == LeaguePage()
    assert LeaguePage(14).current(with_league(LEAGUE)) is None
    assert is_season_page(LeaguePage())
