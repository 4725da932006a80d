"""What the middle of the table shows first if there is more than one thing to say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.messages.questions import Notice
from display.drawing.box import Box
from display.drawing.seating import arrange
from display.screens.table.turn_status import content
from display.table_state import TableState
from display.window import Window
from tests.display.sessions import AGE_ENDS, MIDDLE, marks, played, table

SIZE = (480, 320)
LOPSIDED = (
    (5.2, 1.1, 2.0),
    (0.0, 2.0, 4.3),
    (1.2, 3.1, 5.1),
    (0.0, 1.6, 3.1),
    (5.2, 1.1, 2.0, 4.3),
    (5.3, 0.9, 1.6, 3.1),
    (5.2, 0.0, 1.1, 1.6, 2.1, 3.1, 4.2),
)
"""Bearings of players who leave an edge of the table free: the middle is wide, or high, or a strip."""


def said(*notices: Notice) -> tuple[str | None, str | None]:
    game = played(3, MIDDLE)
    status = content(TableState(game, marks(3), notices=notices, camera="camera.gone"), game)
    return status.camera, status.notice.key if status.notice else None


def test_an_answer_to_a_press_goes_before_a_camera_problem() -> None:
    assert said(Notice("notice.advance_again", {"count": 3})) == (None, "notice.advance_again")


def test_a_camera_problem_goes_before_a_notice_about_a_seat() -> None:
    assert said(Notice("notice.card_missing", {"card": "altar"}, 1))[0] == "camera.gone"


def test_a_lasting_notice_hides_neither_camera_problems_nor_other_notices() -> None:
    lasting = Notice("notice.journal_in_use", lasting=True)
    assert said(lasting) == ("camera.gone", "notice.journal_in_use")
    assert said(lasting, Notice("notice.advance_again", {"count": 3})) == (None, "notice.advance_again")
    assert said(lasting, Notice("notice.card_missing", {"card": "altar"}, 1))[1] == "notice.card_missing"


@pytest.mark.parametrize("language", ["en", "it", "pt_BR", "uk"])
def test_the_table_and_the_conflicts_are_legible_wherever_people_sit(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with Window(SIZE, language=language, strict=True) as window:
        for bearings in LOPSIDED:
            seats = tuple(
                replace(mark, bearing=bearing) for mark, bearing in zip(marks(len(bearings)), bearings, strict=True)
            )
            window.show(replace(table(len(bearings)), seats=seats), 0.0)
            window.show(TableState(played(len(bearings), 0), seats), 1.0)
            window.show(TableState(played(len(bearings), AGE_ENDS), seats), 2.0)
            window.show(TableState(played(len(bearings), AGE_ENDS), seats), 60.0)


def test_these_seatings_leave_a_middle_of_every_shape() -> None:
    middles = [arrange(bearings, Box(0, 0, 464, 253), 5).centre for bearings in LOPSIDED]
    assert {round(middle.w / middle.h, 1) for middle in middles} == {1.2, 2.5, 3.8}
