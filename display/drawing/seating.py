"""Where each seat's panel goes on the screen: round the edge, as the players sit at the table."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from display.drawing.box import Box

Edges = tuple[int, int, int, int]
"""The number of panels along the bottom, left, top and right edge of the screen."""
SIDE_ROW = 1.0
BARE_ROW = 0.45
"""Heights of the middle row, against a row of panels: with panels at its sides, and without."""


@dataclass(frozen=True, slots=True)
class SeatArrangement:
    """A box for each seat, in seat order, the box that is left in the middle, and the `gap` between boxes in px.

    `corners` are points for the seats in the same order, spread over the whole area: (0, 0) top left to (1, 1).
    """

    places: tuple[Box, ...]
    centre: Box
    corners: tuple[tuple[float, float], ...]
    gap: float

    @property
    def turns(self) -> tuple[int, ...]:
        """Clockwise quarter turns of each panel, towards the player at its edge of the screen."""
        return tuple(0 if y == 1 else 2 if y == 0 else 1 if x == 0 else 3 for x, y in self.corners)


def arrange(bearings: Sequence[float], area: Box, gap: float) -> SeatArrangement:
    """Places for seats in clockwise order; `bearings` in radians, clockwise from the bottom edge; `gap` in px.

    Of all ways to put the panels along the edges, the one with the least squared angles to the bearings is taken.
    """
    return _arrange(tuple(round(bearing, 3) for bearing in bearings), area, gap)


def even(count: int) -> tuple[float, ...]:
    """Bearings, in radians, of seats that are evenly spread, the first at the bottom."""
    return tuple(2 * math.pi * seat / count for seat in range(count))


@lru_cache(maxsize=64)
def _arrange(bearings: tuple[float, ...], area: Box, gap: float) -> SeatArrangement:
    best: tuple[float, float, SeatArrangement] | None = None
    for edges in _splits(len(bearings)):
        ring, centre = _ring(edges, area, gap)
        corners = _corners(edges)
        smallest = min(place.w * place.h for place in ring)
        for first in range(len(ring)):
            turned = tuple(ring[first:] + ring[:first])
            error = sum(
                _angle_between(bearing, _bearing(place, area)) ** 2
                for bearing, place in zip(bearings, turned, strict=True)
            )
            if best is None or (round(error, 2), -smallest) < best[:2]:
                points = tuple(corners[first:] + corners[:first])
                best = round(error, 2), -smallest, SeatArrangement(turned, centre, points, gap)
    assert best is not None
    return best[2]


def _splits(seats: int) -> Iterator[Edges]:
    for bottom, left, top, right in product(range(4), range(2), range(4), range(2)):
        if bottom + left + top + right == seats and bottom + top > 0 and abs(bottom - top) < 3:
            yield bottom, left, top, right


def _ring(edges: Edges, area: Box, gap: float) -> tuple[list[Box], Box]:
    """The panels clockwise from the right end of the bottom edge, and the middle."""
    below, left, above, right = edges
    weights = [1.0] * bool(above) + [SIDE_ROW if left or right else BARE_ROW] + [1.0] * bool(below)
    rows = list(area.rows(*weights, gap=gap))
    top = _row(rows.pop(0), above, gap) if above else []
    bottom = _row(rows.pop(), below, gap) if below else []
    centre = rows[0]
    width = (area.w - 2 * gap) / 3
    on_left, on_right = [], []
    if left:
        place, centre = centre.cut_left(width, gap)
        on_left.append(place)
    if right:
        place, centre = centre.cut_right(width, gap)
        on_right.append(place)
    return [*reversed(bottom), *on_left, *top, *on_right], centre


def _corners(edges: Edges) -> list[tuple[float, float]]:
    """The corners of the panels, in the order of the ring."""
    below, left, above, right = edges
    bottom = [(x, 1.0) for x in _spread(below)]
    top = [(x, 0.0) for x in _spread(above)]
    return [*reversed(bottom), *[(0.0, 0.5)] * left, *top, *[(1.0, 0.5)] * right]


def _spread(count: int) -> list[float]:
    return [0.5] if count == 1 else [place / (count - 1) for place in range(count)]


def _row(row: Box, count: int, gap: float) -> list[Box]:
    if count == 1:
        return [row.middle((row.w - gap) / 2, row.h)]
    return list(row.columns(*[1.0] * count, gap=gap))


def _bearing(place: Box, area: Box) -> float:
    x, y = place.centre
    middle_x, middle_y = area.centre
    return math.atan2(-(x - middle_x), y - middle_y)


def _angle_between(first: float, second: float) -> float:
    """The angle between two bearings, 0 to pi."""
    return abs((first - second + math.pi) % (2 * math.pi) - math.pi)
