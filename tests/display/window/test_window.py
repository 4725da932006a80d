"""The window draws only what changed, and turns keys and touches into presses."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame
import pytest

from display.drawing.box import Box
from display.drawing.seating import even
from display.errors import DisplayError
from display.messages.presses import LookAt, Press
from display.messages.questions import Plan
from display.screens.table.table import seats_around
from display.table_state import TableState
from display.window import Window
from tests.display.drawn import screenshot
from tests.display.sessions import LATE, doubt, marks, over, played, shots, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Touched = Callable[[Window, int, int], tuple[object, ...]]

SIZE = (480, 320)
PLAYERS = 4
QUIET = TableState(played(PLAYERS, LATE), marks(PLAYERS))


@pytest.fixture
def window() -> Iterator[Window]:
    with Window(SIZE, strict=True) as opened:
        yield opened


@pytest.fixture
def any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL's screen in memory has one size if a picture fills it."""
    monkeypatch.setattr(pygame, "FULLSCREEN", 0)


def test_nothing_is_drawn_when_nothing_changed(window: Window) -> None:
    assert window.show(QUIET, 0.0) > PLAYERS
    assert window.show(QUIET, 1.0) == 0
    assert window.show(replace(QUIET), 2.0) == 0
    trembling = replace(QUIET, seats=tuple(replace(mark, bearing=mark.bearing + 0.01) for mark in QUIET.seats))
    assert window.show(trembling, 3.0) == 0


def test_only_the_panel_that_changed_is_drawn(window: Window) -> None:
    window.show(QUIET, 0.0)
    acted = replace(QUIET, plans={1: Plan("build", "altar")})
    assert window.show(acted, 1.0) == 2, "the city, and in the middle who is waited for"
    assert window.show(replace(acted, plans={1: Plan("build", "baths")}), 2.0) == 1


def test_a_new_screen_is_shown_at_once_as_a_whole(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    brought: list[object] = []
    monkeypatch.setattr(pygame.display, "flip", lambda: brought.append("whole"))
    monkeypatch.setattr(pygame.display, "update", brought.append)
    window.show(QUIET, 0.0)
    window.show(replace(QUIET, plans={1: Plan("build", "altar")}), 1.0)
    window.show(over(PLAYERS), 2.0)
    assert [what if isinstance(what, str) else "parts" for what in brought] == ["whole", "parts", "whole"]


def test_a_revealed_category_draws_its_points_the_totals_and_the_remark(window: Window) -> None:
    state = over(PLAYERS)
    window.show(state, 0.0)
    window.show(state, 6.0)
    assert window.show(state, 6.5) == 0
    assert window.show(state, 8.0) == 3


def test_updated_panels_look_like_a_screen_drawn_at_once(window: Window) -> None:
    states = [shot.state for shot in shots(PLAYERS).values()][::3]
    for number, state in enumerate(states):
        window.show(state, 100.0 * number)
    for number, state in enumerate((QUIET, table(PLAYERS), QUIET)):
        window.show(state, 10_000.0 + number)
    pieces = screenshot(window)
    with Window(SIZE, strict=True) as fresh:
        fresh.show(QUIET, 0.0)
        assert screenshot(fresh) == pieces


def test_on_a_screen_that_lies_flat_each_panel_turns_to_its_player() -> None:
    state = TableState(played(3, 2), marks(3))  # nobody pays: the arrows of a payment are not turned but others
    with Window(SIZE, strict=True) as window:
        window.show(state, 0.0)
        upright = pygame.image.load(io.BytesIO(screenshot(window)))
        places = [panel.box.pixels for panel in window._panels if isinstance(panel.touch, LookAt)]
        window.show(replace(state, flat=True), 1.0)
        turned = pygame.image.load(io.BytesIO(screenshot(window)))
    assert len(places) == 3
    for place, half in zip(places, (False, True, True), strict=True):
        shown = upright.subsurface(place)
        shown = pygame.transform.rotate(shown, 180) if half else shown
        assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(turned.subsurface(place), "RGB")


def test_panels_of_players_at_the_sides_are_turned_by_a_quarter() -> None:
    round_ = seats_around(Box(0, 0, 464, 253), even(7), 7)
    assert round_.turns == (0, 0, 1, 2, 2, 3, 0)


def test_an_exposed_window_is_drawn_again(window: Window) -> None:
    drawn = window.show(QUIET, 0.0)
    pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
    window.presses()
    assert window.show(QUIET, 1.0) == drawn


@pytest.mark.parametrize(
    ("key", "press"),
    [
        (pygame.K_SPACE, Press.ADVANCE),
        (pygame.K_RETURN, Press.SELECT),
        (pygame.K_LEFT, Press.LEFT),
        (pygame.K_RIGHT, Press.RIGHT),
        (pygame.K_BACKSPACE, Press.UNDO),
        (pygame.K_u, Press.UNDO),
        (pygame.K_ESCAPE, Press.QUIT),
    ],
)
def test_the_keyboard_has_the_five_buttons(window: Window, key: int, press: Press) -> None:
    window.show(TableState(), 0.0)
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key))
    assert window.presses() == (press,)
    assert window.presses() == ()


