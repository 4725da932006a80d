"""The geometry of a line plot: the screen and the SVG file draw the same values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from display.facts.names import SeatName

STEPS = (1, 2, 5, 10, 20, 50, 100)
MOST_TICKS = 5


@dataclass(frozen=True, slots=True)
class PlotLine:
    """One line: whose it is, its values from left to right, and whether it is drawn strong."""

    name: SeatName
    values: tuple[int, ...]
    strong: bool = False


@dataclass(frozen=True, slots=True)
class LinePlot:
    """Lines over common places. `marks`: (place, age) of upright lines."""

    lines: tuple[PlotLine, ...]
    marks: tuple[tuple[int, int], ...] = ()

    @property
    def ticks(self) -> tuple[int, ...]:
        """Round values at which the plot has horizontal lines, the lowest first; all values lie between the ends."""
        values = [value for one in self.lines for value in one.values]
        low, high = min(0, *values), max(1, *values)
        step = next((step for step in STEPS if high - low <= step * MOST_TICKS), STEPS[-1])
        return tuple(range(-(-low // step) * step - (step if low % step else 0), high + step, step))

    def x(self, place: int) -> float:
        """The share of the width at which a place is, 0 at the left."""
        return place / max(1, len(self.lines[0].values) - 1)

    def y(self, value: float) -> float:
        """The share of the height at which a value is, 0 at the top."""
        low, high = self.ticks[0], self.ticks[-1]
        return (high - value) / (high - low)

    def label_heights(self, gap: float) -> tuple[float, ...]:
        """Where the names at the lines' ends are, by line: near the end, but apart by `gap` (shares of the height)."""
        return spread([self.y(one.values[-1]) for one in self.lines], gap)


def spread(wanted: Sequence[float], gap: float) -> tuple[float, ...]:
    """Places in 0..1 near the wanted ones, in the same order and at least `gap` apart, as far as there is room."""
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    gap = min(gap, 1 / max(1, len(wanted) - 1))
    found, least = list(wanted), 0.0
    for index in order:
        found[index] = least = max(wanted[index], least)
        least += gap
    most = 1.0
    for index in reversed(order):
        found[index] = most = min(found[index], most)
        most -= gap
    return tuple(found)
