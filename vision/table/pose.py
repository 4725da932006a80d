"""Where a thing lies on the table: a point, a direction, and the rectangle it covers. Millimetres and radians."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

from vision.kit.sizes import KitSizes

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pose:
    """A point and the direction in which the thing's own right points; angles grow clockwise, as y points down."""

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

    def out(self, point: Point) -> Point:
        """From this pose's own coordinates to the table's."""
        c, s = cos(self.angle), sin(self.angle)
        return self.x + c * point[0] - s * point[1], self.y + s * point[0] + c * point[1]

    def into(self, point: Point) -> Point:
        """From the table's coordinates to this pose's own."""
        c, s = cos(self.angle), sin(self.angle)
        x, y = point[0] - self.x, point[1] - self.y
        return c * x + s * y, c * y - s * x

    def distance(self, other: "Pose") -> float:
        """Between the two points."""
        return hypot(self.x - other.x, self.y - other.y)

    def turned(self, other: "Pose") -> float:
        """By how much the other is turned against this one, -pi to pi."""
        return wrapped(other.angle - self.angle)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A card, a board or the mat as it lies: `pose` is its centre, upright in its own coordinates."""

    pose: Pose
    width: float
    height: float

    def gap(self, point: Point) -> float:
        """How far outside the rectangle a point is; negative inside, as far as the nearest edge."""
        x, y = self.pose.into(point)
        over = (abs(x) - self.width / 2, abs(y) - self.height / 2)
        if max(over) <= 0:
            return max(over)
        return hypot(max(over[0], 0.0), max(over[1], 0.0))

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """On the table, clockwise from its own top left."""
        w, h = self.width / 2, self.height / 2
        return self.pose.out((-w, -h)), self.pose.out((w, -h)), self.pose.out((w, h)), self.pose.out((-w, h))


def wrapped(angle: float) -> float:
    """The same direction between -pi and pi."""
    return (angle + pi) % (2 * pi) - pi


def front(sticker: Pose, sizes: KitSizes) -> Rectangle:
    """A card that lies face up, from its sticker: at its top right corner."""
    return _at_top_right(sticker, sizes.card_width, sizes.card_height, sizes.card_inset, sizes)


def back(sticker: Pose, sizes: KitSizes) -> Rectangle:
    """A card that lies face down, from its sticker: at its bottom right corner as one sees it."""
    reach = sizes.card_inset + sizes.sticker.side / 2
    return _around(
        sticker, reach - sizes.card_width / 2, reach - sizes.card_height / 2, sizes.card_width, sizes.card_height
    )


def board(sticker: Pose, sizes: KitSizes) -> Rectangle:
    """A wonder board, from its sticker: at its top right corner."""
    return _at_top_right(sticker, sizes.board_width, sizes.board_height, sizes.board_inset, sizes)


def mat(sticker: Pose, sizes: KitSizes) -> Rectangle:
    """The discard mat, from its sticker: at its top right corner."""
    return _at_top_right(sticker, sizes.mat_width, sizes.mat_height, sizes.mat_inset, sizes)


def _at_top_right(sticker: Pose, width: float, height: float, inset: float, sizes: KitSizes) -> Rectangle:
    reach = inset + sizes.sticker.side / 2
    return _around(sticker, reach - width / 2, height / 2 - reach, width, height)


def _around(sticker: Pose, x: float, y: float, width: float, height: float) -> Rectangle:
    centre = sticker.out((x, y))
    return Rectangle(Pose(centre[0], centre[1], sticker.angle), width, height)
