"""All panels of a table have digits of one size, to be compared at a glance, and no tiny words."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from display.drawing import fonts
from display.drawing.canvas import Canvas
from display.messages.presses import LookAt
from display.screens.table import city, city_detail, large_city
from display.screens.table.city_rows import MOST_NUMBERED
from display.window import Window
from display.words import Words
from engine import CATALOGUE, read_record
from tests.display.screens.test_leader_screens import RECORDS, shown
from tests.display.screens.test_screens import SIZES
from tests.display.sessions import shots

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.table_state import TableState

AFAR = 1 / 36
"""The least height of capitals and digits other than important numbers, against the screen's."""
CARDS = {f"text {Words('en').say(f'card.{card}')!r}" for card in CATALOGUE.cards}
"""Card names may be long: colour and mark are enough to tell them apart."""
SMALL = SIZES[:2]
LARGE = (1280, 720), SIZES[-1]
PRINT = 1 / 60
"""The least height of capitals and digits on a large screen, against its own."""
GAP = 0.25
"""The least gap between a number and the next icon, in ems."""


def leaders(turns: int) -> TableState:
    """Three cities late in a game with leaders, one of which makes much more than the others."""
    record = read_record((RECORDS / "leaders-3-players.txt").read_text(encoding="utf-8"))
    return shown(list(record.states())[-turns])


def state_of(name: str) -> TableState:
    kind, number = name.split("-")
    return leaders(int(number)) if kind == "leaders" else shots(int(number))[kind].state


TABLES = (
    *(f"{kind}-{players}" for kind in ("table", "table_crowded", "table_flat") for players in (3, 7)),
    *("table_flat-4", "table_opening-7", "leaders-5", "leaders-40"),
)
tables = pytest.mark.parametrize("name", TABLES)
sizes = pytest.mark.parametrize("size", SIZES, ids=str)
small = pytest.mark.parametrize("size", SMALL, ids=str)


def drawn(
    state: TableState,
    size: tuple[int, int],
    method: str = "_claim",
    on: tuple[str, ...] = (city.__name__, large_city.__name__),
    seat: int | None = None,
) -> list[tuple[object, Box]]:
    """What is drawn on the cities' panels and where, panel by panel; or on the screen of one city."""
    found: list[tuple[object, Box]] = []
    call = getattr(Canvas, method)

    def noted(self: Canvas, place: Box, what: str, *args: object, **more: object) -> Box:
        filled: Box = call(self, place, what, *args, **more)
        if self.name in on:
            found.append((what, filled or place))
        return filled

    with pytest.MonkeyPatch.context() as patch, Window(size, strict=True) as window:
        patch.setattr(Canvas, method, noted)
        window.show(state, 0.0)
        if seat is not None:
            window.press(LookAt(seat), state, 0.0)
            found.clear()
            window.show(state, 0.0)
    return found


@cache
def on_cities(name: str, size: tuple[int, int]) -> tuple[tuple[object, Box], ...]:
    """What is drawn on the cities' panels of a table, once for all tests."""
    return tuple(drawn(state_of(name), size))


@sizes
@tables
def test_the_digits_of_all_cities_have_one_size(name: str, size: tuple[int, int]) -> None:
    state = state_of(name)
    assert state.game is not None
    heights = [box.h for _, box in drawn(state, size, "number")]
    players = len(state.game.cities)
    at_sides = 2 if state.flat and players in {4, 7} else 0  # panels that are turned, too narrow to be large ones
    without_stages = size == SIZES[-1] and not at_sides
    numbers = 2 if without_stages or players > MOST_NUMBERED else 3
    assert len(heights) == numbers * players + at_sides * (3 - numbers)
    assert len(set(heights)) == 1


@pytest.mark.parametrize("name", ["table_crowded-3", "table_crowded-7"])
def test_on_a_large_screen_the_treasury_keeps_clear_of_the_shields(name: str) -> None:
    found = drawn(state_of(name), LARGE[0])
    gaps = [
        (shield.x - coins.right) / coins.h * fonts.CAP
        for (_, before), (what, coins), (icon, shield) in zip(found, found[1:], found[2:], strict=False)
        if what == "text '38'" and icon == "icon shield" and before.h > coins.h
    ]
    assert len(gaps) == int(name[-1])
    assert min(gaps) > GAP


@small
@tables
def test_a_number_keeps_clear_of_the_next_icon(name: str, size: tuple[int, int]) -> None:
    gaps = [
        (icon.x - number.right) / number.h * fonts.CAP
        for (_, number), (what, icon) in pairwise(on_cities(name, size))
        if what in {"icon shield", "icon stage"} and abs(number.centre[1] - icon.centre[1]) < number.h
    ]
    assert len(gaps) > 3 or name.startswith("table_flat")
    assert min(gaps, default=1.0) > GAP


@small
@tables
def test_payments_and_stages_can_be_read_from_afar(name: str, size: tuple[int, int]) -> None:
    said = [
        (what, box.h)
        for (before, _), (what, box) in pairwise(on_cities(name, size))
        if re.fullmatch(r"text '/?\d+'", str(what)) and "resource" not in str(before)
    ]
    assert len(said) > 3
    assert {what: high for what, high in said if high < size[1] * AFAR} == {}


@small
@pytest.mark.parametrize("players", [3, 4, 7])
def test_actions_can_be_read_from_afar(players: int, size: tuple[int, int]) -> None:
    words = {"text 'Haven'", "text 'Stage 2'", "text 'Discards'"}
    said = {what: box.h for what, box in on_cities(f"table-{players}", size) if what in words}
    assert said.keys() == words
    assert min(said.values()) >= size[1] * AFAR


@pytest.mark.parametrize("size", LARGE, ids=str)
@pytest.mark.parametrize("name", ["table_crowded-3", "table-4", "table_crowded-7"])
def test_no_print_of_a_large_screen_is_tiny(name: str, size: tuple[int, int]) -> None:
    said = [(what, box.h) for what, box in on_cities(name, size) if str(what).startswith("text")]
    assert len(said) > 30
    assert {what: high for what, high in said if high < size[1] * PRINT} == {}


@sizes
@pytest.mark.parametrize("players", [3, 7])
def test_everything_about_a_city_in_detail_can_be_read_from_afar(players: int, size: tuple[int, int]) -> None:
    on = (city_detail.__name__,)
    for seat in range(players):
        said = drawn(state_of(f"table-{players}"), size, on=on, seat=seat)
        texts = [(what, box.h) for what, box in said if str(what).startswith("text") and what not in CARDS]
        assert len(texts) > 15
        assert {what: high for what, high in texts if high < size[1] * AFAR} == {}
