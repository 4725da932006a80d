"""The coins of an option are shown with the side they go to."""

from __future__ import annotations

import pytest

from display.drawing.icons import emblem
from display.facts.names import SeatName
from display.screens.menu.tile import draw_pays
from engine import Payment
from tests.display.drawn import left_to_right, strict_canvas


@pytest.mark.parametrize(
    ("pays", "expected"),
    [
        (Payment(), ["0", "[coin]"]),
        (Payment(left=2), ["[back]", "2"]),
        (Payment(right=3), ["3", "[arrow]"]),
        (Payment(2, 3, 1), ["[back]", "2", "1", "[coin]", "3", "[arrow]"]),
    ],
)
def test_only_coins_that_are_paid_are_shown_or_a_zero(pays: Payment, expected: list[str]) -> None:
    canvas = strict_canvas(300, 40)
    draw_pays(canvas, canvas.box, pays, (255, 255, 255))
    assert left_to_right(canvas) == expected


def test_neighbours_who_are_not_on_the_page_are_shown_by_their_banners() -> None:
    canvas = strict_canvas(400, 60)
    payees = SeatName("", "giza", 1), SeatName("", "rhodes", 2)
    draw_pays(canvas, canvas.box, Payment(2, 3, 1), (255, 255, 255), payees)
    said = left_to_right(canvas)
    assert (said[0], said[4]) == ("2", "3")
    assert said[1] == f"[{emblem('giza')}]"
    assert said[5] == f"[{emblem('rhodes')}]"
