"""Turns at the table, the mistakes people make in them, and how those are corrected."""

from __future__ import annotations

import pytest

from display.facts.city_facts import city_facts
from display.menu.main.confirmations import EndTurnPage, ShutDownPage
from display.menu.main.main_menu import MainMenuPage
from display.menu.reference.history import history_turns
from display.messages.presses import Press
from display.navigation.position import ScreenId
from engine import (
    Build,
    Discard,
    Payment,
    read_record,
    write_record,
)
from tests.journeys.playthrough import ALEXANDRIA, DECISION, RHODES, THREE, Playthrough

EPHESUS = ("ephesus", "A")
FOUR = (*THREE, EPHESUS)


RAW = ("lumber_yard", "stone_pit", "clay_pool", "ore_vein")
"""A free card for each seat."""
CHEAP = ("loom", "glassworks", "press")
WAITED_FOR = ("rhodes", "alexandria", "ephesus")


# Forbidden cards raise a question until they are taken back or recorded anyway


def unaffordable(playthrough):
    return playthrough.lay(0, "apothecary")


def duplicate(playthrough):
    return playthrough.lay(0, "lumber_yard", copy=1)


def wrong_age(playthrough):
    return playthrough.lay(0, "foundry", age=2)


def out_of_order(playthrough):
    return playthrough.stage(0, 2)


def of_a_larger_game(playthrough):
    return playthrough.lay(0, "tree_farm")


FORBIDDEN = {
    unaffordable: ("not_affordable", Build(0, "apothecary", Payment(), exception=True)),
    duplicate: ("already_built", Build(0, "lumber_yard", Payment(), exception=True)),
    wrong_age: ("wrong_age", Build(0, "foundry", Payment(), exception=True)),
    of_a_larger_game: ("not_in_player_count", Build(0, "tree_farm", Payment(), exception=True)),
}


@pytest.fixture
def playthrough():
    """Four players in their second turn."""
    found = Playthrough(FOUR)
    found.turn(*RAW)
    assert found.closed == [(1, 1)]
    return found


def others_build(playthrough):
    """All but the first seat."""
    for seat, card in enumerate(CHEAP, 1):
        playthrough.lay(seat, card)
    playthrough.wait(DECISION)


@pytest.mark.parametrize("forbidden", [*FORBIDDEN, out_of_order])
def test_a_forbidden_card_raises_a_question_until_it_is_taken_back(playthrough, forbidden):
    card = forbidden(playthrough)
    playthrough.wait(DECISION)
    assert (playthrough.screen, playthrough.asked.seat) == (ScreenId.QUESTION, 0)
    others_build(playthrough)
    assert playthrough.closed == [(1, 1)], "nothing is recorded meanwhile"
    playthrough.take(card)
    assert (playthrough.screen, playthrough.asked) == (ScreenId.TABLE, None)
    playthrough.lay(0, "clay_pit")
    playthrough.wait(DECISION)
    assert playthrough.closed == [(1, 1), (1, 2)]
    assert playthrough.presses == 0
    assert not any(getattr(action, "exception", False) for action in playthrough.game.actions)


@pytest.mark.parametrize("forbidden", FORBIDDEN)
def test_a_forbidden_card_can_be_recorded_as_an_exception_that_the_record_marks(playthrough, forbidden):
    kind, action = FORBIDDEN[forbidden]
    forbidden(playthrough)
    playthrough.wait(DECISION)
    assert playthrough.kind == kind
    playthrough.answer("exception")
    assert (playthrough.screen, playthrough.presses) == (ScreenId.TABLE, 1)
    seen = city_facts(playthrough.state, playthrough.game, action.seat).summary
    assert (seen.exception, seen.past) == (True, False)
    others_build(playthrough)
    assert playthrough.closed == [(1, 1), (1, 2)]
    assert action in playthrough.game.actions
    marked = [entry.summary.exception for chapter in history_turns(playthrough.game) for entry in chapter.entries]
    assert marked == [False] * 4 + [True] + [False] * 3
    assert read_record(write_record(playthrough.game)) == playthrough.game
    seen = city_facts(playthrough.state, playthrough.game, action.seat).summary
    assert (seen.exception, seen.past) == (True, True)


