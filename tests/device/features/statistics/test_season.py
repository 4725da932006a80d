"""The pages with statistics."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from device.features.statistics.pages import (
    PARTS,
    ROWS_ON_A_PAGE,
    SeasonPage,
    SeasonPartPage,
    is_season_page,
    rows_of,
    shown_in,
)
from device.features.statistics.table import StatisticsTable
from device.for_features.statistics.game_facts import facts_of_sheet
from device.for_features.statistics.season import season
from display.menu.main.main_menu import MainMenuPage
from display.table_state import TableState
from display.words import Line, line
from engine import CATEGORIES
from tests.display.menu_pages import counted, past_games, statistics

if TYPE_CHECKING:
    from display.menu.page import Page


def leading(page: Page, state: TableState) -> list[Page | None]:
    return [option.leads_to for option in page.menu(state).options]


def test_the_main_menu_leads_to_the_statistics_once_a_game_was_played() -> None:
    assert SeasonPage() not in leading(MainMenuPage(), TableState())
    assert SeasonPage() in leading(MainMenuPage(), replace(statistics(season([])), past=past_games(3)))


def test_while_the_games_are_counted_that_is_said() -> None:
    menu = SeasonPage().menu(TableState())
    assert (menu.body, menu.options) == (line("menu.season.counting"), ())
    assert SeasonPage().menu(statistics(season([]))).body == line("stats.none")


def test_only_parts_in_which_there_is_something_are_offered() -> None:
    assert leading(SeasonPage(), counted()) == [SeasonPartPage(part) for part in PARTS]
    known = shown_in(counted()).season
    assert known is not None
    nameless = statistics(replace(known, players={}))
    assert SeasonPartPage("stats.players") not in leading(SeasonPage(), nameless)
    sheet = facts_of_sheet(1, "2026-01-01", None, ("Ann", "Bob"), [dict.fromkeys(CATEGORIES, 1)] * 2)
    sheets = statistics(season([sheet]))
    assert SeasonPartPage("stats.wonders") not in leading(SeasonPage(), sheets), "plain score sheets do not say them"
    assert SeasonPartPage("stats.profiles") in leading(SeasonPage(), sheets)


@pytest.mark.parametrize("part", PARTS)
def test_all_rows_of_a_part_are_on_one_of_its_pages(part: str) -> None:
    state, page = counted(), SeasonPartPage(part)
    known = shown_in(state).season
    assert known is not None
    heads, rows = rows_of(part, known)
    seen = []
    while True:
        menu = page.menu(state)
        assert isinstance(menu.body, StatisticsTable)
        assert 1 <= len(menu.body.rows) <= ROWS_ON_A_PAGE
        assert menu.body.heads == heads
        seen += menu.body.rows
        if not menu.options:
            break
        (more,) = menu.options
        assert isinstance(more.leads_to, SeasonPartPage)
        page = more.leads_to
    assert tuple(seen) == rows
    assert all(len(row.cells) == len(heads) for row in rows)


def test_a_row_holds_the_players_results_and_where_the_share_lies() -> None:
    state = counted()
    known = shown_in(state).season
    assert known is not None
    name, results = next(iter(known.players.items()))
    _, (first, *_) = rows_of("stats.players", known)
    assert (first.name, first.cells[:2]) == (name, (str(results.games), str(results.wins)))
    assert first.bar == (*results.interval, results.share, results.expected / results.games)
    _, (wonder, *_) = rows_of("stats.wonders", known)
    assert isinstance(wonder.name, Line)


def test_a_part_closes_when_the_statistics_are_gone() -> None:
    assert SeasonPartPage("stats.best").current(TableState()) is None
    assert SeasonPartPage("stats.best", 500).current(counted()) is None
    assert SeasonPartPage("stats.best").current(counted()) == SeasonPartPage("stats.best")


def test_games_are_only_counted_while_one_of_these_pages_is_open() -> None:
    assert is_season_page(SeasonPage())
    assert is_season_page(SeasonPartPage("stats.best"))
    assert not is_season_page(MainMenuPage())
    assert not is_season_page(None)
