"""What a city has, could build and buys cheaper, beyond what its panel on a small screen shows.

All of it follows from public information; hands are unknown.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from engine import (
    COLOURS,
    MANUFACTURED,
    RAW,
    Effect,
    Game,
    Payment,
    ScoreSheet,
    has_chain,
    prices,
    score_sheets,
    symbols,
)

SYMBOLS = ("compass", "gear", "tablet")
FULL_PRICE = 2
WAYS = ("chain", "own", "trade", "free", "out")
"""How a structure could be built: by a chain, from own resources, by trade, only with the wonder's power to build one
for free (Olympia), or not at all."""
GOODS = (("brown", RAW), ("grey", MANUFACTURED))
"""The colour of the structures that make raw materials and manufactured goods, and their letters."""


@dataclass(frozen=True, slots=True)
class NextStage:
    """The next of `count` stages: its resources, the coins that go to the bank, and what it brings.

    `pays`: the payment it would take now; None if it cannot be paid.
    """

    number: int
    count: int
    units: tuple[str, ...]
    coins: int
    pays: Payment | None
    gains: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class TradingPost:
    """Goods of a colour that cost `price` coins at the neighbours on these sides ("left", "right")."""

    sides: tuple[str, ...]
    goods: str
    price: int


@dataclass(frozen=True, slots=True)
class CityDetails:
    """`science`: counts of compasses, gears, tablets and symbols of choice. `tokens`: of past conflicts, in order.

    `next`: the stage that follows. `structures`: how many of each colour, those that there are. `chains`: the
    structures of this age that a chain makes free, with their colours.
    """

    science: tuple[int, int, int, int]
    tokens: tuple[int, ...]
    structures: tuple[tuple[str, int], ...]
    next: NextStage | None
    posts: tuple[TradingPost, ...]
    chains: tuple[tuple[str, str], ...]


NO_DETAILS = CityDetails((0, 0, 0, 0), (), (), None, (), ())


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
        next=next_stage(game, seat),
        posts=_posts(game, seat),
        chains=_chains(game, seat),
    )


def next_stage(game: Game, seat: int) -> NextStage | None:
    """The next stage of a seat's wonder; None if all are built."""
    city = game.cities[seat]
    count = len(city.wonder.stages)
    if city.stages == count:
        return None
    stage, ways = city.wonder.stages[city.stages], game.stage_ways(seat)
    pays = ways[0].payment if ways else None
    return NextStage(city.stages + 1, count, tuple(stage.cost.resources), stage.cost.coins, pays, stage.effects)


@lru_cache(maxsize=16)
def build_options(game: Game, seat: int) -> tuple[tuple[str, int], ...]:
    """In which way a seat could build how many structures of this age, of those it has not built yet."""
    built = game.cities[seat].built
    ways = Counter(easiest_way(game, seat, card.id) for card in game.age_cards if card.id not in built)
    return tuple((way, ways[way]) for way in WAYS if ways[way])


def easiest_way(game: Game, seat: int, card: str) -> str:
    """The first of `WAYS` in which a seat could build a structure."""
    kinds = {way.kind for way in game.ways(seat, card)}
    return next((way for way in WAYS if way in kinds), "out")


@lru_cache(maxsize=2)
def score_sheets_of(game: Game) -> tuple[ScoreSheet, ...]:
    """Every seat's score sheet, worked out once however often a screen is drawn."""
    return score_sheets(game)


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
