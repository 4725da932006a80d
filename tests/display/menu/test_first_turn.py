"""The first turn is explained on the screen, in four steps that can be left at any time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from display.menu import OpenPage, open_page
from display.menu.main.main_menu import MainMenuPage
from display.menu.setup.first_turn import (
    BY_CAMERA,
    BY_HAND,
    COLOURS,
    MEANINGS,
    OFFERED,
    FirstTurnPage,
    OfferedGuidePage,
)
from display.messages.intents import Advance
from display.messages.presses import Press
from display.messages.questions import Question
from display.navigation.navigation import handle_press, update_position
from display.navigation.position import START
from display.table_state import TableState
from tests.display.sessions import marks, played

FIRST = TableState(played(3, 0), marks(3))


@pytest.mark.parametrize(("by_hand", "steps"), [(False, BY_CAMERA), (True, BY_HAND)])
def test_every_step_leads_to_the_next_and_the_last_one_to_the_game(by_hand: bool, steps: tuple[str, ...]) -> None:
    state, opened, told = replace(FIRST, by_hand=by_hand), OpenPage(FirstTurnPage()), []
    while opened is not None:
        body = opened.page.menu(state).body
        told.append(COLOURS if body == MEANINGS else body.key)
        opened, intent = open_page.press_on_page(opened, state, Press.ADVANCE, 0.0)
        assert intent is None
    assert tuple(told) == steps


def test_it_is_left_with_one_press_and_a_step_is_taken_back_with_one() -> None:
    opened, _ = open_page.press_on_page(OpenPage(FirstTurnPage()), FIRST, Press.ADVANCE, 0.0)
    assert opened is not None
    assert open_page.press_on_page(opened, FIRST, Press.LEFT, 0.0)[0] is None
    back, _ = open_page.press_on_page(opened, FIRST, Press.UNDO, 0.0)
    assert back is not None
    assert back.page == FirstTurnPage()


def test_it_is_in_the_menu_in_the_first_turn_only() -> None:
    later = replace(FIRST, game=played(3, 1))
    offered = [FirstTurnPage() in [o.leads_to for o in MainMenuPage().menu(state).options] for state in (FIRST, later)]
    assert offered == [True, False]
    assert FirstTurnPage(1).current(later) is None


BOARDS = TableState(seats=marks(3), ready=True, settings={"screen.guide": True})


def begun(state: TableState) -> tuple[object, object]:
    """What ADVANCE opens where the boards lie, and what it asks for."""
    position, intent = handle_press(update_position(START, state, 0.0), state, Press.ADVANCE, 0.0)
    return position.opened and position.opened.page, intent


def test_it_opens_by_itself_with_the_first_game_and_never_again() -> None:
    assert begun(BOARDS) == (OfferedGuidePage(), Advance(also=OFFERED))
    assert begun(replace(BOARDS, settings={"screen.guide": False})) == (None, Advance())


@pytest.mark.parametrize(
    "state",
    [
        replace(BOARDS, settings={}),
        replace(BOARDS, leaders=True),
        replace(BOARDS, settings={"screen.guide": True, "play.auto": True}),
    ],
    ids=["demonstration", "leaders", "auto"],
)
def test_it_does_not_open_for_those_who_know_the_game(state: TableState) -> None:
    assert begun(state) == (None, Advance())


def test_it_makes_way_for_a_question_and_closes_when_nobody_reads_it() -> None:
    offered = replace(update_position(START, FIRST, 0.0), opened=OpenPage(OfferedGuidePage(1), since=0.0))
    assert update_position(offered, FIRST, 59.0).opened is not None
    assert update_position(offered, FIRST, 60.0).opened is None
    asked = replace(FIRST, questions=(Question(0, "discard"),))
    assert update_position(offered, asked, 1.0).opened is None
    asked_for = replace(offered, opened=OpenPage(FirstTurnPage(1), since=0.0))
    assert update_position(asked_for, asked, 61.0).opened is not None
