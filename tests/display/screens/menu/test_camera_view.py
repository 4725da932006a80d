"""Names in the camera's view can be read, and unclear stickers are always named."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.menu import OpenPage
from display.navigation.navigation import update_position
from display.navigation.position import START
from display.screens.menu import camera_view
from display.screens.menu.camera_view import place_labels
from display.window import Window
from display.words import Words, languages
from tests.display.menu_pages import pages
from tests.display.screens.test_screens import SIZES

if TYPE_CHECKING:
    from display.messages.preview import Preview

FRAME = Box(10, 20, 600, 340)
GAP = 2.0
things = st.lists(
    st.builds(Box, st.floats(10, 590), st.floats(20, 340), st.just(12.0), st.just(12.0)), min_size=1, max_size=50
)


@given(things, st.integers(0, 3))
def test_no_label_covers_another_or_leaves_the_frame(stickers: list[Box], urgent: int) -> None:
    found = place_labels(FRAME, stickers, [(70.0, 16.0)] * len(stickers), GAP, urgent)
    shown = [label for label in found if label is not None]
    assert all(FRAME.holds(label, 0.01) for label in shown)
    assert not any(one.overlaps(other) for one, other in combinations(shown, 2))
    assert not any(label.overlaps(thing) for label in found[urgent:] if label for thing in stickers)
    assert found[0] is not None or urgent == 0


def test_a_label_goes_below_its_thing_or_beside_it_if_something_is_below() -> None:
    one, below = Box(300, 100, 12, 12), Box(300, 116, 12, 12)
    alone, *_ = place_labels(FRAME, [one], [(70.0, 16.0)], GAP)
    beside, *_ = place_labels(FRAME, [one, below], [(70.0, 16.0)] * 2, GAP)
    assert alone == Box(271, 114, 70, 16)
    assert beside == Box(271, 82, 70, 16)


def named(language: str, size: tuple[int, int]) -> tuple[Preview, dict[str, Box]]:
    """The view of a full table, and the box of each name in it."""
    state, page = pages(7)["camera_full"]
    assert state.preview is not None
    found: dict[str, Box] = {}
    text = Canvas.text

    def noted(self: Canvas, box: Box, what: str, *args: object, **more: object) -> Box:
        filled = text(self, box, what, *args, **more)  # type: ignore[arg-type]
        if self.name == camera_view.__name__:
            found[what] = filled
        return filled

    with pytest.MonkeyPatch.context() as patch, Window(size, language=language, strict=True) as window:
        patch.setattr(Canvas, "text", noted)
        window.position = replace(update_position(START, state, 0.0), opened=OpenPage(page))
        window.show(state, 0.0)
    return state.preview, found


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", languages())
def test_on_a_full_table_names_do_not_cover_one_another(language: str, size: tuple[int, int]) -> None:
    preview, shown = named(language, size)
    say = Words(language).say
    assert not any(one.overlaps(other) for one, other in combinations(shown.values(), 2))
    assert {f"? {say(mark.name)}" for mark in preview.marks if not mark.sure} <= shown.keys()
    boards = {say(mark.name) for mark in preview.marks if mark.name.startswith("wonder.")}
    assert boards <= shown.keys()
    assert len(shown) > len(preview.marks) / 4
