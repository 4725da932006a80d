"""The first turn is explained on the screen, in four steps that can be left at any time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.messages.presses import Pick, Press
from display.menu import OpenPage, open_page
from display.menu.main.main_menu import MainMenuPage
from display.menu.setup.first_turn import BY_CAMERA, BY_HAND, FirstTurnPage
from display.table_state import TableState
from tests.display.sessions import marks, played

FIRST = TableState(played(3, 0), marks(3))


@pytest.mark.parametrize(("by_hand", "steps"), [(False, BY_CAMERA), (True, BY_HAND)])
def test_every_step_leads_to_the_next_and_the_last_one_to_the_game(by_hand: bool, steps: tuple[str, ...]) -> None:
    state, opened, told = replace(FIRST, by_hand=by_hand), OpenPage(FirstTurnPage()), []
    while opened is not None:
        told.append(opened.page.menu(state).body.key)
        opened, intent = open_page.press_on_page(opened, state, Pick(0), 0.0)
        assert intent is None
    assert tuple(told) == steps


def test_it_is_left_with_one_press_and_a_step_is_taken_back_with_one() -> None:
    opened, _ = open_page.press_on_page(OpenPage(FirstTurnPage()), FIRST, Pick(0), 0.0)
    assert opened is not None
    assert open_page.press_on_page(opened, FIRST, Pick(1), 0.0)[0] is None
    back, _ = open_page.press_on_page(opened, FIRST, Press.UNDO, 0.0)
    assert back is not None
    assert back.page == FirstTurnPage()


def test_it_is_in_the_menu_in_the_first_turn_only() -> None:
    later = replace(FIRST, game=played(3, 1))
    offered = [FirstTurnPage() in [o.leads_to for o in MainMenuPage().menu(state).options] for state in (FIRST, later)]
    assert offered == [True, False]
    assert FirstTurnPage(1).current(later) is None
