"""Why a cost cannot be bought at any price: no neighbour sells a resource, or too few are sold."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from engine.model.production import ANYTHING
from engine.model.resources import Bundle, kinds, letters_of
from engine.rules.trade import Market, unsold


class Scarce(NamedTuple):
    """A group of resources: the units that have to be bought, and the fewer units for sale."""

    resources: str
    needed: int
    sold: int


class Shortage(NamedTuple):
    """Why a cost cannot be covered: missing letters that no neighbour sells, and groups that are too scarce."""

    unsold: str
    scarce: tuple[Scarce, ...]


def shortage(market: Market, cost: Bundle) -> Shortage:
    """Why own production and all units for sale do not cover a cost; empty if they do."""
    if market.bank_price is None and not cost & (market.own.bits | market.left.bits | market.right.bits):
        return Shortage("".join(map(letters_of, kinds(cost))), ())
    missing = unsold(market, cost)
    too_few = missing if market.bank_price is not None else missing & (market.left.bits | market.right.bits)
    never = "".join(map(letters_of, kinds(missing - too_few)))
    if not too_few:
        return Shortage(never, ())
    rest = "".join([letter for letter in letters_of(cost) if letter not in never])
    sale = market.left.units + market.right.units
    if market.bank_price is not None:
        sale = (*sale, ANYTHING)
    return Shortage(never, tuple(_scarce(rest, letters_of(too_few), market.own.units, sale)))


def _scarce(wanted: str, too_few: str, own: Sequence[str], sale: Sequence[str]) -> Iterator[Scarce]:
    """The smallest groups of resources for which own and sold units are too few.

    A unit with a choice counts for each group that it can serve. If all units that serve a group are too few, no choice
    covers it; if no group is short, some choice covers the cost (Hall's theorem). Each group holds a resource of
    `too_few`.
    """
    letters = dict.fromkeys(wanted)
    reported: set[str] = set()
    for size in range(1, len(letters) + 1):
        for group in combinations(letters, size):
            if not reported.isdisjoint(group) or set(group).isdisjoint(too_few):
                continue
            needed = sum([wanted.count(letter) for letter in group]) - _serving(own, group)
            sold = _serving(sale, group)
            if needed > sold:
                reported.update(group)
                yield Scarce("".join(group), needed, sold)


def _serving(units: Sequence[str], group: tuple[str, ...]) -> int:
    if len(group) == 1:
        letter = group[0]
        return sum([letter in unit for unit in units])
    return sum([not set(unit).isdisjoint(group) for unit in units])
