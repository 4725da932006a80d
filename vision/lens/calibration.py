"""How a camera's lens distorts pictures, and how to undo it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import CalibrationError

Array = NDArray[np.float64]

_SAME_SHAPE = 0.01
"""Pictures whose aspect ratios differ by less than this share show the same part of the world."""
_BEYOND = 1.2
"""The distortion model is used up to this multiple of the farthest corner's distance; beyond, it scales evenly."""
_EXACT = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-9)


@dataclass(frozen=True, slots=True)
class Calibration:
    """A lens as measured in pictures of `width` x `height` px.

    `focal` and `centre` are in px, across and down; `distortion` is k1, k2, p1, p2, k3 of Brown and Conrady, as in
    OpenCV. `error` is the root mean square distance in px between the board's corners and where the model puts them,
    `views` the number of pictures it was measured in.
    """

    width: int
    height: int
    focal: tuple[float, float]
    centre: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    error: float
    views: int

    def __post_init__(self) -> None:
        if min(self.width, self.height, *self.focal) <= 0:
            raise CalibrationError("error.calibration_impossible")

    def undistort(self, pixels: NDArray[np.floating]) -> Array:
        """Where points (..., 2), px, would be without distortion."""
        points = np.asarray(pixels, dtype=np.float64)
        if points.size == 0:
            return points
        matrix = self._matrix
        flat = cv2.undistortPointsIter(
            points.reshape(-1, 1, 2), matrix, np.array(self.distortion), np.eye(3), matrix, _EXACT
        )
        return np.asarray(flat, dtype=np.float64).reshape(points.shape)

    def distort(self, pixels: NDArray[np.floating]) -> Array:
        """The inverse of `undistort`: where undistorted points (..., 2) are in the picture, px."""
        points = np.asarray(pixels, dtype=np.float64)
        if points.size == 0:
            return points
        rays = (points.reshape(-1, 2) - self.centre) / self.focal
        length = np.linalg.norm(rays, axis=1, keepdims=True)
        farther = np.maximum(length / self._reach, 1.0)
        deep = np.column_stack([rays / farther, np.ones(len(rays))])
        there, _ = cv2.projectPoints(deep, np.zeros(3), np.zeros(3), self._matrix, np.array(self.distortion))
        spread = (np.asarray(there, dtype=np.float64).reshape(-1, 2) - self.centre) * farther + self.centre
        return np.asarray(spread, dtype=np.float64).reshape(points.shape)

    def scaled(self, width: int, height: int) -> Calibration:
        """The same lens in pictures of another size.

        Raises:
            CalibrationError: these pictures have another aspect ratio, so it is unknown which part of the view they
            show.
        """
        if (width, height) == (self.width, self.height):
            return self
        if abs(width / height / (self.width / self.height) - 1) > _SAME_SHAPE:
            raise CalibrationError(
                "error.calibration_shape", width=width, height=height, made_width=self.width, made_height=self.height
            )
        across, down = width / self.width, height / self.height
        return replace(
            self,
            width=width,
            height=height,
            focal=(self.focal[0] * across, self.focal[1] * down),
            centre=((self.centre[0] + 0.5) * across - 0.5, (self.centre[1] + 0.5) * down - 0.5),
            error=self.error * across,
        )

    @property
    def _matrix(self) -> Array:
        return np.array([[self.focal[0], 0, self.centre[0]], [0, self.focal[1], self.centre[1]], [0, 0, 1]])

    @property
    def _reach(self) -> float:
        """How far from the axis the model holds, as a ray's slope."""
        corners = np.array([[x, y] for x in (0.0, self.width - 1.0) for y in (0.0, self.height - 1.0)])
        rays = (self.undistort(corners) - self.centre) / self.focal
        return _BEYOND * float(np.linalg.norm(rays, axis=1).max())
