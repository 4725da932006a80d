"""Signs, numbers, words and resources in lines, all of one size: as large as the room allows."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from display.drawing import fonts
from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.drawing.theme import Colour
from display.facts.names import SeatName
from display.screens.signs.seat_banner import draw_banner

ICON = 0.94
"""The size of an icon, in ems."""
MINI = 0.76
"""That of a resource within a choice."""
FRAME = 0.12
"""The rim of the plate of a choice and of a badge, in ems."""
LINE = 1.14
"""The distance of lines, in ems."""
STEP = 0.5
"""px by which the em goes down until everything fits."""


@dataclass(frozen=True, slots=True)
class Sign:
    """An icon in a colour, or a seat's banner."""

    icon: str | SeatName
    colour: Colour | None = None
    ems: float = ICON


@dataclass(frozen=True, slots=True)
class Number:
    """A number or a word, in the colour of text unless it has one of its own."""

    text: str
    colour: Colour | None = None
    bold: bool = True
    ems: float = 1.0
    legible: bool = False
    """It is not smaller than the least legible size; only lines that are hardly ever full may have smaller ones."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A resource, or a choice between several, as a letter each."""

    letters: str


@dataclass(frozen=True, slots=True)
class Badge:
    """A number on a plate of a colour."""

    text: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class Space:
    """Nothing, so many ems wide."""

    ems: float


Part = Sign | Number | Unit | Badge | Space
Group = tuple[Part, ...]
"""Parts that stay together in one line."""


def counted(icon: str, colour: Colour, text: str, ink: Colour | None = None) -> Group:
    """An icon and its number, and the gap to what follows."""
    return Sign(icon, colour), Space(0.16), Number(text, ink), Space(0.5)


def resources(units: Iterable[str]) -> tuple[Group, ...]:
    """Equal units together, in the order in which they first appear: a chip, and how many there are."""
    return tuple(
        (Unit(unit), *((Space(0.1), Number(str(count), ems=0.92, legible=True)) if count > 1 else ()), Space(0.26))
        for unit, count in Counter(units).items()
    )


def width(parts: Sequence[Part], em: float, least: int = 0) -> float:
    """The most px that the parts can be wide at this em; a gap at the end is not counted.

    `least`: the least em of what must be legible.
    """
    count = len(parts)
    while count and isinstance(parts[count - 1], Space):
        count -= 1
    return sum(_wide(part, em, least) for part in parts[:count])


def fitting(canvas: Canvas, parts: Sequence[Part], room: float, most: float) -> float:
    """The largest em, at most `most`, at which the parts fit into `room` px."""
    needed = width(parts, most, canvas.tools.smallest)
    return most if needed <= room else most * room / needed


def largest(box: Box, groups: Sequence[Group], most: float, *, least: int = 0, down_to: float = 4.0) -> float:
    """The largest em, in px, at which the groups fit into the box, in any number of lines."""
    em = min(most, box.h)
    while em > down_to and not _fits(box, _broken(groups, em, box.w, least), em):
        em -= STEP
    return em


def draw(canvas: Canvas, box: Box, parts: Sequence[Part], em: float, *, right: bool = False) -> Box:
    """Draw the parts at the left end of the box, or the right one; smaller if need be. Returns the room they leave."""
    em, least = fitting(canvas, parts, box.w, em), canvas.tools.smallest
    wide = min(box.w, width(parts, em, least))
    x = box.right - wide if right else box.x
    for part in parts:
        step = _wide(part, em, least)
        if not isinstance(part, Space):
            _paint(canvas, Box(x, box.y, step, box.h), part, em)
        x += step
    return Box(box.x, box.y, max(0.0, box.w - wide), box.h) if right else box.cut_left(wide)[1]


def draw_both(canvas: Canvas, box: Box, left: Sequence[Part], right: Sequence[Part], most: float) -> None:
    """Two groups at the ends of a line, of one size."""
    em = fitting(canvas, (*left, Space(0.9), *right), box.w, most) if right else most
    draw(canvas, draw(canvas, box, right, em, right=True), left, em)


def draw_lines(canvas: Canvas, box: Box, groups: Sequence[Group], em: float, *, top: bool = False) -> None:
    """Draw the groups from left to right, line by line, from the `top` or centred."""
    lines = _broken(groups, em, box.w, canvas.tools.smallest) or [tuple(part for group in groups for part in group)]
    y = box.y if top else box.y + max(0.0, box.h - _high(len(lines), em)) / 2
    for place, line in enumerate(lines):
        draw(canvas, Box(box.x, y + place * em * LINE, box.w, em), line, em)


def draw_resources(
    canvas: Canvas, box: Box, units: Iterable[str], most: float | None = None, *, top: bool = False
) -> None:
    """Draw resources in the number of lines that makes their chips largest; `most`: their largest size in px."""
    groups = resources(units)
    draw_lines(canvas, box, groups, largest(box, groups, most or box.h, least=canvas.tools.smallest), top=top)


def _broken(groups: Sequence[Group], em: float, room: float, least: int) -> list[Group] | None:
    """The groups in lines; None if one of them is too wide."""
    lines: list[Group] = [()]
    for group in groups:
        if width(longer := (*lines[-1], *group), em, least) <= room:
            lines[-1] = longer
        elif width(group, em, least) > room:
            return None
        else:
            lines.append(group)
    return lines


def _fits(box: Box, lines: list[Group] | None, em: float) -> bool:
    return lines is not None and _high(len(lines), em) <= box.h + 0.01


def _high(lines: int, em: float) -> float:
    return em * (1 + LINE * (lines - 1))


def _wide(part: Part, em: float, least: int) -> float:
    match part:
        case Sign(_, _, ems) | Space(ems):
            return em * ems
        case Number(text, _, bold, ems, legible):
            return fonts.at_most(text, max(em * ems, least if legible else 0), bold)
        case Unit(letters):
            return em if len(letters) == 1 else em * (MINI * len(letters) + 2 * FRAME)
        case Badge(text, _):
            return fonts.at_most(text, em * 0.92, bold=True) + em * 4 * FRAME


def _paint(canvas: Canvas, place: Box, part: Part, em: float) -> None:
    theme = canvas.theme
    match part:
        case Sign(str(icon), colour, ems):
            canvas.icon(place.middle(em * ems, em * ems), icon, colour)
        case Sign(SeatName() as name, _, ems):
            draw_banner(canvas, place.middle(em * ems, em * ems), name)
        case Number(text, colour, bold, ems, legible):
            size = max(em * ems, canvas.tools.smallest if legible else 0)
            exact = canvas.width(text, size, bold) + 1.0  # small letters may be wider than `fonts.at_most` says
            place = place.middle(max(place.w, exact), max(place.h, size * 1.05))
            canvas.text(place, text, size, bold=bold, colour=colour, crowded=not legible, smallest=0.9)
        case Unit(letters) if len(letters) == 1:
            canvas.icon(place.middle(em, em), f"resource.{letters}", theme.resources[letters])
        case Unit(letters):
            plate = place.middle(place.w, em)
            canvas.plate(plate, theme.line, em * 0.28)
            spots, size = plate.inset(em * FRAME, 0).columns(*[1.0] * len(letters)), em * MINI * ICON
            for spot, letter in zip(spots, letters, strict=True):
                canvas.icon(spot.middle(size, size), f"resource.{letter}", theme.resources[letter])
        case Badge(text, colour):
            plate = place.middle(place.w, em * 1.06)
            canvas.plate(plate, colour, em * 0.26)
            canvas.text(
                plate.inset(em * FRAME, 0), text, em * 0.92, bold=True, colour=theme.ink, align="centre", crowded=True
            )
