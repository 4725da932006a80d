"""What a sign means; what a card, a leader or a wonder does, what it costs, which chains it has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.menu.entry.cards import COLOURS
from display.menu.page import Line, Menu, Option, Page, Tile, line
from display.menu.reference import effect_words
from engine import CATALOGUE

if TYPE_CHECKING:
    from display.table_state import TableState
    from engine import Card, Cost, Leader, Wonder

SIGNS = (
    *((f"resource.{letter}", f"resource.{letter}") for letter in "WSCOLGP"),
    *((f"mark.{colour}", f"lookup.{colour}") for colour in (*COLOURS, "white")),
    ("compass", "symbol.compass"),
    ("gear", "symbol.gear"),
    ("tablet", "symbol.tablet"),
    ("question", "lookup.wild"),
    ("coin", "lookup.coin"),
    ("shield", "lookup.shield"),
    ("stage", "lookup.stage"),
    ("laurel", "lookup.laurel"),
    ("chain", "lookup.chain"),
    ("arrow", "lookup.paid"),
    ("hourglass", "lookup.waited"),
    ("check", "lookup.check"),
    ("cross", "lookup.cross"),
    ("warning", "lookup.warning"),
)
"""Icon and the key of what it means."""


@dataclass(frozen=True, slots=True)
class Legend:
    """Signs with what they mean: icon and key of each."""

    signs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is printed on a card, board or leader.

    `chains`: what it is built for nothing after; `opens`: what is built for nothing after it.
    """

    title: Line
    icon: str
    coins: int = 0
    units: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()
    does: tuple[Line, ...] = ()
    where: Line | None = None
    chains: tuple[Line, ...] = ()
    opens: tuple[Line, ...] = ()
    colour: str = ""


@dataclass(frozen=True, slots=True)
class LookUp(Page):
    """What is looked up."""

    def menu(self, state: TableState) -> Menu:
        """Signs, structures, leaders, wonders."""
        del state
        return Menu(
            line("menu.lookup"),
            (
                Option(Tile(line("menu.lookup.signs"), icon="question"), leads=Signs()),
                Option(Tile(line("menu.lookup.cards"), icon="card"), leads=Cards()),
                Option(Tile(line("menu.lookup.leaders"), icon="crown"), leads=Leaders()),
                Option(Tile(line("menu.lookup.wonders"), icon="stage"), leads=Wonders()),
            ),
        )


@dataclass(frozen=True, slots=True)
class Signs(Page):
    """Every sign with its word."""

    def menu(self, state: TableState) -> Menu:
        """Nothing is chosen here."""
        del state
        return Menu(line("menu.lookup.signs"), body=Legend(SIGNS))


@dataclass(frozen=True, slots=True)
class Cards(Page):
    """Every structure."""

    def menu(self, state: TableState) -> Menu:
        """By colour."""
        del state
        cards = sorted(CATALOGUE.cards.values(), key=lambda card: (COLOURS.index(card.colour), card.ages))
        options = tuple(
            Option(
                Tile(line(f"card.{card.id}"), colour=str(card.colour)),
                leads=Printed("card", card.id),
                group=card.colour,
            )
            for card in cards
        )
        return Menu(line("menu.lookup.cards"), options)


@dataclass(frozen=True, slots=True)
class Leaders(Page):
    """Every leader."""

    def menu(self, state: TableState) -> Menu:
        """By what they cost."""
        del state
        people = sorted(CATALOGUE.leaders.values(), key=lambda leader: (leader.coins, leader.id))
        options = tuple(
            Option(Tile(line(f"leader.{one.id}"), icon="crown"), leads=Printed("leader", one.id), group=one.coins)
            for one in people
        )
        return Menu(line("menu.lookup.leaders"), options)


@dataclass(frozen=True, slots=True)
class Wonders(Page):
    """Every board, both sides."""

    def menu(self, state: TableState) -> Menu:
        """By name."""
        del state
        options = tuple(
            Option(
                Tile(line("history.seat", wonder=wonder, side=side), icon="stage"),
                leads=Printed("wonder", wonder, side),
                group=wonder,
            )
            for wonder, side in sorted(CATALOGUE.wonders)
        )
        return Menu(line("menu.lookup.wonders"), options)


@dataclass(frozen=True, slots=True)
class Printed(Page):
    """What one of them does: `kind` is card, leader or wonder."""

    kind: str
    id: str
    side: str = ""

    def menu(self, state: TableState) -> Menu:
        """A sheet to read; its chains can be followed."""
        del state
        if self.kind == "wonder":
            return Menu(
                line("history.seat", wonder=self.id, side=self.side), body=_board(CATALOGUE.wonders[self.id, self.side])
            )
        if self.kind == "leader":
            return Menu(line(f"leader.{self.id}"), body=_leader(CATALOGUE.leaders[self.id]))
        card = CATALOGUE.cards[self.id]
        chains = [*((other, "left") for other in card.chain_from), *((other, "right") for other in card.chain_to)]
        options = tuple(
            Option(Tile(line(f"card.{other}"), icon=icon), leads=Printed("card", other)) for other, icon in chains
        )
        return Menu(line(f"card.{self.id}"), options, body=_card(card))


def _card(card: Card) -> Sheet:
    places = tuple(
        line(
            "lookup.printing",
            age=age,
            players=tuple(line("lookup.players", players=p.players) for p in card.printings if p.age == age),
        )
        for age in card.ages
    )
    return Sheet(
        line(f"lookup.{card.colour}"),
        f"mark.{card.colour}",
        card.cost.coins,
        tuple(card.cost.resources),
        effect_words.units((card.effect,)),
        effect_words.lines((card.effect,)),
        line("lookup.printed", places=places),
        tuple(line(f"card.{other}") for other in card.chain_from),
        tuple(line(f"card.{other}") for other in card.chain_to),
        str(card.colour),
    )


def _leader(leader: Leader) -> Sheet:
    return Sheet(line("lookup.white"), "crown", leader.coins, does=effect_words.lines(leader.effects), colour="white")


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The stages of a board, from left to right, and what it produces from the start."""

    makes: tuple[str, ...]
    stages: tuple[Sheet, ...]
    powers: tuple[Line, ...] = ()


def _board(wonder: Wonder) -> BoardPage:
    stages = tuple(
        _stage(number, stage.cost, effect_words.units(stage.effects), effect_words.lines(stage.effects))
        for number, stage in enumerate(wonder.stages, start=1)
    )
    return BoardPage((wonder.resource,) if wonder.resource else (), stages, effect_words.lines(wonder.powers))


def _stage(number: int, cost: Cost, makes: tuple[str, ...], does: tuple[Line, ...]) -> Sheet:
    return Sheet(
        line("deed.stage", stage=number), "stage", cost.coins, tuple(cost.resources), makes, does, colour="brown"
    )
