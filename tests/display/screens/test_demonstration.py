"""A demonstration shows the simulated table all the time: beside the screen, or in turns with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from display.drawing.box import Box
from display.messages.presses import Press
from display.navigation.navigation import handle_press, update_position
from display.navigation.position import START
from display.screens import demonstration
from display.screens.demonstration import SimulatedView, parts, takes_turn
from display.window import Window
from tests.display.drawn import drawn
from tests.display.sessions import over, simulated, table

STATE = simulated(table(4))


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (1920, 1080), (2560, 1080)], ids=str)
def test_where_there_is_room_both_are_shown_and_a_touch_meets_the_screen(size: tuple[int, int]) -> None:
    found = parts(*size)
    assert found is not None
    simulated_table, screen = found
    assert Box(0, 0, *size).holds(screen, 0.01)
    assert not simulated_table.overlaps(screen)
    with Window(size, strict=True) as window:
        window.show(STATE, 0.0)
        views = [panel for panel in window._panels if isinstance(panel.content, SimulatedView)]
        touched = [panel for panel in window._panels if panel.touch is Press.SELECT]
        assert [panel.box for panel in views] == [simulated_table]
        assert [screen.holds(panel.box, 0.01) for panel in touched] == [True]
        window.show(replace(STATE, simulated=False), 1.0)
        assert not [panel for panel in window._panels if isinstance(panel.content, SimulatedView)]


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1024, 600)], ids=str)
def test_where_there_is_none_they_take_turns(size: tuple[int, int]) -> None:
    assert parts(*size) is None
    with Window(size, strict=True) as window:
        shown = []
        for time in range(4):
            window.show(replace(STATE, aside=bool(time % 2)), float(time))
            shown.append(any(isinstance(panel.content, SimulatedView) for panel in window._panels))
    assert shown == [False, True, False, True]


def test_what_somebody_has_opened_is_not_taken_away() -> None:
    aside = replace(STATE, aside=True)
    position = update_position(START, aside, 0.0)
    assert takes_turn(aside, position)
    for press in (Press.SELECT, Press.RIGHT):
        assert not takes_turn(aside, handle_press(position, aside, press, 1.0)[0])
    revealing = simulated(over(4))
    assert not takes_turn(replace(revealing, aside=True), update_position(START, revealing, 0.0))


def test_it_says_that_it_is_simulated_names_what_is_read_and_ends_with_what_to_do() -> None:
    said = " ".join(drawn(demonstration.paint, SimulatedView(STATE.preview), (800, 420)))
    assert said.index("Simulated") >= 0
    assert all(name in said for name in ("Shipowners Guild", "Giza"))
    after = " ".join(drawn(demonstration.paint, SimulatedView(STATE.preview, over=True), (800, 420)))
    assert all(command in after for command in demonstration.NEXT.values())


def test_the_empty_sides_of_the_picture_are_cut_off_with_their_marks() -> None:
    assert STATE.preview is not None
    narrow = demonstration.without_sides(STATE.preview, 0.25)
    assert (narrow.width, narrow.height) == (
        STATE.preview.width - 2 * round(STATE.preview.width / 4),
        STATE.preview.height,
    )
    assert len(narrow.grey) == narrow.width * narrow.height
    (giza,) = (mark for mark in narrow.marks if mark.name == "wonder.giza")
    assert giza.corners[0] == pytest.approx(((0.7 - 0.25) / 0.5, 0.8), abs=0.01)
