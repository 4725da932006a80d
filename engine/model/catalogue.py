"""The printed things: structures and wonders, read from the data files. A new edition is a new folder of data."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from functools import cached_property
from importlib.resources import files
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.model import effects
from engine.model.effects import Colour, Effect, Side
from engine.model.errors import DataError, UnknownName
from engine.model.resources import Bundle, bundle

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.resources.abc import Traversable

KINDS: dict[str, type[Effect]] = {
    "produce": effects.Produce,
    "points": effects.Points,
    "coins": effects.Coins,
    "shields": effects.Shields,
    "science": effects.Science,
    "discount": effects.Discount,
    "per": effects.Per,
    "seventh_card": effects.SeventhCard,
    "free_structure": effects.FreeStructure,
    "copy_guild": effects.CopyGuild,
    "build_from_discard": effects.StructureFromDiscard,
    "copy_leader": effects.CopyLeader,
    "draw_leaders": effects.DrawLeaders,
    "extra_leader": effects.ExtraLeader,
    "leader_price": effects.LeaderPrice,
    "one_less": effects.OneLess,
    "science_set": effects.ScienceSet,
    "bank_sale": effects.BankSale,
    "rebate": effects.Rebate,
    "per_set": effects.PerSet,
    "free_leaders": effects.FreeLeaders,
    "free_guilds": effects.FreeGuilds,
    "victory_coins": effects.VictoryCoins,
    "pass_defeats": effects.PassDefeats,
    "chain_coins": effects.ChainCoins,
    "colour_coins": effects.ColourCoins,
}


@dataclass(frozen=True)
class Cost:
    """Coins for the bank, and resources as letters."""

    coins: int = 0
    resources: str = ""

    @cached_property
    def bundle(self) -> Bundle:
        """The resources, packed."""
        return bundle(self.resources)


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
    colour: Colour
    cost: Cost
    effect: Effect
    chain_from: tuple[str, ...]
    chain_to: tuple[str, ...]
    printings: tuple[Printing, ...]
    set: str = "base"

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
    def bill(self) -> Bill:
        """What it costs."""
        return Bill(self.cost, self.colour)

    @cached_property
    def ages(self) -> tuple[int, ...]:
        """The ages in which it is printed."""
        return tuple(sorted({printing.age for printing in self.printings}))


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a wonder."""

    cost: Cost
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Wonder:
    """One side of a wonder board; `resource` is empty if it produces none."""

    id: str
    name: str
    side: str
    resource: str
    stages: tuple[Stage, ...]
    powers: tuple[Effect, ...] = ()
    set: str = "base"


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader of the Leaders expansion; it costs only coins."""

    id: str
    name: str
    coins: int
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Catalogue:
    """Everything printed, by id."""

    cards: Mapping[str, Card]
    wonders: Mapping[tuple[str, str], Wonder]
    leaders: Mapping[str, Leader] = field(default_factory=lambda: MappingProxyType({}))

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


def load_catalogue(folder: Traversable | None = None) -> Catalogue:
    """Read the data files of a folder (default: the first edition's); DataError."""
    folder = folder or files("engine") / "data"
    try:
        structures = json.loads((folder / "structures.json").read_text("utf-8"))["structures"]
        wonders = json.loads((folder / "wonders.json").read_text("utf-8"))["wonders"]
        people = json.loads((folder / "leaders.json").read_text("utf-8"))["leaders"]
        leaders = {leader.id: leader for leader in map(read_leader, people)}
        cards = {card.id: card for card in map(_card, structures)}
        sides = {(wonder.id, wonder.side): wonder for wonder in map(_wonder, wonders)}
    except (OSError, ValueError, KeyError, TypeError, UnknownName) as problem:
        raise DataError("bad_data", folder=str(folder), problem=repr(problem)) from problem
    return Catalogue(MappingProxyType(cards), MappingProxyType(sides), MappingProxyType(leaders))


def _card(row: dict[str, Any]) -> Card:
    return Card(
        id=row["id"],
        name=row["name"],
        colour=Colour(row["colour"]),
        cost=_cost(row["cost"]),
        effect=read_effect(row["effect"]),
        chain_from=tuple(row["chain_from"]),
        chain_to=tuple(row["chain_to"]),
        printings=tuple(Printing(**printing) for printing in row["printings"]),
        set=row.get("set", "base"),
    )


def _wonder(row: dict[str, Any]) -> Wonder:
    return Wonder(
        id=row["id"],
        name=row["name"],
        side=row["side"],
        resource=row["resource"],
        stages=tuple(Stage(_cost(stage["cost"]), tuple(map(read_effect, stage["effects"]))) for stage in row["stages"]),
        powers=tuple(map(read_effect, row.get("powers", ()))),
        set=row.get("set", "base"),
    )


def read_leader(row: Mapping[str, Any]) -> Leader:
    """A leader from its row in a data file."""
    return Leader(row["id"], row["name"], row["coins"], tuple(map(read_effect, row["effects"])))


def leader_row(leader: Leader) -> dict[str, Any]:
    """The row of a leader in a data file."""
    words = {kind: word for word, kind in KINDS.items()}
    effects = [{"kind": words[type(effect)], **asdict(effect)} for effect in leader.effects]
    return {"id": leader.id, "name": leader.name, "coins": leader.coins, "effects": effects}


def _cost(row: dict[str, Any]) -> Cost:
    cost = Cost(row["coins"], row["resources"])
    bundle(cost.resources)
    return cost


def read_effect(row: dict[str, Any]) -> Effect:
    """An effect from its row in a data file."""
    kind: Callable[..., Effect] = KINDS[row["kind"]]
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items() if name != "kind"}
    for name in ("who", "sides"):
        if name in values:
            values[name] = tuple(map(Side, values[name]))
    return kind(**values)


CATALOGUE = load_catalogue()
