"""The page with what every structure of the age would cost a city now, or why it cannot be built."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from device.features.lookup.effects import cards, effects_option
from display.drawing.theme import mix
from display.facts.names import SeatName, seat_name
from display.menu.page import Menu, Page
from display.menu.seat import seat_line
from display.screens.signs.seat_banner import draw_named
from display.screens.signs.sign_line import Number, Sign, Space, draw, resources
from display.screens.table.payment import APART, FULL, payment_parts
from display.words import line
from engine import COLOURS, NOTHING, Build, Phase

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.drawing.theme import Theme
    from display.screens.signs.sign_line import Group
    from display.table_state import TableState
    from engine import Card, Game, Payment

OF_THE_MOMENT = frozenset({"not_now", "already_acted"})
"""Reasons that tell of the moment, not of the city."""
UNSOLD = frozenset({"nobody_sells", "too_few_sold"})
"""Reasons that name resources."""
COUNTING = frozenset({Phase.CONFLICTS, Phase.OVER})
"""Phases in which nothing can be built any more at these prices."""
COLUMNS = 3
KIND_ICONS = {"chain": "chain", "free": "temple"}
"""What makes a structure cost nothing."""
REASON_ICONS = {"already_built": "check", "no_copy_left": "cross"}
LEGEND = (
    ("check", "menu.prices.already_built"),
    ("cross", "menu.prices.no_copy_left"),
)


@dataclass(frozen=True, slots=True)
class CardPrice:
    """What a structure costs, or the reason against it.

    `kind`: chain, own, trade or free, as in `engine.Way`; "" if there is a `reason` (its key). `missing`: coins that
    are missing; `resources`: the letters of those that are not for sale.
    """

    card: str
    colour: str
    kind: str = ""
    pays: Payment | None = None
    reason: str = ""
    missing: int = 0
    resources: str = ""


@dataclass(frozen=True, slots=True)
class PriceList:
    """The prices of a city, by colour, and the neighbours to whom the arrows point."""

    left: SeatName
    right: SeatName
    prices: tuple[CardPrice, ...]

    def paint(self, canvas: Canvas) -> None:
        """Column by column; above them whose the banners are and what the signs mean."""
        unit = canvas.tools.height / 480
        legend, rest = canvas.box.cut_top(26 * unit, 6 * unit)
        _legend(canvas, legend, self)
        rows = -(-len(self.prices) // COLUMNS)
        cells = rest.grid(COLUMNS, rows, gap=4 * unit)
        for number, price in enumerate(self.prices):
            _row(canvas, cells[COLUMNS * (number % rows) + number // rows], price, (self.left, self.right))


@dataclass(frozen=True, slots=True)
class PriceListPage(Page):
    """Shows a seat's price list."""

    seat: int

    def menu(self, state: TableState) -> Menu:
        """The list; what all these structures do."""
        assert state.game is not None
        headline = line("menu.prices", name=seat_line(state.game, self.seat))
        body = price_list(state.game.without_pending(self.seat), self.seat)
        options = (effects_option(cards(price.card for price in body.prices)),)
        return Menu(headline, options, body=body, apart=1, large_body=True, touched=0)

    def current(self, state: TableState) -> Page | None:
        """Open while structures are built."""
        return self if has_prices(state) else None


def has_prices(state: TableState) -> bool:
    """True while structures are built at these prices."""
    return state.game is not None and state.game.phase not in COUNTING


@lru_cache(maxsize=4)
def price_list(game: Game, seat: int) -> PriceList:
    """What a city would pay now for each structure of the age."""
    left, right = game.beside(seat)
    cards = sorted({card.id: card for card in game.age_cards}.values(), key=lambda card: COLOURS.index(card.colour))
    return PriceList(seat_name(game, left), seat_name(game, right), tuple(_price(game, seat, card) for card in cards))


def _price(game: Game, seat: int, card: Card) -> CardPrice:
    colour = str(card.colour)
    against = [reason for reason in game.verify(Build(seat, card.id)) if reason.key not in OF_THE_MOMENT]
    ways = game.ways(seat, card.id)
    if not against and ways:
        return CardPrice(card.id, colour, ways[0].kind, ways[0].payment)
    if not against:
        return CardPrice(card.id, colour, reason="not_affordable")
    reason = against[0].key
    unsold = against if reason in UNSOLD else ()
    letters = "".join(str(one.placeholders.get("resources", "")) for one in unsold)
    missing = against[0].placeholders.get("missing", 0)
    return CardPrice(
        card.id,
        colour,
        reason=reason,
        missing=missing if isinstance(missing, int) else 0,
        resources="".join(dict.fromkeys(letters)),
    )


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
    return Space(APART), *payment_parts(theme, price.pays, payees)


def _why_not(theme: Theme, price: CardPrice) -> Group:
    """The resources that nobody sells, the coins that are missing, or a sign."""
    if price.resources:
        chips = (part for group in resources(price.resources) for part in group)
        return Space(0.3), Sign("cross", theme.bad, 0.7), Space(0.15), *chips
    if price.missing:
        number = Number(f"\N{MINUS SIGN}{price.missing}", theme.bad, legible=True)
        return Space(0.3), number, Space(0.1), Sign("coin", theme.dim, 0.8)
    return Space(0.3), Sign(REASON_ICONS.get(price.reason, "warning"), theme.dim, 0.8)
