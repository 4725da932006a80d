"""Where a thing lies: a point, a direction, and the rectangle it covers. Millimetres and radians on the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

from vision.kit.sizes import KitSizes

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pose:
    """A point and the direction in which the thing's own right points.

    x points right and y down, so angles grow clockwise. On the table x and y are mm; in a picture they are px.
    """

    x: float
    y: float
    angle: float

    @classmethod
    def of_square(cls, corners: Sequence[Sequence[float]]) -> "Pose":
        """The pose of a square's centre; corners clockwise from its own top left."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners
        right, down = (bx + cx - ax - dx, by + cy - ay - dy), (cx + dx - ax - bx, cy + dy - ay - by)
        angle = atan2(right[1] - down[0], right[0] + down[1])
        return cls((ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4, angle)

    def at(self, x: float, y: float, angle: float = 0.0) -> "Pose":
        """The pose on the table of a thing whose pose in this thing's own coordinates is x, y, angle."""
        return Pose(*self.to_table((x, y)), self.angle + angle)

    def to_table(self, point: Point) -> Point:
        """From this thing's own coordinates to the table's."""
        c, s = cos(self.angle), sin(self.angle)
        return self.x + c * point[0] - s * point[1], self.y + s * point[0] + c * point[1]

    def to_own(self, point: Point) -> Point:
        """From the table's coordinates to this thing's own."""
        c, s = cos(self.angle), sin(self.angle)
        x, y = point[0] - self.x, point[1] - self.y
        return c * x + s * y, c * y - s * x

    def distance(self, other: "Pose") -> float:
        """Between the two points, whatever their directions."""
        return hypot(self.x - other.x, self.y - other.y)

    def angle_to(self, other: "Pose") -> float:
        """The turn from this direction to the other's, -pi to pi."""
        return wrapped(other.angle - self.angle)

    def is_near(self, other: "Pose", distance: float, turn: float) -> bool:
        """True if the other is at most `distance` away and at most `turn` radians turned."""
        return self.distance(other) <= distance and abs(self.angle_to(other)) <= turn

    def carried(self, before: "Pose", after: "Pose") -> "Pose":
        """Where this thing lies once the thing under it has been moved from `before` to `after`."""
        turned = Pose(after.x, after.y, after.angle - before.angle)
        return turned.at(self.x - before.x, self.y - before.y, self.angle)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """The outline of a card, a board or the mat; `pose` is its centre."""

    pose: Pose
    width: float
    height: float

    def gap(self, point: Point) -> float:
        """How far outside the rectangle a point is; negative inside, as far as the nearest edge."""
        x, y = self.pose.to_own(point)
        over = (abs(x) - self.width / 2, abs(y) - self.height / 2)
        if max(over) <= 0:
            return max(over)
        return hypot(max(over[0], 0.0), max(over[1], 0.0))

    def contains(self, point: Point, margin: float = 0.0) -> bool:
        """True if the point is inside the rectangle after it is enlarged by `margin` on every side."""
        x, y = self.pose.to_own(point)
        return abs(x) < self.width / 2 + margin and abs(y) < self.height / 2 + margin

    def enlarged(self, margin: float) -> "Rectangle":
        """The same rectangle with `margin` more on every side."""
        return Rectangle(self.pose, self.width + 2 * margin, self.height + 2 * margin)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Its corners on the table, clockwise from its own top left."""
        w, h = self.width / 2, self.height / 2
        return (
            self.pose.to_table((-w, -h)),
            self.pose.to_table((w, -h)),
            self.pose.to_table((w, h)),
            self.pose.to_table((-w, h)),
        )


def wrapped(angle: float) -> float:
    """The same direction between -pi and pi."""
    return (angle + pi) % (2 * pi) - pi


def front_area(sticker: Pose, sizes: KitSizes) -> Rectangle:
    """The outline of a card that lies face up, from its sticker at the top right corner."""
    return _at_top_right(sticker, sizes.card_width, sizes.card_height, sizes.card_inset, sizes)


def back_area(sticker: Pose, sizes: KitSizes) -> Rectangle:
    """The outline of a card that lies face down, from its sticker at the bottom right corner as seen."""
    reach = sizes.card_inset + sizes.sticker.side / 2
    return _around(
        sticker, reach - sizes.card_width / 2, reach - sizes.card_height / 2, sizes.card_width, sizes.card_height
    )


def board_area(sticker: Pose, sizes: KitSizes) -> Rectangle:
    """The outline of a wonder board, from its sticker at the top right corner."""
    return _at_top_right(sticker, sizes.board_width, sizes.board_height, sizes.board_inset, sizes)


def mat_area(sticker: Pose, sizes: KitSizes) -> Rectangle:
    """The outline of the discard mat, from its sticker at the top right corner."""
    return _at_top_right(sticker, sizes.mat_width, sizes.mat_height, sizes.mat_inset, sizes)


def _at_top_right(sticker: Pose, width: float, height: float, inset: float, sizes: KitSizes) -> Rectangle:
    reach = inset + sizes.sticker.side / 2
    return _around(sticker, reach - width / 2, height / 2 - reach, width, height)


def _around(sticker: Pose, x: float, y: float, width: float, height: float) -> Rectangle:
    return Rectangle(sticker.at(x, y), width, height)
