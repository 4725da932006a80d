"""The page with a city's cards: structures by colour, stages, leaders, and the points so far."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from display.facts.city_details import score_sheets_of
from display.facts.city_facts import COLOURS
from display.menu.addition import options_for_city
from display.menu.entry.turn import SeatTurnPage
from display.menu.page import Menu, Option, PageOfCity, Tile
from display.menu.seat import seat_line
from display.messages.intents import Choose
from display.table_state import TableState
from display.words import line
from engine import Build, BuildStage, Game, Phase, Recruit


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
        """The city before, what can be done for this one, the city after, and what features offer instead.

        People enter something for the city, or pay otherwise.
        """
        game = state.playing
        count = len(game.cities)
        before, after, acts = (self.seat - 1) % count, (self.seat + 1) % count, self.seat in game.acting
        own: tuple[Option, ...] = (
            Option(Tile(line("menu.main.by_hand" if acts else "menu.main.coins")), leads_to=SeatTurnPage(self.seat)),
        )
        plan = state.plans.get(self.seat)
        if plan is not None and plan.ways > 1:
            other = Choose(self.seat, (plan.chosen + 1) % plan.ways)
            own = (Option(Tile(line("button.pay")), leads_to=self, intent=other), *own)
        offered = options_for_city(state, self.seat, own)
        select, *others = offered or own
        options = (
            Option(Tile(seat_line(game, before)), leads_to=CityCardsPage(before)),
            select,
            Option(Tile(seat_line(game, after)), leads_to=CityCardsPage(after)),
            *others,
        )
        body, headline = city_cards(state, game, self.seat), line("menu.built", name=seat_line(game, self.seat))
        return Menu(headline, options, body=body, large_body=True, touched=1 if offered else None)


def city_cards(state: TableState, game: Game, seat: int) -> CityCards:
    """The cards in a seat's city; points only if they may be shown."""
    city, exceptions = game.cities[seat], _exceptions(game, seat)
    cards = [(str(game.catalogue.card(card).colour), BuiltCard(card, card in exceptions)) for card in city.cards]
    by_colour = ((colour, tuple(card for own, card in cards if own == colour)) for colour in COLOURS)
    sheets = score_sheets_of(game) if state.live_scores or state.finished else ()
    sheet = next((sheet for sheet in sheets if sheet.seat == seat), None)
    return CityCards(
        tuple((colour, found) for colour, found in by_colour if found),
        _stages(game, seat),
        tuple(BuiltCard(leader, leader in exceptions) for leader in city.leaders),
        city.copied_leader,
        tuple(sheet.points.items()) if sheet else (),
    )


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
