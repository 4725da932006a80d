"""A city's price list: every structure of the age with what it costs, or why it cannot be built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.drawing.theme import mix
from display.screens.signs.seat_banner import draw_named
from display.screens.table import resource_chips
from display.screens.table.payment import draw_payment
from engine import NOTHING

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.facts.names import SeatName
    from display.menu.reference.price_list import CardPrice, PriceList

COLUMNS = 3
KIND_ICONS = {"chain": "chain", "free": "temple"}
"""What makes a structure cost nothing."""
REASON_ICONS = {"already_built": "check", "no_copy_left": "cross"}
LEGEND = (
    ("check", "menu.prices.already_built"),
    ("cross", "menu.prices.no_copy_left"),
)


def paint(canvas: Canvas, prices: PriceList) -> None:
    """Column by column; above them whose the banners are and what the signs mean."""
    canvas.fill(canvas.theme.ground)
    unit = canvas.tools.height / 480
    legend, rest = canvas.box.cut_top(26 * unit, 6 * unit)
    _legend(canvas, legend, prices)
    rows = -(-len(prices.prices) // COLUMNS)
    cells = rest.grid(COLUMNS, rows, gap=4 * unit)
    for number, price in enumerate(prices.prices):
        _row(canvas, cells[COLUMNS * (number % rows) + number // rows], price, (prices.left, prices.right))


def _legend(canvas: Canvas, box: Box, prices: PriceList) -> None:
    theme = canvas.theme
    left, right, *places = box.columns(1.25, 1.25, *[1.0] * len(LEGEND), gap=box.h * 0.4)
    for place, name in ((left, prices.left), (right, prices.right)):
        draw_named(canvas, place, name, box.h * 0.9, colour=theme.dim)
    for place, (icon, key) in zip(places, LEGEND, strict=True):
        sign, rest = place.cut_left(box.h * 0.8, box.h * 0.25)
        canvas.icon(sign, icon, theme.dim)
        canvas.text(rest, canvas.say(key), box.h * 0.9, colour=theme.dim, smallest=0.5)


def _row(canvas: Canvas, box: Box, price: CardPrice, payees: tuple[SeatName, SeatName]) -> None:
    theme = canvas.theme
    possible, colour = not price.reason, theme.cards[price.colour]
    canvas.plate(box, mix(theme.panel, colour, 0.28) if possible else theme.panel, box.h * 0.2)
    inner = box.inset(box.h * 0.2, box.h * 0.12)
    sign, inner = inner.cut_left(inner.h * 0.8, inner.h * 0.25)
    canvas.icon(sign, f"mark.{price.colour}", colour if possible else mix(theme.panel, colour, 0.6))
    size = min(inner.h, canvas.tools.height / 20)
    row = inner.middle(inner.w, size)
    name = _cost(canvas, row, price, payees) if possible else _why_not(canvas, row, price)
    words = canvas.say(f"card.{price.card}")
    if canvas.width(words, canvas.tools.smallest) > name.w:
        words = canvas.tools.words.short(words)
    canvas.text(name, words, size, colour=theme.text if possible else theme.dim, smallest=0.5, brief=True)


def _cost(canvas: Canvas, box: Box, price: CardPrice, payees: tuple[SeatName, SeatName]) -> Box:
    """What is paid to whom; returns the room to its left."""
    if price.kind in KIND_ICONS:
        sign, rest = box.cut_right(box.h, box.h * 0.3)
        canvas.icon(sign, KIND_ICONS[price.kind], canvas.theme.good)
        return rest
    if price.pays in (None, NOTHING):
        number, rest = box.cut_right(canvas.width("0", box.h, bold=True) + 1, box.h * 0.3)
        canvas.text(number, "0", box.h, bold=True, colour=canvas.theme.good)
        return rest
    assert price.pays is not None
    return draw_payment(canvas, box, price.pays, payees=payees)


def _why_not(canvas: Canvas, box: Box, price: CardPrice) -> Box:
    """The resources that nobody sells, the coins that are missing, or a sign; returns the room to its left."""
    dim = canvas.theme.dim
    if price.resources:
        size = box.h * 0.9
        wide = resource_chips.width(tuple(price.resources), size, canvas.tools.smallest)
        chips, rest = box.cut_right(wide, box.h * 0.15)
        resource_chips.draw(canvas, chips, tuple(price.resources), size)
        sign, rest = rest.cut_right(box.h * 0.7, box.h * 0.3)
        canvas.icon(sign, "cross", canvas.theme.bad)
        return rest
    if price.missing:
        coin, rest = box.cut_right(box.h * 0.8, box.h * 0.1)
        canvas.icon(coin, "coin", dim)
        text = f"\N{MINUS SIGN}{price.missing}"
        number, rest = rest.cut_right(canvas.width(text, box.h, bold=True) + 1, box.h * 0.3)
        canvas.text(number, text, box.h, bold=True, colour=canvas.theme.bad)
        return rest
    sign, rest = box.cut_right(box.h * 0.8, box.h * 0.3)
    canvas.icon(sign, REASON_ICONS.get(price.reason, "warning"), dim)
    return rest
