"""The seven resources and bundles of them.

Resources are one-letter strings: wood, stone, clay and ore are raw materials; loom (cloth), glass and papyrus are
manufactured goods. A bundle counts up to 7 of each, packed into one int of 4 bits per resource, so that bundles are
cheap to add, subtract and look up.
"""

from collections.abc import Iterable, Iterator
from functools import cache

from engine.model.errors import UnknownName

RAW = "WSCO"
MANUFACTURED = "LGP"
RESOURCES = RAW + MANUFACTURED

Bundle = int
"""4 bits per resource, wood lowest."""
Fields = tuple[tuple[Bundle, Bundle], ...]
"""Single units with the bits that count their resource."""

PRICE = 2
"""Coins for one unit bought from a neighbour ("Commercio")."""
Prices = tuple[int, ...]
"""Coins for one unit of each resource, in the order of RESOURCES."""
FULL_PRICE: Prices = (PRICE,) * len(RESOURCES)

BITS = 4
FIELD = 15
ONE: dict[str, Bundle] = {letter: 1 << (BITS * place) for place, letter in enumerate(RESOURCES)}
TOP_BITS: Bundle = sum(one << BITS - 1 for one in ONE.values())


@cache
def bundle(letters: str) -> Bundle:
    """The bundle of a string like "WWS"."""
    try:
        return sum(ONE[letter] for letter in letters)
    except KeyError as unknown:
        raise UnknownName("unknown_resource", name=unknown.args[0]) from None


@cache
def letters_of(goods: Bundle) -> str:
    """A bundle's letters in the order W S C O L G P."""
    return "".join(letter * (goods >> BITS * place & FIELD) for place, letter in enumerate(RESOURCES))


@cache
def size(goods: Bundle) -> int:
    """How many units a bundle holds."""
    return len(letters_of(goods))


@cache
def kinds(goods: Bundle) -> tuple[Bundle, ...]:
    """One unit of each resource that the bundle holds."""
    return tuple(one for one in ONE.values() if goods & FIELD * one)


@cache
def fields(goods: Bundle) -> Fields:
    """One unit of each resource that the bundle holds, with the bits that count it."""
    return tuple((one, FIELD * one) for one in kinds(goods))


@cache
def either(letters: str) -> Fields:
    """One unit of each of the letters, with the bits that count it."""
    return tuple((ONE[letter], FIELD * ONE[letter]) for letter in letters)


@cache
def all_bits(letters: str) -> Bundle:
    """The bits that count any of the letters."""
    return sum(FIELD * ONE[letter] for letter in set(letters))


def lacking(cost: Bundle, there: Bundle) -> Bundle:
    """What of a cost is still missing where so much is there, resource by resource; up to 7 of each.

    All fields at once: the highest bit of each, set beforehand, stays set where nothing is borrowed from it.
    """
    rest = (cost | TOP_BITS) - there
    enough = rest & TOP_BITS
    return rest & (enough - (enough >> BITS - 1))


@cache
def parts_of(goods: Bundle) -> frozenset[Bundle]:
    """Every bundle inside this one, the empty one and itself too."""
    parts = [0]
    for one, field in fields(goods):
        parts = [part + more for part in parts for more in range(0, (goods & field) + 1, one)]
    return frozenset(parts)


def holds(goods: Bundle, part: Bundle) -> bool:
    """True if `goods` contains `part`."""
    return all(goods & (field := FIELD * one) >= part & field for one in kinds(part))


def smallest(bundles: Iterable[Bundle]) -> Iterator[Bundle]:
    """The bundles that hold no other of them."""
    found: list[Bundle] = []
    for goods in sorted(set(bundles), key=size):
        if not any(holds(goods, other) for other in found):
            found.append(goods)
            yield goods
