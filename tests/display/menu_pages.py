"""Pages of the menu with the evenings they belong to; whatever is listed here is drawn at every size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.menu import MainMenu
from display.menu.shutting_down import ShuttingDown
from display.model import TableState
from tests.display.evenings import LATE, marks, played, table

if TYPE_CHECKING:
    from display.menu import Page


def pages(players: int) -> dict[str, tuple[TableState, Page]]:
    """A state and a page for it, by name."""
    before = TableState(seats=marks(players))
    late = TableState(played(players, LATE), marks(players))
    return {
        "menu_before": (before, MainMenu()),
        "menu": (table(players), MainMenu()),
        "shut_down": (late, ShuttingDown()),
    }
