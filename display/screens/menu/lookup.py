"""What is printed on a card, a leader or a board, in icons and words; and what every icon means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.drawing.theme import mix
from display.screens.menu.tile import spoken
from display.screens.table import resource_chips

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.drawing.theme import Colour
    from display.menu.page import Legend
    from display.menu.reference.effects import EffectList
    from display.menu.reference.lookup import BoardDescription, Description
    from display.words import Line


FEWEST_ROWS = 5
"""Effects are not drawn larger than so many of them would be."""
NAME, CHIPS = 0.32, 0.45
"""The width of a name against that of the row, and at most of resources against what is left of it."""
SIDE_BY_SIDE = 400
"""The width, in 1/480 of the screen's height, from which cost and goods have one row."""


def paint(canvas: Canvas, sheet: Description) -> None:
    """A card or a leader, in the whole panel."""
    canvas.fill(canvas.theme.ground)
    _sheet(canvas, canvas.box, sheet, canvas.tools.height / 17)


def paint_board(canvas: Canvas, board: BoardDescription) -> None:
    """A column for each stage; above them what the board gives from the beginning."""
    canvas.fill(canvas.theme.ground)
    unit = canvas.tools.height / 480
    head, rest = canvas.box.cut_top(46 * unit, 8 * unit)
    goods, words = head.cut_left(60 * unit if board.makes else 0.0, 0)
    if board.makes:
        resource_chips.draw(canvas, goods, board.makes, 42 * unit)
    if board.powers:
        canvas.paragraph(words, "\n".join(spoken(canvas, one) for one in board.powers), 24 * unit)
    for place, stage in zip(rest.columns(*[1.0] * len(board.stages), gap=8 * unit), board.stages, strict=True):
        _sheet(canvas, place, stage, canvas.tools.height / 20)


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
            resource_chips.draw(canvas, chips, row.makes, high * 0.7)
        if row.does:
            said = "; ".join(spoken(canvas, one) for one in row.does)
            canvas.paragraph(words, said, high * 0.5, smallest=0.3)


def _sheet(canvas: Canvas, box: Box, sheet: Description, size: float) -> None:
    theme = canvas.theme
    unit = canvas.tools.height / 480
    colour = theme.cards[sheet.colour]
    canvas.plate(box, theme.panel, 12 * unit)
    inner = box.inset(14 * unit, 10 * unit)
    band, inner = inner.cut_top(30 * unit, 7 * unit)
    canvas.plate(band, mix(theme.panel, colour, 0.4), band.h * 0.25)
    sign, title = band.inset(6 * unit, 3 * unit).cut_left(24 * unit, 8 * unit)
    canvas.icon(sign, sheet.icon, colour)
    canvas.text(title, spoken(canvas, sheet.title), bold=True, smallest=0.4)
    cost, inner = inner.cut_top(36 * unit, 6 * unit)
    goods = None
    if sheet.makes and inner.w > SIDE_BY_SIDE * unit:
        cost, goods = cost.columns(1.0, 1.0)
    elif sheet.makes:
        goods, inner = inner.cut_top(34 * unit, 6 * unit)
    _cost(canvas, cost, sheet)
    if goods is not None:
        sign, goods = goods.cut_left(goods.h * 0.8, 10 * unit)
        canvas.icon(sign, "arrow", theme.gold)
        resource_chips.draw(canvas, goods, sheet.makes, goods.h)
    words = [spoken(canvas, one) for one in sheet.does]
    if sheet.chains:
        words.append(canvas.say("lookup.chain_from", cards=_listed(canvas, sheet.chains)))
    if sheet.opens:
        words.append(canvas.say("lookup.chain_to", cards=_listed(canvas, sheet.opens)))
    if sheet.where is not None:
        words.append(spoken(canvas, sheet.where))
    canvas.paragraph(inner, "\n".join(words), size, top=True, smallest=0.45)


def _listed(canvas: Canvas, lines: tuple[Line, ...]) -> str:
    return canvas.tools.words.listed(spoken(canvas, one) for one in lines)


def _cost(canvas: Canvas, box: Box, sheet: Description) -> None:
    """Coins and resources, or "free" in words."""
    if not sheet.coins and not sheet.units:
        canvas.text(box.cut_top(box.h * 0.8)[0], canvas.say("lookup.free"), colour=canvas.theme.dim, smallest=0.4)
        return
    if sheet.coins:
        sign, box = box.cut_left(box.h * 0.86, box.h * 0.14)
        canvas.icon(sign, "coin", canvas.theme.gold)
        filled = canvas.number(box, str(sheet.coins), box.h)
        box = box.cut_left(filled.w, box.h * 0.3)[1]
    if sheet.units:
        resource_chips.draw(canvas, box, sheet.units, box.h)


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
