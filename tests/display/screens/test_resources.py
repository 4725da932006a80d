"""The chips of a city that produces nearly everything can be told apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from display.messages.presses import Press
from display.screens.signs import sign_line
from display.window import Window
from engine import CATALOGUE, with_card
from tests.display.drawn import left_to_right, strict_canvas
from tests.display.screens.test_screens import SIZES
from tests.display.sessions import crowded

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.table_state import TableState

CARDS = (
    *("lumber_yard", "timber_yard", "stone_pit", "excavation", "clay_pool", "foundry", "sawmill", "quarry"),
    *("brickyard", "ore_vein", "forest_cave", "loom", "press", "glassworks", "caravansery", "forum", "tree_farm"),
)


def rich(players: int) -> TableState:
    """Two neighbours that have built every card with resources."""
    state = crowded(players)
    game = state.game
    assert game is not None
    city = game.cities[1]
    for card in CARDS:
        city = with_card(city, CATALOGUE.card(card))
    return replace(state, game=replace(game, cities=(game.cities[0], city, *[city] * (players - 2))))


@pytest.mark.parametrize("press", [None, Press.RIGHT])
@pytest.mark.parametrize("players", [3, 7])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_a_rich_city_produces_fits(size: tuple[int, int], players: int, press: Press | None) -> None:
    state = rich(players)
    with Window(size, strict=True) as window:
        window.show(state, 0.0)
        if press:
            window.press(press, state, 0.0)
        assert window.show(state, 1.0) or not press


@pytest.mark.parametrize("press", [None, Press.RIGHT])
def test_on_seven_inches_no_chip_is_smaller_than_small_print(
    press: Press | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[float] = []
    paint = sign_line._paint

    def noted(canvas: Canvas, place: Box, part: sign_line.Part, em: float) -> None:
        if isinstance(part, sign_line.Unit):
            found.append(em)
        paint(canvas, place, part, em)

    monkeypatch.setattr(sign_line, "_paint", noted)
    state = rich(3)
    with Window(SIZES[1], strict=True) as window:
        window.show(state, 0.0)
        if press:
            window.press(press, state, 0.0)
            window.show(state, 1.0)
    assert min(found) >= 20


def test_equal_units_are_one_chip_with_a_count() -> None:
    canvas = strict_canvas(400, 40)
    sign_line.draw_resources(canvas, canvas.box, ("W", "S", "S", "WS", "W", "W"))
    assert left_to_right(canvas) == ["[resource.W]", "3", "[resource.S]", "2", "[resource.W]", "[resource.S]"]
