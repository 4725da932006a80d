"""The conflicts at the end of an age (rulebook "Fine di un'Epoca")."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.city import City, shields

if TYPE_CHECKING:
    from collections.abc import Sequence

VICTORY = {1: 1, 2: 3, 3: 5}
"""What a victory token is worth, by age."""
DEFEAT = -1

Tokens = tuple[int | None, int | None]
"""The tokens of the left and of the right edge; None: a tie."""


def preview(cities: Sequence[City], age: int) -> tuple[Tokens, ...]:
    """The token each seat gets on its left and right edge."""
    count = len(cities)
    return tuple(
        (_token(city, cities[(seat + 1) % count], age), _token(city, cities[seat - 1], age))
        for seat, city in enumerate(cities)
    )


def fight(cities: Sequence[City], age: int) -> tuple[City, ...]:
    """The cities with this age's tokens."""
    return tuple(
        replace(city, conflict=city.conflict + tuple(token for token in tokens if token is not None))
        for city, tokens in zip(cities, preview(cities, age), strict=True)
    )


def _token(city: City, neighbour: City, age: int) -> int | None:
    if shields(city) == shields(neighbour):
        return None
    return VICTORY[age] if shields(city) > shields(neighbour) else DEFEAT
