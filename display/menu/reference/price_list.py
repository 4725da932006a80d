"""The page with what every structure of the age would cost a city now, or why it cannot be built. Read-only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from display.facts.names import SeatName, seat_name
from display.menu.entry.cards import COLOURS
from display.menu.page import Menu, Page
from display.menu.reference.effects import cards, effects_option
from display.menu.seat import seat_line
from display.words import line
from engine import Build, Phase

if TYPE_CHECKING:
    from display.table_state import TableState
    from engine import Card, Game, Payment

OF_THE_MOMENT = frozenset({"not_now", "already_acted"})
"""Reasons that tell of the moment, not of the city."""
UNSOLD = frozenset({"nobody_sells", "too_few_sold"})
"""Reasons that name resources."""
COUNTING = frozenset({Phase.CONFLICTS, Phase.OVER})
"""Phases in which nothing can be built any more at these prices."""


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
