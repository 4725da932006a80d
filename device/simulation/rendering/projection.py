"""The camera's place over the table and its perspective: millimetres on the table to pixels in the picture."""

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Shape (n, 2)."""
Matrix = NDArray[np.float64]
"""Shape (3, 3)."""

Turn = tuple[float, float, float]
"""Radians about the picture's x axis, its y axis and the line of sight."""

WIDTH, HEIGHT = 4608, 2592
FIELD_OF_VIEW = math.radians(66.0)
"""Horizontal, of the Camera Module 3."""


def hanging_height(players: int) -> float:
    """How high the camera hangs over the table, in mm (design: "Optics")."""
    return 1200.0 if players <= 4 else 1450.0


@dataclass(frozen=True)
class Projection:
    """A pinhole camera `height` mm over the table, nearly straight above its middle.

    `pitch` and `roll` tilt it, `yaw` turns the picture (radians); it is aimed at the table's middle all the same.
    `knocked` is how far it has been turned since, about itself.
    """

    height: float
    pitch: float = 0.0
    roll: float = 0.0
    yaw: float = 0.0
    width_px: int = WIDTH
    height_px: int = HEIGHT
    knocked: Turn = (0.0, 0.0, 0.0)

    @cached_property
    def homography(self) -> Matrix:
        """Shape (3, 3): table mm to picture px, whose pixels have their middles at whole numbers."""
        return self.plane(0.0)

    @property
    def inner(self) -> Matrix:
        """Shape (3, 3): directions as the camera sees them, to picture px."""
        focal = self.width_px / 2 / math.tan(FIELD_OF_VIEW / 2)
        return np.array([[focal, 0, (self.width_px - 1) / 2], [0, focal, (self.height_px - 1) / 2], [0, 0, 1]])

    def plane(self, height: float) -> Matrix:
        """The same for what is held `height` mm above the table and parallel to it."""
        turned = _about_x(self.pitch) @ _about_y(self.roll) @ _about_z(self.yaw)
        outer = np.column_stack([turned[:, 0], turned[:, 1], [0, 0, self.height] - height * turned[:, 2]])
        return np.asarray(self.inner @ _about(self.knocked) @ outer, dtype=np.float64)

    def knock(self, turn: Turn) -> Matrix:
        """The homography (3, 3) to the picture when it has been turned by `turn` instead: of things at any height."""
        turned = _about(turn) @ _about(self.knocked).T
        return np.asarray(self.inner @ turned @ np.linalg.inv(self.inner), dtype=np.float64)

    @property
    def px_per_mm(self) -> float:
        """In the picture's middle."""
        return self.width_px / 2 / math.tan(FIELD_OF_VIEW / 2) / self.height

    def project(self, points: object, height: float = 0.0) -> Points:
        """Points (n, 2) in mm on the table, or `height` mm above it, to picture points (n, 2) in px."""
        given = np.asarray(points, dtype=np.float64).reshape(-1, 1, 2)
        plane = self.plane(height) if height else self.homography
        return np.asarray(cv2.perspectiveTransform(given, plane), dtype=np.float64).reshape(-1, 2)


def _about(turn: Turn) -> Matrix:
    matrix, _ = cv2.Rodrigues(np.array(turn))
    return np.asarray(matrix, dtype=np.float64)


def _about_x(angle: float) -> Matrix:
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])


def _about_y(angle: float) -> Matrix:
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[cos, 0, sin], [0, 1, 0], [-sin, 0, cos]])


def _about_z(angle: float) -> Matrix:
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
