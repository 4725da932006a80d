"""What a real button carries, as the screen shows it."""

from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.drawing.theme import Colour
from display.drawing.theme import colour as colour_of
from display.messages.presses import Press

BUTTONS = (Press.UNDO, Press.LEFT, Press.SELECT, Press.RIGHT, Press.ADVANCE)
"""The buttons from left to right."""
ICONS = {
    Press.UNDO: "undo",
    Press.LEFT: "left",
    Press.SELECT: "check",
    Press.RIGHT: "right",
    Press.ADVANCE: "play",
}


def draw_mark(canvas: Canvas, box: Box, mark: str, ink: Colour) -> None:
    """A number or letter, or a disc of the colour that is written `#RRGGBB`."""
    if mark.startswith("#"):
        size = min(box.w, box.h) * 0.8
        disc = box.middle(size, size)
        canvas.framed(disc, ink, colour_of(mark[1:]), max(1.0, size * 0.08), size / 2)
    else:
        canvas.text(box, mark, box.h, bold=True, colour=ink, align="centre")
