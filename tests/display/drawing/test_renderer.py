"""A screen looks the same whatever was shown before it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pygame
import pytest

from display.menu import OpenPage
from display.menu.main.settings import SettingsPage
from display.navigation.navigation import update_position
from display.navigation.position import START
from display.window import Window
from tests.display.drawn import pixels
from tests.display.menu_pages import pages, set_as
from tests.display.screens.test_screens import SIZES
from tests.display.sessions import shots, table

if TYPE_CHECKING:
    from display.menu import Page
    from display.table_state import TableState

SIZE = SIZES[1]
PLAYERS = 5
BEFORE, AFTER = "it", "pt"


def speaking(state: TableState, language: str) -> TableState:
    return replace(state, settings={**state.settings, "screen.language": language})


def opened(window: Window, state: TableState, page: Page) -> None:
    window.position = replace(update_position(START, state, 0.0), opened=OpenPage(page))
    window.show(state, 0.0)


def fresh(state: TableState, page: Page | None, size: tuple[int, int] = SIZE) -> bytes:
    """The picture of a window that never showed anything else."""
    with Window(size, language=str(state.settings["screen.language"])) as window:
        if page is None:
            window.show(state, 0.0)
        else:
            opened(window, state, page)
        return pixels(window)


def smeared(window: Window) -> None:
    """Cover the whole screen with something else."""
    window._surface.fill(window.tools.theme.bad)


def test_a_page_leaves_nothing_of_another_language_and_is_drawn_over_whatever_covered_the_window() -> None:
    every = pages(PLAYERS)
    one_of_each_body = {type(page.menu(state).body): name for name, (state, page) in every.items()}
    for name in one_of_each_body.values():
        state, page = every[name]
        state = speaking(state, AFTER)
        expected = fresh(state, page)
        with Window(SIZE, language=BEFORE) as window:
            opened(window, speaking(set_as(table(PLAYERS)), BEFORE), SettingsPage())
            opened(window, state, page)
            assert pixels(window) == expected, name
            smeared(window)
            pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
            window.presses()
            window.show(state, 0.0)
            assert pixels(window) == expected, name


def test_a_screen_in_another_language_leaves_nothing_of_the_menu() -> None:
    every = shots(PLAYERS)
    for name, shot in ((name, every[name]) for name in ("waiting", "seats", "table", "station", "question", "scoring")):
        state = speaking(shot.state, AFTER)
        with Window(SIZE, language=BEFORE) as window:
            opened(window, speaking(set_as(table(PLAYERS)), BEFORE), SettingsPage())
            window.position = START
            window.show(state, 0.0)
            assert pixels(window) == fresh(state, None), name


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_at_every_size_a_change_of_language_leaves_nothing_of_the_old_page(size: tuple[int, int]) -> None:
    state, page = pages(PLAYERS)["settings"]
    with Window(size, language=BEFORE) as window:
        opened(window, speaking(state, BEFORE), page)
        smeared(window)
        opened(window, speaking(state, AFTER), page)
        assert pixels(window) == fresh(speaking(state, AFTER), page, size)
