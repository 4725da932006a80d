"""The page with a city's cards: structures by colour, stages, leaders, and the points so far."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from display.facts.scores import score_sheets_of
from display.menu.entry.cards import COLOURS
from display.menu.entry.turn import SeatTurnPage
from display.menu.page import Menu, Option, PageOfCity, Tile
from display.menu.reference.effects import Named, cards, effects_option
from display.menu.reference.price_list import PriceListPage, has_prices
from display.menu.seat import seat_line
from display.messages.intents import Choose
from display.words import line
from engine import Build, BuildStage, Phase, Recruit

if TYPE_CHECKING:
    from display.table_state import TableState
    from engine import Game


@dataclass(frozen=True, slots=True)
class BuiltCard:
    """A structure or a leader; `exception`: it was recorded against the rules."""

    id: str
    exception: bool = False


@dataclass(frozen=True, slots=True)
class BuiltStage:
    """A stage; `age`: of the card under it, None for a leader."""

    number: int
    age: int | None
    exception: bool = False


@dataclass(frozen=True, slots=True)
class CityCards:
    """Everything that lies open in a city; `structures`: each colour with its cards in building order.

    `copied_leader`: the neighbour's leader that the Courtesans Guild copies. `points`: by category, empty while hidden.
    """

    structures: tuple[tuple[str, tuple[BuiltCard, ...]], ...]
    stages: tuple[BuiltStage, ...]
    leaders: tuple[BuiltCard, ...]
    copied_leader: str | None = None
    points: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CityCardsPage(PageOfCity):
    """Shows the cards in a seat's city. LEFT and RIGHT lead to the neighbouring cities."""

    def menu(self, state: TableState) -> Menu:
        """The city before, what everything here does, the city after, the price list.

        From there people enter something for this city, or pay otherwise.
        """
        game = state.game
        assert game is not None
        count = len(game.cities)
        before, after, acts = (self.seat - 1) % count, (self.seat + 1) % count, self.seat in game.acting
        enter = Option(Tile(line("menu.main.by_hand" if acts else "menu.main.coins")), leads_to=SeatTurnPage(self.seat))
        plan = state.plans.get(self.seat)
        pay: tuple[Option, ...] = ()
        if plan is not None and plan.ways > 1:
            other = Choose(self.seat, (plan.chosen + 1) % plan.ways)
            pay = (Option(Tile(line("button.pay")), leads_to=self, intent=other),)
        body = city_cards(state, game, self.seat)
        options: tuple[Option, ...] = (
            Option(Tile(seat_line(game, before)), leads_to=CityCardsPage(before)),
            effects_option(_named(body, game, self.seat), *pay, enter),
            Option(Tile(seat_line(game, after)), leads_to=CityCardsPage(after)),
        )
        if has_prices(state):
            options = (*options, Option(Tile(line("menu.prices.open")), leads_to=PriceListPage(self.seat)))
        headline = line("menu.built", name=seat_line(game, self.seat))
        return Menu(headline, options, body=body, large_body=True, touched=1)


def city_cards(state: TableState, game: Game, seat: int) -> CityCards:
    """The cards in a seat's city; points only if they may be shown."""
    city, exceptions = game.cities[seat], _exceptions(game, seat)
    cards = [(str(game.catalogue.card(card).colour), BuiltCard(card, card in exceptions)) for card in city.cards]
    by_colour = ((colour, tuple(card for own, card in cards if own == colour)) for colour in COLOURS)
    sheet = (
        next((sheet for sheet in score_sheets_of(game) if sheet.seat == seat), None) if _shows_points(state) else None
    )
    return CityCards(
        tuple((colour, found) for colour, found in by_colour if found),
        _stages(game, seat),
        tuple(BuiltCard(leader, leader in exceptions) for leader in city.leaders),
        city.copied_leader,
        tuple(sheet.points.items()) if sheet else (),
    )


def _named(shown: CityCards, game: Game, seat: int) -> tuple[Named, ...]:
    """Everything that the page names."""
    wonder = game.cities[seat].wonder
    leaders = (*(one.id for one in shown.leaders), *((shown.copied_leader,) if shown.copied_leader else ()))
    return (
        *cards(one.id for _, found in shown.structures for one in found),
        *(Named("stage", wonder.id, wonder.side, stage.number) for stage in shown.stages),
        *(Named("leader", leader) for leader in leaders),
    )


def _shows_points(state: TableState) -> bool:
    return state.live_scores or state.finished


def _exceptions(game: Game, seat: int) -> frozenset[str]:
    """The seat's structures and leaders that were recorded against the rules."""
    actions = (action for action in game.actions if isinstance(action, (Build, Recruit)) and action.seat == seat)
    return frozenset(action.card for action in actions if action.exception)


@lru_cache(maxsize=16)
def _stages(game: Game, seat: int) -> tuple[BuiltStage, ...]:
    """The seat's stages, each with the age in which it was built."""
    found: list[BuiltStage] = []
    for before, action in zip(game.states(), game.actions, strict=False):
        if isinstance(action, BuildStage) and action.seat == seat:
            age = None if before.phase is Phase.RECRUIT else before.age
            found.append(BuiltStage(len(found) + 1, age, action.exception))
    return tuple(found[: game.cities[seat].stages])
