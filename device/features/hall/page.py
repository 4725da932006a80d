"""How this table stands with the hall that shows many tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.menu.addition import Addition
from display.menu.page import Menu, Option, Page, Tile
from display.words import line

if TYPE_CHECKING:
    from device.features.hall.table.host import HallAccess
    from display.table_state import TableState
    from display.words import Line

NAME = "hall"
LINKS = {
    "starting": "menu.hall.starting",
    "connecting": "menu.hall.connecting",
    "connected": "menu.hall.connected",
    "refused": "menu.hall.refused",
    "unreachable": "menu.hall.unreachable",
    "trouble": "menu.hall.trouble",
}
"""How the publisher fares -> what is said of it."""


@dataclass(frozen=True, slots=True)
class HallPage(Page):
    """Whether the hall's broker is reached, and how many finished games it still lacks."""

    def menu(self, state: TableState) -> Menu:
        """A text; nothing can be changed here, since the settings file says where the hall is."""
        return Menu(line("menu.hall"), body=_body(state))


@dataclass(frozen=True, slots=True)
class ShownHall(Addition):
    """How this table stands with the hall, where the settings name one."""

    access: HallAccess

    def menu(self, state: TableState) -> tuple[Option, ...]:
        """The page."""
        del state
        return (Option(Tile(line("menu.main.hall"), icon="globe"), leads_to=HallPage(), group="appliance"),)


def _body(state: TableState) -> Line:
    shown = state.features.get(NAME)
    if not isinstance(shown, ShownHall):
        return line("menu.hall.starting", table="", broker="")
    hall = shown.access
    if hall.link == "connected" and hall.unsent:
        return line("menu.hall.sending", table=hall.table, broker=hall.broker, count=hall.unsent)
    return line(LINKS[hall.link], table=hall.table, broker=hall.broker, reason=hall.reason)
