"""Where things lie on the ring of cities: boards, tokens, and what is free in the middle."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.drawing.layout import Box

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Places:
    """A box for each city, those of the tokens on each edge (one in its middle if nobody wins), and the free middle."""

    cities: tuple[Box, ...]
    tokens: tuple[tuple[Box, ...], ...]
    middle: Box


HEIGHT = 415
"""The height of the whole, in the units that the sizes of its parts are given in."""


def places(box: Box, corners: Sequence[tuple[float, float]], tokens: Sequence[int]) -> Places:
    """Lay out a ring; `tokens` says of each edge how many tokens its winner gets (0: nobody wins)."""
    unit = box.h / HEIGHT
    many = len(corners) > 4
    cities = _cities(box, corners, (box.w * (0.225 if many else 0.25), (76 if many else 96) * unit))
    edges = tuple(
        _edge(cities[seat], cities[(seat + 1) % len(cities)], count, unit) for seat, count in enumerate(tokens)
    )
    return Places(tuple(cities), edges, _inside(box, [*cities, *(place for edge in edges for place in edge)]))


def _edge(first: Box, second: Box, tokens: int, unit: float) -> tuple[Box, ...]:
    start, end = _exit(first, second), _exit(second, first)
    size = (46 if tokens < 2 else 76) * unit, 34 * unit
    if not tokens:
        return (at(start, end, 0.5, size),)
    needed = size[1] if abs(end[1] - start[1]) > abs(end[0] - start[0]) else size[0]
    share = min(0.34, max(needed * 0.55 / math.dist(start, end), 0.26))
    return at(start, end, share, size), at(start, end, 1 - share, size)


def at(start: tuple[float, float], end: tuple[float, float], share: float, size: tuple[float, float]) -> Box:
    """A box of that size round a point between two points."""
    x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
    return Box(x - size[0] / 2, y - size[1] / 2, *size)


def _exit(box: Box, other: Box) -> tuple[float, float]:
    """Where the line between two boxes' middles leaves the first."""
    x, y = box.centre
    dx, dy = other.centre[0] - x, other.centre[1] - y
    share = min(box.w / 2 / abs(dx) if dx else math.inf, box.h / 2 / abs(dy) if dy else math.inf)
    return x + dx * share, y + dy * share


def _cities(box: Box, corners: Sequence[tuple[float, float]], size: tuple[float, float]) -> list[Box]:
    w, h = size
    return [Box(box.x + (box.w - w) * x, box.y + (box.h - h) * y, w, h) for x, y in corners]


def _inside(box: Box, taken: Sequence[Box]) -> Box:
    """What the ring leaves free: as near to the middle and as wide as there is room, rather above it than elsewhere."""
    middle_x, middle_y = box.centre
    room = box.inset(0.0, 20 / HEIGHT * box.h)  # the tokens begin their flight at its lower edge
    ways = ((0.0, -0.02, 12), (0.0, 0.02, 18), (0.02, 0.0, 18), (-0.02, 0.0, 18))
    for right, down, steps in ways:
        for size in (1.0, 0.92, 0.84, 0.76, 0.68, 0.6):
            wide, high = box.w * 0.38 * size, box.h * 0.42 * size
            for step in range(steps):
                x, y = middle_x + step * right * box.w, middle_y + step * down * box.h
                place = Box(x - wide / 2, y - high / 2, wide, high)
                if room.holds(place) and not any(place.overlaps(other) for other in taken):
                    return place
    return box.middle(box.w * 0.3, box.h * 0.3)
