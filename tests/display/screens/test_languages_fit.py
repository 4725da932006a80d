"""Every screen and every page of the menu fits its boxes in every language."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from display.errors import LayoutError
from display.menu import OpenPage
from display.messages.questions import Notice
from display.navigation.navigation import update_position
from display.navigation.position import START
from display.window import Window
from tests.display.catalogues import TRANSLATED
from tests.display.drawn import screenshot
from tests.display.menu.test_menu_screens import paths
from tests.display.menu_pages import pages
from tests.display.screens.test_screens import SIZES, keep, misfits, taken
from tests.display.sessions import Shot, shots, table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _pytest.mark import ParameterSet

    from display.menu import Page
    from display.table_state import TableState

ALBUM = os.environ.get("WONDERTABLE_ALBUM")
"""A folder for pictures of everything in every language, by language and size."""
SPOKEN = [
    (language, size)
    for language in (*(["en"] if ALBUM else []), *TRANSLATED)
    for size in (SIZES[0], SIZES[1], (1280, 720), SIZES[2])
]
"""The largest size is the least tight; it is drawn with the most players only."""
WIDEST = "uk"
"""Of the languages, the one with the widest letters."""
LONG = frozenset({"de", WIDEST})
"""Languages with long words. What fits in them nearly always fits in the others, which are tried before a release."""


def drawn(language: str, size: tuple[int, int], *more: int) -> ParameterSet:
    """Parameters of a test, `more`: the players, or nothing for pages. Quick are the tightest: the smallest size with
    seven players in languages with long words, and of pages in the widest. The others are slow.
    """
    quick = size == SIZES[0] and 3 not in more and (language == WIDEST or (bool(more) and language in LONG))
    return pytest.param(language, size, *more, marks=() if quick else pytest.mark.slow)


@pytest.mark.parametrize(
    ("language", "size", "players"),
    [drawn(*spoken, players) for spoken in SPOKEN for players in (3, 7)[spoken[1] == SIZES[-1] :]],
    ids=str,
)
def test_every_screen_fits(language: str, size: tuple[int, int], players: int) -> None:
    def look(name: str, window: Window) -> None:
        stick(window, language, size, f"{name}-{players}")

    assert misfits(shots(players), size, language, look) == {}


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_what_telephones_raise_fits_between_seven_cities(language: str) -> None:
    state = replace(table(7), plans={}, notices=(Notice("notice.entered_too_often"),))
    taken(Shot(state), SIZES[1], language).close()


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_what_is_said_of_a_city_whose_record_is_unclear_fits_between_seven_cities(language: str) -> None:
    keys = ("notice.action_supposed", "notice.discard_supposed")
    state = replace(table(7), notices=tuple(Notice(key, {}, seat) for seat, key in enumerate(keys)))
    taken(Shot(state), SIZES[1], language).close()


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_a_setting_is_named_beside_the_sign_that_it_is_on(language: str) -> None:
    state, page = pages(7)["settings_on"]
    with Window(SIZES[1], language=language, strict=True) as window:
        leaf_through(window, set_to(state, language), page)


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_a_card_that_is_not_recorded_is_said_in_its_city(language: str) -> None:
    about = {"card": "lighthouse", "wonder": "giza"}
    state = replace(table(3), plans={}, notices=(Notice("notice.card_not_recorded", about, 0),))
    taken(Shot(state), SIZES[1], language).close()


@pytest.mark.parametrize(("language", "size"), [drawn(*spoken) for spoken in SPOKEN], ids=str)
def test_every_page_of_the_menu_fits(language: str, size: tuple[int, int]) -> None:
    assert pages_that_do_not_fit(language, size) == {}


def pages_that_do_not_fit(
    language: str, size: tuple[int, int], look: Mapping[str, str] | None = None
) -> dict[str, object]:
    """Each page that does not fit, and why. `look`: settings of text and theme."""
    found: dict[str, object] = {}
    for name, (state, page) in pages(7).items():
        shown = set_to(state, language)
        with Window(size, language=language, strict=True) as window:
            try:
                leaf_through(window, replace(shown, settings={**shown.settings, **(look or {})}), page)
                stick(window, language, size, f"page_{name}")
            except LayoutError as error:
                found[name] = error.placeholders
    return found


def stick(window: Window, language: str, size: tuple[int, int], name: str) -> None:
    """Keep a picture of the screen if a folder for pictures is set."""
    if ALBUM:
        picture = Image.open(io.BytesIO(screenshot(window))).convert("RGB")
        keep(picture, Path(ALBUM) / language / f"{size[0]}x{size[1]}" / f"{name}.png")


def leaf_through(window: Window, state: TableState, page: Page) -> None:
    """Each column of the page spread, and then the page as it opens."""
    for path in reversed([*paths(state, page)]):
        window.position = replace(update_position(START, state, 0.0), opened=OpenPage(page, path))
        window._state = None  # as if nothing were drawn: a position that is set looks like the one that is up
        assert window.show(state, 0.0)


def set_to(state: TableState, language: str) -> TableState:
    """The state in that language: settings, where there are any, hold the language too."""
    return replace(state, settings={**state.settings, "screen.language": language}) if state.settings else state
