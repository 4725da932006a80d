"""The page that is open, and how one came to it. Pure: a press gives the next one and an intent for the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.messages.presses import Pick, Press
from display.menu.columns import COLUMNS, columns_at

if TYPE_CHECKING:
    from device.messages.intents import Intent
    from device.messages.presses import Touch
    from display.menu.columns import Run
    from display.menu.page import Menu, Option, Page
    from display.table_state import TableState


@dataclass(frozen=True, slots=True)
class OpenPage:
    """An open page.

    `path`: the columns that were pressed on it; `before`: where UNDO leads; `since`: the time of the last press (s).
    """

    page: Page
    path: tuple[int, ...] = ()
    before: OpenPage | None = None
    since: float = 0.0

    def columns(self, menu: Menu) -> tuple[Run, ...]:
        """The indices of the options over each of the four buttons."""
        return columns_at(menu.options, self.path)


def follow(opened: OpenPage, state: TableState, time: float) -> OpenPage | None:
    """The page after the evening went on; None if it closes: nothing is left to choose, or nobody pressed for long.

    What was half entered before is there again when a page that was opened over it closes by itself.
    """
    page = _now(opened.page, state)
    if page is None:
        return None
    if page != opened.page:
        opened = replace(opened, page=page, path=())
    return lasting(opened) if page.patience is not None and time - opened.since >= page.patience else opened


def lasting(opened: OpenPage | None) -> OpenPage | None:
    """The page on which something is half entered: this one, or one by which it was come by."""
    while opened is not None and opened.page.patience is not None:
        opened = opened.before
    return opened


def press(opened: OpenPage, state: TableState, touch: Touch, time: float) -> tuple[OpenPage | None, Intent | None]:
    """What a press or touch on the page means: the page then open (None: closed), and what is asked of the table."""
    opened = replace(opened, since=time)
    if touch is Press.UNDO:
        return back(opened), None
    menu = opened.page.menu(state)
    if isinstance(touch, Pick):
        return _choose(opened, menu.options[touch.index]) if touch.index < len(menu.options) else (opened, None)
    if touch not in COLUMNS:
        return opened, None
    column = COLUMNS.index(touch)
    inside = opened.columns(menu)[column]
    if len(inside) == 1:
        return _choose(opened, menu.options[inside[0]])
    return (replace(opened, path=(*opened.path, column)) if inside else opened), None


def back(opened: OpenPage) -> OpenPage | None:
    """One step back: out of a column, to the page before, or out of the menu if the page lets go."""
    if opened.path:
        return replace(opened, path=opened.path[:-1])
    if opened.before:
        return replace(opened.before, since=opened.since)
    return None if opened.page.may_close else opened


def live(opened: OpenPage, state: TableState) -> frozenset[Press]:
    """The buttons that do something now."""
    columns = opened.columns(opened.page.menu(state))
    found = {button for button, column in zip(COLUMNS, columns, strict=True) if column}
    return frozenset(found if back(opened) == opened else {Press.UNDO, *found})


def _now(page: Page, state: TableState) -> Page | None:
    """The page that takes this one's place, and perhaps that one's."""
    later = page.now(state)
    while later is not None and later != page:
        page, later = later, later.now(state)
    return later


def _choose(opened: OpenPage, option: Option) -> tuple[OpenPage | None, Intent | None]:
    if option.leads is None:
        return None, option.intent
    earlier = _earlier(opened, option.leads)
    if earlier is not None:
        return replace(earlier, path=(), since=opened.since), option.intent
    before = opened if option.intent is None else None  # what is booked is taken back on the table, not by going back
    return OpenPage(option.leads, before=before, since=opened.since), option.intent


def _earlier(opened: OpenPage | None, page: Page) -> OpenPage | None:
    """Where the page was come by already."""
    while opened is not None and opened.page != page:
        opened = opened.before
    return opened
