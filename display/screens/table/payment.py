"""What a city pays: coins, with arrows that point to the neighbours on the screen."""

from collections.abc import Sequence

from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.drawing.theme import Theme
from display.facts.names import SeatName
from display.screens.signs.sign_line import Group, Number, Part, Sign, Space, draw
from engine import Payment

Arrows = tuple[str | SeatName, str | SeatName]
"""The icons that point to the left and to the right neighbour, or their banners."""
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
APART = 0.43
"""The gap before coins, in ems of their numbers."""
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


def payment_parts(theme: Theme, pays: Payment, arrows: Arrows = AS_SEATED) -> Group:
    """Coins with arrows to those who get them; an arrow to the left stands before its coins."""
    to_left, to_right = arrows
    shown = [part for part in ((pays.left, to_left), (pays.bank, "coin"), (pays.right, to_right)) if part[0]]
    found: list[Part] = []
    for amount, sign in sorted(shown, key=lambda part: part[1] not in LEFTWARDS):
        parts = Number(str(amount), theme.gold, legible=True), Space(0.11), Sign(sign, theme.gold, 0.76)
        found += [Space(APART), *(reversed(parts) if sign in LEFTWARDS else parts)]
    return tuple(found[1:])


def draw_payment(canvas: Canvas, box: Box, pays: Payment, arrows: Arrows = AS_SEATED) -> Box:
    """Draw it at the right end of the box; returns the room to its left."""
    return draw(canvas, box, payment_parts(canvas.theme, pays, arrows), box.h * FULL, right=True)
