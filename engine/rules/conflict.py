"""The conflicts at the end of an age ("Fine di un'Epoca")."""

from collections.abc import Sequence

from engine.model.city import DEFEAT, VICTORY, City
from engine.model.effects import PassDefeats, VictoryCoins
from engine.model.frozen import evolve
from engine.model.state import GameState

TWO = 2
Tokens = tuple[int | None, int | None]
"""The tokens of the left and of the right edge; None: a tie, or a defeat that is passed on (Tomyris)."""
EdgeTokens = tuple[int, ...]
"""All tokens that a city gets in one conflict; a second one is a defeat that was passed on (Tomyris)."""


Opponents = tuple[int | None, int | None]
"""The seats against which a city fights on its left and on its right edge."""


def opponents(cities: Sequence[City]) -> tuple[Opponents, ...]:
    """By seat: against whom it fights. Cities with a diplomacy token are absent, so others become neighbours (Cities).

    If only two are left, they fight only once.
    """
    count = len(cities)
    present = [seat for seat, city in enumerate(cities) if not city.diplomacy]
    found: list[Opponents] = [(None, None)] * count
    if len(present) == TWO:
        first, second = present if present[1] - present[0] == 1 else present[::-1]
        found[first], found[second] = (second, None), (None, first)
    elif len(present) > TWO:
        for place, seat in enumerate(present):
            found[seat] = (present[(place + 1) % len(present)], present[place - 1])
    return tuple(found)


def conflict_preview(state: GameState) -> tuple[Tokens, ...]:
    """The token each seat would now get on its (left, right) edge; None: a tie.

    What a loser passes on to the winner is not shown here.
    """
    cities = state.cities

    def token(city: City, other: int | None) -> int | None:
        return None if other is None else _token(city, cities[other], state.age)

    return tuple(
        (token(city, left), token(city, right)) for city, (left, right) in zip(cities, opponents(cities), strict=True)
    )


def fight(cities: Sequence[City], age: int) -> tuple[City, ...]:
    """The cities with this age's tokens, and the coins that victories bring (Nero)."""

    def tokens(city: City, other: int | None) -> EdgeTokens:
        return () if other is None else tokens_on_edge(city, cities[other], age)

    return tuple(
        [
            _after(city, tokens(city, left), tokens(city, right))
            for city, (left, right) in zip(cities, opponents(cities), strict=True)
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
        diplomacy=max(0, city.diplomacy - 1),
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
