"""What a large screen shows of a city besides its numbers: science, tokens, stages, trade, chains, structures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from display.facts.build_options import next_stage
from engine import (
    MANUFACTURED,
    RAW,
    Coins,
    CopyGuild,
    DrawLeaders,
    ExtraLeader,
    Points,
    Produce,
    Science,
    SeventhCard,
    Shields,
    StructureFromDiscard,
    has_chain,
    prices,
    symbols,
)

if TYPE_CHECKING:
    from engine import Effect, Game

SYMBOLS = ("compass", "gear", "tablet")
FULL_PRICE = 2
COLOURS = ("brown", "grey", "blue", "yellow", "red", "green", "purple", "black")
GOODS = (("brown", RAW), ("grey", MANUFACTURED))
"""The colour of the structures that make raw materials and manufactured goods, and their letters."""


COUNTED = {Points: "laurel", Shields: "shield", Coins: "coin"}
POWERS = {
    StructureFromDiscard: "discard",
    SeventhCard: "card",
    CopyGuild: "mark.purple",
    DrawLeaders: "mark.white",
    ExtraLeader: "mark.white",
}
"""The icons of what stages bring, with a number and without; other powers have a star."""


@dataclass(frozen=True, slots=True)
class StageGain:
    """What a stage brings: an icon with a number ("" if there is none), a symbol ("any": of choice), or resources."""

    icon: str
    number: str = ""
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StageOutlook:
    """The next stage: its cost, whether it could be built now, and what it brings."""

    units: tuple[str, ...]
    coins: int
    payable: bool
    gains: tuple[StageGain, ...]


@dataclass(frozen=True, slots=True)
class TradingPost:
    """Goods of a colour that cost `price` coins at the neighbours on these sides ("left", "right")."""

    sides: tuple[str, ...]
    goods: str
    price: int


@dataclass(frozen=True, slots=True)
class CityDetails:
    """`science`: counts of compasses, gears, tablets and symbols of choice. `tokens`: of past conflicts, in order.

    `built` of `stages` stages stand; `next`: the one that follows. `structures`: how many of each colour, those that
    there are. `chains`: the structures of this age that a chain makes
    free, with their colours.
    """

    science: tuple[int, int, int, int]
    tokens: tuple[int, ...]
    structures: tuple[tuple[str, int], ...]
    built: int
    stages: int
    next: StageOutlook | None
    posts: tuple[TradingPost, ...]
    chains: tuple[tuple[str, str], ...]


@lru_cache(maxsize=16)
def city_details(game: Game, seat: int) -> CityDetails:
    """What there is to say about a seat's city."""
    city = game.cities[seat]
    found = symbols(city)
    compasses, gears, tablets, wild = (found[symbol] for symbol in (*SYMBOLS, "any"))
    colours = Counter(str(game.catalogue.card(card).colour) for card in city.cards)
    return CityDetails(
        science=(compasses, gears, tablets, wild),
        tokens=tuple(city.conflict),
        structures=tuple((colour, colours[colour]) for colour in COLOURS if colours[colour]),
        built=city.stages,
        stages=len(city.wonder.stages),
        next=_next(game, seat),
        posts=_posts(game, seat),
        chains=_chains(game, seat),
    )


def _next(game: Game, seat: int) -> StageOutlook | None:
    following = next_stage(game, seat)
    if following is None:
        return None
    stage = game.cities[seat].wonder.stages[following.number - 1]
    gains = tuple(map(_gain, stage.effects))
    return StageOutlook(following.units, following.coins, following.pays is not None, gains)


def _gain(effect: Effect) -> StageGain:
    match effect:
        case Points(number) | Shields(number) | Coins(number):
            return StageGain(COUNTED[type(effect)], str(number))
        case Produce(units, _):
            return StageGain("", units=units)
        case Science(symbol):
            return StageGain(symbol)
    return StageGain(POWERS.get(type(effect), "star"))


def _posts(game: Game, seat: int) -> tuple[TradingPost, ...]:
    paid = prices(game, seat)
    found = []
    for goods, letters in GOODS:
        cheap = {side: min(paid[side][letter] for letter in letters) for side in ("left", "right")}
        found += [
            TradingPost(tuple(side for side in cheap if cheap[side] == price), goods, price)
            for price in sorted({price for price in cheap.values() if price < FULL_PRICE})
        ]
    return tuple(found)


def _chains(game: Game, seat: int) -> tuple[tuple[str, str], ...]:
    built = game.cities[seat].built
    cards = {card.id: card for card in game.age_cards if card.id not in built and card.chain_from}
    return tuple((card.id, str(card.colour)) for card in cards.values() if has_chain(game, seat, card))
