"""Where the picture changes from frame to frame, seen on a small copy of it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import GreyImage, halve

Mask = NDArray[np.bool_]
"""Shape (height / CELL, width / CELL), rounded down: one truth value for each CELL x CELL px of the picture."""

SmallImage = NDArray[np.float32]

CELL = 16
"""px."""

LEAST_CHANGE = 2.0
"""Grey levels, on average over a cell's neighbourhood, that noise and rounding stay below."""

SHARE_OF_LIGHT = 0.03
"""Lamps flicker and clouds pass: so much of the light may come and go between two frames."""

ADAPTING = 0.2
"""Share of a difference that counts as the new background after each frame without a change."""

LAMP_SWITCHED = 1.25
"""When the light as a whole changes by more than this factor, everything has changed."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What is different in a frame.

    `moving` differs from the frame before, `changed` from the background, that is from how it looked when it last was
    accepted.
    """

    moving: Mask
    changed: Mask
    small: SmallImage
    """The picture at an eighth of its size."""


class ChangeDetector:
    """Remembers how the table looks and says where it looks different now."""

    def __init__(self) -> None:
        self._before: SmallImage | None = None
        self._background: SmallImage | None = None

    def compare(self, image: GreyImage) -> Changes:
        """Where this frame differs; the first frame, and one after a lamp was switched, differs everywhere."""
        now = shrink(image)
        if self._before is None or self._background is None or self._before.shape != now.shape:
            self._before = self._background = now
            everywhere = np.ones((image.shape[0] // CELL, image.shape[1] // CELL), bool)
            return Changes(everywhere, everywhere.copy(), now)
        moving = differs(now, self._before * light_gained(now, self._before))
        gain = light_gained(now, self._background)
        background = self._background * gain
        changed = differs(now, background)
        if not 1 / LAMP_SWITCHED < gain < LAMP_SWITCHED:
            changed = np.ones_like(changed)
        self._background = mixed(background, now, ADAPTING, ~changed)
        self._before = now
        return Changes(moving, changed, now)

    def accept(self, where: Mask) -> None:
        """Take what is there now as background."""
        if self._before is not None and self._background is not None:
            self._background = mixed(self._background, self._before, 1.0, where)


def shrink(image: GreyImage) -> SmallImage:
    """The picture at an eighth of its size, so that noise is an eighth too."""
    return halve(halve(halve(image))).astype(np.float32)


def grow(mask: Mask, cells: int) -> Mask:
    """The mask with everything within so many cells of it."""
    size = 2 * cells + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((size, size), np.uint8)), dtype=bool)


def light_gained(now: SmallImage, then: SmallImage) -> float:
    """By what factor the light has changed as a whole."""
    now, then = now[::4, ::4], then[::4, ::4]
    lit = then > LEAST_CHANGE * 4
    return float(np.median(now[lit] / then[lit])) if lit.any() else 1.0


def differs(now: SmallImage, then: SmallImage) -> Mask:
    """The cells in which two small pictures differ."""
    difference = cv2.blur(np.abs(now - then), (3, 3))
    different = difference > LEAST_CHANGE + SHARE_OF_LIGHT * then
    rows, columns = different.shape[0] // 2 * 2, different.shape[1] // 2 * 2
    upper, lower = different[0:rows:2, :columns], different[1:rows:2, :columns]
    either = upper | lower
    return np.asarray(either[:, ::2] | either[:, 1::2])


def mixed(old: SmallImage, new: SmallImage, share: float, where: Mask) -> SmallImage:
    """The old picture with a share of the new one in it, in these cells."""
    if not where.any():
        return old
    both = cv2.addWeighted(old, 1 - share, new, share, 0.0)
    if where.all():
        return np.asarray(both, dtype=np.float32)
    return np.where(_enlarge(where, old.shape), both, old)


def _enlarge(mask: Mask, shape: tuple[int, ...]) -> Mask:
    """A mask of cells as one of the small picture's pixels."""
    large = mask.repeat(2, axis=0).repeat(2, axis=1)
    return np.pad(large, ((0, shape[0] - large.shape[0]), (0, shape[1] - large.shape[1])), mode="edge")
