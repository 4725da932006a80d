"""Turns at the table from the first card to the last, what goes wrong in them, and how it is put right."""

from __future__ import annotations

import pytest

from device.messages.presses import Press
from display.facts.city_facts import city_facts
from display.menu.main.main_menu import MainMenuPage
from display.menu.reference.history import history_turns
from display.navigation.position import ScreenId
from engine import (
    Build,
    Discard,
    Payment,
    read_record,
    write_record,
)
from tests.journeys.sitting import ALEXANDRIA, DECISION, RHODES, THREE, Sitting

EPHESUS = ("ephesus", "A")
FOUR = (*THREE, EPHESUS)


RAW = ("lumber_yard", "stone_pit", "clay_pool", "ore_vein")
"""A card for each seat that costs nothing."""
CHEAP = ("loom", "glassworks", "press")


# What cannot be: a question at that seat, until the card is taken back or somebody insists


def unaffordable(sitting):
    return sitting.lay(0, "apothecary")


def duplicate(sitting):
    return sitting.lay(0, "lumber_yard", copy=1)


def wrong_age(sitting):
    return sitting.lay(0, "foundry", age=2)


def out_of_order(sitting):
    return sitting.stage(0, 2)


def of_a_larger_game(sitting):
    return sitting.lay(0, "tree_farm")


FORBIDDEN = {
    unaffordable: ("not_affordable", Build(0, "apothecary", Payment(), exception=True)),
    duplicate: ("already_built", Build(0, "lumber_yard", Payment(), exception=True)),
    wrong_age: ("wrong_age", Build(0, "foundry", Payment(), exception=True)),
    of_a_larger_game: ("not_in_player_count", Build(0, "tree_farm", Payment(), exception=True)),
}


@pytest.fixture
def sitting():
    """Four players in their second turn."""
    found = Sitting(FOUR)
    found.turn(*RAW)
    assert found.closed == [(1, 1)]
    return found


def others_build(sitting):
    """All but the first seat."""
    for seat, card in enumerate(CHEAP, 1):
        sitting.lay(seat, card)
    sitting.wait(DECISION)


@pytest.mark.parametrize("forbidden", [*FORBIDDEN, out_of_order])
def test_what_cannot_be_is_asked_and_goes_when_the_card_is_taken_back(sitting, forbidden):
    card = forbidden(sitting)
    sitting.wait(DECISION)
    assert (sitting.view, sitting.asked.seat) == (ScreenId.QUESTION, 0)
    others_build(sitting)
    assert sitting.closed == [(1, 1)], "nothing is booked meanwhile"
    sitting.take(card)
    assert (sitting.view, sitting.asked) == (ScreenId.TABLE, None)
    sitting.lay(0, "clay_pit")
    sitting.wait(DECISION)
    assert sitting.closed == [(1, 1), (1, 2)]
    assert sitting.presses == 0
    assert not any(getattr(action, "exception", False) for action in sitting.game.actions)


@pytest.mark.parametrize("forbidden", FORBIDDEN)
def test_who_insists_has_it_booked_as_an_exception_that_the_record_marks(sitting, forbidden):
    kind, action = FORBIDDEN[forbidden]
    forbidden(sitting)
    sitting.wait(DECISION)
    assert sitting.kind == kind
    sitting.answer("exception")
    assert (sitting.view, sitting.presses) == (ScreenId.TABLE, 2)
    seen = city_facts(sitting.state, sitting.game, action.seat).summary
    assert (seen.exception, seen.past) == (True, False)
    others_build(sitting)
    assert sitting.closed == [(1, 1), (1, 2)]
    assert action in sitting.game.actions
    marked = [entry.summary.exception for chapter in history_turns(sitting.game) for entry in chapter.entries]
    assert marked == [False] * 4 + [True] + [False] * 3
    assert read_record(write_record(sitting.game)) == sitting.game
    seen = city_facts(sitting.state, sitting.game, action.seat).summary
    assert (seen.exception, seen.past) == (True, True)


