"""The camera's view for the screen, with marks on what was read and lies open to everybody."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that was read in the camera's view and lies open to everybody; never a card in a hand.

    `name` is the catalogue's key of what it is (`card.palace`, `wonder.giza`), `corners` its sticker's in shares of the
    picture's width and height. `sure`: where it belongs is clear.
    """

    name: str
    corners: tuple[tuple[float, float], ...]
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Preview:
    """The camera's view, small: `width * height` grey bytes, row by row, and what is read in it.

    `sharpness` at the edges of the stickers: from 1 on they are read well; None: there are none.
    """

    width: int
    height: int
    grey: bytes
    marks: tuple[Mark, ...] = ()
    unread: tuple[tuple[float, float], ...] = ()
    """The middle of each thing that looks like a sticker and cannot be read, in shares of the width and height."""
    sharpness: float | None = None
