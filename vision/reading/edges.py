"""Fits a black square's sides to a fraction of a pixel: straight lines through the steps from dark to bright."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import GreyImage
from vision.reading.squares import Quads

Floats = NDArray[np.float32]

ALONG = np.linspace(0.08, 0.92, 12, dtype=np.float32)
"""Where along a side it is probed, as shares of its length."""

ACROSS = np.linspace(-1.0, 1.0, 15, dtype=np.float32)
"""Where across a side it is probed, inside to outside, as shares of the reach."""

REACHES = (0.9, 0.6)
"""Modules that are probed to either side, in each round."""

LEAST_REACH = 1.8
"""px: the step itself is about as wide as this."""

STRAY = 0.12
"""Share of the reach; a probe that misses the line by more than this has less than half the weight."""


def fit_edges(image: GreyImage, quads: Quads) -> Quads:
    """The same quadrilaterals with each side laid through the step from dark inside to bright outside.

    Sides without such a step stay about where they are.
    """
    for reach in REACHES:
        quads = _fit_once(image, quads, reach)
    return quads


def sample(image: GreyImage, points: Floats) -> Floats:
    """Grey levels (n, m) at points (n, m, 2), x and y in px; outside the picture, those of the nearest edge pixel.

    Points are rounded to 1/32 px first: then OpenCV reads the same on every processor, bit by bit.
    """
    if points.size == 0:
        return np.zeros(points.shape[:2], np.float32)
    parts = [
        cv2.remap(
            image,
            *cv2.convertMaps(part[..., 0], part[..., 1], cv2.CV_16SC2),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for part in np.split(points, range(8000, len(points), 8000))
    ]
    return np.concatenate(parts).astype(np.float32)


def _fit_once(image: GreyImage, quads: Quads, reach: float) -> Quads:
    start, end = quads, np.roll(quads, -1, axis=1)
    side = end - start
    length = np.maximum(np.linalg.norm(side, axis=2, keepdims=True), 1e-3)
    outwards = np.stack([side[..., 1], -side[..., 0]], axis=-1) / length
    # A module's size across a side follows from the length of the two sides beside it.
    depth = (np.roll(length, 1, axis=1) + np.roll(length, -1, axis=1)) / 16
    reached = np.maximum(reach * depth, LEAST_REACH)

    near, far = _offsets(_profiles(image, start, side, outwards * reached))
    limit = 0.5
    start = start + outwards * reached * np.clip(near, -limit, limit)[..., None]
    end = end + outwards * reached * np.clip(far, -limit, limit)[..., None]
    return _intersections(start, end, quads, 1.5 * reached)


def _profiles(image: GreyImage, start: Floats, side: Floats, across: Floats) -> Floats:
    """Grey levels, shape (n, 4, along, across)."""
    feet = start[:, :, None] + side[:, :, None] * ALONG[:, None]
    points = feet[:, :, :, None] + across[:, :, None, None] * ACROSS[:, None]
    return sample(image, points.reshape(-1, len(ALONG) * len(ACROSS), 2)).reshape(points.shape[:-1])


def _offsets(profiles: Floats) -> tuple[Floats, Floats]:
    """How far outside a side the step lies at its start and at its end, as shares of the reach: (n, 4) each."""
    rise = np.maximum(np.diff(profiles, axis=-1), 0)
    middle = (ACROSS[1:] + ACROSS[:-1]) / 2
    weight = rise * rise * np.exp(-2 * middle**2)
    total = weight.sum(-1)
    step = (weight @ middle) / np.maximum(total, 1e-3)
    strength = np.sqrt(total)
    # A single reflection along the side must not outweigh the rest of it.
    strength = np.minimum(strength, np.median(strength, axis=-1, keepdims=True)) + 1e-3
    trust = strength
    place = ALONG - 0.5
    for _ in range(3):
        share = trust / trust.sum(-1, keepdims=True)
        centre = (share * place).sum(-1, keepdims=True)
        level = (share * step).sum(-1, keepdims=True)
        spread = (share * (place - centre) ** 2).sum(-1, keepdims=True)
        slope = (share * (place - centre) * (step - level)).sum(-1, keepdims=True) / (spread + 1e-6)
        miss = step - level - slope * (place - centre)
        trust = strength / (1 + (miss / STRAY) ** 2)
    return (level + slope * (-0.5 - centre))[..., 0], (level + slope * (0.5 - centre))[..., 0]


def _intersections(start: Floats, end: Floats, before: Quads, limit: Floats) -> Quads:
    """Corners where each side meets the one before it, at most `limit` px from where they were."""
    here, there = end - start, np.roll(end - start, 1, axis=1)
    origin = np.roll(start, 1, axis=1)
    cross = there[..., 0] * here[..., 1] - there[..., 1] * here[..., 0]
    gap = start - origin
    share = (gap[..., 0] * here[..., 1] - gap[..., 1] * here[..., 0]) / np.where(np.abs(cross) < 1e-3, 1e-3, cross)
    move = origin + there * share[..., None] - before
    distance = np.maximum(np.linalg.norm(move, axis=2, keepdims=True), 1e-6)
    return np.asarray(before + move * np.minimum(1, limit / distance), dtype=np.float32)
