"""What this is: version, licences, where to read on; and everything that is remarked at the table now."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from display.menu.page import Menu, Option, Page, Tile, line
from display.menu.seat import seat_line

if TYPE_CHECKING:
    from device.messages.questions import Notice
    from display.table_state import TableState


@dataclass(frozen=True, slots=True)
class About(Page):
    """Version, licences of the program and of the typeface, where the manual is."""

    def menu(self, state: TableState) -> Menu:
        """Nothing is chosen."""
        del state
        return Menu(line("menu.about"), body=line("menu.about.text", version=_version()))


@dataclass(frozen=True, slots=True)
class Notices(Page):
    """Everything that is remarked now; on the table only the first of it has room."""

    def menu(self, state: TableState) -> Menu:
        """One tile each; a press does nothing."""
        options = tuple(_option(state, notice) for notice in state.notices)
        body = None if options else line("menu.notices.none")
        return Menu(line("menu.notices"), options, body=body)


def _option(state: TableState, notice: Notice) -> Option:
    words = line(notice.key, **dict(notice.placeholders))
    where = seat_line(state.game, notice.seat) if state.game is not None and notice.seat is not None else None
    return Option(Tile(words, where, icon="bell"), leads=Notices())


@cache
def _version() -> str:
    try:
        return version("wondertable")
    except PackageNotFoundError:
        return "?"