def test_a_stage_recorded_from_the_wrong_slot_is_the_next_stage_and_is_moved_later(playthrough):
    card = out_of_order(playthrough)
    playthrough.wait(DECISION)
    assert playthrough.kind == "stage_out_of_order"
    playthrough.answer("exception")
    others_build(playthrough)
    assert playthrough.closed == [(1, 1), (1, 2)]
    assert (playthrough.game.cities[0].stages, playthrough.game.cities[0].coins) == (1, 1)
    assert playthrough.kind == "unsure_stage", "as long as it lies there it could be another stage"
    playthrough.take(card)
    playthrough.stage(0, 1)
    assert (playthrough.screen, playthrough.asked, playthrough.state.plans) == (ScreenId.TABLE, None, {})


def test_two_cards_in_one_turn_raise_a_question_until_one_is_taken_back(playthrough):
    playthrough.table.lay(0, "clay_pit")
    second = playthrough.lay(0, "baths")
    playthrough.wait(3 * DECISION)
    assert playthrough.kind == "two_cards"
    assert playthrough.asked.choices == ("take_back", "card:clay_pit", "card:baths")
    others_build(playthrough)
    assert playthrough.closed == [(1, 1)]
    playthrough.take(second)
    playthrough.wait(2 * DECISION)
    assert playthrough.screen is ScreenId.TABLE
    assert playthrough.game.cities[0].cards == ("lumber_yard", "clay_pit")


@pytest.mark.parametrize("key", [Press.SELECT, Press.ADVANCE])
def test_a_postponed_question_waits_at_its_seat_and_returns_with_select_or_advance(playthrough, key):
    unaffordable(playthrough)
    playthrough.wait(DECISION)
    playthrough.press(Press.UNDO)
    assert (playthrough.screen, playthrough.kind) == (ScreenId.TABLE, None)
    others_build(playthrough)
    playthrough.press(key)
    assert (playthrough.kind, playthrough.closed) == ("not_affordable", [(1, 1)])
    playthrough.answer("exception")
    playthrough.wait(DECISION)
    assert playthrough.closed == [(1, 1), (1, 2)]


# Corrections on the table itself


def test_before_a_game_the_menu_opens_despite_a_question_and_advance_brings_the_question_back():
    playthrough = Playthrough((("rome", "A"), RHODES, ALEXANDRIA), auto=False)
    assert playthrough.kind == "wonders_refused"
    playthrough.press(Press.UNDO)
    assert playthrough.screen is ScreenId.SEATS
    playthrough.press(Press.SELECT)
    assert playthrough.page == MainMenuPage()
    playthrough.press(Press.UNDO, Press.ADVANCE)
    assert playthrough.kind == "wonders_refused"
    playthrough.table.wonders[0] = ("giza", "A")
    playthrough.wait(1)
    playthrough.press(Press.ADVANCE)
    assert playthrough.screen is ScreenId.TABLE


def test_a_card_taken_back_before_the_turn_closes_was_not_played(playthrough):
    card = playthrough.lay(0, "clay_pit")
    assert playthrough.state.plans[0].card == "clay_pit"
    playthrough.take(card)
    playthrough.wait(3)
    assert playthrough.state.plans == {}
    playthrough.lay(0, "excavation")
    others_build(playthrough)
    assert playthrough.game.cities[0].cards == ("lumber_yard", "excavation")
    assert (playthrough.presses, playthrough.fake_screen.kinds) == (0, [])


def test_a_card_moved_to_another_city_before_the_turn_closes_belongs_there(playthrough):
    playthrough.move(playthrough.lay(1, "clay_pit"), 0)
    assert {seat: plan.card for seat, plan in playthrough.state.plans.items()} == {0: "clay_pit"}
    others_build(playthrough)
    assert playthrough.game.cities[0].cards == ("lumber_yard", "clay_pit")
    assert (playthrough.presses, playthrough.fake_screen.kinds) == (0, [])


def test_a_card_missing_after_the_turn_closed_gives_a_notice_until_it_is_back(playthrough):
    card = playthrough.table.items[0]
    playthrough.take(card)
    playthrough.wait(DECISION)
    assert [(notice.key, notice.seat) for notice in playthrough.state.notices] == [("notice.card_missing", 0)]
    assert playthrough.screen is ScreenId.TABLE
    playthrough.lay(0, "clay_pit")
    others_build(playthrough)
    assert playthrough.closed == [(1, 1), (1, 2)], "play goes on"
    assert playthrough.game.cities[0].cards == ("lumber_yard", "clay_pit"), "the ledger stands"
    playthrough.lay(0, "lumber_yard")
    playthrough.wait(DECISION)
    assert playthrough.said == []
    assert playthrough.presses == 0


