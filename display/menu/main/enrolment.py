"""The owner's cards are learned, in the menu: the screen names what to show; then what is missing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from display.menu.main.kit_check import FINDINGS_ON_A_PAGE, CheckedCard, KitFindingsList
from display.menu.page import Menu, Option, Page, Tile
from display.words import line

if TYPE_CHECKING:
    from display.menu.open_page import OpenPage
    from display.table_state import TableState


@dataclass(frozen=True, slots=True)
class EnrolmentPage(Page):
    """Names what is to be shown, large.

    `steps`: how many places further on something was asked for. `wrong`: how often somebody has said that what was
    shown as something else before was wrong. Both are done by who takes the pictures, as they grow.
    """

    steps: int = 0
    wrong: int = 0
    timeout = None

    def menu(self, state: TableState) -> Menu:
        """The thing and the camera's view; another one, and what is missing."""
        check = state.kit_check
        if check is None:
            return Menu(line("enrol.title"), body=line("enrol.start"))
        following = Option(Tile(line("menu.enrol.next"), icon="right"), replace(self, steps=self.steps + 1))
        wrong = Option(Tile(line("menu.enrol.wrong"), icon="undo"), replace(self, wrong=self.wrong + 1))
        missing = Option(Tile(line("menu.enrol.missing"), icon="check"), EnrolmentMissingPage(self.steps, self.wrong))
        options = (following, *((wrong,) if check.wrong else ()), missing)
        body = CheckedCard(check, state.preview)
        return Menu(line("menu.enrol.show", name=check.name), options, body=body, large_body=True)

    def current(self, state: TableState) -> Page | None:
        """Open while there is a camera and no game."""
        return self if state.may_check_kit else None


@dataclass(frozen=True, slots=True)
class EnrolmentMissingPage(Page):
    """What is missing, from the line numbered `first` on. `steps`, `wrong`: as on the page before."""

    steps: int = 0
    wrong: int = 0
    first: int = 0
    timeout = None

    def menu(self, state: TableState) -> Menu:
        """The list, and going on."""
        go_on = Option(Tile(line("menu.kit_check.go_on"), icon="camera"), EnrolmentPage(self.steps, self.wrong))
        if state.kit_check is None:
            return Menu(line("enrol.title"), (go_on,), body=line("enrol.start"))
        end = self.first + FINDINGS_ON_A_PAGE
        more = Option(Tile(line("menu.kit_check.more"), icon="right"), replace(self, first=end))
        options = (go_on, more) if len(state.kit_check.lines) > end else (go_on,)
        body = KitFindingsList(state.kit_check, self.first)
        return Menu(line("enrol.title"), options, body=body, large_body=True)

    def current(self, state: TableState) -> Page | None:
        """Open while there is a camera and no game."""
        return self if state.may_check_kit else None


def asked_of_enrolment(opened: OpenPage | None) -> tuple[int, int] | None:
    """What was asked for so far on the page, `steps` and `wrong`; None while it is not open."""
    if opened is None or not isinstance(opened.page, EnrolmentPage | EnrolmentMissingPage):
        return None
    return opened.page.steps, opened.page.wrong
