"""The main menu: everything that can be done beside playing on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.menu.page import Menu, Option, Page, Tile, line
from display.menu.shutting_down import ShuttingDown
from display.model import Redo, Undo

if TYPE_CHECKING:
    from display.model import TableState


@dataclass(frozen=True, slots=True)
class MainMenu(Page):
    """What SELECT opens."""

    def menu(self, state: TableState) -> Menu:
        """Entering by hand, looking back, looking up, and the appliance itself: a column each."""
        return Menu(line("menu.main"), (*_book(state), *_appliance()))


def _book(state: TableState) -> tuple[Option, ...]:
    if state.game is None:
        return ()
    return (
        Option(Tile(line("menu.main.undo"), icon="undo"), intent=Undo(), group="book"),
        Option(Tile(line("menu.main.redo"), icon="arrow"), intent=Redo(), group="book"),
    )


def _appliance() -> tuple[Option, ...]:
    return (Option(Tile(line("menu.main.shut_down"), icon="warning"), leads=ShuttingDown(), group="appliance"),)
