"""A city's price list: every structure of the age with what it costs, or why it cannot be built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.drawing.theme import mix
from display.screens.signs.seat_banner import draw_named
from display.screens.signs.sign_line import Number, Sign, Space, draw, resources
from display.screens.table.payment import APART, FULL, payment_parts
from engine import NOTHING

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.drawing.theme import Theme
    from display.facts.names import SeatName
    from display.menu.reference.price_list import CardPrice, PriceList
    from display.screens.signs.sign_line import Group

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
    parts = _cost(theme, price, payees) if possible else _why_not(theme, price)
    name = draw(canvas, row, parts, size * FULL, right=True)
    words = canvas.say(f"card.{price.card}")
    if canvas.width(words, canvas.tools.smallest) > name.w:
        words = canvas.tools.words.short(words)
    canvas.text(name, words, size, colour=theme.text if possible else theme.dim, smallest=0.5, brief=True)


def _cost(theme: Theme, price: CardPrice, payees: tuple[SeatName, SeatName]) -> Group:
    """What is paid to whom."""
    if price.kind in KIND_ICONS:
        return Space(0.3), Sign(KIND_ICONS[price.kind], theme.good)
    if price.pays in (None, NOTHING):
        return Space(0.3), Number("0", theme.good, legible=True)
    assert price.pays is not None
    return Space(APART), *payment_parts(theme, price.pays, payees=payees)


def _why_not(theme: Theme, price: CardPrice) -> Group:
    """The resources that nobody sells, the coins that are missing, or a sign."""
    if price.resources:
        chips = (part for group in resources(price.resources) for part in group)
        return Space(0.3), Sign("cross", theme.bad, 0.7), Space(0.15), *chips
    if price.missing:
        number = Number(f"\N{MINUS SIGN}{price.missing}", theme.bad, legible=True)
        return Space(0.3), number, Space(0.1), Sign("coin", theme.dim, 0.8)
    return Space(0.3), Sign(REASON_ICONS.get(price.reason, "warning"), theme.dim, 0.8)
