"""What icons mean, in rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.drawing.theme import Colour
    from display.menu.page import Legend

LEGEND_COLUMNS, FEW = (3, 2), 8
"""Columns of a legend, and of one with so few symbols."""


def paint_legend(canvas: Canvas, legend: Legend) -> None:
    """Icons with their meaning, column by column, in the colours of the screens."""
    columns = LEGEND_COLUMNS[len(legend.symbols) <= FEW]
    rows = -(-len(legend.symbols) // columns)
    cells = canvas.box.grid(columns, rows, gap=canvas.tools.screen / 120)
    high = cells[0].h
    size = canvas.common((canvas.say(key) for _, key in legend.symbols), cells[0].w - high * 1.5, high * 0.7)
    for number, (icon, key) in enumerate(legend.symbols):
        _legend_entry(canvas, cells[columns * (number % rows) + number // rows], icon, key, size)


def _legend_entry(canvas: Canvas, box: Box, icon: str, key: str, size: float) -> None:
    canvas.plate(box, canvas.theme.panel, box.h * 0.2)
    sign, words = box.inset(box.h * 0.2, box.h * 0.1).cut_left(box.h * 0.8, box.h * 0.24)
    canvas.icon(sign, icon, _legend_colour(canvas, icon))
    canvas.text(words, canvas.say(key), size)


def _legend_colour(canvas: Canvas, icon: str) -> Colour:
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
