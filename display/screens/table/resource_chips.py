"""Resources drawn as chips: how many of each, and choices between several in one capsule."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.drawing import fonts
from display.drawing.box import Box

if TYPE_CHECKING:
    from display.drawing.canvas import Canvas

MINI = 0.74
"""Size of a chip inside a capsule, against a single chip."""
COUNT = 0.92
"""Em of a count, against the size of the chip."""


@dataclass(frozen=True, slots=True)
class ChipGroup:
    """Equal units."""

    unit: str
    count: int


def groups(units: tuple[str, ...]) -> tuple[ChipGroup, ...]:
    """Equal units together, in the order they first appear."""
    return tuple(ChipGroup(unit, count) for unit, count in Counter(units).items())


def draw(canvas: Canvas, box: Box, units: tuple[str, ...], most: float | None = None, *, top: bool = False) -> None:
    """Draw the chips from left to right, in the number of rows that makes them largest.

    `most` is the largest size in px; `top`: the rows begin at the top instead of being centred.
    """
    parts = groups(units)
    least = canvas.tools.smallest
    size = largest(box, units, most, least=least)
    lines = _broken(parts, size, box.w, least)
    high = size * (len(lines) + GAP * (len(lines) - 1))
    first = box.y if top else box.y + max(0.0, box.h - high) / 2
    for place, line in enumerate(lines):
        x = box.x
        for part in line:
            _group(canvas, Box(x, first + place * size * (1 + GAP), size, size), part)
            x += _wide(part, size, least) + size * GAP * 1.6


def largest(box: Box, units: tuple[str, ...], most: float | None = None, *, least: int = 0) -> float:
    """The largest size, in px, at which the chips fit into the box, in any number of rows.

    `least` is the least em of a count.
    """
    parts = groups(units)
    size = 0.0
    for rows in range(1, ROWS + 1):
        fits = min(most or box.h, box.h / (rows + GAP * (rows - 1)))
        while fits > max(size, 4) and len(_broken(parts, fits, box.w, least)) > rows:
            fits -= 0.5
        size = max(size, fits)
    return size


def width(units: tuple[str, ...], size: float, least: int = 0) -> float:
    """The width in px of the chips in one row, at most; `least` is the least em of a count."""
    return sum(_wide(part, size, least) + size * GAP * 1.6 for part in groups(units))


ROWS = 6
"""The most rows of chips."""
GAP = 0.16
"""The gap between chips, against their size."""


def _broken(parts: tuple[ChipGroup, ...], size: float, room: float, least: int = 0) -> list[list[ChipGroup]]:
    lines: list[list[ChipGroup]] = [[]]
    used = 0.0
    for part in parts:
        wide = _wide(part, size, least)
        if lines[-1] and used + wide > room:
            lines.append([])
            used = 0.0
        lines[-1].append(part)
        used += wide + size * GAP * 1.6
        if wide > room:
            return [[]] * 99
    return lines


def _wide(part: ChipGroup, size: float, least: int) -> float:
    count = fonts.at_most(str(part.count), max(size * COUNT, least), bold=True) + size * 0.1 if part.count > 1 else 0.0
    if len(part.unit) == 1:
        return size + count
    return size * (MINI * len(part.unit) + 0.3) + count


def _group(canvas: Canvas, place: Box, part: ChipGroup) -> None:
    size = place.h
    if len(part.unit) == 1:
        chip(canvas, place, part.unit)
        end = place.right
    else:
        end = _capsule(canvas, place, part.unit)
    if part.count > 1:
        text = str(part.count)
        em = max(size * COUNT, canvas.tools.smallest)
        wide = canvas.width(text, em, bold=True)
        canvas.text(Box(end + size * 0.1, place.y, wide + 1, size), text, em, bold=True)


def _capsule(canvas: Canvas, place: Box, unit: str) -> float:
    size = place.h
    wide = size * (MINI * len(unit) + 0.3)
    frame = Box(place.x, place.y, wide, size)
    canvas.plate(frame, canvas.theme.line, size * 0.28)
    x = frame.x + size * 0.1
    step = (wide - size * 0.2) / len(unit)
    for letter in unit:
        chip(canvas, Box(x, frame.y, step, size).middle(size * MINI, size * MINI), letter)
        x += step
    return frame.right


def chip(canvas: Canvas, place: Box, letter: str) -> None:
    """One resource."""
    canvas.icon(place, f"resource.{letter}", canvas.theme.resources[letter])
