"""What a page of the menu is made of: values only. A page says what may be chosen; the screens draw it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Hashable

    from device.messages.intents import Intent
    from display.table_state import TableState
    from engine import Payment

PATIENCE = 60.0
"""Seconds without a press after which a page closes by itself."""


@dataclass(frozen=True)
class Line:
    """Words to be said: a catalogue key and what fills it in. A `SeatName` among that is said as a seat's name.

    Compared by everything and hashed by its key, since what fills in the words may be anything.
    """

    key: str
    placeholders: tuple[tuple[str, object], ...] = ()

    def __hash__(self) -> int:
        return hash(self.key)


def line(key: str, **placeholders: object) -> Line:
    """A line, written short."""
    return Line(key, tuple(placeholders.items()))


@dataclass(frozen=True, slots=True)
class Tile:
    """What an option looks like.

    `words`: its name; `note`: a second line, smaller. `big` is drawn instead of an icon: a number, a letter.
    `colour`: a card's colour word, drawn as a band with its mark. `icon`: the icon's name. `units`: resources as chips.
    `pays`: coins with arrows to whom they go. `dim`: possible, but not likely. `chosen`: as it is set now.
    """

    words: Line | None = None
    note: Line | None = None
    icon: str = ""
    colour: str = ""
    big: str = ""
    units: tuple[str, ...] = ()
    pays: Payment | None = None
    dim: bool = False
    chosen: bool = False


class Page:
    """Something to choose from, or something to look at. Pages are frozen values: everything they know is in them."""

    __slots__ = ()
    patience: ClassVar[float | None] = PATIENCE
    """Seconds without a press after which the page closes by itself; None: never."""
    may_close: ClassVar[bool] = True
    """Whether UNDO leads out of the menu where no page came before."""

    def menu(self, state: TableState) -> Menu:
        """What is asked and what may be chosen now."""
        raise NotImplementedError

    def now(self, state: TableState) -> Page | None:
        """The page to show instead, now that the evening is at `state`: itself; None if there is nothing to choose."""
        del state
        return self


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: what it asks of the table and where it leads.

    `leads` None closes the menu; a page that was come by already leads back to it. Options of one `group` stay together
    in a column if that costs no press more.
    """

    tile: Tile
    leads: Page | None = None
    intent: Intent | None = None
    group: Hashable = None


@dataclass(frozen=True, slots=True)
class Menu:
    """A page as it is now.

    `headline`: what is asked, and of whom. `about`: what has been chosen on the way, shown at the side. `body`: what
    there is to read or to look at above the options: a `Line`, or a value that has a painter in
    `display.screens.menu.menu_page.BODIES`.
    """

    headline: Line
    options: tuple[Option, ...] = ()
    about: tuple[Tile, ...] = ()
    body: Hashable = None
    roomy: bool = False
    """The body needs nearly all of the room; the options below it are a line of words each."""
