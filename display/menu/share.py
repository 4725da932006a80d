"""The finished game as a code that a telephone reads: it opens the app BG Stats with the play filled in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.menu.page import Menu, Page, line

if TYPE_CHECKING:
    from display.table_state import TableState


@dataclass(frozen=True, slots=True)
class Code:
    """An address, to be drawn as a QR code."""

    address: str


@dataclass(frozen=True, slots=True)
class Share(Page):
    """Nothing is chosen; the code stays until somebody goes back."""

    patience = None

    def menu(self, state: TableState) -> Menu:
        """The code and what to do with it."""
        return Menu(line("menu.share"), body=Code(state.link))

    def now(self, state: TableState) -> Page | None:
        """There is something to share as long as the game that is over is on the screen."""
        return self if state.link else None
