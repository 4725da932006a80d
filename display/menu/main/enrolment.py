"""The owner's cards are learned, in the menu: what to show, any other thing from a list, and what is missing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from display.menu.main.kit_check import FINDINGS_ON_A_PAGE, CheckedCard, KitFindingsList
from display.menu.page import Menu, Option, Page, Tile
from display.messages.intents import Enrol
from display.words import line

if TYPE_CHECKING:
    from display.menu.open_page import OpenPage
    from display.messages.kit_check import BoxThing, KitCheck
    from display.table_state import TableState


class _EnrolmentStep(Page):
    """A page of the enrolment: open while there is a camera and no game."""

    __slots__ = ()
    timeout = None

    def current(self, state: TableState) -> Page | None:
        """This page, until a game begins."""
        return self if state.may_check_kit else None


@dataclass(frozen=True, slots=True)
class EnrolmentPage(_EnrolmentStep):
    """Names what is to be shown, large."""

    def menu(self, state: TableState) -> Menu:
        """The thing and the camera's view; another one, and what is missing."""
        check = learned(state)
        if check is None:
            return Menu(line("enrol.title"), body=line("enrol.start"))
        following = Option(Tile(line("menu.enrol.next"), icon="right"), self, Enrol(step=1))
        wrong = Option(Tile(line("menu.enrol.wrong"), icon="undo"), self, Enrol(wrong=True))
        choose = Option(Tile(line("menu.enrol.choose"), icon="card"), EnrolmentPartsPage())
        missing = Option(Tile(line("menu.enrol.missing"), icon="check"), EnrolmentMissingPage())
        options = (following, *((wrong,) if check.wrong else ()), choose, missing)
        body = CheckedCard(check, state.preview)
        return Menu(line("menu.enrol.show", name=check.name), options, body=body, large_body=True)


@dataclass(frozen=True, slots=True)
class EnrolmentPartsPage(_EnrolmentStep):
    """Asks in which part of the box something is that is to be shown next."""

    def menu(self, state: TableState) -> Menu:
        """The parts, with how much of each was shown."""
        check = learned(state)
        parts: dict[str, list[BoxThing]] = {}
        for thing in check.box if check else ():
            parts.setdefault(thing.part, []).append(thing)
        return Menu(line("menu.enrol.choose"), tuple(_part(part, things) for part, things in parts.items()))


@dataclass(frozen=True, slots=True)
class EnrolmentListPage(_EnrolmentStep):
    """Lists everything in a part of the box."""

    part: str

    def menu(self, state: TableState) -> Menu:
        """Each thing by its name, with a check if it was shown."""
        check = learned(state)
        things = [thing for thing in check.box if thing.part == self.part] if check else []
        options = tuple(
            Option(
                Tile(line("menu.seat", name=thing.name), icon="check" if thing.is_known else "", dim=thing.is_known),
                EnrolmentPage(),
                Enrol(choose=thing.design),
            )
            for thing in things
        )
        return Menu(line("menu.seat", name=self.part), options)


@dataclass(frozen=True, slots=True)
class EnrolmentMissingPage(_EnrolmentStep):
    """What is missing, from the line numbered `first` on."""

    first: int = 0

    def menu(self, state: TableState) -> Menu:
        """The list, and going on."""
        go_on = Option(Tile(line("menu.kit_check.go_on"), icon="camera"), EnrolmentPage())
        check = learned(state)
        if check is None:
            return Menu(line("enrol.title"), (go_on,), body=line("enrol.start"))
        end = self.first + FINDINGS_ON_A_PAGE
        more = Option(Tile(line("menu.kit_check.more"), icon="right"), replace(self, first=end))
        options = (go_on, more) if len(check.lines) > end else (go_on,)
        return Menu(line("enrol.title"), options, body=KitFindingsList(check, self.first), large_body=True)


def _part(part: str, things: list[BoxThing]) -> Option:
    known = sum(thing.is_known for thing in things)
    note = line("enrol.shown", shown=known, of=len(things))
    tile = Tile(line("menu.seat", name=part), note, dim=known == len(things))
    return Option(tile, EnrolmentListPage(part))


def learned(state: TableState) -> KitCheck | None:
    """What the enrolment shows; None while none goes on, such as during a check of stickers."""
    return state.kit_check if state.kit_check is not None and state.kit_check.box else None


def is_enrolment_open(opened: OpenPage | None) -> bool:
    """True while the owner's cards are learned on the screen."""
    return opened is not None and isinstance(opened.page, _EnrolmentStep)
