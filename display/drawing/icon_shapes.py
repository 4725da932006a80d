"""The shapes that icons are made of, on a square of 100 x 100, y downwards."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Point = tuple[float, float]


class Tone(Enum):
    """The colour that a shape is painted in."""

    FILL = "fill"
    INK = "ink"
    SHADE = "shade"
    HOLE = "hole"
    """Transparent: removes what was painted there before."""


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[Point, ...]
    tone: Tone = Tone.FILL


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle."""

    x: float
    y: float
    radius: float
    tone: Tone = Tone.FILL


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line with round ends and corners."""

    points: tuple[Point, ...]
    width: float
    tone: Tone = Tone.FILL


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle with round corners."""

    x: float
    y: float
    w: float
    h: float
    radius: float = 0.0
    tone: Tone = Tone.FILL


Shape = Polygon | Disc | Stroke | Block


def polygon(*points: Point, tone: Tone = Tone.FILL) -> Polygon:
    """A filled polygon through the points."""
    return Polygon(points, tone)


def stroke(*points: Point, width: float, tone: Tone = Tone.FILL) -> Stroke:
    """A line through the points."""
    return Stroke(points, width, tone)


def arc(x: float, y: float, radius: float, start: float, end: float, *, flat: float = 1.0) -> tuple[Point, ...]:
    """Points on a circle (flattened by `flat`), degrees clockwise from the right."""
    steps = max(2, int(abs(end - start) / 6))
    angles = (math.radians(start + (end - start) * step / steps) for step in range(steps + 1))
    return tuple((x + radius * math.cos(angle), y + radius * flat * math.sin(angle)) for angle in angles)


def star(x: float, y: float, outer: float, inner: float, points: int) -> tuple[Point, ...]:
    """The corners of a star that points upwards."""
    corners = []
    for corner in range(2 * points):
        radius = outer if corner % 2 == 0 else inner
        angle = math.pi * corner / points - math.pi / 2
        corners.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return tuple(corners)


def regular(x: float, y: float, radius: float, corners: int, turn: float = 0.0) -> tuple[Point, ...]:
    """The corners of a regular polygon, the first one at the top turned by `turn` degrees."""
    angles = (math.radians(turn + 360 * corner / corners - 90) for corner in range(corners))
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


def turned(lines: Iterable[Stroke], degrees: float) -> tuple[Shape, ...]:
    """The lines turned clockwise about the middle of the square."""
    across, down = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def place(point: Point) -> Point:
        x, y = point[0] - 50, point[1] - 50
        return 50 + x * across - y * down, 50 + x * down + y * across

    return tuple(Stroke(tuple(place(point) for point in line.points), line.width, line.tone) for line in lines)


def shrunk(shapes: Iterable[Shape], share: float, x: float = 50.0, y: float = 50.0) -> tuple[Shape, ...]:
    """The shapes at a share of their size, the middle of the square moved to `x`, `y`."""

    def place(point: Point) -> Point:
        return x + (point[0] - 50) * share, y + (point[1] - 50) * share

    def one(shape: Shape) -> Shape:
        match shape:
            case Polygon(points, tone):
                return Polygon(tuple(place(point) for point in points), tone)
            case Disc(cx, cy, radius, tone):
                return Disc(*place((cx, cy)), radius * share, tone)
            case Stroke(points, width, tone):
                return Stroke(tuple(place(point) for point in points), width * share, tone)
            case Block(left, top, w, h, radius, tone):
                return Block(*place((left, top)), w * share, h * share, radius * share, tone)

    return tuple(one(shape) for shape in shapes)
