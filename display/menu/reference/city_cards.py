"""What stands in a city: its structures by colour, its stages, its leaders, and what they have brought so far."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from device.messages.intents import Choose
from display.facts.scores import score_sheets_of
from display.menu.entry.cards import COLOURS
from display.menu.entry.turn import SeatTurn
from display.menu.page import Menu, Option, Page, Tile, line
from display.menu.seat import seat_line
from engine import Build, BuildStage, Phase, Recruit

if TYPE_CHECKING:
    from display.table_state import TableState
    from engine import Game


@dataclass(frozen=True, slots=True)
class Structure:
    """A structure, or a leader; `exception`: it was booked although the rules forbid it."""

    id: str
    exception: bool = False


@dataclass(frozen=True, slots=True)
class BuiltStage:
    """A stage: `age` is that of the card under it, None if that is a leader."""

    number: int
    age: int | None
    exception: bool = False


@dataclass(frozen=True, slots=True)
class Holdings:
    """Everything that stands in a city, for all to see: colours and what is in each in the order it was built.

    `courted`: the neighbour's leader that the Courtesans Guild copies. `points` by category, empty if they are not
    shown yet.
    """

    structures: tuple[tuple[str, tuple[Structure, ...]], ...]
    stages: tuple[BuiltStage, ...]
    leaders: tuple[Structure, ...]
    courted: str | None = None
    points: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Built(Page):
    """What stands in the city of a seat. LEFT and RIGHT lead to the cities beside it."""

    seat: int

    def menu(self, state: TableState) -> Menu:
        """To be read; the city before, what can be done for this one, the city after."""
        game = state.game
        assert game is not None
        count = len(game.cities)
        before, after, acts = (self.seat - 1) % count, (self.seat + 1) % count, self.seat in game.acting
        options = [
            Option(Tile(seat_line(game, before)), leads=Built(before)),
            Option(Tile(line("menu.main.by_hand" if acts else "menu.main.coins")), leads=SeatTurn(self.seat)),
            Option(Tile(seat_line(game, after)), leads=Built(after)),
        ]
        plan = state.plans.get(self.seat)
        if plan is not None and plan.ways > 1:
            other = Choose(self.seat, (plan.chosen + 1) % plan.ways)
            options.append(Option(Tile(line("button.pay")), leads=self, intent=other))
        headline = line("menu.built", name=seat_line(game, self.seat))
        return Menu(headline, tuple(options), body=standing(state, game, self.seat), roomy=True)

    def now(self, state: TableState) -> Page | None:
        """During a game."""
        return self if state.game is not None and self.seat < len(state.game.cities) else None


def standing(state: TableState, game: Game, seat: int) -> Holdings:
    """What stands in the city of a seat; points only where they may be seen."""
    city, odd = game.cities[seat], _exceptions(game, seat)
    cards = [(str(game.catalogue.card(card).colour), Structure(card, card in odd)) for card in city.cards]
    by_colour = ((colour, tuple(one for its, one in cards if its == colour)) for colour in COLOURS)
    sheet = next((sheet for sheet in score_sheets_of(game) if sheet.seat == seat), None) if _scores(state) else None
    return Holdings(
        tuple((colour, found) for colour, found in by_colour if found),
        _stages(game, seat),
        tuple(Structure(leader, leader in odd) for leader in city.leaders),
        city.courted,
        tuple(sheet.points.items()) if sheet else (),
    )


def _scores(state: TableState) -> bool:
    return state.live_scores or state.finished


def _exceptions(game: Game, seat: int) -> frozenset[str]:
    """The seat's structures and leaders that were booked although the rules forbid them."""
    deeds = (action for action in game.actions if isinstance(action, (Build, Recruit)) and action.seat == seat)
    return frozenset(action.card for action in deeds if action.exception)


@lru_cache(maxsize=16)
def _stages(game: Game, seat: int) -> tuple[BuiltStage, ...]:
    """The seat's stages with the cards under them: those of the age in which each was built."""
    found: list[BuiltStage] = []
    for before, action in zip(game.states(), game.actions, strict=False):
        if isinstance(action, BuildStage) and action.seat == seat:
            age = None if before.phase is Phase.RECRUIT else before.age
            found.append(BuiltStage(len(found) + 1, age, action.exception))
    return tuple(found[: game.cities[seat].stages])
