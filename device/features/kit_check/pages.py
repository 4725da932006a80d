"""The kit check and the enrolment in the menu: cards are passed under the camera; what is missing, double or wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from device.features.kit_check.painting import KitSummary, ShownSticker, paint_sticker, paint_summary, paint_view
from device.features.kit_check.shown import Enrol
from display.drawing.panel import Panel, paint_all
from display.menu.addition import Addition
from display.menu.page import Menu, Option, Page, Tile
from display.messages.intents import FeatureIntent
from display.words import line

if TYPE_CHECKING:
    from device.features.kit_check.shown import BoxThing, KitCheck
    from display.drawing.canvas import Canvas
    from display.messages.intents import Intent
    from display.messages.preview import Preview
    from display.table_state import TableState

NAME = "kit_check"
FINDINGS_ON_A_PAGE = 4
"""Each may take two lines; a long list of what is missing takes more, and is cut off."""


@dataclass(frozen=True, slots=True)
class ShownKit(Addition):
    """There is a camera and no game, so a kit may be checked; `check`: what is shown and found while that goes on."""

    check: KitCheck | None = None

    def menu(self, state: TableState) -> tuple[Option, ...]:
        """Checking the kit, and learning the owner's cards."""
        del state
        kit = Option(Tile(line("menu.main.kit_check"), icon="card"), leads_to=KitCheckPage(), group="appliance")
        enrol = Option(Tile(line("menu.main.enrol"), icon="camera"), leads_to=EnrolmentPage(), group="appliance")
        return kit, enrol

    def elsewhere(self, state: TableState) -> Page:
        """Whoever shows the cards to the camera reads on a telephone which one is wanted."""
        del state
        return EnrolmentPage()

    def tone(self, state: TableState) -> tuple[int, str] | None:
        """One for each card that is read, another one if something is wrong with it."""
        del state
        check = self.check
        return (check.news, "question" if check.wrong else "booked") if check is not None and check.news else None


@dataclass(frozen=True)
class CheckedCard:
    """The card that was shown last, and the camera's view."""

    check: KitCheck
    preview: Preview | None = None

    def __hash__(self) -> int:
        return hash(self.check)

    def paint(self, canvas: Canvas) -> None:
        """The name of what is shown, large, and the camera's view beside it."""
        view, name = canvas.box.cut_left(canvas.box.w * 0.32, canvas.tools.screen * 0.02)
        check = self.check
        shown = ShownSticker(check.name, check.note, check.wrong, not check.wrong)
        if not check.shown:
            shown = ShownSticker(canvas.say("kit_check.title"))
        paint_all(canvas, (Panel(view, paint_view, self.preview), Panel(name, paint_sticker, shown)))

    def told(self) -> tuple[str, ...]:
        """What is wrong with it, and what tells it apart."""
        return tuple(text for text in (self.check.wrong, self.check.note) if text)


@dataclass(frozen=True, slots=True)
class KitFindingsList:
    """What was found, from the finding numbered `first` on."""

    check: KitCheck
    first: int = 0

    def paint(self, canvas: Canvas) -> None:
        """What is wrong, from a finding on."""
        title, *lines = self.told()
        paint_summary(canvas, KitSummary(title, tuple(lines), self.check.good))

    def told(self) -> tuple[str, ...]:
        """The title and the findings."""
        return (self.check.title, *self.check.lines[self.first :][:FINDINGS_ON_A_PAGE])


class BeforeCameraPage(Page):
    """A page on which things are shown to the camera: open while there is a camera and no game."""

    __slots__ = ()
    timeout: ClassVar[float | None] = None

    def current(self, state: TableState) -> Page | None:
        """This page, until a game begins."""
        return self if isinstance(state.features.get(NAME), ShownKit) else None


class StickersPage(BeforeCameraPage):
    """The kit check goes on for as long as such a page is open."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class KitCheckPage(StickersPage):
    """Names what is shown, large."""

    def menu(self, state: TableState) -> Menu:
        """The card and the camera's view; the findings."""
        check = _check(state)
        if check is None:
            return Menu(line("kit_check.title"), body=line("kit_check.start"))
        end = Option(Tile(line("menu.kit_check.end"), icon="check"), leads_to=KitFindingsPage())
        headline = line("menu.kit_check.shown", count=check.shown) if check.shown else line("kit_check.start")
        return Menu(headline, (end,), body=CheckedCard(check, state.preview), large_body=True)


