"""Buying what is missing from the two neighbours (rulebook "Commercio").

The answer is exact: every payment (to the left, to the right, to the bank) that no other undercuts in all three.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from engine.actions import NOTHING, Payment
from engine.production import ANYTHING, DONE, NO_GOODS, Goods
from engine.resources import BITS, FIELD, RESOURCES, Bundle, kinds, letters_of, mask

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PRICE = 2
Prices = tuple[int, ...]
"""What one unit of each resource costs, in the order of RESOURCES."""
FULL_PRICE: Prices = (PRICE,) * len(RESOURCES)


class Market(NamedTuple):
    """Where one city buys: its own goods, and what each neighbour sells at which prices."""

    own: Goods
    left: Goods = NO_GOODS
    right: Goods = NO_GOODS
    left_prices: Prices = FULL_PRICE
    right_prices: Prices = FULL_PRICE
    bank_price: int | None = None
    """What the bank asks for one unit of anything, once a turn (Bilkis); None: it sells nothing."""


@dataclass(frozen=True, slots=True)
class Purchase:
    """Letters bought from one side ("left", "right", "bank") for so many coins."""

    side: str
    resources: str
    coins: int


class Deal(NamedTuple):
    """One way to cover a cost: what is bought where, and what that costs."""

    left: Bundle
    right: Bundle
    bank: Bundle
    payment: Payment


@lru_cache(maxsize=1 << 18)
def offers(market: Market, cost: Bundle) -> tuple[Payment, ...]:
    """The Pareto set of payments for a cost in resources, cheapest first; empty: nobody sells what is missing."""
    if market.own.left_open(cost) == DONE:
        return (NOTHING,)
    found = {deal.payment for deal in deals(market, cost)}
    return tuple(found) if len(found) < 2 else tuple(_best(found))


@lru_cache(maxsize=1 << 12)
def all_payments(market: Market, cost: Bundle) -> tuple[Payment, ...]:
    """Every payment for what own production leaves open, also the dearer ones, cheapest first (Free City)."""
    return tuple(sorted({deal.payment for deal in deals(market, cost)}, key=_order))


def deals(market: Market, cost: Bundle) -> Iterator[Deal]:
    """Every way to buy exactly what own production leaves open."""
    for missing in market.own.left_open(cost):
        yield from _split(market, missing, 0, 0)
        if market.bank_price is not None:
            for one in kinds(missing):
                yield from _split(market, missing - one, one, market.bank_price)


def explain(market: Market, cost: Bundle, payment: Payment) -> tuple[Purchase, ...]:
    """Which resource is bought from whom for this payment (one such deal, if there are several); ValueError: none."""
    for deal in sorted(deals(market, cost)):
        if deal.payment == payment:
            parts = (
                ("left", deal.left, payment.left),
                ("right", deal.right, payment.right),
                ("bank", deal.bank, payment.bank),
            )
            return tuple(Purchase(side, letters_of(part), coins) for side, part, coins in parts if part)
    raise ValueError(payment)


def unsold(market: Market, cost: Bundle) -> str:
    """The letters that neither the city nor its neighbours can provide; a smallest such set."""
    bank = () if market.bank_price is None else (ANYTHING,)
    everything = Goods(market.own.units + market.left.units + market.right.units + bank)
    return letters_of(everything.left_open(cost)[0])


def _split(market: Market, missing: Bundle, bank: Bundle, bank_coins: int) -> Iterator[Deal]:
    left, right = market.left, market.right
    if mask(missing) & ~(left.letters | right.letters):
        return
    for part in parts_of(missing):
        rest = missing - part
        if mask(part) & ~left.letters or mask(rest) & ~right.letters:
            continue
        if left.covers(part) and right.covers(rest):
            pays = Payment(price(part, market.left_prices), price(rest, market.right_prices), bank_coins)
            yield Deal(part, rest, bank, pays)


@cache
def parts_of(goods: Bundle) -> tuple[Bundle, ...]:
    """Every bundle inside another, itself and the empty one too."""
    counts = [range((goods // one & FIELD) + 1) for one in kinds(goods)]
    return tuple(sum(count * one for count, one in zip(some, kinds(goods), strict=True)) for some in product(*counts))


@lru_cache(maxsize=1 << 16)
def price(goods: Bundle, prices: Prices) -> int:
    """Coins for a bundle."""
    return sum((goods >> BITS * place & FIELD) * coins for place, coins in enumerate(prices))


def _best(payments: Iterable[Payment]) -> list[Payment]:
    """Those that no other undercuts in one direction without costing more in another, cheapest first."""
    found: list[Payment] = []
    for one in sorted(payments, key=_order):
        if not any(other.left <= one.left and other.right <= one.right and other.bank <= one.bank for other in found):
            found.append(one)
    return found


def _order(payment: Payment) -> tuple[int, int, int]:
    return payment.total, payment.left, payment.right
