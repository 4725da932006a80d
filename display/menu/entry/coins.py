"""How many coins a treasury really holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.messages.intents import Enter
from display.menu.page import Menu, Option, Page, Tile, line
from display.menu.seat import at_side, seat_line
from engine import CorrectCoins

if TYPE_CHECKING:
    from display.table_state import TableState

NEAR = 15
"""Amounts that are offered at once, with one more option for all the others: two presses for each of them."""
MOST = 63
"""The largest amount that can be entered; a treasury never comes near it."""


@dataclass(frozen=True, slots=True)
class Treasury(Page):
    """The coins of a seat; `far`: all amounts instead of those near the ledger's."""

    seat: int
    far: bool = False

    def menu(self, state: TableState) -> Menu:
        """Numbers."""
        game = state.game
        assert game is not None
        coins = game.cities[self.seat].coins
        first = 0 if self.far else max(0, coins - NEAR // 2)
        last = MOST if self.far else first + NEAR - 1
        options = [
            Option(Tile(big=str(amount), chosen=amount == coins), intent=Enter(CorrectCoins(self.seat, amount)))
            for amount in range(first, last + 1)
        ]
        if not self.far:
            options.append(Option(Tile(line("menu.coins.other"), icon="coin"), leads=Treasury(self.seat, far=True)))
        headline = line("menu.coins", name=seat_line(game, self.seat), count=coins)
        return Menu(headline, tuple(options), (at_side(game, self.seat),))

    def now(self, state: TableState) -> Page | None:
        """During a game."""
        return self if state.game is not None and self.seat < len(state.game.cities) else None
