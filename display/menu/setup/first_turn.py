"""Pages that guide through the first turn in a minute; they can be left at any time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from display.menu.page import Menu, Option, Page, Tile
from display.words import line

if TYPE_CHECKING:
    from display.table_state import TableState
    from engine import Game

BY_CAMERA = ("menu.guide.hand", "menu.guide.colours", "menu.guide.lay", "menu.guide.back")
BY_HAND = ("menu.guide.hand", "menu.guide.colours", "menu.guide.enter", "menu.guide.back")


@dataclass(frozen=True, slots=True)
class FirstTurnPage(Page):
    """What everybody does in the first turn, a step at a time."""

    step: int = 0
    timeout: ClassVar[float | None] = None

    def menu(self, state: TableState) -> Menu:
        """The step; the next one, and leaving."""
        steps = BY_HAND if state.by_hand else BY_CAMERA
        close = Option(Tile(line("menu.guide.close"), icon="check"))
        go_on = Option(Tile(line("menu.guide.next"), icon="right"), leads_to=FirstTurnPage(self.step + 1))
        options = (go_on, close) if self.step + 1 < len(steps) else (close,)
        headline = line("menu.guide.step", number=self.step + 1, of=len(steps))
        return Menu(headline, options, body=line(steps[self.step]))

    def current(self, state: TableState) -> Page | None:
        """Open while the first turn is."""
        return self if state.game is not None and is_first_turn(state.game) else None


def is_first_turn(game: Game) -> bool:
    """True in the first turn of Age I."""
    return (game.age, game.turn) == (1, 1)
