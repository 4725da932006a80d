"""Drawn pictures of stickers: in perspective, under one lamp, blurred and noisy."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import GreyImage
from vision.kit.fiducials import STOCK, modules_of

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
FINE = 12
"""px per module of the sticker before it is laid into the picture."""


def own_marker(code: int) -> GreyImage:
    """A code that OpenCV's dictionary does not have."""
    return np.kron(np.where(modules_of(code), 0, 255), np.ones((FINE, FINE))).astype(np.uint8)


@lru_cache(maxsize=4)
def _empty(height: int, width: int, seed: int) -> tuple[NDArray[np.float32], NDArray[np.float32], np.random.Generator]:
    """The ground of a table, the noise of its pictures, and what gives further random numbers."""
    random = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(random.normal(0, 60, (height, width)).astype(np.float32), (0, 0), 4)
    return grain + 110, random.normal(0, 1, (height + 64, width + 64)).astype(np.float32), random


@dataclass
class Drawing:
    """A table with a rough grain, brighter to the right. Pixel centres are whole numbers."""

    width: int = 1600
    height: int = 900
    seed: int = 5
    light: float = 1.0
    blur: float = 0.8
    noise: float = 3.0
    canvas: NDArray[np.float32] = field(init=False)
    corners: dict[int, NDArray[np.float32]] = field(init=False, default_factory=dict)
    _blurred: tuple[NDArray[np.float32], float, NDArray[np.float32]] | None = field(init=False, default=None)
    """A canvas, a blur, and that canvas so blurred."""

    def __post_init__(self) -> None:
        ground, self._noise, random = _empty(self.height, self.width, self.seed)
        self.canvas, self.random = ground.copy(), deepcopy(random)

    def lay(self, code: int, x: float, y: float, side: float = 32.0, turn: float = 0.0, tilt: float = 0.0) -> "Drawing":
        """A sticker whose black square has its middle at x, y and sides of `side` px, turned by `turn` radians."""
        image = cv2.aruco.generateImageMarker(DICTIONARY, code, 8 * FINE) if code < STOCK else own_marker(code)
        return self.lay_print(
            code, cv2.copyMakeBorder(image, *[FINE] * 4, cv2.BORDER_CONSTANT, value=255), x, y, side, turn, tilt
        )

    def lay_print(
        self,
        code: int,
        printed: GreyImage,
        x: float,
        y: float,
        side: float = 32.0,
        turn: float = 0.0,
        tilt: float = 0.0,
    ) -> "Drawing":
        """Any square print of 10 x 10 modules, the outer one its quiet zone."""
        square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * side / 2
        square[:2, 0] *= 1 - tilt
        rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]], np.float32)
        corners = (square @ rotation + (x, y)).astype(np.float32)
        left, top = (int(max(0, edge)) for edge in corners.min(axis=0) - side / 2)
        right, bottom = (int(edge) for edge in corners.max(axis=0) + side / 2)
        inner = np.array([[1, 1], [9, 1], [9, 9], [1, 9]], np.float32) * FINE - 0.5
        warp = cv2.getPerspectiveTransform(inner, corners - np.array([left, top], np.float32))
        here = self.canvas[top:bottom, left:right]
        size = (here.shape[1], here.shape[0])
        # Blur as much as the print is reduced, so that thin lines are not lost between pixels.
        fine = cv2.GaussianBlur(printed, (0, 0), 0.4 * 8 * FINE / side).astype(np.float32)
        ink = cv2.warpPerspective(fine, warp, size)
        mask = cv2.warpPerspective(np.ones_like(fine), warp, size)
        # Paper reflects 90 % of the light, ink 10 %.
        here[:] = here * (1 - mask) + mask * (25 + ink * (200 / 255))
        self.corners[code] = corners
        return self

    def cover(self, left: int, top: int, right: int, bottom: int, level: float = 150.0) -> "Drawing":
        """Something plain over a part of the table: a hand."""
        self.canvas[top:bottom, left:right] = level
        return self

    def glare(self, x: float, y: float, strength: float, radius: float) -> "Drawing":
        """The lamp's reflection in a sleeve."""
        rows, columns = np.mgrid[: self.height, : self.width]
        self.canvas = self.canvas + strength * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * radius**2)).astype(
            np.float32
        )
        return self

    def photograph(self) -> GreyImage:
        """The picture, with new noise each time."""
        lamp = np.linspace(0.75, 1.1, self.width, dtype=np.float32)
        picture = self._soft() * (lamp * self.light)
        top, left = self.random.integers(0, 64, 2)
        noise = self._noise[top : top + self.height, left : left + self.width]
        cv2.scaleAdd(noise, self.noise, picture, dst=picture)
        return np.clip(picture, 0, 255, out=picture).astype(np.uint8)

    def _soft(self) -> NDArray[np.float32]:
        """The blurred canvas, which most pictures share with the one before."""
        if self._blurred is None or self._blurred[1] != self.blur or not np.array_equal(self._blurred[0], self.canvas):
            soft = np.asarray(cv2.GaussianBlur(self.canvas, (0, 0), self.blur), np.float32)
            self._blurred = self.canvas.copy(), self.blur, soft
        return self._blurred[2]


def spread(codes: Sequence[int], **drawing: float) -> Drawing:
    """Stickers in rows, each turned further than the one before it."""
    drawn = Drawing(**drawing)  # type: ignore[arg-type]
    for index, code in enumerate(codes):
        drawn.lay(code, 90.3 + 120 * (index % 12), 100.6 + 120 * (index // 12), turn=0.3 * index, tilt=0.05)
    return drawn