def test_a_stage_that_is_insisted_on_at_the_wrong_slot_is_the_next_one_and_is_pushed_there_later(sitting):
    card = out_of_order(sitting)
    sitting.wait(DECISION)
    assert sitting.kind == "stage_out_of_order"
    sitting.answer("exception")
    others_build(sitting)
    assert sitting.closed == [(1, 1), (1, 2)]
    assert (sitting.game.cities[0].stages, sitting.game.cities[0].coins) == (1, 1)
    assert sitting.kind == "unsure_stage", "as long as it lies there it could be another stage"
    sitting.take(card)
    sitting.stage(0, 1)
    assert (sitting.view, sitting.asked, sitting.state.plans) == (ScreenId.TABLE, None, {})


def test_two_cards_in_one_turn_are_asked_about_until_one_is_taken_back(sitting):
    sitting.table.lay(0, "clay_pit")
    second = sitting.lay(0, "baths")
    sitting.wait(DECISION)
    assert sitting.kind == "two_cards"
    assert sitting.asked.choices == ("take_back",)
    others_build(sitting)
    assert sitting.closed == [(1, 1)]
    sitting.take(second)
    sitting.wait(DECISION)
    assert sitting.view is ScreenId.TABLE
    assert sitting.game.cities[0].cards == ("lumber_yard", "clay_pit")


def test_a_question_that_is_put_aside_waits_at_its_seat_and_comes_back_with_select(sitting):
    unaffordable(sitting)
    sitting.wait(DECISION)
    sitting.press(Press.ADVANCE)
    assert (sitting.view, sitting.kind) == (ScreenId.TABLE, None)
    others_build(sitting)
    sitting.press(Press.ADVANCE)
    assert sitting.said == ["notice.answer_first"]
    assert sitting.closed == [(1, 1)]
    sitting.press(Press.SELECT)
    assert sitting.kind == "not_affordable"
    sitting.answer("exception")
    sitting.wait(DECISION)
    assert sitting.closed == [(1, 1), (1, 2)]


# What is put right on the table itself


def test_before_a_game_the_menu_is_there_beside_a_question_and_advance_brings_the_question_back():
    sitting = Sitting((("rome", "A"), RHODES, ALEXANDRIA), auto=False)
    assert sitting.kind == "wonders_refused"
    sitting.press(Press.ADVANCE)
    assert sitting.view is ScreenId.SEATS
    sitting.press(Press.SELECT)
    assert sitting.page == MainMenuPage()
    sitting.press(Press.UNDO, Press.ADVANCE)
    assert sitting.kind == "wonders_refused"
    sitting.table.wonders[0] = ("giza", "A")
    sitting.wait(1)
    sitting.press(Press.ADVANCE)
    assert sitting.view is ScreenId.TABLE


def test_a_card_taken_back_before_the_turn_closes_was_not_played(sitting):
    card = sitting.lay(0, "clay_pit")
    assert sitting.state.plans[0].card == "clay_pit"
    sitting.take(card)
    assert sitting.state.plans == {}
    sitting.lay(0, "excavation")
    others_build(sitting)
    assert sitting.game.cities[0].cards == ("lumber_yard", "excavation")
    assert (sitting.presses, sitting.glass.kinds) == (0, [])


def test_a_card_moved_to_another_city_before_the_turn_closes_belongs_there(sitting):
    sitting.move(sitting.lay(1, "clay_pit"), 0)
    assert {seat: plan.card for seat, plan in sitting.state.plans.items()} == {0: "clay_pit"}
    others_build(sitting)
    assert sitting.game.cities[0].cards == ("lumber_yard", "clay_pit")
    assert (sitting.presses, sitting.glass.kinds) == (0, [])


