"""Where the camera is and what it projects: millimetres on the table to pixels in the picture."""

import math
import random
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Shape (n, 2)."""
Matrix = NDArray[np.float64]
"""Shape (3, 3)."""

WIDTH, HEIGHT = 4608, 2592
FIELD_OF_VIEW = math.radians(66.0)
"""Horizontal, of the Camera Module 3."""
STATION_HEIGHT = 200.0
"""How high the camera hangs over a station's mat, in mm."""
STATION_SIZE, STATION_SIZE_SMALL = (2304, 1296), (1536, 864)
"""px; a half and a third of what a Camera Module 3 has each way."""


def camera_height(players: int) -> float:
    """How high the camera hangs over the table, in mm."""
    return 1200.0 if players <= 4 else 1450.0


@dataclass(frozen=True)
class Projection:
    """A pinhole camera `height` mm over the table, aimed at its middle.

    `pitch`, `roll` and `yaw` (radians) say from where it looks; yaw turns the picture.
    """

    height: float
    pitch: float = 0.0
    roll: float = 0.0
    yaw: float = 0.0
    width_px: int = WIDTH
    height_px: int = HEIGHT

    @cached_property
    def homography(self) -> Matrix:
        """Shape (3, 3): mm on the table to picture px; a pixel's centre has whole numbers."""
        return self.homography_at(0.0)

    @property
    def intrinsics(self) -> Matrix:
        """Shape (3, 3): directions as the camera sees them, to picture px."""
        focal = self.width_px / 2 / math.tan(FIELD_OF_VIEW / 2)
        return np.array([[focal, 0, (self.width_px - 1) / 2], [0, focal, (self.height_px - 1) / 2], [0, 0, 1]])

    def homography_at(self, height: float) -> Matrix:
        """The homography of a plane parallel to the table, `height` mm above it."""
        turned = _about(0, self.pitch) @ _about(1, self.roll) @ _about(2, self.yaw)
        outer = np.column_stack([turned[:, 0], turned[:, 1], [0, 0, self.height] - height * turned[:, 2]])
        return np.asarray(self.intrinsics @ outer, dtype=np.float64)

    @property
    def px_per_mm(self) -> float:
        """The scale in the middle of the picture."""
        return self.width_px / 2 / math.tan(FIELD_OF_VIEW / 2) / self.height

    def project(self, points: object, height: float = 0.0) -> Points:
        """Points (n, 2) in mm on the table, or `height` mm above it, to picture points (n, 2) in px."""
        given = np.asarray(points, dtype=np.float64).reshape(-1, 1, 2)
        plane = self.homography_at(height) if height else self.homography
        return np.asarray(cv2.perspectiveTransform(given, plane), dtype=np.float64).reshape(-1, 2)


def over_table(players: int, seed: int) -> Projection:
    """A camera over a table, mounted by hand: not quite straight."""
    chance = random.Random(f"lens {seed}")
    pitch, roll, yaw = (math.radians(chance.uniform(-1.6, 1.6)) for _ in range(3))
    return Projection(camera_height(players), pitch, roll, yaw)


def over_mat(seed: int, *, small: bool = False) -> Projection:
    """A camera over a station's mat, mounted by hand: not quite straight. A small picture is read faster."""
    chance = random.Random(f"low lens {seed}")
    pitch, roll, yaw = (math.radians(chance.uniform(-2.5, 2.5)) for _ in range(3))
    width, height = STATION_SIZE_SMALL if small else STATION_SIZE
    return Projection(STATION_HEIGHT, pitch, roll, yaw, width, height)


def _about(axis: int, angle: float) -> Matrix:
    """A turn by `angle` about the axis x (0), y (1) or z (2)."""
    matrix, _ = cv2.Rodrigues(angle * np.eye(3)[axis])
    return np.asarray(matrix, dtype=np.float64)
