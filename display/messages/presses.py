"""What somebody pressed, held or touched; what it means depends on the screen that is up."""

from dataclasses import dataclass
from enum import StrEnum


class Press(StrEnum):
    """The five buttons; QUIT is the keyboard's and the window's own."""

    ADVANCE = "advance"
    UNDO = "undo"
    LEFT = "left"
    RIGHT = "right"
    SELECT = "select"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Pick:
    """A touch on choice `index` of what is asked."""

    index: int


@dataclass(frozen=True, slots=True)
class LookAt:
    """A touch on a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Hold:
    """A long press on a button."""

    press: Press


@dataclass(frozen=True, slots=True)
class ToMenu:
    """The main menu, from wherever one is."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A letter from a keyboard, where a name is entered; a line feed ends the name."""

    text: str


UserInput = Press | Pick | LookAt | Hold | ToMenu | Typed