@dataclass(frozen=True, slots=True)
class KitFindingsPage(StickersPage):
    """What is missing, double, slanted or in a wrong place; `first`: how many findings are on other pages."""

    first: int = 0

    def menu(self, state: TableState) -> Menu:
        """The list, and going on."""
        go_on = Option(Tile(line("menu.kit_check.go_on"), icon="camera"), leads_to=KitCheckPage())
        check = _check(state)
        if check is None or not check.shown:
            return Menu(line("kit_check.title"), (go_on,), body=line("menu.kit_check.nothing"))
        end = self.first + FINDINGS_ON_A_PAGE
        more = Option(Tile(line("menu.kit_check.more"), icon="right"), leads_to=KitFindingsPage(end))
        options = (go_on, more) if len(check.lines) > end else (go_on,)
        return Menu(line("kit_check.title"), options, body=KitFindingsList(check, self.first), large_body=True)


def _asks(what: Enrol) -> FeatureIntent:
    return FeatureIntent(NAME, what)


class EnrolmentStep(BeforeCameraPage):
    """The owner's cards are learned for as long as such a page is open, on the screen or on a telephone."""

    __slots__ = ()
    attended: ClassVar[tuple[Intent, Intent] | None] = (_asks(Enrol()), _asks(Enrol(pause=True)))


@dataclass(frozen=True, slots=True)
class EnrolmentPage(EnrolmentStep):
    """Names what is to be shown, large."""

    def menu(self, state: TableState) -> Menu:
        """The thing and the camera's view; another one, and what is missing."""
        check = _learned(state)
        if check is None:
            return Menu(line("enrol.title"), body=line("enrol.start"))
        following = Option(Tile(line("menu.enrol.next"), icon="right"), self, _asks(Enrol(step=1)))
        wrong = Option(Tile(line("menu.enrol.wrong"), icon="undo"), self, _asks(Enrol(wrong=True)))
        choose = Option(Tile(line("menu.enrol.choose"), icon="card"), EnrolmentPartsPage())
        missing = Option(Tile(line("menu.enrol.missing"), icon="check"), EnrolmentMissingPage())
        options = (following, *((wrong,) if check.wrong else ()), choose, missing)
        body = CheckedCard(check, state.preview)
        return Menu(line("menu.enrol.show", name=check.name), options, body=body, large_body=True)


@dataclass(frozen=True, slots=True)
class EnrolmentPartsPage(EnrolmentStep):
    """Asks in which part of the box something is that is to be shown next."""

    def menu(self, state: TableState) -> Menu:
        """The parts, with how much of each was shown."""
        check = _learned(state)
        parts: dict[str, list[BoxThing]] = {}
        for thing in check.box if check else ():
            parts.setdefault(thing.part, []).append(thing)
        return Menu(line("menu.enrol.choose"), tuple(_part(part, things) for part, things in parts.items()))


@dataclass(frozen=True, slots=True)
class EnrolmentListPage(EnrolmentStep):
    """Lists everything in a part of the box."""

    part: str

    def menu(self, state: TableState) -> Menu:
        """Each thing by its name, with a check if it was shown."""
        check = _learned(state)
        things = [thing for thing in check.box if thing.part == self.part] if check else []
        options = tuple(
            Option(
                Tile(line("menu.seat", name=thing.name), icon="check" if thing.is_known else "", dim=thing.is_known),
                EnrolmentPage(),
                _asks(Enrol(choose=thing.design)),
            )
            for thing in things
        )
        return Menu(line("menu.seat", name=self.part), options)


@dataclass(frozen=True, slots=True)
class EnrolmentMissingPage(EnrolmentStep):
    """What is missing, from the line numbered `first` on."""

    first: int = 0

    def menu(self, state: TableState) -> Menu:
        """The list, and going on."""
        go_on = Option(Tile(line("menu.kit_check.go_on"), icon="camera"), EnrolmentPage())
        check = _learned(state)
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


def _check(state: TableState) -> KitCheck | None:
    shown = state.features.get(NAME)
    return shown.check if isinstance(shown, ShownKit) else None


def _learned(state: TableState) -> KitCheck | None:
    """What the enrolment shows; None while none goes on, such as during a check of stickers."""
    check = _check(state)
    return check if check is not None and check.box else None
