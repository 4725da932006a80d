"""Focusing by hand: the screen says whether the picture is sharp, and where the gauge has to go."""

from __future__ import annotations

from dataclasses import replace

import pytest

from display.menu.setup.cameras import SHARP, FocusView
from display.screens.menu import camera_view
from display.words import Words
from tests.display.drawn import drawn
from tests.display.sessions import preview


@pytest.mark.parametrize(
    ("sharpness", "key"),
    [(SHARP, "menu.focus.sharp"), (SHARP - 0.1, "menu.focus.blurred"), (None, "menu.focus.no_sticker")],
)
def test_the_picture_is_sharp_blurred_or_without_stickers(sharpness: float | None, key: str) -> None:
    shown = drawn(camera_view.paint_focus, FocusView(replace(preview(), sharpness=sharpness)), (784, 418))
    assert Words().say(key).startswith(next(one for one in shown if not one.startswith("[")))
    assert ("[check]" in shown) is (sharpness is not None)


def test_a_camera_problem_is_said_instead() -> None:
    shown = drawn(camera_view.paint_focus, FocusView(None, "camera.gone"), (784, 418))
    assert shown == drawn(camera_view.paint_focus, FocusView(None, "camera.gone"), (784, 418))
    assert shown != drawn(camera_view.paint_focus, FocusView(), (784, 418))
    assert "[camera]" in shown
