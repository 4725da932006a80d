"""Synthetic tables: things laid in millimetres, and the sightings that a camera would give, without any picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING

import numpy as np

from vision.kit.codebook import Codebook
from vision.kit.sizes import KitSizes
from vision.sighting import Sighting
from vision.table.pose import Pose

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

CODEBOOK = Codebook.load()
SIZES = KitSizes()
MAT, BACK = 210, 206


def board_code(wonder: str, side: str = "A") -> int:
    return next(e.code for e in CODEBOOK if e.kind == "board" and (e.id, e.side) == (wonder, side))


@dataclass
class Camera:
    """A pinhole camera over the table: px per mm, tilt in radians, the table's origin in the picture, and twist."""

    scale: float = 2.95
    tilt: float = 0.03
    centre: tuple[float, float] = (2304.0, 1296.0)
    twist: float = 0.0

    def sees(self, points: NDArray[np.float64], height: float = 0.0) -> NDArray[np.float64]:
        distance = 3547 / self.scale
        x = points[..., 0] * cos(self.twist) - points[..., 1] * sin(self.twist)
        y = points[..., 0] * sin(self.twist) + points[..., 1] * cos(self.twist)
        depth = distance + y * sin(self.tilt) - height
        return np.stack([x / depth, y * cos(self.tilt) / depth], axis=-1) * 3547 + np.array(self.centre)


@dataclass
class Thing:
    """A sticker on the table, or `height` mm above it."""

    code: int
    sticker: Pose
    height: float = 0.0

    @property
    def square(self) -> NDArray[np.float64]:
        half = SIZES.sticker.square / 2
        return np.array(
            [self.sticker.to_table(c) for c in ((-half, -half), (half, -half), (half, half), (-half, half))]
        )


def board(code: int, x: float, y: float, angle: float) -> Thing:
    """A board with its middle at this pose."""
    return Thing(code, _inside(Pose(x, y, angle), SIZES.board_width, SIZES.board_height, SIZES.board_inset))


def mat(x: float, y: float, angle: float = 0.0) -> Thing:
    return Thing(MAT, _inside(Pose(x, y, angle), SIZES.mat_width, SIZES.mat_height, SIZES.mat_inset))


def front(code: int, middle: Pose, height: float = 0.0) -> Thing:
    return Thing(code, _inside(middle, SIZES.card_width, SIZES.card_height, SIZES.card_inset), height)


def back(middle: Pose, code: int = BACK) -> Thing:
    return Thing(code, _inside(middle, SIZES.card_width, SIZES.card_height, SIZES.card_inset, bottom=True))


def _inside(middle: Pose, width: float, height: float, inset: float, *, bottom: bool = False) -> Pose:
    reach = inset + SIZES.sticker.side / 2
    y = height / 2 - reach if bottom else reach - height / 2
    x, y = middle.to_table((width / 2 - reach, y))
    return Pose(x, y, middle.angle)


@dataclass
class SyntheticTable:
    """Boards round a table, seat 0 at the bottom, going clockwise; cards are laid by seat."""

    codes: tuple[int, ...]
    radius: tuple[float, float] = (520.0, 330.0)
    camera: Camera = field(default_factory=Camera)
    noise: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)
        self.things: list[Thing] = [mat(0.0, -20.0, 0.4)]
        self.middles: list[Pose] = []
        for seat, code in enumerate(self.codes):
            bearing = 2 * pi * seat / len(self.codes)
            self.middles.append(Pose(-sin(bearing) * self.radius[0], cos(bearing) * self.radius[1], bearing))
            self.things.append(board(code, self.middles[-1].x, self.middles[-1].y, bearing))

    def at(self, seat: int, x: float, y: float, turn: float = 0.0) -> Pose:
        """A pose from millimetres of a board, from its top left corner."""
        middle = self.middles[seat]
        where = middle.to_table((x - SIZES.board_width / 2, y - SIZES.board_height / 2))
        return Pose(*where, middle.angle + turn)

    def city(self, seat: int, column: int, row: int, turn: float = 0.0) -> Pose:
        """Tucked behind the upper edge, columns and rows from 0."""
        return self.at(seat, 41.0 + 76.0 * column, 26.0 - 24.0 * row, turn)

    def stage(self, seat: int, slot: int, stages: int = 3, turn: float = 0.0) -> Pose:
        return self.at(seat, (slot - 0.5) * SIZES.board_width / stages, 131.0, turn)

    def lay(self, thing: Thing) -> Thing:
        self.things.append(thing)
        return thing

    def look(self, without: Iterable[Thing] = ()) -> tuple[Sighting, ...]:
        hidden = {id(thing) for thing in without}
        return tuple(self.sighting_of(thing) for thing in self.things if id(thing) not in hidden)

    def sighting_of(self, thing: Thing) -> Sighting:
        corners = self.camera.sees(thing.square, thing.height)
        return Sighting(thing.code, (corners + self.random.normal(0, self.noise, (4, 2))).astype(np.float32))


THREE = (board_code("giza"), board_code("rhodes", "B"), board_code("olympia"))
SEVEN = tuple(
    board_code(wonder) for wonder in ("giza", "rhodes", "olympia", "ephesus", "babylon", "alexandria", "halicarnassus")
)
TURN = radians(4)
