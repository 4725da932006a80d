"""A city: its wonder, treasury, structures, and what follows from them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from engine.model.catalogue import Card, Catalogue, Leader, Wonder
from engine.model.effects import (
    ANY_SYMBOL,
    Counted,
    Discount,
    Effect,
    LastingEffect,
    Per,
    Produce,
    ProduceMissing,
    ProduceMore,
    Science,
    Shields,
    Side,
    Symbol,
)
from engine.model.frozen import evolve
from engine.model.production import NO_GOODS, Goods, goods
from engine.model.resources import FULL_PRICE, RESOURCES, Prices, all_bits

Power = TypeVar("Power")
NO_SYMBOLS = (0, 0, 0)
VICTORY = {1: 1, 2: 3, 3: 5}
"""The points of a victory token, by age."""
DEFEAT = -1
SET_OF_COINS = 3
"""Coins for one victory point."""


@dataclass(frozen=True)
class Estate:
    """What a city's board, stages, structures and leaders give, computed once when they are added."""

    own: Goods = field(default_factory=lambda: NO_GOODS)
    sale: Goods = field(default_factory=lambda: NO_GOODS)
    left_prices: Prices = FULL_PRICE
    right_prices: Prices = FULL_PRICE
    shields: int = 0
    symbols: tuple[int, int, int] = NO_SYMBOLS
    """Compasses, gears, tablets."""
    wild: int = 0
    powers: tuple[Effect, ...] = ()
    """Everything else that stays in force."""
    kinds: frozenset[type[Effect]] = frozenset()
    """The kinds of `powers`: most questions are about one that a city does not have."""
    depending: tuple[str, ...] = ()
    """The units of `own` that depend on what is produced (Black Market, Secret Warehouse)."""

    def has(self, power: type[Effect]) -> bool:
        """True if the city has a lasting effect of this kind."""
        return power in self.kinds

    def all(self, power: type[Power]) -> list[Power]:
        """The lasting effects of this kind."""
        return [effect for effect in self.powers if isinstance(effect, power)] if power in self.kinds else []


@dataclass(frozen=True)
class City:
    """One seat's city. `cards` are the structures and `leaders` those recruited, in the order in which they came."""

    wonder: Wonder
    name: str
    coins: int = 3
    stages: int = 0
    cards: tuple[str, ...] = ()
    conflict: tuple[int, ...] = ()
    free_used: bool = False
    """This age's free structure has been built (Olympia A)."""
    raised: frozenset[str] = frozenset()
    """The structures that came from the discard pile in this age; chains begin at them from the next age on."""
    cards_before: int = 0
    """How many structures stood here when the age began."""
    leaders: tuple[str, ...] = ()
    copied_leader: str | None = None
    """The neighbour's leader that the Courtesans Guild copies."""
    debt: int = 0
    """Debt tokens (Cities)."""
    owed: int = 0
    """The coins that the city must pay, or take debt tokens for, before this turn is over."""
    diplomacy: int = 0
    """Diplomacy tokens; with one the city takes no part in the next conflicts."""
    built: frozenset[str] = field(default=frozenset(), repr=False, compare=False)
    """The cards again, to be looked up in."""
    estate: Estate = field(default_factory=Estate, repr=False, compare=False)


def new_city(wonder: Wonder, name: str, coins: int) -> City:
    """A city before the first turn."""
    estate = Estate()
    if wonder.resource:
        estate = with_effects(estate, (Produce((wonder.resource,), tradable=True),))
    return City(wonder, name, coins, estate=with_effects(estate, wonder.powers))


def with_card(city: City, card: Card, *, coins: int | None = None, free: bool = False, raised: bool = False) -> City:
    """The city with one more structure; `coins`: its new treasury.

    `free`: built as Olympia's free structure. `raised`: it came from the discard pile.
    """
    name = card.id
    city = evolve(
        city,
        cards=city.cards + (name,),  # noqa: RUF005  unpacking takes twice the time
        built=city.built | {name},
        estate=with_effects(city.estate, card.effects),
        coins=city.coins if coins is None else coins,
    )
    if free:
        city = evolve(city, free_used=True)
    return evolve(city, raised=city.raised | {name}) if raised else city


def with_stage(city: City, *, coins: int | None = None) -> City:
    """The city with its next stage; `coins`: its new treasury."""
    estate = with_effects(city.estate, city.wonder.stages[city.stages].effects)
    return evolve(city, stages=city.stages + 1, estate=estate, coins=city.coins if coins is None else coins)


def with_leader(city: City, leader: Leader, *, copied: bool = False, coins: int | None = None) -> City:
    """The city with a leader recruited, or with a neighbour's leader copied; `coins`: its new treasury."""
    city = evolve(city, estate=with_effects(city.estate, leader.effects), coins=city.coins if coins is None else coins)
    if copied:
        return evolve(city, copied_leader=leader.id)
    return evolve(city, leaders=(*city.leaders, leader.id))


