"""The bar says what each button does now; only buttons that do something can be touched."""

from __future__ import annotations

from dataclasses import replace

from display.drawing.box import Box
from display.facts.names import SeatName
from display.menu.entry.turn import SeatTurnPage
from display.menu.main.confirmations import EndTurnPage
from display.messages.presses import Hold, Press
from display.messages.questions import Plan, Question
from display.navigation.navigation import ButtonLabel, handle_press, update_position
from display.navigation.position import START, ScreenId
from display.screens import button_bar
from display.table_state import TableState
from engine import Game
from tests.display.sessions import board, marks

BOX = Box(0, 0, 784, 44)
NEW = Game.new([board(seat) for seat in range(3)])


def bar(state: TableState) -> dict[Press, ButtonLabel]:
    panels = button_bar.panels(BOX, state, update_position(START, state, 0.0))
    for panel in panels:
        assert isinstance(panel.content, ButtonLabel)
        assert (panel.touch == panel.content.press) is panel.content.alive
        assert panel.touch is not None or not panel.content.alive
    return {panel.content.press: panel.content for panel in panels}  # type: ignore[attr-defined]


def test_advance_is_urgent_once_the_game_can_start() -> None:
    for ready in (False, True):
        advance = bar(TableState(seats=marks(3), ready=ready))[Press.ADVANCE]
        assert (advance.key, advance.urgent) == ("button.start", ready)


def test_advance_has_to_be_held_and_is_never_gold_while_somebody_may_still_be_thinking() -> None:
    for acted in range(4):
        state = TableState(NEW, marks(3), plans=dict.fromkeys(range(acted), Plan("discard")), ready=True)
        for one in (state, replace(state, station=True, shows=2)):
            advance = bar(one)[Press.ADVANCE]
            assert (advance.urgent, advance.held) == (False, acted < 3)
            held = "button.hold_no_card" if one.station else "button.hold"
            assert advance.key == (held if acted < 3 else "button.close_turn")


def test_by_hand_advance_enters_the_turn_and_a_hold_ends_it() -> None:
    state = TableState(NEW, marks(3), by_hand=True)
    advance = bar(state)[Press.ADVANCE]
    assert (advance.key, advance.held, advance.urgent) == ("button.by_hand", False, True)
    start = update_position(START, state, 0.0)
    position, intent = handle_press(start, state, Press.ADVANCE, 0.0)
    assert (position.shown, intent) == (ScreenId.MENU, None)
    assert position.opened is not None
    assert isinstance(position.opened.page, SeatTurnPage)
    position, _ = handle_press(start, state, Hold(Press.ADVANCE), 0.0)
    assert position.opened is not None
    assert isinstance(position.opened.page, EndTurnPage)


def test_a_question_is_put_off_by_undo_and_answered_by_the_buttons_below_its_choices() -> None:
    for choices, key in ((("take_back", "exception"), "button.later"), ((), "button.close")):
        asked = Question(1, "not_affordable", {"card": "palace"}, choices)
        labels = bar(TableState(NEW, marks(3), questions=(asked,)))
        assert (labels[Press.UNDO].key, labels[Press.UNDO].alive) == (key, True)
        others = (Press.LEFT, Press.SELECT, Press.RIGHT, Press.ADVANCE)
        assert [(labels[one].key, labels[one].urgent) for one in others] == [("", False)] * 4
        assert [labels[one].alive for one in others] == [number < len(choices) for number in range(4)]


def test_left_and_right_name_the_city_they_lead_to() -> None:
    labels = bar(TableState(NEW, marks(3)))
    assert replace(labels[Press.RIGHT], row=()) == ButtonLabel(Press.RIGHT, "button.city", SeatName("", "giza", 0))


def test_undo_is_dead_while_there_is_nothing_to_undo() -> None:
    assert not bar(TableState(NEW, marks(3)))[Press.UNDO].alive
    assert bar(TableState(NEW, marks(3), can_undo=True))[Press.UNDO].alive
