"""Buying missing resources from the two neighbours ("Commercio").

The answer is exact: every payment (to the left, to the right, to the bank) that no other undercuts in all three.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.model.actions import NOTHING, Payment
from engine.model.production import ANYTHING, NO_GOODS, Goods, still_missing
from engine.model.resources import BITS, FIELD, FULL_PRICE, Bundle, Prices, either, kinds, lacking, letters_of

Coins = tuple[int, int, int]
"""To the left, to the right, to the bank."""


NOTHING_OFF = (0, 0)


class Market(NamedTuple):
    """The market of one city: its own goods, and each neighbour's goods and prices."""

    own: Goods
    left: Goods = NO_GOODS
    right: Goods = NO_GOODS
    left_prices: Prices = FULL_PRICE
    right_prices: Prices = FULL_PRICE
    bank_price: int | None = None
    """The bank's price for one unit of any resource, once a turn (Bilkis); None: it sells nothing."""
    off: tuple[int, int] = NOTHING_OFF
    """The coins that buying from each side costs less (Clandestine Wharfs)."""


@dataclass(frozen=True, slots=True)
class Purchase:
    """Letters bought from one side ("left", "right", "bank"), and their price in coins."""

    side: str
    resources: str
    coins: int


class Deal(NamedTuple):
    """One way to cover a cost: the bundles bought from each side."""

    left: Bundle
    right: Bundle
    bank: Bundle = 0


def offers(market: Market, cost: Bundle) -> tuple[Payment, ...]:
    """The Pareto set of payments for a cost in resources, cheapest first; empty: no neighbour sells what is missing."""
    totals = _totals(market, cost)
    return tuple(map(payment, _best(totals))) if totals else ()


@lru_cache(maxsize=1 << 12)
def all_payments(market: Market, cost: Bundle) -> tuple[Payment, ...]:
    """Every payment for what own production leaves open, also the dearer ones, cheapest first (Free City)."""
    return tuple(payment(coins) for coins in sorted(_totals(market, cost), key=_order))


@lru_cache(maxsize=1 << 10)
def payment(coins: Coins) -> Payment:
    """The coins as a payment; the same object for the same coins, since few differ in a game."""
    return Payment(*coins) if any(coins) else NOTHING


def deals(market: Market, cost: Bundle) -> Iterator[Deal]:
    """Every way to buy exactly what own production leaves open."""
    left, right = market.left, market.right
    for missing in market.own.left_open(cost):
        sold = right.parts(missing)
        for part in left.parts(missing):
            if missing - part in sold:
                yield Deal(part, missing - part)
            if market.bank_price is not None:
                rest = missing - part
                yield from (Deal(part, rest - one, one) for one in kinds(rest) if rest - one in sold)


def coins_for(market: Market, deal: Deal) -> Coins:
    """The coins that a deal costs."""
    bank = market.bank_price if deal.bank and market.bank_price is not None else 0
    left, right = price(deal.left, market.left_prices), price(deal.right, market.right_prices)
    return max(0, left - market.off[0]), max(0, right - market.off[1]), bank


def _totals(market: Market, cost: Bundle) -> set[Coins]:
    """The coins of all deals."""
    return {coins_for(market, deal) for deal in deals(market, cost)}


def explain(market: Market, cost: Bundle, payment: Payment) -> tuple[Purchase, ...]:
    """The purchases of one deal that costs this payment; ValueError if there is none."""
    for deal in sorted(deals(market, cost)):
        if Payment(*coins_for(market, deal)) == payment:
            parts = (
                ("left", deal.left, payment.left),
                ("right", deal.right, payment.right),
                ("bank", deal.bank, payment.bank),
            )
            return tuple(Purchase(side, letters_of(part), coins) for side, part, coins in parts if part)
    raise ValueError(payment)


def unsold(market: Market, cost: Bundle) -> Bundle:
    """What neither the city nor its neighbours can provide; a smallest such bundle."""
    missing, sources = cost, (market.own, market.left, market.right)
    for source in sources:
        missing = lacking(missing, source.fixed)
    choices = [choice for source in sources if missing & source.choice_bits for choice in source.choices]
    if market.bank_price is not None:
        choices.append(either(ANYTHING))
    return still_missing(missing, choices)[0]


@lru_cache(maxsize=1 << 12)
def price(goods: Bundle, prices: Prices) -> int:
    """Coins for a bundle."""
    return sum((goods >> BITS * place & FIELD) * coins for place, coins in enumerate(prices))


def _best(totals: set[Coins]) -> Iterable[Coins]:
    """Those that no other undercuts in one direction without costing more in another, cheapest first."""
    if len(totals) < 2:
        return totals
    found: list[Coins] = []
    for coins in sorted(totals, key=_order):
        left, right, bank = coins
        for other in found:
            if other[0] <= left and other[1] <= right and other[2] <= bank:
                break
        else:
            found.append(coins)
    return found


def _order(coins: Coins) -> tuple[int, Coins]:
    return sum(coins), coins
