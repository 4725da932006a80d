"""What is printed on a card, a leader or a board, in icons and words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.drawing.theme import mix
from display.screens.menu.tile import spoken
from display.screens.signs.sign_line import draw_resources

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.words import Line

SIDE_BY_SIDE = 400
"""The width, in 1/480 of the screen's height, from which cost and goods have one row."""


@dataclass(frozen=True, slots=True)
class Description:
    """What a card, a leader or a stage of a board costs and does.

    `makes`: resources it produces; `chains`: structures that make it free; `opens`: structures that it makes free.
    """

    title: Line
    icon: str
    coins: int = 0
    units: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()
    does: tuple[Line, ...] = ()
    where: Line | None = None
    chains: tuple[Line, ...] = ()
    opens: tuple[Line, ...] = ()
    colour: str = ""

    def paint(self, canvas: Canvas) -> None:
        """A card or a leader, in the whole panel."""
        _sheet(canvas, canvas.box, self, canvas.tools.height / 17)


@dataclass(frozen=True, slots=True)
class BoardDescription:
    """A board: the resource it produces (`makes`), its stages from left to right, and its lasting `powers`."""

    makes: tuple[str, ...]
    stages: tuple[Description, ...]
    powers: tuple[Line, ...] = ()

    def paint(self, canvas: Canvas) -> None:
        """A column for each stage; above them what the board gives from the beginning."""
        unit = canvas.tools.height / 480
        head, rest = canvas.box.cut_top(46 * unit, 8 * unit)
        goods, words = head.cut_left(60 * unit if self.makes else 0.0, 0)
        if self.makes:
            draw_resources(canvas, goods, self.makes, 42 * unit)
        if self.powers:
            canvas.paragraph(words, "\n".join(spoken(canvas, one) for one in self.powers), 24 * unit)
        for place, stage in zip(rest.columns(*[1.0] * len(self.stages), gap=8 * unit), self.stages, strict=True):
            _sheet(canvas, place, stage, canvas.tools.height / 20)


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
        draw_resources(canvas, goods, sheet.makes, goods.h)
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
        draw_resources(canvas, box, sheet.units, box.h)
