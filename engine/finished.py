"""A finished game from what lies on the table at its end, nobody having watched it.

Cards and the backs under the stages say the age in which they came: so the shields of each age, and with them the
conflicts, follow from the cities, but for what does not show (see `histories`). Coins and tokens that were counted
replace what follows.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from engine.catalogue import CATALOGUE, Catalogue
from engine.city import City, found, with_card, with_leader, with_stage
from engine.conflict import DEFEAT, VICTORY, fight
from engine.counting import neighbours
from engine.effects import Colour, CopyGuild, Counted, Effect, FreeFromDiscard, PassDefeats, Per, Shields, Side
from engine.errors import UnknownName
from engine.game import LAST_AGE, Game
from engine.phase import Phase
from engine.setup import Setup, check
from engine.value import evolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.catalogue import Leader


@dataclass(frozen=True, slots=True)
class FinalCity:
    """What lies in a city at the end. `cards` are structures, each with the age printed on it."""

    wonder: str
    side: str
    cards: tuple[tuple[str, int], ...] = ()
    stages: tuple[int, ...] = ()
    """The age of the card under each stage that is built, the first stage's first."""
    leaders: tuple[tuple[str, int], ...] = ()
    """Each with the age from which on it served."""
    courted: str | None = None
    """The neighbour's leader that the Courtesans Guild copies."""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """What a city's coins and conflict tokens are."""

    coins: int
    tokens: tuple[int, ...] = field(default=())


def finished(cities: Sequence[FinalCity], *, free_city: int | None = None, catalogue: Catalogue = CATALOGUE) -> Game:
    """The game as it is over, seats clockwise, with the conflict tokens that the shields of each age give.

    Treasuries are empty; see `counted`. It has no record: nobody knows the actions. ImpossibleSetup, UnknownName.
    """
    leaders = any(_needs_leaders(city, catalogue) for city in cities)
    setup = Setup(
        tuple((city.wonder, city.side) for city in cities),
        tuple(city.name for city in cities),
        free_city=free_city,
        leaders=leaders,
        catalogue=catalogue,
    )
    check(setup)
    growing = tuple(_begun(city, catalogue) for city in cities)
    for age in range(1, LAST_AGE + 1):
        grown = (_grown(city, final, age, catalogue) for city, final in zip(growing, cities, strict=True))
        growing = fight(tuple(grown), age)
    emptied = tuple(evolve(city, coins=0) for city in growing)
    return Game(setup, emptied, age=LAST_AGE, turn=6, phase=Phase.OVER)


def counted(game: Game, counts: Sequence[Count]) -> Game:
    """A finished game with the coins and tokens that were counted, in the order of seats."""
    cities = (
        evolve(city, coins=count.coins, conflict=count.tokens) for city, count in zip(game.cities, counts, strict=True)
    )
    return evolve(game, cities=tuple(cities))


@cache
def tokens_worth(total: int, *, passed: bool = False) -> frozenset[tuple[int, ...]]:
    """Every set of conflict tokens, ascending, that a city may have for this sum: two fights in each of three ages.

    `passed`: a defeat may come with a victory (Tomyris). Empty if no tokens give the sum.
    """
    fights = []
    for victory in VICTORY.values():
        edge = [(), (DEFEAT,), (victory,), *([(victory, DEFEAT)] if passed else [])]
        fights += [edge, edge]
    sets = (tuple(sorted(sum(fought, ()))) for fought in product(*fights))
    return frozenset(tokens for tokens in sets if sum(tokens) == total)


def told_apart(game: Game) -> frozenset[int]:
    """The seats of whose conflict tokens the sum is not enough: somebody has points for their defeats or victories."""
    seats = set()
    for seat in game.player_seats:
        left, right = neighbours(seat, len(game.cities))
        place = {Side.LEFT: left, Side.SELF: seat, Side.RIGHT: right}
        for effect in _counting(game, seat):
            if isinstance(effect, Per) and {Counted.DEFEATS, Counted.VICTORIES} & set(effect.what):
                seats |= {place[who] for who in effect.who}
    return frozenset(seats)


def histories(cities: Sequence[FinalCity], catalogue: Catalogue = CATALOGUE) -> Iterator[tuple[FinalCity, ...]]:
    """The same cities with every order of coming that the conflicts may owe to what does not show; as given first.

    A stage that raises a card from the discard pile may have raised any of the city's earlier shields in its own age;
    a leader may have come in any age.
    """
    yield from product(*(tuple(_orders(city, catalogue)) for city in cities))


def _orders(city: FinalCity, catalogue: Catalogue) -> Iterator[FinalCity]:
    stages = catalogue.wonder(city.wonder, city.side).stages
    raising = [
        age
        for age, stage in zip(city.stages, stages, strict=False)
        if any(isinstance(effect, FreeFromDiscard) for effect in stage.effects)
    ]
    shields = [card for card, _ in city.cards if isinstance(catalogue.card(card).effect, Shields)]
    fighting = [leader for leader, _ in city.leaders if _fights(catalogue.leaders[leader])]
    seen = set()
    for raised in product((None, *shields), repeat=len(raising)):
        for ages in product(range(1, LAST_AGE + 1), repeat=len(fighting)):
            later = dict(zip(raised, raising, strict=True))
            cards = tuple((card, max(age, later.get(card, age))) for card, age in city.cards)
            came = dict(zip(fighting, ages, strict=True))
            leaders = tuple((leader, came.get(leader, age)) for leader, age in city.leaders)
            if (cards, leaders) not in seen:
                seen.add((cards, leaders))
                yield replace(city, cards=cards, leaders=leaders)


def _fights(leader: Leader) -> bool:
    return any(isinstance(effect, (Shields, PassDefeats)) for effect in leader.effects)


def _counting(game: Game, seat: int) -> Iterator[Effect]:
    """The effects that may give a seat points at the end."""
    city, cards = game.cities[seat], game.catalogue.cards
    yield from (cards[card].effect for card in city.cards)
    for leader in game.leaders_of(seat):
        yield from leader.effects
    if city.estate.has(CopyGuild):
        beside = [cards[card] for side in game.beside(seat) for card in game.cities[side].cards]
        yield from (card.effect for card in beside if card.colour == Colour.PURPLE)


def _needs_leaders(city: FinalCity, catalogue: Catalogue) -> bool:
    cards = (catalogue.card(card) for card, _ in city.cards)
    wonder = catalogue.wonder(city.wonder, city.side)
    return bool(city.leaders) or wonder.set != "base" or any(card.set != "base" for card in cards)


def _begun(final: FinalCity, catalogue: Catalogue) -> City:
    for leader in (*(leader for leader, _ in final.leaders), *([final.courted] if final.courted else [])):
        if leader not in catalogue.leaders:
            raise UnknownName("unknown_leader", leader=leader)
    return found(catalogue.wonder(final.wonder, final.side), final.name, 0)


def _grown(city: City, final: FinalCity, age: int, catalogue: Catalogue) -> City:
    """The city at the end of an age."""
    for leader, came in final.leaders:
        if came == age:
            city = with_leader(city, catalogue.leaders[leader])
    for card, printed in final.cards:
        if printed == age:
            city = with_card(city, catalogue.card(card))
    for number, laid in enumerate(final.stages):
        if number == city.stages and laid <= age:
            city = with_stage(city)
    if final.courted and age == LAST_AGE:
        city = with_leader(city, catalogue.leaders[final.courted], courted=True)
    return city