def test_a_key_that_is_pressed_while_only_the_name_is_shown_does_nothing(window: Window) -> None:
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=pygame.K_RETURN))
    assert window.presses() == ()
    window.show(TableState(), 0.0)
    assert window.presses() == ()


def touch(window: Window, x: int, y: int) -> tuple[object, ...]:
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(x, y)))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=(x, y)))
    return window.presses()


def finger(window: Window, x: float, y: float) -> tuple[object, ...]:
    """All that SDL says of a touch where there is no desktop: no click, and no window."""
    pygame.event.clear()
    pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, x=x, y=y, touch_id=1, finger_id=0, window=None))
    pygame.event.post(pygame.event.Event(pygame.FINGERUP, x=x, y=y, touch_id=1, finger_id=0, window=None))
    return window.presses()


def finger_at(window: Window, x: int, y: int) -> tuple[object, ...]:
    return finger(window, x / SIZE[0], y / SIZE[1])


@pytest.mark.parametrize("touched", [touch, finger_at])
def test_the_five_buttons_can_be_touched_on_the_screen(window: Window, touched: Touched) -> None:
    window.show(QUIET, 0.0)
    y = SIZE[1] - 20
    found = [touched(window, x, y) for x in (30, 120, 220, 320, 430)]
    assert found == [(Press.UNDO,), (Press.LEFT,), (Press.SELECT,), (Press.RIGHT,), (Press.ADVANCE,)]


def test_a_button_that_does_nothing_cannot_be_touched(window: Window) -> None:
    window.show(TableState(), 0.0)
    assert touch(window, 120, SIZE[1] - 20) == ()


def test_a_click_that_sdl_makes_of_a_touch_does_not_count_twice(window: Window) -> None:
    window.show(QUIET, 0.0)
    pygame.event.clear()
    x, y = 30, SIZE[1] - 20
    pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, x=x / SIZE[0], y=y / SIZE[1], touch_id=1, finger_id=0))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(x, y), touch=True))
    assert window.presses() == (Press.UNDO,)


@pytest.mark.parametrize("corner", [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)])
def test_a_finger_at_the_very_edge_touches_nothing_outside(window: Window, corner: tuple[float, float]) -> None:
    window.show(QUIET, 0.0)
    assert len(finger(window, *corner)) <= 1


