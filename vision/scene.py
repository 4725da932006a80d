"""What lies still on the table: a scene of stickers at their places, without any rules of the game."""

from dataclasses import dataclass
from enum import StrEnum

from vision.by_picture import ByPicture


class Place(StrEnum):
    """Where a thing lies. The values are those of `wondertable read --json`."""

    BOARD = "board"
    CITY = "city"
    STAGE = "stage"
    HAND = "hand"
    DISCARD = "discard"
    MAT = "mat"
    ELSEWHERE = "elsewhere"
    SHOWN = "shown"
    """On a station's mat; never in a picture of a table."""


@dataclass(frozen=True, slots=True)
class Item:
    """A sticker that lies still.

    `track` stays the same while the thing stays where it is, even under a hand. `x` and `y` are mm and `angle` radians
    in the table's coordinates; `since` is the camera time in seconds from which it has lain still.
    """

    track: int
    code: int
    place: Place
    seat: int | None
    slot: int | None
    x: float
    y: float
    angle: float
    since: float
    sure: bool = True
    """The place is clear: no other place fits nearly as well."""
    covered: bool = False
    """Something lies or moves over it now; it is assumed to be still there."""
    unseen_since: float | None = None
    """Camera time since which its sticker is not read although no hand covers it; None while it is read or covered."""
    maybe_another: bool = False
    """At a station: it was out of sight, and may be another one with the same code now."""
    under: int | None = None
    """The track of the card that was laid over its sticker; it is assumed to be still there."""
    by_picture: ByPicture | None = None
    """At a station: it was known by its picture, so that the code stands for a name, not for a copy."""


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """A wonder board at its seat; `bearing` is the clockwise angle in radians from the picture's bottom edge."""

    seat: int
    code: int
    x: float
    y: float
    angle: float
    bearing: float
    since: float


@dataclass(frozen=True, slots=True)
class Scene:
    """The still table at one moment. `seats` run clockwise from the one nearest the picture's bottom edge."""

    time: float
    seats: tuple[SeatBoard, ...] = ()
    items: tuple[Item, ...] = ()
    steady: bool = False
    """Nothing moves over the table now."""
    px_per_mm: float | None = None
    doubts: tuple[int, ...] = ()
    """Codes that are seen at two places at once although the kit has them once: their places are not accepted."""
