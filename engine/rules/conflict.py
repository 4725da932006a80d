"""The conflicts at the end of an age ("Fine di un'Epoca")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.model.effects import PassDefeats, VictoryCoins
from engine.model.frozen import evolve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.model.city import City
    from engine.model.state import GameState

VICTORY = {1: 1, 2: 3, 3: 5}
"""The points of a victory token, by age."""
DEFEAT = -1

Tokens = tuple[int | None, int | None]
"""The tokens of the left and of the right edge; None: a tie, or a defeat that is passed on (Tomyris)."""
EdgeTokens = tuple[int, ...]
"""All tokens that a city gets in one conflict; a second one is a defeat that was passed on (Tomyris)."""


def preview(cities: Sequence[City], age: int) -> tuple[Tokens, ...]:
    """The token each seat gets on its left and right edge; what a loser passes on to the winner is not shown here."""
    count = len(cities)
    return tuple(
        (_token(city, cities[(seat + 1) % count], age), _token(city, cities[seat - 1], age))
        for seat, city in enumerate(cities)
    )


def conflict_preview(state: GameState) -> tuple[Tokens, ...]:
    """The token each seat would now get on its (left, right) edge; None: a tie."""
    return preview(state.cities, state.age)


def fight(cities: Sequence[City], age: int) -> tuple[City, ...]:
    """The cities with this age's tokens, and the coins that victories bring (Nero)."""
    lefts = [*cities[1:], cities[0]]
    return tuple(
        [
            _after(city, tokens_on_edge(city, left, age), tokens_on_edge(city, cities[seat - 1], age))
            for seat, (city, left) in enumerate(zip(cities, lefts, strict=True))
        ]
    )


def tokens_on_edge(city: City, neighbour: City, age: int) -> EdgeTokens:
    """The tokens that a city gets in the conflict with one neighbour, also a defeat that the neighbour passes on."""
    token = _token(city, neighbour, age)
    if token is None:
        return ()
    return (token, DEFEAT) if token > 0 and neighbour.estate.has(PassDefeats) else (token,)


def _after(city: City, left: EdgeTokens, right: EdgeTokens) -> City:
    rewards = city.estate.all(VictoryCoins)
    won = sum(tokens[:1] > (0,) for tokens in (left, right)) if rewards else 0
    coins = won * sum(power.coins for power in rewards)
    return evolve(
        city,
        conflict=city.conflict + left + right,
        coins=city.coins + coins,
        free_used=False,
        raised=frozenset(),
        cards_before=len(city.cards),
    )


def _token(city: City, neighbour: City, age: int) -> int | None:
    ours, theirs = city.estate.shields, neighbour.estate.shields
    if ours == theirs:
        return None
    if ours > theirs:
        return VICTORY[age]
    return None if city.estate.has(PassDefeats) else DEFEAT
