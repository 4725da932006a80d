"""The banner of a seat, with the emblem of its wonder in the seat's colour: the same on every screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.drawing.emblem_drawings import emblem

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Align, Canvas
    from display.drawing.theme import Colour
    from display.facts.names import SeatName

HIGH = 1.02
"""The height of a banner beside a name, in ems of the name."""
APART = 0.22
"""The gap between banner and name, in the same ems."""
BANNER = HIGH + APART
"""What a banner takes of the room for a name, in the same ems."""


def draw_banner(canvas: Canvas, box: Box, name: SeatName, *, over: bool = False) -> None:
    """The banner as large as the box allows, in its middle."""
    canvas.icon(box, emblem(name.wonder), canvas.theme.seat(name.seat), over=over)


def draw_named(
    canvas: Canvas,
    box: Box,
    name: SeatName,
    size: float,
    *,
    bold: bool = False,
    colour: Colour | None = None,
    align: Align = "left",
    smallest: float = 0.4,
) -> Box:
    """The banner and the name beside it, in one line of at most `size` px; returns the box that both fill."""
    size = min(size, box.h)
    words, high = name.text(canvas.say), size * HIGH
    wide = high + size * APART
    filled = min(box.w, wide + canvas.about(words, size, bold=bold))
    start = {"left": box.x, "centre": box.x + (box.w - filled) / 2, "right": box.right - filled}[align]
    place = type(box)(start, box.y, box.right - start, box.h)
    sign, rest = place.cut_left(high, size * APART)
    draw_banner(canvas, sign.middle(high, high), name)
    shown = canvas.text(rest, words, size, bold=bold, colour=colour, smallest=smallest)
    return type(box)(start, box.y, shown.right - start, box.h)