def with_effects(estate: Estate, effects: Iterable[Effect]) -> Estate:
    """The estate with the effects of a board, stage, structure or leader."""
    for effect in effects:
        if isinstance(effect, LastingEffect):
            estate = evolve(estate, powers=(*estate.powers, effect), kinds=estate.kinds | {type(effect)})
        change = _CHANGES.get(type(effect))
        if change is not None:
            estate = change(effect, estate)
    return estate


def production(city: City) -> tuple[str, ...]:
    """The units the city may use itself, each a choice between its letters ("W", "WC", "WSCO")."""
    return city.estate.own.units


def for_sale(city: City) -> tuple[str, ...]:
    """The units that neighbours may buy: the board's and those of brown and grey structures."""
    return city.estate.sale.units


def shields(city: City) -> int:
    """Military strength."""
    return city.estate.shields


def symbols(city: City) -> Mapping[str, int]:
    """Scientific symbols; "any" are those chosen at the end."""
    return {**dict(zip(Symbol, city.estate.symbols, strict=True)), ANY_SYMBOL: city.estate.wild}


def _with_production(effect: Produce, estate: Estate) -> Estate:
    own = estate.own.plus(effect.units)
    if not effect.tradable:
        return evolve(estate, own=own)
    after = evolve(estate, own=own, sale=own if estate.sale is estate.own else estate.sale.plus(effect.units))
    return _with_depending(after) if estate.powers else after


def _with_depending(estate: Estate) -> Estate:
    """The estate with what it produces depending on what board and brown and grey structures produce now."""
    missing, more = estate.has(ProduceMissing), estate.has(ProduceMore)
    if not missing and not more:
        return estate
    made = "".join(letter for letter in RESOURCES if estate.sale.bits & all_bits(letter))
    rest = "".join(letter for letter in RESOURCES if letter not in made)
    units = tuple(filter(None, (rest if missing else "", made if more else "")))
    own = list(estate.own.units)
    for unit in estate.depending:
        own.remove(unit)
    return evolve(estate, own=goods((*own, *units)), depending=units)


def _with_symbol(effect: Science, estate: Estate) -> Estate:
    if effect.symbol == ANY_SYMBOL:
        return evolve(estate, wild=estate.wild + 1)
    compasses, gears, tablets = estate.symbols
    if effect.symbol == Symbol.COMPASS:
        return evolve(estate, symbols=(compasses + 1, gears, tablets))
    if effect.symbol == Symbol.GEAR:
        return evolve(estate, symbols=(compasses, gears + 1, tablets))
    return evolve(estate, symbols=(compasses, gears, tablets + 1))


def _with_discount(effect: Discount, estate: Estate) -> Estate:
    left = _cheaper(estate.left_prices, effect) if Side.LEFT in effect.sides else estate.left_prices
    right = _cheaper(estate.right_prices, effect) if Side.RIGHT in effect.sides else estate.right_prices
    return evolve(estate, left_prices=left, right_prices=right)


_CHANGES: dict[type[Effect], Callable[[Any, Estate], Estate]] = {
    Produce: _with_production,
    Shields: lambda effect, estate: evolve(estate, shields=estate.shields + effect.shields),
    Science: _with_symbol,
    Discount: _with_discount,
    ProduceMissing: lambda _, estate: _with_depending(estate),
    ProduceMore: lambda _, estate: _with_depending(estate),
}
"""What an effect changes in the estate, by its kind; one-time coins and final points change nothing."""


def _cheaper(prices: Prices, discount: Discount) -> Prices:
    pairs = zip(RESOURCES, prices, strict=True)
    return tuple(min(price, discount.price) if letter in discount.resources else price for letter, price in pairs)


def neighbours(seat: int, seats: int) -> tuple[int, int]:
    """The left neighbour's seat (the next clockwise) and the right one's."""
    return (seat + 1) % seats, (seat - 1) % seats


def count(catalogue: Catalogue, city: City, what: str) -> int:
    """How many of something a city has: structures of a colour, or one of `Counted`."""
    if (counted := _COUNTS.get(what)) is not None:
        return counted(city)
    colours: list[str] = [catalogue.cards[card].colour for card in city.cards]
    return colours.count(what)


_COUNTS: dict[str, Callable[[City], int]] = {
    Counted.STAGES: lambda city: city.stages,
    Counted.DEFEATS: lambda city: sum(token < 0 for token in city.conflict),
    Counted.VICTORIES: lambda city: sum(token > 0 for token in city.conflict),
    Counted.VICTORIES_1: lambda city: city.conflict.count(VICTORY[1]),
    Counted.VICTORIES_2: lambda city: city.conflict.count(VICTORY[2]),
    Counted.VICTORIES_3: lambda city: city.conflict.count(VICTORY[3]),
    Counted.TREASURY: lambda city: city.coins // SET_OF_COINS,
    Counted.COINS: lambda city: city.coins,
    Counted.LEADERS: lambda city: len(city.leaders),
}


def count_per(catalogue: Catalogue, cities: Sequence[City], seat: int, effect: Per) -> int:
    """How often a `Per` effect of a seat counts now."""
    left, right = neighbours(seat, len(cities))
    number = 0
    for who in effect.who:
        city = cities[seat if who is Side.SELF else left if who is Side.LEFT else right]
        for what in effect.what:
            number += count(catalogue, city, what)
    return number
