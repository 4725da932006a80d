"""The parts of a menu page, all values. A page says what can be chosen; the screens draw it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, Protocol, runtime_checkable

from display.facts.names import SeatName
from display.messages.intents import Intent
from display.table_state import TableState
from display.words import Line
from engine import Payment

PAGE_TIMEOUT = 60.0
"""Seconds without a press after which a page closes by itself."""


@dataclass(frozen=True, slots=True)
class Tile:
    """What an option looks like.

    `words`: its name; `note`: a second line, smaller. `big`: drawn instead of an icon, a number or a letter.
    `colour`: a card's colour word, drawn as a band with its mark. `icon`: the icon's name. `units`: resources as chips.
    `pays`: coins, with the banners of `payees`, the left and the right neighbour. `seat`: the city whose banner is
    drawn. `dim`: possible, but unlikely. `chosen`: the current setting.
    """

    words: Line | None = None
    note: Line | None = None
    icon: str = ""
    colour: str = ""
    big: str = ""
    units: tuple[str, ...] = ()
    pays: Payment | None = None
    payees: tuple[SeatName, SeatName] | None = None
    seat: SeatName | None = None
    dim: bool = False
    chosen: bool = False


class Page:
    """Something to choose from or to look at. Pages are frozen values; everything they know is in their fields."""

    __slots__ = ()
    timeout: ClassVar[float | None] = PAGE_TIMEOUT
    """Seconds without a press after which the page closes by itself; None: never."""
    may_close: ClassVar[bool] = True
    """False if UNDO must not close the menu from this page."""

    any_button: ClassVar[bool] = False
    """True if each of the five buttons chooses the first option."""

    attended: ClassVar[tuple[Intent, Intent] | None] = None
    """What is asked for each time this page is looked at away from the screen, and once it was left there.

    None: it is only for the screen.
    """

    takes_text: ClassVar[bool] = False
    """True if letters of a keyboard are entered here, instead of pressing the five buttons."""

    def typed(self, text: str) -> Option | None:
        """What a typed letter chooses; None if nothing."""
        return None

    def menu(self, state: TableState) -> Menu:
        """The headline, options and body for this state."""
        raise NotImplementedError

    def current(self, state: TableState) -> Page | None:
        """The page to show for this state: this one, another one, or None if nothing is left to choose."""
        return self


class PageBeforeGame(Page):
    """A page that closes when a game begins."""

    __slots__ = ()

    def current(self, state: TableState) -> Page | None:
        """Open before a game."""
        return self if state.game is None else None


class PageOfGame(Page):
    """A page that closes when the game is put away."""

    __slots__ = ()

    def current(self, state: TableState) -> Page | None:
        """Open during a game."""
        return self if state.game is not None else None


@dataclass(frozen=True, slots=True)
class PageOfCity(Page):
    """A page about a seat's city."""

    seat: int

    def current(self, state: TableState) -> Page | None:
        """Open during a game with such a seat."""
        return self if state.game is not None and self.seat < len(state.game.cities) else None


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose.

    `intent`: what it asks of the table, the settings or the program. `leads_to`: the page that opens next; None closes
    the menu; a page that is open further back is returned to. Options with the same `group` share a column where that
    costs no extra press.
    """

    tile: Tile
    leads_to: Page | None = None
    intent: Intent | None = None
    group: Hashable = None


@dataclass(frozen=True, slots=True)
class Menu:
    """What a page shows for one state.

    `headline`: the question, and to whom. `about`: what was chosen on earlier pages, shown at the side. `body`: what
    there is to read or look at above the options: a `Line`, or a value with a painter in
    `display.screens.menu.menu_page.BODIES`.
    """

    headline: Line
    options: tuple[Option, ...] = ()
    about: tuple[Tile, ...] = ()
    body: Hashable = None
    apart: int = 0
    """So many options at the end have the last column to themselves."""
    large_body: bool = False
    """True if the body needs almost all the space; the options below it are then one line of words each."""
    touched: int | None = None
    """The option that a touch on the body chooses."""


@runtime_checkable
class ToldBody(Protocol):
    """A body that can be read away from the screen, too."""

    def told(self) -> tuple[str, ...]:
        """What it says, line by line, in the screen's language."""


@dataclass(frozen=True, slots=True)
class Legend:
    """Symbols with their meanings: icon and catalogue key of each."""

    symbols: tuple[tuple[str, str], ...]
