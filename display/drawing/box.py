"""Rectangles that are cut into rectangles. In px, y downwards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; fractions of px are kept until something is drawn."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x just beyond it."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y just beyond it."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def pixels(self) -> tuple[int, int, int, int]:
        """x, y, width and height in whole px; boxes that touch still touch."""
        left, top = round(self.x), round(self.y)
        return left, top, round(self.right) - left, round(self.bottom) - top

    def inset(self, x: float, y: float | None = None) -> Box:
        """Smaller by `x` on the left and right, by `y` (or also `x`) above and below."""
        y = x if y is None else y
        return Box(self.x + x, self.y + y, max(0.0, self.w - 2 * x), max(0.0, self.h - 2 * y))

    def cut_left(self, width: float, gap: float = 0.0) -> tuple[Box, Box]:
        """The part `width` wide on the left, and what remains beyond the gap."""
        rest = max(0.0, self.w - width - gap)
        return Box(self.x, self.y, width, self.h), Box(self.x + width + gap, self.y, rest, self.h)

    def cut_right(self, width: float, gap: float = 0.0) -> tuple[Box, Box]:
        """The part `width` wide on the right, and what remains beyond the gap."""
        rest = max(0.0, self.w - width - gap)
        return Box(self.right - width, self.y, width, self.h), Box(self.x, self.y, rest, self.h)

    def cut_top(self, height: float, gap: float = 0.0) -> tuple[Box, Box]:
        """The part `height` high at the top, and what remains beyond the gap."""
        rest = max(0.0, self.h - height - gap)
        return Box(self.x, self.y, self.w, height), Box(self.x, self.y + height + gap, self.w, rest)

    def cut_bottom(self, height: float, gap: float = 0.0) -> tuple[Box, Box]:
        """The part `height` high at the bottom, and what remains beyond the gap."""
        rest = max(0.0, self.h - height - gap)
        return Box(self.x, self.bottom - height, self.w, height), Box(self.x, self.y, self.w, rest)

    def columns(self, *weights: float, gap: float = 0.0) -> tuple[Box, ...]:
        """Boxes side by side, with widths in proportion to the weights."""
        unit = (self.w - gap * (len(weights) - 1)) / sum(weights)
        boxes, x = [], self.x
        for weight in weights:
            boxes.append(Box(x, self.y, unit * weight, self.h))
            x += unit * weight + gap
        return tuple(boxes)

    def rows(self, *weights: float, gap: float = 0.0) -> tuple[Box, ...]:
        """Boxes one above the other, with heights in proportion to the weights."""
        unit = (self.h - gap * (len(weights) - 1)) / sum(weights)
        boxes, y = [], self.y
        for weight in weights:
            boxes.append(Box(self.x, y, self.w, unit * weight))
            y += unit * weight + gap
        return tuple(boxes)

    def grid(self, columns: int, rows: int, gap: float = 0.0) -> tuple[Box, ...]:
        """Equal cells, row by row."""
        return tuple(
            cell for row in self.rows(*[1.0] * rows, gap=gap) for cell in row.columns(*[1.0] * columns, gap=gap)
        )

    def middle(self, w: float, h: float) -> Box:
        """A box of that size in the middle."""
        return Box(self.x + (self.w - w) / 2, self.y + (self.h - h) / 2, w, h)

    def fitted(self, ratio: float) -> Box:
        """The largest box of that ratio of width to height, in the middle."""
        w = min(self.w, self.h * ratio)
        return self.middle(w, w / ratio)

    def overlaps(self, other: Box, slack: float = 0.0) -> bool:
        """True if both share more than `slack` px in both directions."""
        across = min(self.right, other.right) - max(self.x, other.x)
        down = min(self.bottom, other.bottom) - max(self.y, other.y)
        return across > slack and down > slack

    def holds(self, other: Box, slack: float = 0.0) -> bool:
        """True if the other lies inside, give or take `slack` px."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def has(self, x: float, y: float) -> bool:
        """True if the point lies inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom
