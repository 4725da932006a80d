"""Seats: boards in clockwise order as seen from above, from the one nearest the picture's bottom edge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, fsum, pi

from vision.table.pose import Point, Rectangle

_CLEARLY_NEARER = 30.0
"""mm; a board must be nearer to the bottom edge by this much to become seat 0."""


@dataclass(frozen=True, slots=True)
class LocatedBoard:
    """A wonder board at its seat. `stages` is how many slots it has, `bearing` as in `vision.scene.SeatBoard`.

    A board that is known only from the city around it has no code, wonder or side.
    """

    seat: int
    code: int | None
    wonder: str | None
    side: str | None
    stages: int
    area: Rectangle
    bearing: float


def seat_order(
    centres: Mapping[int, Point], down: Point = (0.0, 1.0), before: Sequence[int] = ()
) -> tuple[tuple[int, float], ...]:
    """Codes of boards in seat order, each with its bearing.

    `centres` are in mm on the table, where `down` points to the picture's bottom edge. `before` is the order so far:
    the board at seat 0 keeps it unless another one is clearly nearer, so that seats do not flicker.
    """
    if not centres:
        return ()
    middle = (_mean([x for x, _ in centres.values()]), _mean([y for _, y in centres.values()]))
    bearings = {code: _bearing(middle, centre, down) for code, centre in centres.items()}
    nearness = {code: x * down[0] + y * down[1] for code, (x, y) in centres.items()}
    first = max(centres, key=lambda code: (nearness[code], -code))
    if before and before[0] in centres and nearness[first] - nearness[before[0]] < _CLEARLY_NEARER:
        first = before[0]
    order = sorted(centres, key=lambda code: ((bearings[code] - bearings[first]) % (2 * pi), code != first, code))
    return tuple((code, bearings[code]) for code in order)


def _bearing(middle: Point, centre: Point, down: Point) -> float:
    x, y = centre[0] - middle[0], centre[1] - middle[1]
    bearing = atan2(y * down[0] - x * down[1], x * down[0] + y * down[1])
    return round(bearing, 9) % (2 * pi)


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)
