"""Scoring a table as it lies: each city's coins, then its tokens, then the sheet."""

from __future__ import annotations

from dataclasses import replace

from device.features.table_score.pages import (
    NAME,
    CountCoinsPage,
    CountTokensPage,
    CourtedPage,
    Look,
    TableScore,
    TableScorePage,
    TableSheetPage,
)
from device.features.table_score.painting import signed
from device.for_features.photographs.counting import CountTable
from display.menu.main.main_menu import MainMenuPage
from display.messages.intents import FeatureIntent
from display.table_state import TableState
from engine import FinalCity

WONDERS = ("giza", "rhodes", "olympia")
SEEN = TableScore(cities=tuple(FinalCity(one, "A") for one in WONDERS), tokens=((5, 3), (-1,), ()))
STATE = TableState(features={NAME: SEEN})


def chosen(page, index, state=STATE):
    """What choosing an option asks for, and the page it leads to."""
    option = page.menu(state).options[index]
    return option.intent and option.intent.what, option.leads_to


def known(score):
    return replace(STATE, features={NAME: score})


def test_the_main_menu_offers_it_with_or_without_a_game_where_a_camera_sees_the_table():
    def offered(state):
        return [o for o in MainMenuPage().menu(state).options if o.intent == FeatureIntent(NAME, Look())]

    assert [option.leads_to for option in offered(STATE)] == [TableScorePage()]
    for elsewhere in (replace(STATE, by_hand=True), replace(STATE, station=True), TableState()):
        assert offered(elsewhere) == []
        assert TableScorePage().current(elsewhere) is None
    assert len(offered(replace(STATE, by_hand=True, camera="camera.lost"))) == 1, "it may come back"
    assert CountCoinsPage().current(known(TableScore())) is None


def test_coins_are_asked_city_by_city_then_tokens():
    assert chosen(CountCoinsPage(), 7) == (None, CountCoinsPage((7,)))
    assert chosen(CountCoinsPage((7, 0)), 2) == (None, CountTokensPage((7, 0, 2)))
    before = known(replace(SEEN, counted=CountTable((4, 0, 0), (0, 0, 0))))
    assert [o.tile.big for o in CountCoinsPage().menu(before).options if o.tile.chosen] == ["4"]


def test_one_press_says_that_all_tokens_are_as_the_shields_say():
    assert chosen(CountTokensPage((7, 0, 2)), 2) == (CountTable((7, 0, 2), (8, -1, 0)), TableSheetPage())


def test_a_city_may_have_other_tokens_than_its_shields_say():
    assert chosen(CountTokensPage((7, 0, 2)), 1) == (None, CountTokensPage((7, 0, 2), other=True))
    sums = [option.tile.big for option in CountTokensPage((7, 0, 2), other=True).menu(STATE).options]
    assert (sums[0], sums[-1]) == ("\N{MINUS SIGN}6", "+18")
    assert chosen(CountTokensPage((7, 0, 2), other=True), sums.index("+3")) == (None, CountTokensPage((7, 0, 2), (3,)))
    last = CountTokensPage((7, 0, 2), (3, -1))
    assert len(last.menu(STATE).options) == 2, "nothing is left for all"
    assert chosen(last, 0) == (CountTable((7, 0, 2), (3, -1, 0)), TableSheetPage())
    assert [signed(points) for points in (3, 0, -2)] == ["+3", "0", "\N{MINUS SIGN}2"]


def test_the_free_city_is_not_asked():
    state = known(replace(SEEN, free_city=1))
    assert state.features[NAME].players == (0, 2)
    assert chosen(CountCoinsPage((7,)), 2, state) == (None, CountTokensPage((7, 2)))
    assert chosen(CountTokensPage((7, 2)), 2, state) == (CountTable((7, None, 2), (8, None, 0)), TableSheetPage())


def test_the_leader_that_the_courtesans_copy_is_asked_for_each_guild():
    two = known(replace(SEEN, courted=((0, ("plato",)), (2, ("caesar", "plato")))))
    coins, sums = (7, 0, 2), (8, -1, 0)
    asked = CourtedPage(coins, sums)
    assert chosen(CountTokensPage(coins), 2, two) == (None, asked)
    then = replace(asked, chosen=((0, "plato"),), asked=1)
    assert chosen(asked, 0, two) == (None, then)
    assert chosen(asked, 1, two) == (None, replace(asked, asked=1))
    assert chosen(then, 1, two) == (CountTable(coins, sums, ((0, "plato"), (2, "plato"))), TableSheetPage())


def test_where_each_token_matters_the_sets_that_give_the_sum_are_offered():
    counted = CountTable((7, 0, 2), (8, -2, 0))
    state = known(replace(SEEN, counted=counted, each=(1,)))
    intent, page = chosen(TableSheetPage(), 0, state)
    assert (intent, page) == (replace(counted, tokens=(8, (-1, -1), 0)), TableSheetPage())


def test_tokens_that_no_conflicts_give_are_said_on_the_sheets_page():
    menu = TableSheetPage().menu(STATE)
    assert (menu.options, menu.body) == ((), None)
