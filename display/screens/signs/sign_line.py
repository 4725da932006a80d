"""Signs, numbers and resources in one line, all of one size: as large as the line allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.drawing.box import Box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from display.drawing.canvas import Canvas
    from display.drawing.theme import Colour

ICON = 0.94
"""The size of an icon, in ems; resources within a choice are `MINI`."""
MINI = 0.8
FRAME = 0.12
"""The rim of the plate of a choice and of a badge, in ems."""


@dataclass(frozen=True, slots=True)
class Sign:
    """An icon in a colour."""

    icon: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class Number:
    """A number or a word."""

    text: str
    colour: Colour
    bold: bool = True


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


def counted(icon: str, colour: Colour, text: str, ink: Colour) -> tuple[Part, ...]:
    """An icon and its number, and the gap to what follows."""
    return Sign(icon, colour), Space(0.16), Number(text, ink), Space(0.5)


def width(canvas: Canvas, parts: Sequence[Part], em: float) -> float:
    """The most px that the parts can be wide at this em; a gap at the end is not counted."""
    return _without_end(parts, [_wide(canvas, part, em) for part in parts])


def fitting(canvas: Canvas, parts: Sequence[Part], room: float, most: float) -> float:
    """The largest em, at most `most`, at which the parts fit into `room` px."""
    needed = width(canvas, parts, most)
    return most if needed <= room else most * room / needed


def draw(canvas: Canvas, box: Box, parts: Sequence[Part], em: float, *, right: bool = False) -> Box:
    """Draw the parts at the left end of the box, or the right one; smaller if need be. Returns the room they leave."""
    steps = [_wide(canvas, part, em) for part in parts]
    wide = _without_end(parts, steps)
    if wide > box.w:
        em *= box.w / wide
        steps = [_wide(canvas, part, em) for part in parts]
        wide = _without_end(parts, steps)
    x = box.right - wide if right else box.x
    for part, step in zip(parts, steps, strict=True):
        if not isinstance(part, Space):
            _paint(canvas, Box(x, box.y, step, box.h), part, em)
        x += step
    return Box(box.x, box.y, max(0.0, box.w - wide), box.h) if right else box.cut_left(wide)[1]


def _without_end(parts: Sequence[Part], steps: Sequence[float]) -> float:
    """The sum of the steps, without those of a gap at the end."""
    count = len(parts)
    while count and isinstance(parts[count - 1], Space):
        count -= 1
    return sum(steps[:count])


def _wide(canvas: Canvas, part: Part, em: float) -> float:
    match part:
        case Sign():
            return em * ICON
        case Number(text, _, bold):
            return canvas.about(text, em, bold=bold)
        case Unit(letters):
            return em * (ICON if len(letters) == 1 else MINI * len(letters) + 2 * FRAME)
        case Badge(text, _):
            return canvas.about(text, em * 0.92, bold=True) + em * 4 * FRAME
        case Space(ems):
            return em * ems


def _paint(canvas: Canvas, place: Box, part: Part, em: float) -> None:
    theme = canvas.theme
    match part:
        case Sign(icon, colour):
            canvas.icon(place.middle(em * ICON, em * ICON), icon, colour)
        case Number(text, colour, bold):
            canvas.text(place.middle(place.w, em * 1.05), text, em, bold=bold, colour=colour, crowded=True)
        case Unit(letters) if len(letters) == 1:
            canvas.icon(place.middle(em * ICON, em * ICON), f"resource.{letters}", theme.resources[letters])
        case Unit(letters):
            plate = place.middle(place.w, em * (MINI + 2 * FRAME))
            canvas.plate(plate, theme.line, em * 0.28)
            for spot, letter in zip(plate.inset(em * FRAME, 0).columns(*[1.0] * len(letters)), letters, strict=True):
                canvas.icon(spot.middle(em * MINI, em * MINI), f"resource.{letter}", theme.resources[letter])
        case Badge(text, colour):
            plate = place.middle(place.w, em * 1.06)
            canvas.plate(plate, colour, em * 0.26)
            canvas.text(
                plate.inset(em * FRAME, 0), text, em * 0.92, bold=True, colour=theme.ink, align="centre", crowded=True
            )
