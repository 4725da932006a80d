"""The coins of an option are shown with whom they go to."""

from __future__ import annotations

import pytest

from display.facts.names import SeatName
from display.menu.page import Tile
from display.screens.menu.tile import draw_pays
from engine import Payment
from tests.display.drawn import left_to_right, strict_canvas


@pytest.mark.parametrize(
    ("pays", "expected"),
    [
        (Payment(), ["0", "[coin]"]),
        (Payment(left=2), ["2", "[banner.giza]"]),
        (Payment(right=3), ["3", "[banner.rhodes]"]),
        (Payment(2, 3, 1), ["2", "[banner.giza]", "1", "[coin]", "3", "[banner.rhodes]"]),
    ],
)
def test_only_coins_that_are_paid_are_shown_or_a_zero(pays: Payment, expected: list[str]) -> None:
    canvas = strict_canvas(300, 40)
    payees = SeatName("", "giza", 1), SeatName("", "rhodes", 2)
    draw_pays(canvas, canvas.box, Tile(pays=pays, payees=payees))
    assert left_to_right(canvas) == expected


def test_coins_for_the_bank_need_no_payees() -> None:
    canvas = strict_canvas(300, 40)
    draw_pays(canvas, canvas.box, Tile(pays=Payment(bank=4)))
    assert left_to_right(canvas) == ["4", "[coin]"]
