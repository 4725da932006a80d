"""Synthetic pictures of the calibration board through a lens with distortion."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.for_features.calibration_board import CalibrationBoardSizes, charuco_board
from vision.lens.calibration import Calibration

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import GreyImage

BARREL = (-0.16, 0.045, 0.0006, -0.0004, 0.0)
"""A wide lens: at the corner of the picture, points are 4 % nearer the middle."""


def lens(width: int = 1152, distortion: tuple[float, float, float, float, float] = BARREL) -> Calibration:
    height = width * 9 // 16
    focal = width * 0.77  # 66 degrees
    return Calibration(width, height, (focal, focal * 1.002), (width * 0.505, height * 0.49), distortion, 0.0, 0)


@dataclass
class BoardCamera:
    """A camera that takes pictures of the board; `turn` in degrees about x, y, z, `at` in mm before the camera."""

    lens: Calibration
    sizes: CalibrationBoardSizes = CalibrationBoardSizes()
    blur: float = 0.7
    noise: float = 2.0

    @cached_property
    def printed(self) -> GreyImage:
        """4 px per mm, with a white margin of a square."""
        size = (round(self.sizes.width * 4), round(self.sizes.height * 4))
        margin = round(self.sizes.square * 4)
        board = charuco_board(self.sizes).generateImage(size)
        return cv2.copyMakeBorder(board, *[margin] * 4, cv2.BORDER_CONSTANT, value=255)

    @cached_property
    def straight(self) -> NDArray[np.float64]:
        """Where every pixel would be without distortion."""
        rows, columns = np.indices((self.lens.height, self.lens.width))
        return self.lens.undistort(np.stack([columns, rows], axis=-1).astype(np.float64))

    def picture(self, at: tuple[float, float, float], turn: tuple[float, float, float], seed: int = 0) -> GreyImage:
        inner = np.array(
            [[self.lens.focal[0], 0, self.lens.centre[0]], [0, self.lens.focal[1], self.lens.centre[1]], [0, 0, 1]]
        )
        rotation, _ = cv2.Rodrigues(np.radians(np.array(turn, dtype=np.float64)))
        middle = np.array([self.sizes.width / 2, self.sizes.height / 2, 0.0])
        plane = inner @ np.column_stack([rotation[:, 0], rotation[:, 1], np.array(at) - rotation @ middle])
        to_print = np.array([[4.0, 0, self.sizes.square * 4 - 0.5], [0, 4.0, self.sizes.square * 4 - 0.5], [0, 0, 1]])
        where = cv2.perspectiveTransform(self.straight, to_print @ np.linalg.inv(plane)).astype(np.float32)
        scale = 4 * at[2] / self.lens.focal[0]
        smooth = cv2.GaussianBlur(self.printed, (0, 0), max(0.4 * scale, 0.1))
        table = 90.0
        seen = cv2.remap(smooth, where, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=table)
        soft = cv2.GaussianBlur(seen.astype(np.float32) * 0.8 + 20, (0, 0), self.blur)
        grain = np.random.default_rng(seed).normal(0, self.noise, soft.shape)
        return np.clip(soft + grain, 0, 255).astype(np.uint8)


ROUND_THE_PICTURE = tuple(
    ((x, y, 620.0 + 40 * index), turn)
    for index, ((x, y), turn) in enumerate(
        (
            ((0, 0), (0, 0, 0)),
            ((-230, -110), (18, -12, 5)),
            ((230, -110), (20, 14, -8)),
            ((-230, 110), (-18, -15, 90)),
            ((230, 110), (-16, 18, 80)),
            ((0, 0), (25, 0, 90)),
            ((-280, 0), (0, 25, 10)),
            ((300, 0), (5, -22, -10)),
            ((0, -120), (-24, 6, 85)),
            ((0, 130), (14, -8, 95)),
        )
    )
)
"""Where the board is held for a good calibration."""
CAMERA = BoardCamera(lens())
FLAT_ON_THE_TABLE = tuple(((*at[:2], 700.0), (0.0, 0.0, turn[2])) for at, turn in ROUND_THE_PICTURE)


@cache
def good_pictures() -> tuple[GreyImage, ...]:
    """Ten pictures that give a good calibration; nobody may write into them."""
    return tuple(CAMERA.picture(at, turn, seed) for seed, (at, turn) in enumerate(ROUND_THE_PICTURE))
