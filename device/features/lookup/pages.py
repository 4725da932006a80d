"""Pages to look up symbols, cards, leaders and wonders: effects, costs, chains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.app.running_features import RunningFeature
from device.features.lookup.effects import effects_option, of_city
from device.features.lookup.painting import BoardDescription, Description
from device.features.lookup.price_list import PriceListPage, has_prices
from device.for_features.wording import effect_words
from display.facts.edition import shown_edition, shown_sets
from display.menu.addition import Addition
from display.menu.page import Legend, Menu, Option, Page, Tile
from display.words import Line, line
from engine import COLOURS, RESOURCES, known_board, known_card

if TYPE_CHECKING:
    from device.app.running_features import Present
    from display.table_state import TableState
    from engine import Card, Cost, Leader, Wonder


@dataclass(frozen=True, slots=True)
class OfferedLookUp(Addition):
    """Stands in the menu at all times."""

    def menu(self, state: TableState) -> tuple[Option, ...]:
        """The first page."""
        del state
        return (Option(Tile(line("menu.main.lookup"), icon="question"), leads_to=LookUpPage(), group="look"),)

    def of_city(self, state: TableState, seat: int, others: tuple[Option, ...]) -> tuple[Option, ...]:
        """What everything in the city does, and its price list."""
        if state.game is None:
            return ()
        effects = effects_option(of_city(state.game, seat), *others)
        prices = Option(Tile(line("menu.prices.open")), leads_to=PriceListPage(seat))
        return (effects, prices) if has_prices(state) else (effects,)


class RunningLookUp(RunningFeature):
    """Needs nothing but its pages."""

    def value(self, present: Present) -> OfferedLookUp:
        """The same at all times."""
        del present
        return OfferedLookUp()


SYMBOLS = (
    *((f"resource.{letter}", f"resource.{letter}") for letter in RESOURCES),
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
"""Icon, and the catalogue key of its meaning."""


@dataclass(frozen=True, slots=True)
class LookUpPage(Page):
    """Asks what to look up."""

    def menu(self, state: TableState) -> Menu:
        """Symbols, structures, leaders, wonders."""
        del state
        return Menu(
            line("menu.lookup"),
            (
                Option(Tile(line("menu.lookup.signs"), icon="question"), leads_to=SymbolsPage()),
                Option(Tile(line("menu.lookup.cards"), icon="card"), leads_to=StructuresPage()),
                Option(Tile(line("menu.lookup.leaders"), icon="mark.white"), leads_to=LeadersPage()),
                Option(Tile(line("menu.lookup.wonders"), icon="stage"), leads_to=WondersPage()),
            ),
        )


@dataclass(frozen=True, slots=True)
class SymbolsPage(Page):
    """Shows every symbol with its meaning."""

    def menu(self, state: TableState) -> Menu:
        """The symbols; no options."""
        del state
        return Menu(line("menu.lookup.signs"), body=Legend(SYMBOLS))


@dataclass(frozen=True, slots=True)
class StructuresPage(Page):
    """Lists every structure."""

    def menu(self, state: TableState) -> Menu:
        """One option per structure, by colour."""
        shown = [card for card in shown_edition(state).cards.values() if card.set in shown_sets(state)]
        cards = sorted(shown, key=lambda card: (COLOURS.index(card.colour), card.ages))
        options = tuple(
            Option(
                Tile(line(f"card.{card.id}"), colour=str(card.colour)),
                leads_to=DescriptionPage("card", card.id),
                group=card.colour,
            )
            for card in cards
        )
        return Menu(line("menu.lookup.cards"), options)


@dataclass(frozen=True, slots=True)
class LeadersPage(Page):
    """Lists every leader."""

    def menu(self, state: TableState) -> Menu:
        """One option per leader, by price."""
        shown = [one for one in shown_edition(state).leaders.values() if one.set in shown_sets(state)]
        people = sorted(shown, key=lambda leader: (leader.coins, leader.id))
        options = tuple(
            Option(
                Tile(line(f"leader.{one.id}"), icon="mark.white"),
                leads_to=DescriptionPage("leader", one.id),
                group=one.coins,
            )
            for one in people
        )
        return Menu(line("menu.lookup.leaders"), options)


@dataclass(frozen=True, slots=True)
class WondersPage(Page):
    """Lists both sides of every board."""

    def menu(self, state: TableState) -> Menu:
        """One option per side, by name."""
        options = tuple(
            Option(
                Tile(line("history.seat", wonder=wonder, side=side), icon="stage"),
                leads_to=DescriptionPage("wonder", wonder, side),
                group=wonder,
            )
            for wonder, side in sorted(shown_edition(state).wonders)
        )
        return Menu(line("menu.lookup.wonders"), options)


@dataclass(frozen=True, slots=True)
class DescriptionPage(Page):
    """Describes a card, a leader or a wonder (`kind`)."""

    kind: str
    id: str
    side: str = ""

    def menu(self, state: TableState) -> Menu:
        """The description; options lead along the chains."""
        if self.kind == "wonder":
            board = known_board(self.id, self.side)
            assert board is not None
            return Menu(line("history.seat", wonder=self.id, side=self.side), body=_board(board))
        if self.kind == "leader":
            return Menu(line(f"leader.{self.id}"), body=_leader(shown_edition(state).leaders[self.id]))
        card = shown_edition(state).cards.get(self.id) or known_card(self.id)
        assert card is not None
        chains = [*((other, "left") for other in card.chain_from), *((other, "right") for other in card.chain_to)]
        options = tuple(
            Option(Tile(line(f"card.{other}"), icon=icon), leads_to=DescriptionPage("card", other))
            for other, icon in chains
        )
        return Menu(line(f"card.{self.id}"), options, body=_card(card))

    def current(self, state: TableState) -> Page | None:
        """The list of leaders once another edition is chosen or laid, which may not have this one."""
        gone = self.kind == "leader" and self.id not in shown_edition(state).leaders
        return LeadersPage() if gone else self


def _card(card: Card) -> Description:
    places = tuple(
        line(
            "lookup.printing",
            age=age,
            players=tuple(line("lookup.players", players=p.players) for p in card.printings if p.age == age),
        )
        for age in card.ages
    )
    return Description(
        line(f"lookup.{card.colour}"),
        f"mark.{card.colour}",
        card.cost.coins,
        tuple(card.cost.resources),
        effect_words.units(card.effects),
        effect_words.lines(card.effects),
        line("lookup.printed", places=places),
        tuple(line(f"card.{other}") for other in card.chain_from),
        tuple(line(f"card.{other}") for other in card.chain_to),
        str(card.colour),
    )


def _leader(leader: Leader) -> Description:
    return Description(
        line("lookup.white"), "mark.white", leader.coins, does=effect_words.lines(leader.effects), colour="white"
    )


def _board(wonder: Wonder) -> BoardDescription:
    stages = tuple(
        _stage(number, stage.cost, effect_words.units(stage.effects), effect_words.lines(stage.effects))
        for number, stage in enumerate(wonder.stages, start=1)
    )
    return BoardDescription((wonder.resource,) if wonder.resource else (), stages, effect_words.lines(wonder.powers))


def _stage(number: int, cost: Cost, makes: tuple[str, ...], does: tuple[Line, ...]) -> Description:
    return Description(
        line("deed.stage", stage=number), "stage", cost.coins, tuple(cost.resources), makes, does, colour="brown"
    )