@pytest.mark.parametrize("upside_down", [False, True])
@pytest.mark.parametrize(("rotate", "turn"), [(None, 1), (0, 0), (90, 1), (180, 2), (270, 3)])
def test_a_screen_that_is_mounted_otherwise_shows_the_same_and_feels_where_it_is_touched(
    any_size: None, rotate: int | None, turn: int, upside_down: bool
) -> None:
    portrait = rotate is None or rotate % 180
    state = replace(QUIET, settings={"screen.upside_down": upside_down})
    acted = replace(state, plans={1: Plan("build", "altar")})
    turn += 2 * upside_down
    with Window(SIZE) as upright:
        upright.show(acted, 1.0)
        expected = pygame.image.tobytes(upright._screen.upright, "RGB")
    with Window(SIZE[::-1] if portrait else SIZE, fullscreen=rotate is None, rotate=rotate) as window:
        window.show(state, 0.0)
        assert window.show(acted, 1.0) == 2, "only the panels that changed are turned and shown"
        there = pygame.image.load(io.BytesIO(screenshot(window)))
        assert pygame.image.tobytes(pygame.transform.rotate(there, 90 * turn), "RGB") == expected
        x, y = 30 / SIZE[0], 1 - 20 / SIZE[1]
        for _ in range(turn % 4):
            x, y = 1 - y, x
        assert finger(window, x, y) == (Press.UNDO,)
        width, height = there.get_size()
        assert touch(window, int(x * width), int(y * height)) == (Press.UNDO,)


def test_a_screen_is_turned_while_it_is_used(window: Window) -> None:
    window.show(QUIET, 0.0)
    before = screenshot(window)
    assert window.show(replace(QUIET, settings={"screen.upside_down": True}), 1.0) > PLAYERS
    assert finger_at(window, SIZE[0] - 30, 20) == (Press.UNDO,)
    window.show(replace(QUIET, settings={"screen.upside_down": False}), 2.0)
    assert screenshot(window) == before


@pytest.mark.parametrize("size", [(320, 480), (480, 320)])
def test_the_whole_picture_fits_on_a_portrait_panel(any_size: None, size: tuple[int, int]) -> None:
    with Window(size, fullscreen=True, rotate=None, strict=True) as window:
        assert window.show(QUIET, 0.0) > PLAYERS


@pytest.mark.parametrize(("driver", "turned"), [("KMSDRM", True), ("x11", False)])
def test_a_bare_portrait_screen_is_turned_and_a_narrow_window_on_a_desktop_is_not(
    any_size: None, monkeypatch: pytest.MonkeyPatch, driver: str, turned: bool
) -> None:
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    with Window((720, 1280), rotate=None) as window:
        assert window._screen.upright.get_size() == ((1280, 720) if turned else (720, 1280))


def test_a_city_can_be_touched(window: Window) -> None:
    window.show(QUIET, 0.0)
    assert touch(window, SIZE[0] // 2, SIZE[1] - 70) == (LookAt(0),)


def test_a_press_takes_effect_at_once(window: Window) -> None:
    window.show(QUIET, 0.0)
    window.press(Press.RIGHT, QUIET, 0.1)
    assert window.show(QUIET, 0.1) > 0


def test_a_window_can_be_closed_twice() -> None:
    window = Window(SIZE)
    window.close()
    window.close()


def test_a_missing_screen_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "there_is_no_such_driver")
    with pytest.raises(DisplayError) as raised:
        Window(SIZE)
    assert raised.value.key == "error.no_screen"


def test_a_language_without_a_catalogue_is_shown_in_english() -> None:
    with Window(SIZE, language="tlh") as window:
        window.show(doubt(PLAYERS, "take_back"), 0.0)


def test_the_cards_have_the_names_of_the_edition_that_is_played() -> None:
    with Window(SIZE, language="de") as window:
        for edition in ("first", "second", "first"):
            window.show(TableState(settings={"play.edition": edition}), 0.0)
            assert (window.tools.words.language, window.tools.words.edition) == ("de", edition)
        window.show(doubt(PLAYERS, "take_back"), 0.0)
        assert window.tools.words.edition == "first"


def test_a_window_shows_the_name_at_once_and_takes_another_size() -> None:
    with Window((640, 400), strict=True) as window:
        blank = screenshot(window)
        window.show(QUIET, 0.0)
        assert screenshot(window) != blank
        pygame.event.clear()
        pygame.display.set_mode((800, 480), pygame.RESIZABLE)
        pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=800, y=480))
        assert window.presses() == ()
        assert window.show(QUIET, 1.0) > 0
        assert pygame.image.load(io.BytesIO(screenshot(window))).get_size() == (800, 480)
        assert window.tools.height == 480
