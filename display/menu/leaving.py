"""Whether a game that nobody plays to its end makes way for another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.messages.intents import Leave
from display.menu.page import Menu, Option, Page, Tile, line

if TYPE_CHECKING:
    from display.table_state import TableState


@dataclass(frozen=True, slots=True)
class Leaving(Page):
    """For a board that lay there wrongly, or players who go home. After its end a game is left by ADVANCE."""

    def menu(self, state: TableState) -> Menu:
        """No comes first, so that two hasty presses end nothing."""
        del state
        return Menu(
            line("menu.leave"),
            (
                Option(Tile(line("menu.leave.no"), icon="back")),
                Option(Tile(line("menu.leave.yes"), icon="temple"), intent=Leave()),
            ),
            body=line("menu.leave.kept"),
        )

    def now(self, state: TableState) -> Page | None:
        """While a game is on."""
        return self if state.game is not None and not state.finished else None
