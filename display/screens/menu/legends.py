"""What some cards do, and what icons mean, in rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.drawing.theme import mix
from display.screens.menu.tile import spoken
from display.screens.signs.sign_line import draw_resources

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.drawing.theme import Colour
    from display.menu.page import Legend
    from display.menu.reference.effects import EffectList

FEWEST_ROWS = 5
"""Effects are not drawn larger than so many of them would be."""
NAME, CHIPS = 0.32, 0.45
"""The width of a name against that of the row, and at most of resources against what is left of it."""


def paint_effects(canvas: Canvas, listed: EffectList) -> None:
    """A row for each thing: its name in its colour, what it makes, what it does."""
    canvas.fill(canvas.theme.ground)
    gap = canvas.tools.height / 96
    rows = canvas.box.rows(*[1.0] * max(FEWEST_ROWS, len(listed.rows)), gap=gap)
    high = rows[0].h
    for place, row in zip(rows, listed.rows, strict=False):
        colour = canvas.theme.cards[row.colour]
        canvas.plate(place, mix(canvas.theme.panel, colour, 0.16), high * 0.2)
        head, words = place.inset(high * 0.16, high * 0.08).cut_left(canvas.box.w * NAME, gap)
        sign, name = head.cut_left(high * 0.6, high * 0.2)
        canvas.icon(sign.middle(sign.w, sign.w), row.icon, colour)
        canvas.paragraph(name, spoken(canvas, row.name), high * 0.5, bold=True, smallest=0.3)
        if row.makes:
            wide = min(words.w * CHIPS, len(row.makes) * high * 0.85)
            chips, words = words.cut_left(wide if row.does else words.w, gap)
            draw_resources(canvas, chips, row.makes, high * 0.7)
        if row.does:
            said = "; ".join(spoken(canvas, one) for one in row.does)
            canvas.paragraph(words, said, high * 0.5, smallest=0.3)


LEGEND_COLUMNS, FEW = (3, 2), 8
"""Columns of a legend, and of one with so few symbols."""


def paint_legend(canvas: Canvas, legend: Legend) -> None:
    """Icons with their meaning, column by column, in the colours of the screens."""
    canvas.fill(canvas.theme.ground)
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
