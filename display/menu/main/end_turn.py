"""The page that asks before a turn ends although somebody has not acted. "No" comes first: it may be a slip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.facts.city_facts import acts_without_card
from display.menu.main.confirmations import ShutDownPage
from display.menu.page import Menu, Option, Page, Tile
from display.messages.intents import EndTurn
from display.words import line
from engine import Phase

if TYPE_CHECKING:
    from display.table_state import TableState

TAKING = frozenset({Phase.FROM_DISCARD, Phase.EXTRA_LEADER})
"""Phases in which a seat that does nothing discards nothing."""


@dataclass(frozen=True, slots=True)
class EndTurnPage(Page):
    """Says which seats would discard if the turn (`age`, `turn`, `phase`) ended now, and asks whether it does.

    A long press on ADVANCE and the menu lead here.
    """

    age: int
    turn: int
    phase: Phase

    def menu(self, state: TableState) -> Menu:
        """Wait or end the turn; and shutting down, to which a long press leads elsewhere."""
        game = state.game
        assert game is not None
        seats = acts_without_card(state)
        names = tuple((game.cities[seat].name, game.cities[seat].wonder.id) for seat in seats)
        body = "menu.end_turn.nothing" if self.phase in TAKING else "menu.end_turn.discards"
        return Menu(
            line("menu.end_turn"),
            (
                Option(Tile(line("menu.end_turn.no"), icon="hourglass")),
                Option(Tile(line("menu.main.end_turn"), icon="play"), intent=EndTurn(seats)),
                Option(Tile(line("menu.main.shut_down"), icon="power"), leads_to=ShutDownPage()),
            ),
            body=line(body, seats=names, count=len(seats)),
        )

    def current(self, state: TableState) -> Page | None:
        """Open while somebody has still to act in this turn."""
        return self if end_turn_page(state) == self else None


def end_turn_page(state: TableState) -> EndTurnPage | None:
    """The page for the turn that is open; None if nobody has still to act."""
    if state.game is None or not acts_without_card(state):
        return None
    return EndTurnPage(state.game.age, state.game.turn, state.game.phase)
