"""Before boards are recognised the screen says what is missing: a board, or only that it lies still."""

from __future__ import annotations

from dataclasses import replace

import pytest

from display.drawing.box import Box
from display.screens.waiting import paint_advice, paint_view, panels
from display.table_state import TableState
from display.window import Window
from tests.display.sessions import ABSENT, ABSENT_WITH_OTHERS, preview

EMPTY = TableState(preview=preview())
STICKERS = TableState(preview=replace(preview(), sharpness=0.7))
STATION = replace(STICKERS, station=True)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (EMPTY, "screen.waiting.hint"),
        (STICKERS, "screen.waiting.looking"),
        (STATION, "screen.waiting.station"),
        (TableState(by_hand=True), "screen.waiting.by_hand"),
        (replace(STICKERS, camera="camera.gone"), "camera.gone"),
        (TableState(camera="camera.absent", camera_fault=ABSENT), "camera_refused"),
        (TableState(camera="camera.absent", camera_fault=ABSENT), "camera.without"),
        (TableState(camera="camera.absent", camera_fault=ABSENT_WITH_OTHERS), "camera_absent"),
        (TableState(camera="camera.absent", camera_fault=ABSENT_WITH_OTHERS), "camera.take"),
    ],
)
def test_a_picture_with_stickers_does_not_get_the_advice_to_lay_down_boards(
    state: TableState, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Window((800, 480), strict=True) as window:
        said: list[str] = []
        say = type(window.tools.words).say

        def heard(self: object, key: str, **placeholders: object) -> str:
            said.append(key)
            return say(self, key, **placeholders)  # type: ignore[arg-type]

        monkeypatch.setattr(type(window.tools.words), "say", heard)
        window.show(state, 0.0)
    assert words in {key.removeprefix("error.") for key in said}
    assert len({key for key in said if key.startswith("screen.waiting.")} - {"screen.waiting.title"}) == 1


def test_the_advice_is_drawn_again_only_when_it_changes() -> None:
    box = Box(0, 0, 800, 400)
    assert (
        panels(box, STICKERS)[1].key == panels(box, replace(STICKERS, preview=replace(preview(), sharpness=2.0)))[1].key
    )
    assert panels(box, STICKERS)[1].key != panels(box, EMPTY)[1].key


def test_a_broken_camera_shows_no_picture() -> None:
    box = Box(0, 0, 800, 400)
    assert panels(box, EMPTY)[0].content == preview()
    assert panels(box, replace(EMPTY, camera="camera.gone"))[0].content is None


def test_where_no_camera_is_wanted_nothing_is_shown_of_one() -> None:
    box = Box(0, 0, 800, 400)
    assert [panel.paint for panel in panels(box, TableState(by_hand=True))] == [paint_advice]
    assert paint_view in {panel.paint for panel in panels(box, TableState(by_hand=True, camera="camera.gone"))}
