"""Every page of the menu, and every column of it, fits at every size; whatever is shown can be touched."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from display.drawing.box import Box
from display.errors import LayoutError
from display.menu import COLUMNS, OpenPage
from display.messages.presses import Pick
from display.navigation.navigation import update_position
from display.navigation.position import START
from display.screens.layout import compose
from display.window import Window
from tests.display.drawn import screenshot
from tests.display.menu_pages import pages
from tests.display.screens.test_screens import SIZES, keep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from display.menu import Page
    from display.table_state import TableState

QUICK = ((SIZES[1], 7),)
"""The smallest with seven is drawn in languages with longer words; the largest size is the least tight."""
ALBUM = os.environ.get("WONDERTABLE_SCREENS")


def paths(state: TableState, page: Page) -> Iterator[tuple[int, ...]]:
    """The page as it opens, and every column of it that spreads, however deep."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        path = waiting.pop()
        yield path
        columns = OpenPage(page, path).columns(page.menu(state))
        waiting += [(*path, number) for number, column in enumerate(columns) if len(column) > 1]


@pytest.mark.parametrize(
    ("size", "players"),
    [
        pytest.param(size, players, marks=() if (size, players) in QUICK else pytest.mark.slow)
        for size in SIZES
        for players in (3, 7)
    ],
    ids=str,
)
def test_every_page_fits_its_screen(players: int, size: tuple[int, int]) -> None:
    misfits = {}
    for name in pages(players):
        try:
            leaf_through(name, players, size)
        except LayoutError as error:
            misfits[name] = error.placeholders
    assert misfits == {}


def leaf_through(name: str, players: int, size: tuple[int, int]) -> None:
    """Press the way to each column of a page."""
    state, page = pages(players)[name]
    with Window(size, strict=True) as window:
        for path in paths(state, page):
            window.position = replace(update_position(START, state, 0.0), opened=OpenPage(page))
            for column in path:
                assert window.press(COLUMNS[column], state, 0.0) is None, name
            assert window.show(state, 0.0) > 0 or not path, name
            if ALBUM and len(path) < 2:
                picture = Image.open(io.BytesIO(screenshot(window))).convert("RGB")
                file = f"{name}{''.join(map(str, path))}-{players}.png"
                keep(picture, Path(ALBUM) / f"{size[0]}x{size[1]}" / file)


@pytest.mark.parametrize("size", SIZES[:2], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_parts_of_a_page_lie_beside_each_other_and_each_option_can_be_touched(size: tuple[int, int]) -> None:
    for name, state, page, path in ((name, *one, path) for name, one in pages(5).items() for path in paths(*one)):
        opened = OpenPage(page, path)
        panels = compose(state, replace(update_position(START, state, 0.0), opened=opened), *size)
        assert all(Box(0, 0, *size).holds(panel.box) for panel in panels), name
        assert not any(one.box.overlaps(other.box) for one, other in combinations(panels, 2)), name
        touches = {panel.touch for panel in panels}
        for button, column in zip(COLUMNS, opened.columns(page.menu(state)), strict=True):
            assert not column or button in touches, name
            assert button in touches or {Pick(index) for index in column} <= touches, name


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("setting", "value"), [("sound.volume", 1.0), ("play.prefer", "right")])
def test_each_setting_shows_how_it_is_set(setting: str, value: float | str, size: tuple[int, int]) -> None:
    state, page = pages(3)["settings_before"]
    with Window(size, strict=True) as window:
        window.position = replace(update_position(START, state, 0.0), opened=OpenPage(page))
        window.show(state, 0.0)
        before = screenshot(window)
        window.show(replace(state, settings={**state.settings, setting: value}), 0.0)
        assert screenshot(window) != before
