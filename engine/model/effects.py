"""What structures, wonder stages and leaders do: a handful of frozen values. The rules are functions over them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import dataclass_transform

ANY_SYMBOL = "any"


class Colour(StrEnum):
    """The kinds of structure of the game itself, by the colour of the card's frame ("Carte"); data may name others."""

    BROWN = "brown"
    GREY = "grey"
    BLUE = "blue"
    YELLOW = "yellow"
    RED = "red"
    GREEN = "green"
    PURPLE = "purple"


class Symbol(StrEnum):
    """The scientific fields ("Strutture scientifiche")."""

    COMPASS = "compass"
    GEAR = "gear"
    TABLET = "tablet"


class Side(StrEnum):
    """Where a neighbour sits, or the city itself."""

    LEFT = "left"
    SELF = "self"
    RIGHT = "right"


class Counted(StrEnum):
    """What `Per` counts besides the structures of a colour."""

    STAGES = "stages"
    DEFEATS = "defeats"
    LEADERS = "leaders"
    TREASURY = "treasury"
    """Full sets of three coins."""
    VICTORIES = "victories"
    VICTORIES_1 = "victories_1"
    """Victory tokens of Age I; then of the others."""
    VICTORIES_2 = "victories_2"
    VICTORIES_3 = "victories_3"
    COINS = "coins"
    AGE = "age"
    """The number of the age."""


class Whom(StrEnum):
    """Other players whom an effect concerns."""

    NEIGHBOURS = "neighbours"
    OTHERS = "others"


@dataclass_transform(frozen_default=True)
class Effect:
    """What something printed does; each kind is a frozen dataclass.

    The word of a kind in data files is its name: `points_if` for `PointsIf`.
    """

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class LastingEffect(Effect):
    """One that stays in force; the rules look for it when it applies."""


class Produce(Effect):
    """Each unit is one of its letters, chosen again every turn; neighbours may buy it if `tradable` ("Produzione")."""

    units: tuple[str, ...]
    tradable: bool


class Points(Effect):
    """Victory points."""

    points: int


class PointsIfComplete(Effect):
    """Victory points if every stage of the own wonder is built (Decorators Guild)."""

    points: int


class Coins(Effect):
    """Coins from the bank, once, when it comes into play."""

    coins: int


class Shields(Effect):
    """Military strength."""

    shields: int


class Science(Effect):
    """A scientific symbol; "any" is chosen at the final scoring."""

    symbol: str


class Discount(Effect):
    """From the next turn on, the resources cost `price` coins at the neighbours on `sides`."""

    resources: str
    sides: tuple[Side, ...]
    price: int


class Per(Effect):
    """For each thing counted in the named cities: coins at once, points at the end."""

    what: tuple[str, ...]
    who: tuple[Side, ...]
    coins: int = 0
    points: int = 0


class SeventhCard(LastingEffect):
    """The last card of every age may be played instead of being put away (Babylon B)."""


class FreeStructure(LastingEffect):
    """Once per age one structure from the hand costs nothing, of a colour if one is named (Olympia A, Caligula)."""

    colour: str | None = None


class FirstOfColourFree(LastingEffect):
    """A structure costs nothing if no structure of its colour stands in the city (Olympia, day)."""


class FirstOfAgeFree(LastingEffect):
    """The first structure of each age costs nothing (Olympia, night)."""


class LastOfAgeFree(LastingEffect):
    """The structure of the last turn of each age costs nothing (Olympia, night)."""


class CopyGuild(LastingEffect):
    """At the end one guild of a neighbour counts as if built here too (Olympia B)."""


class StructureFromDiscard(Effect):
    """At the end of the turn one card of the discard pile is built for nothing (Halicarnassus)."""


class CopyLeader(Effect):
    """When built, a leader of a neighbour is chosen and works here too (Courtesans Guild)."""


class DrawLeaders(Effect):
    """Leaders are drawn from the box into the hand (Rome B)."""

    leaders: int


class ExtraLeader(Effect):
    """One more leader may be recruited at once (Rome B)."""


