"""How sharp a picture is, measured at the edges of the stickers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.frame import GreyImage
from vision.kit.sizes import StickerSize
from vision.reading.edges import sample

SMEARED = 0.8
"""Share of a module over which an edge may be blurred."""
STEPS = 33
"""Samples across an edge."""


def module_size(corners: NDArray[np.float32]) -> float:
    """Side of a module in px, of the square with these corners (4, 2)."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()) / StickerSize().square_modules


def edge_width(image: GreyImage, squares: Sequence[NDArray[np.float32]]) -> float | None:
    """Median width in px over which black becomes white at the squares' edges; None without squares."""
    widths = [width for corners in squares for width in _widths(image, corners)]
    return float(np.median(widths)) if widths else None


def sharpness(image: GreyImage, squares: Sequence[NDArray[np.float32]]) -> float | None:
    """1 if the edges are blurred as far as is acceptable, more if they are sharper; None without squares."""
    width = edge_width(image, squares)
    if width is None:
        return None
    return SMEARED * float(np.median([module_size(corners) for corners in squares])) / max(width, 1e-6)


def _widths(image: GreyImage, corners: NDArray[np.float32]) -> list[float]:
    """At three places of each side, from 0.9 modules within the black border to as far outside."""
    module = module_size(corners)
    across = np.linspace(-0.9, 0.9, STEPS) * module
    widths = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
        outward = np.array([along[1], -along[0]])
        for share in (0.3, 0.5, 0.7):
            points = (start + (end - start) * share + outward * across[:, None]).astype(np.float32)
            profile = sample(image, points[None])[0].astype(np.float64)
            steepest = float(np.abs(np.diff(profile)).max())
            if steepest > 0:
                widths.append(float(np.ptp(profile)) / steepest * module * 1.8 / (STEPS - 1))
    return widths
