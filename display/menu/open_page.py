"""The page that is open, and the pages before it. Pure: a press gives the next open page and an intent."""

from __future__ import annotations

from dataclasses import dataclass, replace

from display.menu.columns import COLUMNS, Indices, chosen, columns_at
from display.menu.page import Menu, Option, Page
from display.messages.intents import Change, Intent
from display.messages.presses import Pick, Press, Typed, UserInput
from display.table_state import TableState


@dataclass(frozen=True, slots=True)
class OpenPage:
    """An open page.

    `path`: the columns pressed on it so far; `before`: the page UNDO returns to; `since`: time of the last press (s).
    """

    page: Page
    path: tuple[int, ...] = ()
    before: OpenPage | None = None
    since: float = 0.0

    def columns(self, menu: Menu) -> tuple[Indices, ...]:
        """The indices of the options above each of the four buttons."""
        return columns_at([option.group for option in menu.options], self.path, menu.apart)


def update_page(opened: OpenPage, state: TableState, time: float) -> OpenPage | None:
    """The page to show for a new state at `time` (s); None closes the menu.

    When a page times out, an unfinished entry below it is shown again.
    """
    page = _current_page(opened.page, state)
    if page is None:
        return None
    if page != opened.page:
        opened = replace(opened, page=page, path=())
    timed_out = page.timeout is not None and time - opened.since >= page.timeout
    return unfinished_page(opened) if timed_out else opened


def unfinished_page(opened: OpenPage | None) -> OpenPage | None:
    """The nearest page, from this one back, on which something is half entered: one without a timeout."""
    while opened is not None and opened.page.timeout is not None:
        opened = opened.before
    return opened


def press_on_page(
    opened: OpenPage, state: TableState, user_input: UserInput, time: float
) -> tuple[OpenPage | None, Intent | None]:
    """What a press or touch does: the page that is open afterwards (None: closed), and the intent, if any."""
    opened = replace(opened, since=time)
    if opened.page.any_button and isinstance(user_input, Press):
        user_input = Pick(0)
    if user_input is Press.UNDO:
        return go_back(opened, state), None
    if isinstance(user_input, Typed):
        typed = opened.page.typed(user_input.text)
        return (opened, None) if typed is None else _choose_option(opened, typed)
    menu = opened.page.menu(state)
    index, path = chosen(user_input, opened.columns(menu), opened.path, len(menu.options))
    return (replace(opened, path=path), None) if index is None else _choose_option(opened, menu.options[index])


def go_back(opened: OpenPage, state: TableState) -> OpenPage | None:
    """One step back: out of a column, to the last page that asked something, or out of the menu if that may close.

    A page that now leads on to this one by itself asks nothing.
    """
    if opened.path:
        return replace(opened, path=opened.path[:-1])
    if opened.before:
        earlier = replace(opened.before, since=opened.since)
        leads_on = earlier.page.any_button or _current_page(earlier.page, state) == opened.page
        return go_back(replace(earlier, path=()), state) if leads_on else earlier
    return None if opened.page.may_close else opened


def active_buttons(opened: OpenPage, state: TableState) -> frozenset[Press]:
    """The buttons that do something now."""
    if opened.page.any_button:
        return frozenset(Press) - {Press.QUIT}
    columns = opened.columns(opened.page.menu(state))
    found = {button for button, column in zip(COLUMNS, columns, strict=True) if column}
    return frozenset(found if go_back(opened, state) == opened else {Press.UNDO, *found})


def _current_page(page: Page, state: TableState) -> Page | None:
    """Ask a page which one to show instead, then ask that one, until a page stays."""
    later = page.current(state)
    while later is not None and later != page:
        page, later = later, later.current(state)
    return later


def _choose_option(opened: OpenPage, option: Option) -> tuple[OpenPage | None, Intent | None]:
    if option.leads_to is None:
        return None, option.intent
    earlier = _open_before(opened, option.leads_to)
    if earlier is not None:
        return replace(earlier, path=(), since=opened.since), option.intent
    before: OpenPage | None = None  # a recorded action is undone on the table, not by going back
    if option.intent is None:
        before = opened
    elif isinstance(option.intent, Change):  # after it the options may be shared out otherwise
        before = replace(opened, path=())
    return OpenPage(option.leads_to, before=before, since=opened.since), option.intent


def _open_before(opened: OpenPage | None, page: Page) -> OpenPage | None:
    """The open page that shows `page`, from this one back; None if there is none."""
    while opened is not None and opened.page != page:
        opened = opened.before
    return opened
