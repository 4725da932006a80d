"""Every screen fits: at every size, for few and for many players, nothing overlaps and nothing is cut off."""

from __future__ import annotations

import os
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from display.drawing.box import Box
from display.errors import LayoutError
from display.navigation.navigation import handle_press, update_position
from display.navigation.position import START
from display.screens.layout import compose
from display.window import Window
from tests.display import sessions
from tests.display.drawn import pixels
from tests.display.sessions import Shot, shots

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from display.drawing.panel import Panel

SIZES = ((480, 320), (800, 480), (1920, 1080))
QUICK = ((SIZES[0], 3),)
"""The smallest with seven is drawn in all other languages; the largest size is the least tight."""
ALBUM = os.environ.get("WONDERTABLE_SCREENS")
"""The folder that pictures are written to."""


def taken(shot: Shot, size: tuple[int, int], language: str = "en") -> Window:
    """A window in strict mode that shows the shot."""
    window = Window(size, language=language, strict=True)
    window.show(shot.state, 0.0)
    window.show(shot.state, shot.time)
    for touch in shot.presses:
        window.press(touch, shot.state, shot.time)
        window.show(shot.state, shot.time)
    return window


@pytest.mark.parametrize(
    ("size", "players"),
    [
        pytest.param(size, players, marks=() if (size, players) in QUICK else pytest.mark.slow)
        for size in SIZES
        for players in ((3, 4, 5, 6, 7) if size == SIZES[0] else (3, 7))
    ],
    ids=str,
)
def test_everything_fits_its_box(size: tuple[int, int], players: int) -> None:
    def look(name: str, window: Window) -> None:
        seen = pixels(window)
        assert len(set(memoryview(seen).cast("I")[:: size[0] // 4 + 1])) > 8, name
        if ALBUM and players in {3, 7}:
            picture = Image.frombytes("RGB", size, seen, "raw", "RGBX")
            keep(picture, Path(ALBUM) / f"{size[0]}x{size[1]}" / f"{name}-{players}.png")

    assert misfits(shots(players), size, "en", look) == {}


def misfits(
    screens: Mapping[str, Shot], size: tuple[int, int], language: str, look: Callable[[str, Window], None] | None = None
) -> dict[str, object]:
    """Each screen that does not fit, and why; `look` is called with the others' names and windows."""
    found: dict[str, object] = {}
    for name, shot in screens.items():
        try:
            with taken(shot, size, language) as window:
                if look:
                    look(name, window)
        except LayoutError as error:
            found[name] = error.placeholders
    return found


LONG_NAMES = (
    "Bartholomäus Wolkenstein",
    "Hubertusmaximilianedler",
    "Maximiliane von Wolkenst",
    "Wilhelmina Montgomery-Ma",
    "Anne-Sophie Großmann-Kön",
    "Christopher Featherstone",
    "Alexandra Konstantinopel",
)
"""As long as names may be, each with a wonder's name beside it."""


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
@pytest.mark.parametrize("players", [3, 7])
def test_the_longest_names_fit_too(size: tuple[int, int], players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    without_names = sessions.played
    monkeypatch.setattr(
        sessions, "played", lambda count, rounds, _=None: without_names(count, rounds, LONG_NAMES[:count])
    )
    assert misfits(shots.__wrapped__(players), size, "en") == {}


@pytest.mark.parametrize(
    "size", [*SIZES, (1024, 600), (1280, 800), (720, 720)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_panels_do_not_overlap_and_stay_on_the_screen(size: tuple[int, int]) -> None:
    screen = Box(0, 0, *size)
    for players in range(3, 8):
        for shot in shots(players).values():
            panels = panels_of(shot, size)
            assert all(screen.holds(panel.box) for panel in panels)
            assert not any(one.box.overlaps(other.box) for one, other in combinations(panels, 2))


def panels_of(shot: Shot, size: tuple[int, int]) -> tuple[Panel, ...]:
    position = update_position(START, shot.state, 0.0)
    position = update_position(position, shot.state, shot.time)
    for touch in shot.presses:
        position, _ = handle_press(position, shot.state, touch, shot.time)
    return compose(shot.state, position, *size)


def keep(picture: Image.Image, path: Path) -> None:
    """Save as a small 8-bit PNG."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.quantize(96, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
