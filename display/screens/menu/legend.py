"""Every sign with its word."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from display.drawing.canvas import Canvas
    from display.drawing.layout import Box
    from display.drawing.theme import Colour
    from display.menu.reference.lookup import Legend

COLUMNS = 4


def paint(canvas: Canvas, legend: Legend) -> None:
    """Column by column; each sign in the colour that it has on the screens."""
    canvas.fill(canvas.theme.ground)
    rows = -(-len(legend.signs) // COLUMNS)
    cells = canvas.box.grid(COLUMNS, rows, gap=canvas.tools.height / 80)
    for number, (icon, key) in enumerate(legend.signs):
        _sign(canvas, cells[COLUMNS * (number % rows) + number // rows], icon, key)


def _sign(canvas: Canvas, box: Box, icon: str, key: str) -> None:
    canvas.plate(box, canvas.theme.panel, box.h * 0.2)
    sign, words = box.inset(box.h * 0.14).cut_left(box.h * 0.72, box.h * 0.2)
    canvas.icon(sign, icon, _colour(canvas, icon))
    canvas.paragraph(words, canvas.say(key), box.h * 0.5, smallest=0.4)


def _colour(canvas: Canvas, icon: str) -> Colour:
    theme = canvas.theme
    family, _, name = icon.partition(".")
    if family == "resource":
        return theme.resources[name]
    if family == "mark":
        return theme.cards[name]
    named = {
        "shield": "red",
        "stage": "brown",
        "compass": "green",
        "gear": "green",
        "tablet": "green",
        "question": "green",
    }
    if icon in named:
        return theme.cards[named[icon]]
    signs = {"hourglass": theme.dim, "check": theme.good, "cross": theme.bad, "warning": theme.ask}
    return signs.get(icon, theme.gold)
