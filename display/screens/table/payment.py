"""What a city pays: coins, with arrows that point to the neighbours on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.screens.signs.seat_banner import draw_banner

if TYPE_CHECKING:
    from collections.abc import Sequence

    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.facts.names import SeatName
    from engine import Payment

Arrows = tuple[str, str]
"""The icons that point to the left and to the right neighbour."""
AS_SEATED: Arrows = ("back", "arrow")
"""As the player sees the neighbours from the own seat."""
POINTING = {
    (-1, 0): "back",
    (-1, -1): "arrow.up_left",
    (0, -1): "arrow.up",
    (1, -1): "arrow.up_right",
    (1, 0): "arrow",
    (1, 1): "arrow.down_right",
    (0, 1): "arrow.down",
    (-1, 1): "arrow.down_left",
}
"""(Steps to the right, steps down) -> the icon that points there."""
LEFTWARDS = frozenset(icon for (right, _), icon in POINTING.items() if right < 0)
FULL = 0.92
"""The em of words and numbers that fill a row, against its height."""
ABREAST = 0.6
"""Panels that share more than this part of their width are in line vertically; of their height, horizontally."""


def arrows_to_neighbours(places: Sequence[Box], beside: Sequence[tuple[int, int]]) -> tuple[Arrows, ...]:
    """For each seat the arrows to the panels of its left and right neighbour; `beside` has the neighbours' seats."""
    return tuple(
        (_towards(place, places[left]), _towards(place, places[right]))
        for place, (left, right) in zip(places, beside, strict=True)
    )


def _towards(one: Box, other: Box) -> str:
    return POINTING[
        _step(one.x, one.right, other.x, other.right),
        _step(one.y, one.bottom, other.y, other.bottom),
    ]


def _step(start: float, end: float, other_start: float, other_end: float) -> int:
    """-1, 0 or 1: whether the other interval comes before, beside or after the first."""
    shared = min(end, other_end) - max(start, other_start)
    if shared > ABREAST * min(end - start, other_end - other_start):
        return 0
    return 1 if other_start + other_end > start + end else -1


def payment_width(pays: Payment, size: float) -> float:
    """The approximate width in px of a payment in a row of height `size`, with the gap before it."""
    parts = [str(amount) for amount in (pays.left, pays.right, pays.bank) if amount]
    return sum(size * (FULL * len(part) / 2 + 1.2) for part in parts)


def draw_payment(
    canvas: Canvas,
    box: Box,
    pays: Payment,
    arrows: Arrows = AS_SEATED,
    payees: tuple[SeatName, SeatName] | None = None,
) -> Box:
    """Coins with arrows to those who get them, at the right end of the box; returns the room to their left.

    With `payees`, the left and the right neighbour, their banners stand there instead of arrows.
    """
    colour = canvas.theme.gold
    to_left, to_right = ("", "") if payees else arrows
    left, right = payees or (None, None)
    parts = (pays.right, to_right, right), (pays.bank, "coin", None), (pays.left, to_left, left)
    for amount, icon, name in sorted(parts, key=lambda part: part[1] in LEFTWARDS):
        if amount:
            text = str(amount)
            wide = canvas.width(text, max(box.h * FULL, canvas.tools.smallest), bold=True) + 1
            if icon in LEFTWARDS:
                number, box = box.cut_right(wide, box.h * 0.1)
                sign, box = box.cut_right(box.h * 0.7, box.h * 0.4)
            else:
                sign, box = box.cut_right(box.h * 0.7, box.h * 0.1)
                number, box = box.cut_right(wide, box.h * 0.4)
            if name is not None:
                draw_banner(canvas, sign, name)
            else:
                canvas.icon(sign, icon, colour)
            canvas.text(number, text, box.h * FULL, bold=True, colour=colour)
    return box
