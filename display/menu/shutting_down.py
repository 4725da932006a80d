"""Whether the appliance is to end, so that the plug may be pulled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.messages.intents import ShutDown
from display.menu.page import Menu, Option, Page, Tile, line

if TYPE_CHECKING:
    from display.table_state import TableState


@dataclass(frozen=True, slots=True)
class ShuttingDown(Page):
    """Asked in the menu and by a long press on ADVANCE; nothing is lost either way, since every booking is kept.

    `then`: where one was and goes on if it does not end.
    """

    then: Page | None = None

    def menu(self, state: TableState) -> Menu:
        """No comes first, so that two hasty presses end nothing."""
        return Menu(
            line("menu.shut_down"),
            (
                Option(Tile(line("menu.shut_down.no"), icon="back"), leads=self.then),
                Option(Tile(line("menu.shut_down.yes"), icon="power"), intent=ShutDown()),
            ),
            body=line("menu.shut_down.kept" if state.game is not None else "menu.shut_down.nothing"),
        )
