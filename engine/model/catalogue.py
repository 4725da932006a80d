"""The printed things as values: structures, wonders and leaders. `engine.model.editions` reads them from data files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.model.effects import Colour, Counted, Effect
from engine.model.errors import UnknownName
from engine.model.resources import Bundle, bundle

BASE = "base"
"""The set of what is in the box of the game itself."""
LEADERS = "leaders"
"""The set of the Leaders expansion."""
LAST_TURN = 6
"""Turns in an age, without expansions."""
Row = dict[str, Any]
Layer = tuple[str, "Mapping[str, Row]"]
"""A folder of data: the expansion that it is ("" for none), and what its files hold, by kind."""


@dataclass(frozen=True)
class Cost:
    """Coins for the bank, and resources as letters."""

    coins: int = 0
    resources: str = ""
    bundle: Bundle = field(init=False, repr=False, compare=False)
    """The resources, packed."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bundle", bundle(self.resources))


class Bill(NamedTuple):
    """A cost, and its target: a structure's colour, "stages" or "leader"; leaders make some targets cheaper."""

    cost: Cost
    target: str


@dataclass(frozen=True, slots=True)
class Printing:
    """One physical card: its age, and from how many players on it is in the game."""

    age: int
    players: int


@dataclass(frozen=True)
class Card:
    """A structure. The same structure may be printed in two ages (loom, glassworks, press)."""

    id: str
    name: str
    colour: str
    cost: Cost
    effects: tuple[Effect, ...]
    chain_from: tuple[str, ...]
    chain_to: tuple[str, ...]
    printings: tuple[Printing, ...]
    set: str = BASE
    unconfirmed: tuple[str, ...] = ()
    """The fields of its row that rest on sources which nobody compared with a printed card."""
    bill: Bill = field(init=False, repr=False, compare=False)
    """What it costs."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bill", Bill(self.cost, self.colour))

    def copies(self, age: int, players: int) -> int:
        """The number of copies in this age's deck with so many players (of a guild: at most)."""
        return self.supply[age, players][0]

    def copies_until(self, age: int, players: int) -> int:
        """The number of copies in the decks of all ages up to this one with so many players."""
        return self.supply[age, players][1]

    @cached_property
    def supply(self) -> dict[tuple[int, int], tuple[int, int]]:
        """(age, players) -> the copies in this age's deck, and in the decks of all ages up to it."""
        decks = {
            (age, players): sum(one.age == age and one.players <= players for one in self.printings)
            for age, players in product((1, 2, 3), range(3, 8))
        }
        return {
            (age, players): (copies, sum(decks[earlier, players] for earlier in range(1, age + 1)))
            for (age, players), copies in decks.items()
        }

    @cached_property
    def ages(self) -> tuple[int, ...]:
        """The ages in which it is printed."""
        return tuple(sorted({printing.age for printing in self.printings}))


@dataclass(frozen=True)
class Stage:
    """A stage of a wonder."""

    cost: Cost
    effects: tuple[Effect, ...]
    bill: Bill = field(init=False, repr=False, compare=False)
    """What it costs."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "bill", Bill(self.cost, Counted.STAGES))


@dataclass(frozen=True, slots=True)
class Wonder:
    """One side of a wonder board; `resource` is empty if it produces none."""

    id: str
    name: str
    side: str
    resource: str
    stages: tuple[Stage, ...]
    powers: tuple[Effect, ...] = ()
    set: str = BASE


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader of the Leaders expansion; it costs only coins, some as many as the number of the age."""

    id: str
    name: str
    coins: int
    effects: tuple[Effect, ...]
    set: str = LEADERS
    coins_per_age: int = 0

    def price(self, age: int) -> int:
        """The coins that it costs in an age, before anything makes it cheaper."""
        return self.coins + self.coins_per_age * age


@dataclass(frozen=True, eq=False)
class Catalogue:
    """Everything printed for an edition, by id: the game and its expansions."""

    cards: Mapping[str, Card]
    wonders: Mapping[tuple[str, str], Wonder]
    leaders: Mapping[str, Leader] = field(default_factory=lambda: MappingProxyType({}))
    edition: str = "first"
    fewest_players: int = 2
    """2 if the edition has the variant with the Free City."""
    colours: tuple[str, ...] = tuple(Colour)
    """Of the structures, also of expansions that are not played."""
    categories: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The category in which the points of a colour's structures are scored."""
    drawn: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """By colour of which not all structures are dealt: how many more than players are drawn for an age's deck."""
    last_turn: int = LAST_TURN
    """Turns in an age."""
    layers: tuple[Layer, ...] = field(default=(), repr=False)
    """What it was read from."""
    played: tuple[str, ...] = ()
    """The expansions whose changes are in force (`engine.model.editions.played_with`)."""

    @property
    def expansions(self) -> tuple[str, ...]:
        """The sets that can be played besides the game itself and Leaders."""
        return tuple(expansion for expansion, _ in self.layers if expansion)

    @cached_property
    def guilds(self) -> frozenset[str | None]:
        """The ids of its guilds."""
        return frozenset(card.id for card in self.cards.values() if card.colour is Colour.PURPLE)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the boards' sides: A and B, or day and night."""
        return tuple(dict.fromkeys(side for _, side in self.wonders))

    def card(self, card: str) -> Card:
        """The structure with this id; UnknownName."""
        try:
            return self.cards[card]
        except KeyError:
            raise UnknownName("unknown_card", card=card) from None

    def wonder(self, wonder: str, side: str) -> Wonder:
        """The wonder's side; UnknownName."""
        try:
            return self.wonders[wonder, side]
        except KeyError:
            raise UnknownName("unknown_wonder", wonder=wonder, side=side) from None