class LeaderPrice(LastingEffect):
    """Leaders cost fewer coins for the city and for its neighbours; `own` None: they are free (Rome)."""

    own: int | None = None
    neighbours: int = 0


class OneLess(LastingEffect):
    """Structures of a colour, or "stages", need one resource less, whichever the player likes (Imhotep and others)."""

    on: str


class ScienceSet(LastingEffect):
    """More points for every set of three different symbols (Aristotle)."""

    points: int


class BankSale(LastingEffect):
    """Once a turn the bank sells one unit of any resource (Bilkis)."""

    price: int


class Rebate(LastingEffect):
    """Coins from the bank for buying from a neighbour, once per neighbour and turn, after paying (Hatshepsut)."""

    coins: int


class PerSet(Effect):
    """Points for every set of structures of these colours (Justinian, Plato)."""

    colours: tuple[str, ...]
    points: int


class FreeLeaders(LastingEffect):
    """Leaders recruited from now on cost nothing (Maecenas)."""


class FreeGuilds(LastingEffect):
    """Guilds cost nothing from now on (Ramses)."""


class VictoryCoins(LastingEffect):
    """Coins for every victory token won from now on (Nero)."""

    coins: int


class PassDefeats(LastingEffect):
    """Defeat tokens go to the neighbour who won, from now on (Tomyris)."""


class ChainCoins(LastingEffect):
    """Coins for every structure built by a chain from now on (Vitruvius)."""

    coins: int


class ColourCoins(LastingEffect):
    """Coins for every structure of a colour built from now on (Xenophon)."""

    colour: str
    coins: int


class FreeStages(LastingEffect):
    """Stages of the wonder need no resources from now on; their coins are paid (Architect Firm)."""


class LoseCoins(Effect):
    """At the end of the turn every other player loses coins: pays them, or takes a debt token for each.

    `per`: for each thing of this kind in that player's own city, or times the number of the age.
    """

    coins: int
    per: str | None = None


class GiveCoins(Effect):
    """Other players take coins from the bank, once."""

    coins: int
    whom: Whom


class GiveDebt(Effect):
    """Other players take debt tokens, once (Raider Camp)."""

    debts: int
    whom: Whom


class Diplomacy(Effect):
    """A diplomacy token: the city takes no part in the next conflicts, and gives the token back."""


class VictoryToken(Effect):
    """A victory token of an age, once; 0: of the current one (Raider Camp, Nitocris)."""

    age: int = 0


class SellDefeats(Effect):
    """Coins for every defeat token, once; then these tokens are given back (Memorial)."""

    coins: int


class StageCoins(LastingEffect):
    """Coins for every stage built from now on; every other player loses some (Octavia)."""

    coins: int
    others_lose: int


class CopySymbol(LastingEffect):
    """At the end the symbol of a neighbour's scientific structure counts here too; each is copied once (Pigeonhole)."""


class MoreOfMostSymbol(LastingEffect):
    """At the end one more of the symbol that the city has most of (Enheduania)."""


class ChangeSymbol(LastingEffect):
    """At the end one symbol may become another (Aganice)."""


class ProduceMissing(LastingEffect):
    """One unit of a resource that neither board nor brown and grey structures produce here; not sold (Black Market)."""


class ProduceMore(LastingEffect):
    """One more unit of a resource that they produce here; not sold (Secret Warehouse)."""


class FirstCheaper(LastingEffect):
    """The first resource bought in a turn from a neighbour on `sides` costs fewer coins (Clandestine Wharfs)."""

    sides: tuple[Side, ...]
    coins: int


class MostOf(Effect):
    """Victory points if the city has more of something than each of its neighbours (Phryne and others)."""

    what: str
    points: int


class PointsIf(Effect):
    """Victory points if the city has exactly so many of something (Cynisca, Agrippina)."""

    what: str
    number: int
    points: int


class TokenPairs(Effect):
    """For every two equal victory tokens the points of one of them (Gorgo)."""
