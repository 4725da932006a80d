"""The kit check in the menu: cards are passed under the camera; at the end, what is missing, double or wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.menu.page import Menu, Option, Page, Tile
from display.words import line

if TYPE_CHECKING:
    from display.menu.open_page import OpenPage
    from display.messages.kit_check import KitCheck
    from display.messages.preview import Preview
    from display.table_state import TableState


FINDINGS_ON_A_PAGE = 4
"""Each may take two lines; a long list of what is missing takes more, and is cut off."""


@dataclass(frozen=True)
class CheckedCard:
    """The card that was shown last, and the camera's view."""

    check: KitCheck
    preview: Preview | None = None

    def __hash__(self) -> int:
        return hash(self.check)


@dataclass(frozen=True, slots=True)
class KitFindingsList:
    """What was found, from the finding numbered `first` on."""

    check: KitCheck
    first: int = 0


@dataclass(frozen=True, slots=True)
class KitCheckPage(Page):
    """Names what is shown, large. The check goes on for as long as this page or its findings are open."""

    timeout = None

    def menu(self, state: TableState) -> Menu:
        """The card and the camera's view; the findings."""
        if state.kit_check is None:
            return Menu(line("kit_check.title"), body=line("kit_check.start"))
        end = Option(Tile(line("menu.kit_check.end"), icon="check"), leads_to=KitFindingsPage())
        card = CheckedCard(state.kit_check, state.preview)
        count = state.kit_check.shown
        headline = line("menu.kit_check.shown", count=count) if count else line("kit_check.start")
        return Menu(headline, (end,), body=card, large_body=True)

    def current(self, state: TableState) -> Page | None:
        """Open while there is a camera and no game."""
        return self if state.may_check_kit else None


@dataclass(frozen=True, slots=True)
class KitFindingsPage(Page):
    """What is missing, double, slanted or in a wrong place; `first`: how many findings are on other pages."""

    first: int = 0
    timeout = None

    def menu(self, state: TableState) -> Menu:
        """The list, and going on."""
        go_on = Option(Tile(line("menu.kit_check.go_on"), icon="camera"), leads_to=KitCheckPage())
        if state.kit_check is None or not state.kit_check.shown:
            return Menu(line("kit_check.title"), (go_on,), body=line("menu.kit_check.nothing"))
        end = self.first + FINDINGS_ON_A_PAGE
        more = Option(Tile(line("menu.kit_check.more"), icon="right"), leads_to=KitFindingsPage(end))
        options = (go_on, more) if len(state.kit_check.lines) > end else (go_on,)
        body = KitFindingsList(state.kit_check, self.first)
        return Menu(line("kit_check.title"), options, body=body, large_body=True)

    def current(self, state: TableState) -> Page | None:
        """Open while there is a camera and no game."""
        return self if state.may_check_kit else None


def is_kit_check_open(opened: OpenPage | None) -> bool:
    """True while a kit check goes on."""
    return opened is not None and isinstance(opened.page, KitCheckPage | KitFindingsPage)
