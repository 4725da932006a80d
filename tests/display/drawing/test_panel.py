"""On a screen that lies flat, the panels for one seat are turned towards it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from display.drawing.box import Box
from display.drawing.panel import Panel, turned, upright
from display.messages.presses import Pick, Press
from display.navigation.navigation import update_position
from display.navigation.position import START, ScreenId
from display.screens.layout import compose
from tests.display.sessions import crowded, doubt

BOX = Box(10, 20, 300, 100)
"""The box on the screen."""
TURNS = (0, 0, 1, 2, 2, 3, 0)
"""The turns of seven seats evenly round the table, the first at the bottom."""


def nothing(*_: object) -> None:
    """Paints nothing."""


@pytest.mark.parametrize(("turn", "corner"), [(0, (10, 20)), (1, (310, 20)), (2, (310, 120)), (3, (10, 120))], ids=str)
def test_the_readers_top_left_is_in_the_right_corner_of_the_screen(turn: int, corner: tuple[int, int]) -> None:
    room = upright(BOX, turn)
    first = Panel(Box(0, 0, 30, 10), nothing, "first")
    whole = Panel(room, nothing, "whole")
    lies, all_of_it = turned((first, whole), BOX, turn)
    assert all_of_it.box == BOX
    assert (lies.box.w, lies.box.h) == ((10, 30) if turn % 2 else (30, 10))
    assert corner[0] in (lies.box.x, lies.box.right)
    assert corner[1] in (lies.box.y, lies.box.bottom)
    assert lies.turn == turn


@pytest.mark.parametrize("seat", range(7))
def test_a_question_is_turned_towards_its_seat(seat: int) -> None:
    state = doubt(7, "take_back", "exception", seat=seat)
    position = update_position(START, state, 0.0)
    for flat in (False, True):
        panels = compose(replace(state, flat=flat), position, 800, 480)
        turns = {panel.turn for panel in panels[:-5]}
        assert turns == {TURNS[seat] if flat else 0}
    assert {panel.turn for panel in panels if isinstance(panel.touch, Press)} == {0}, "the keys stay where they are"
    assert {panel.touch for panel in panels if isinstance(panel.touch, Pick)} == {Pick(0), Pick(1)}


@pytest.mark.parametrize("seat", range(7))
def test_a_city_in_detail_is_turned_only_for_players_at_the_opposite_edge(seat: int) -> None:
    state = replace(crowded(7), flat=True)
    position = replace(update_position(START, state, 0.0), screen=ScreenId.CITY, seat=seat)
    panels = compose(state, position, 800, 480)
    assert {panel.turn for panel in panels[:-5]} == {2 if TURNS[seat] == 2 else 0}
