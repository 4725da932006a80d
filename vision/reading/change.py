"""Finds where the picture changes from frame to frame, in a small copy of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import GreyImage, halve
from vision.sighting import Sighting

Mask = NDArray[np.bool_]
"""Shape (height / CELL, width / CELL), rounded down: one truth value for each CELL x CELL px of the picture."""

SmallImage = NDArray[np.float32]

CELL = 16
"""px."""

LEAST_CHANGE = 2.0
"""Grey levels, averaged over a cell's neighbourhood; noise and rounding stay below."""

SHARE_OF_LIGHT = 0.03
"""Share by which the light may vary between two frames: lamps flicker and clouds pass."""

BACKGROUND_SHARE = 0.2
"""Share of an unchanged frame that goes into the background."""

LAMP_SWITCHED = 1.25
"""If the light as a whole changes by more than this factor, everything counts as changed."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Where a frame differs: `moving` from the frame before, `changed` from the accepted background."""

    moving: Mask
    changed: Mask
    small: SmallImage
    """The picture at an eighth of its size."""


class ChangeDetector:
    """Remembers how the table looks and reports where it looks different."""

    def __init__(self) -> None:
        self._previous: SmallImage | None = None
        self._background: SmallImage | None = None

    def compare(self, image: GreyImage) -> Changes:
        """Where this frame differs. The first frame, and one after a lamp was switched, differ everywhere."""
        now = shrink(image)
        if self._previous is None or self._background is None or self._previous.shape != now.shape:
            self._previous = self._background = now
            everywhere = np.ones((image.shape[0] // CELL, image.shape[1] // CELL), bool)
            return Changes(everywhere, everywhere.copy(), now)
        moving = changed_cells(now, self._previous * light_ratio(now, self._previous))
        gain = light_ratio(now, self._background)
        background = self._background * gain
        changed = changed_cells(now, background)
        if not 1 / LAMP_SWITCHED < gain < LAMP_SWITCHED:
            changed = np.ones_like(changed)
        self._background = blended(background, now, BACKGROUND_SHARE, ~changed)
        self._previous = now
        return Changes(moving, changed, now)

    def accept(self, where: Mask) -> None:
        """Make the last frame the background there."""
        if self._previous is not None and self._background is not None:
            self._background = blended(self._background, self._previous, 1.0, where)


def shrink(image: GreyImage) -> SmallImage:
    """The picture at an eighth of its size, with an eighth of the noise."""
    return halve(halve(halve(image))).astype(np.float32)


def grow(mask: Mask, cells: int) -> Mask:
    """The mask, enlarged by so many cells on every side."""
    size = 2 * cells + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((size, size), np.uint8)), dtype=bool)


def cells_of(sightings: Sequence[Sighting], shape: tuple[int, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of the cells in which the stickers' middles lie, to index a `Mask` of this shape."""
    corners = np.array([sighting.corners for sighting in sightings]).reshape(-1, 4, 2)
    columns, rows = (corners.sum(axis=1) / (4 * CELL)).astype(np.intp).T
    return np.clip(rows, 0, shape[0] - 1), np.clip(columns, 0, shape[1] - 1)


def light_ratio(now: SmallImage, then: SmallImage) -> float:
    """The factor by which the light as a whole has changed."""
    now, then = now[::4, ::4], then[::4, ::4]
    lit = then > LEAST_CHANGE * 4
    return float(np.median(now[lit] / then[lit])) if lit.any() else 1.0


def changed_cells(now: SmallImage, then: SmallImage, share: float = SHARE_OF_LIGHT) -> Mask:
    """The cells in which two small pictures differ. `share`: by which the light may vary from place to place."""
    difference = cv2.blur(np.abs(now - then), (3, 3))
    different = difference > LEAST_CHANGE + share * then
    rows, columns = different.shape[0] // 2 * 2, different.shape[1] // 2 * 2
    upper, lower = different[0:rows:2, :columns], different[1:rows:2, :columns]
    either = upper | lower
    return np.asarray(either[:, ::2] | either[:, 1::2])


def blended(old: SmallImage, new: SmallImage, share: float, where: Mask) -> SmallImage:
    """The old picture with a share of the new one blended in, in these cells."""
    if not where.any():
        return old
    both = cv2.addWeighted(old, 1 - share, new, share, 0.0)
    if where.all():
        return np.asarray(both, dtype=np.float32)
    large = where.repeat(2, axis=0).repeat(2, axis=1)
    beyond = [(0, pixels - cells) for pixels, cells in zip(old.shape, large.shape, strict=True)]
    return np.where(np.pad(large, beyond, mode="edge"), both, old)