def test_a_card_that_is_missing_after_the_turn_closed_is_a_calm_notice_until_it_is_put_right(sitting):
    card = sitting.table.items[0]
    sitting.take(card)
    sitting.wait(DECISION)
    assert [(notice.key, notice.seat) for notice in sitting.state.notices] == [("notice.card_missing", 0)]
    assert sitting.view is ScreenId.TABLE
    sitting.lay(0, "clay_pit")
    others_build(sitting)
    assert sitting.closed == [(1, 1), (1, 2)], "play goes on"
    assert sitting.game.cities[0].cards == ("lumber_yard", "clay_pit"), "the ledger stands"
    sitting.lay(0, "lumber_yard")
    sitting.wait(DECISION)
    assert sitting.said == []
    assert sitting.presses == 0


def test_a_card_that_moved_after_the_turn_closed_is_a_notice_and_still_belongs_where_it_was(sitting):
    card = sitting.move(sitting.table.items[0], 2)
    sitting.wait(DECISION)
    assert [(notice.key, notice.seat) for notice in sitting.state.notices] == [("notice.card_moved", 0)]
    assert sitting.game.cities[0].cards == ("lumber_yard",)
    sitting.move(card, 0)
    sitting.wait(DECISION)
    assert (sitting.said, sitting.presses) == ([], 0)


# How a turn closes for who shows nothing


def test_as_many_cards_on_the_mat_as_seats_are_missing_close_the_turn(sitting):
    sitting.lay(0, "clay_pit")
    sitting.lay(1, CHEAP[0])
    sitting.discard()
    assert sitting.closed == [(1, 1)]
    sitting.discard()
    sitting.wait(DECISION)
    assert sitting.closed == [(1, 1), (1, 2)]
    assert sitting.booked[-2:] == [Discard(2), Discard(3)]


def test_the_next_card_of_who_has_acted_closes_the_turn(sitting):
    sitting.lay(0, "clay_pit")
    sitting.lay(1, CHEAP[0])
    sitting.lay(2, CHEAP[1])
    sitting.wait(DECISION)
    assert sitting.closed == [(1, 1)]
    sitting.lay(1, "excavation")
    sitting.wait(DECISION)
    assert sitting.closed == [(1, 1), (1, 2)]
    assert sitting.booked[-1] == Discard(3)
    assert {seat: plan.card for seat, plan in sitting.state.plans.items()} == {1: "excavation"}


def test_who_wanders_off_before_the_second_press_is_asked_once_more(sitting):
    sitting.lay(0, "clay_pit")
    sitting.press(Press.ADVANCE)
    sitting.wait(DECISION)
    assert "notice.advance_again" in {notice.key for notice in sitting.state.notices}
    sitting.press(Press.LEFT)
    assert "notice.advance_again" not in {notice.key for notice in sitting.state.notices}
    sitting.press(Press.ADVANCE, Press.ADVANCE)
    assert (sitting.view, sitting.closed) == (ScreenId.TABLE, [(1, 1)])
    sitting.press(Press.ADVANCE)
    assert sitting.closed == [(1, 1), (1, 2)]


def test_that_one_more_press_closes_the_turn_is_said_as_long_as_it_does(sitting):
    def is_said() -> bool:
        return "notice.advance_again" in {notice.key for notice in sitting.state.notices}

    sitting.press(Press.ADVANCE)
    sitting.wait(8)
    assert is_said()
    sitting.wait(5)
    assert not is_said()
    sitting.press(Press.ADVANCE)
    assert (is_said(), sitting.closed) == (True, [(1, 1)])
    sitting.lay(0, "clay_pit")
    sitting.wait(DECISION)
    assert not is_said()


def test_advance_closes_the_turn_and_asks_again_only_where_most_would_discard(sitting):
    sitting.lay(0, "clay_pit")
    sitting.press(Press.ADVANCE)
    assert sitting.said == ["notice.advance_again"]
    assert sitting.closed == [(1, 1)]
    sitting.press(Press.ADVANCE)
    assert sitting.closed == [(1, 1), (1, 2)]
    sitting.wait(DECISION)
    for seat, card in enumerate(CHEAP):
        sitting.lay(seat, card)
    sitting.press(Press.ADVANCE)
    assert sitting.closed == [(1, 1), (1, 2), (1, 3)]
    assert (sitting.booked[-1], sitting.presses) == (Discard(3), 3)
