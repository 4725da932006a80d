"""What is on the screen from the moment it is open until the first picture: the program's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.drawing.panel import Panel

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas

NAME = "Wondertable"


def panels(box: Box) -> tuple[Panel, ...]:
    """One panel over the whole screen."""
    return (Panel(box, paint, NAME),)


def paint(canvas: Canvas, name: str) -> None:
    """The temple, and the name below it."""
    sign, words = canvas.box.middle(canvas.box.w * 0.8, canvas.box.h * 0.5).rows(1.6, 1.0, gap=canvas.box.h * 0.04)
    canvas.icon(sign, "temple", canvas.theme.gold)
    canvas.text(words, name, canvas.tools.height / 8, bold=True, align="centre")
