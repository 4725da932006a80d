"""Measures how far a lens bends a picture, by the stickers in it: all squares on the table have the same size."""

from collections.abc import Callable, Sequence

import numpy as np

from vision.kit.sizes import KitSizes
from vision.lens.calibration import Calibration
from vision.sighting import Sighting
from vision.table.plane import fit_plane, misfit

FEWEST = 4
"""Squares below which nothing is said: the plane alone has five numbers, and one square may be held up."""
MOST = 0.35
"""Share of its distance from the middle by which a corner of the picture may be moved."""
STEPS = 16
"""Of the search, each of which leaves 0.62 of the range."""
LEAST = 0.03
"""As `MOST`; what is bent by less does not harm places. Straight lenses were measured as 0.024 at most."""
CLEAR = 50.0
"""A lens bends the picture if twice the logarithm by which that is more likely is so much; chance gave 16 at most."""
_FREE = 5
"""Independent lengths of a square: four corners, and where it lies and in which direction does not matter."""
_FOLD = 0.9 * 4 / 27
"""The bend, with the square's distance from the middle as unit, from which on it moves two places to the same one."""


def bend_of(sightings: Sequence[Sighting], sizes: KitSizes, shape: tuple[int, ...]) -> Calibration | None:
    """The lens that took a picture of this shape (rows, columns), from the stickers on the table in it.

    None if there are few, or if they fit a plane about as well without it. Its distortion is a single number: the share
    of its distance from the middle by which a corner of the picture is moved, negative where the edges are drawn in.
    """
    squares = np.array([sighting.corners for sighting in sightings], np.float64).reshape(-1, 4, 2)
    if len(squares) < FEWEST:
        return None
    straight = _lens(0.0, shape)
    farthest = float(np.linalg.norm((squares - straight.centre) / straight.focal, axis=2).max())
    inwards = min(MOST, _FOLD / farthest**2)

    def error(bend: float) -> float:
        plane = fit_plane(squares, sizes.sticker.square, lens=_lens(bend, shape))
        return float("inf") if plane is None else misfit(squares, sizes.sticker.square, plane)

    bend = _least(error, -inwards, MOST)
    likelier = 2 * _FREE * len(squares) * np.log(error(0.0) / error(bend))
    return _lens(bend, shape) if abs(bend) >= LEAST and likelier >= CLEAR else None


def percent_of(lens: Calibration) -> int:
    """How far the corners of the pictures that a lens takes are moved, per cent of their distance from the middle."""
    return round(100 * abs(lens.distortion[0]))


def _lens(bend: float, shape: tuple[int, ...]) -> Calibration:
    height, width = shape[:2]
    corner = float(np.hypot(width, height)) / 2
    return Calibration(
        width, height, (corner, corner), ((width - 1) / 2, (height - 1) / 2), (bend, 0.0, 0.0, 0.0, 0.0), 0.0, 0
    )


def _least(error: Callable[[float], float], low: float, high: float) -> float:
    """Where between the two the error is least, by the golden section; it has one valley."""
    golden = (5**0.5 - 1) / 2
    left, right = high - golden * (high - low), low + golden * (high - low)
    at_left, at_right = error(left), error(right)
    for _ in range(STEPS):
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - golden * (high - low)
            at_left = error(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + golden * (high - low)
            at_right = error(right)
    return (low + high) / 2
