"""Counting things in a city and its neighbours, for coins at once and points at the end."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.effects import Counted, Per, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.catalogue import Catalogue
    from engine.city import City

SET_OF_COINS = 3


@cache
def neighbours(seat: int, seats: int) -> tuple[int, int]:
    """The left neighbour's seat (the next clockwise) and the right one's."""
    return (seat + 1) % seats, (seat - 1) % seats


def count(catalogue: Catalogue, city: City, what: str) -> int:
    """How many of something a city has: structures of a colour, or one of `Counted`."""
    match what:
        case Counted.STAGES:
            return city.stages
        case Counted.DEFEATS:
            return sum(token < 0 for token in city.conflict)
        case Counted.VICTORIES:
            return sum(token > 0 for token in city.conflict)
        case Counted.TREASURY:
            return city.coins // SET_OF_COINS
        case Counted.LEADERS:
            return len(city.leaders)
    colours: list[str] = [catalogue.cards[card].colour for card in city.cards]
    return colours.count(what)


def count_per(catalogue: Catalogue, cities: Sequence[City], seat: int, effect: Per) -> int:
    """How often a `Per` effect of a seat counts now."""
    left, right = neighbours(seat, len(cities))
    number = 0
    for who in effect.who:
        city = cities[seat if who is Side.SELF else left if who is Side.LEFT else right]
        for what in effect.what:
            number += count(catalogue, city, what)
    return number
