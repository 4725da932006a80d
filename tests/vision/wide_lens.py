"""Lenses that bend pictures, as wide ones do: k1 of Brown and Conrady, for a view of 66 degrees across."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import GreyImage
from vision.lens.calibration import Calibration

FOCAL = 0.77
"""As a part of the picture's width."""
STEP = 8
"""px; between pixels so far apart a lens bends evenly, but for a hundredth of one."""


def wide_lens(k1: float, shape: tuple[int, ...]) -> Calibration:
    height, width = shape[:2]
    middle = (width - 1) / 2, (height - 1) / 2
    return Calibration(width, height, (FOCAL * width,) * 2, middle, (k1, 0.0, 0.0, 0.0, 0.0), 0.0, 0)


def through(lens: Calibration, picture: GreyImage) -> GreyImage:
    """A picture without distortion as this lens shows it; what it would see beyond the picture's edge is grey."""
    rows, columns = ((np.arange(-1, size // STEP + 2) + 0.5) * STEP - 0.5 for size in picture.shape)
    where = np.stack(np.meshgrid(columns, rows), axis=-1).astype(np.float32)
    away = (where - np.float32(lens.centre)) / np.float32(lens.focal)
    ratio = _straightened(np.linalg.norm(away, axis=2), lens.distortion[0])[..., None]
    straight = (away * ratio * np.float32(lens.focal) + np.float32(lens.centre)).astype(np.float32)
    every = cv2.resize(straight, None, fx=STEP, fy=STEP, interpolation=cv2.INTER_LINEAR)
    height, width = picture.shape
    every = every[STEP : STEP + height, STEP : STEP + width]
    return np.asarray(cv2.remap(picture, every, None, cv2.INTER_LINEAR, borderValue=90), np.uint8)


def _straightened(distances: NDArray[np.float32], k1: float) -> NDArray[np.float32]:
    """How much farther from the middle a point was; beyond where the lens folds the picture, as at the fold."""
    true = np.linspace(0, 1.2, 4000)
    seen = true * (1 + k1 * true**2)
    last = int(seen.argmax()) + 1
    ratios = np.divide(true[:last], seen[:last], out=np.ones(last), where=seen[:last] > 0)
    return np.interp(distances, seen[:last], ratios).astype(np.float32)
