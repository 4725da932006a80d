"""What the middle of the table says when there is more to say than there is room for."""

from __future__ import annotations

from display.model import Notice, TableState
from display.screens.centre import content
from tests.display.evenings import MIDDLE, marks, played


def said(*notices: Notice) -> tuple[str | None, str | None]:
    game = played(3, MIDDLE)
    centre = content(TableState(game, marks(3), notices=notices, camera="camera.gone"), game)
    return centre.camera, centre.remark.key if centre.remark else None


def test_an_answer_to_a_press_goes_before_the_cameras_trouble() -> None:
    assert said(Notice("notice.advance_again", {"count": 3})) == (None, "notice.advance_again")


def test_the_cameras_trouble_goes_before_a_remark_at_a_seat() -> None:
    assert said(Notice("notice.card_missing", {"card": "altar"}, 1))[0] == "camera.gone"
