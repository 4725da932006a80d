"""What of a cost cannot be had for any money: what nobody sells, and what the neighbours have too little of."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from engine.production import ANYTHING
from engine.resources import RESOURCES, letters_of
from engine.trade import unsold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.resources import Bundle
    from engine.trade import Market


class Scarce(NamedTuple):
    """Of these letters together so many units have to be bought, and fewer are for sale."""

    resources: str
    needed: int
    sold: int


class Shortage(NamedTuple):
    """Why a cost cannot be covered: letters that are missing and that nobody sells, and what is too scarce."""

    unsold: str
    scarce: tuple[Scarce, ...]


@lru_cache(maxsize=1 << 12)
def shortage(market: Market, cost: Bundle) -> Shortage:
    """Why own production and everything that is for sale do not cover a cost; empty if they do."""
    sale = (*market.left.units, *market.right.units, *([ANYTHING] if market.bank_price is not None else []))
    missing, wanted = unsold(market, cost), letters_of(cost)
    if not missing:
        return Shortage("", ())
    for_sale = set(chain.from_iterable(sale))
    never = "".join(letter for letter in RESOURCES if letter in missing and letter not in for_sale)
    rest = "".join(letter for letter in wanted if letter not in never)
    return Shortage(never, tuple(_scarce(rest, market.own.units, sale)))


def _scarce(wanted: str, own: Sequence[str], sale: Sequence[str]) -> Iterator[Scarce]:
    """The smallest groups of resources of which more is wanted than own and sold units can give.

    A unit that may be one of several resources counts for each group that it can serve: where all of those together do
    not suffice, no choice does (and where none is short in this way some choice does: Hall's theorem).
    """
    kinds = "".join(dict.fromkeys(wanted))
    groups = ("".join(group) for size in range(1, len(kinds) + 1) for group in combinations(kinds, size))
    told: set[str] = set()
    for group in groups:
        if told.isdisjoint(group):
            needed = sum(letter in group for letter in wanted) - _serving(own, group)
            sold = _serving(sale, group)
            if needed > sold:
                told.update(group)
                yield Scarce(group, needed, sold)


def _serving(units: Iterable[str], group: str) -> int:
    return sum(not set(unit).isdisjoint(group) for unit in units)