def test_a_card_moved_after_the_turn_closed_gives_a_notice_and_keeps_its_city(playthrough):
    card = playthrough.move(playthrough.table.items[0], 2)
    playthrough.wait(DECISION)
    assert [(notice.key, notice.seat) for notice in playthrough.state.notices] == [("notice.card_moved", 0)]
    assert playthrough.game.cities[0].cards == ("lumber_yard",)
    playthrough.move(card, 0)
    playthrough.wait(DECISION)
    assert (playthrough.said, playthrough.presses) == ([], 0)


# How a turn closes for a seat without a card


def test_as_many_discards_on_the_mat_as_seats_without_a_card_close_the_turn(playthrough):
    playthrough.lay(0, "clay_pit")
    playthrough.lay(1, CHEAP[0])
    playthrough.discard()
    assert playthrough.closed == [(1, 1)]
    playthrough.discard()
    playthrough.wait(DECISION)
    assert playthrough.closed == [(1, 1), (1, 2)]
    assert playthrough.booked[-2:] == [Discard(2), Discard(3)]


def test_a_next_card_asks_whether_the_seat_has_discarded_from_whose_hand_it_was_played(playthrough):
    playthrough.lay(0, "clay_pit")
    playthrough.lay(1, CHEAP[0])
    playthrough.lay(2, CHEAP[1])
    playthrough.wait(DECISION)
    assert playthrough.closed == [(1, 1)]
    playthrough.lay(0, "excavation")
    playthrough.wait(3 * DECISION)
    assert (playthrough.closed, playthrough.kind) == ([(1, 1)], "not_acted")
    playthrough.answer("discarded")
    playthrough.wait(DECISION)
    assert playthrough.closed == [(1, 1), (1, 2)]
    assert playthrough.booked[-1] == Discard(3)
    assert {seat: plan.card for seat, plan in playthrough.state.plans.items()} == {0: "excavation"}


def test_advance_says_for_whom_everybody_waits_and_a_hold_who_would_discard(playthrough):
    playthrough.lay(0, "clay_pit")
    playthrough.press(Press.ADVANCE, Press.ADVANCE, Press.ADVANCE)
    (notice,) = playthrough.state.notices
    assert notice.placeholders == {"seats": tuple(("", wonder) for wonder in WAITED_FOR)}
    assert playthrough.closed == [(1, 1)]
    playthrough.hold(Press.ADVANCE)
    body = playthrough.page.menu(playthrough.state).body
    assert (body.key, dict(body.placeholders)) == ("menu.end_turn.discards", {**notice.placeholders, "count": 3})
    playthrough.choose("menu.main.end_turn")
    assert playthrough.closed == [(1, 1), (1, 2)]
    assert playthrough.booked[-3:] == [Discard(1), Discard(2), Discard(3)]


def test_who_holds_advance_may_wait_after_all(playthrough):
    playthrough.hold(Press.ADVANCE)
    playthrough.choose("menu.end_turn.no")
    assert (playthrough.page, playthrough.closed) == (None, [(1, 1)])


def test_the_page_that_ends_the_turn_closes_when_the_turn_does(playthrough):
    playthrough.hold(Press.ADVANCE)
    assert isinstance(playthrough.page, EndTurnPage)
    playthrough.turn("clay_pit", *CHEAP)
    assert (playthrough.page, playthrough.closed) == (None, [(1, 1), (1, 2)])


def test_shutting_down_is_still_there_when_advance_is_held_in_a_turn(playthrough):
    playthrough.hold(Press.ADVANCE)
    playthrough.choose("menu.main.shut_down")
    assert isinstance(playthrough.page, ShutDownPage)


def test_the_menu_ends_a_turn_where_nothing_can_be_held(playthrough):
    playthrough.menu("menu.main.end_turn", "menu.main.end_turn")
    assert playthrough.closed == [(1, 1), (1, 2)]
    playthrough.lay(0, "clay_pit")
    for seat, card in enumerate(CHEAP, 1):
        playthrough.lay(seat, card)
    playthrough.wait(DECISION)
    assert playthrough.closed[-1] == (1, 3)
