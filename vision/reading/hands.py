"""Finds what hides the table without belonging to it: resting hands, sleeves, a leaning head."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.change import (
    CELL,
    LAMP_SWITCHED,
    Changes,
    Mask,
    SmallImage,
    blended,
    changed_cells,
    grow,
    light_ratio,
)
from vision.sighting import Sighting

SETTLES = 1.0
"""s; anything but a hand belongs to the table once it has been still for so long."""

HAND_RESTS = 90.0
"""s; what has been still for longer is not a hand."""

UNMOVED = 25.0
"""s; what is large and has not moved anywhere for so long is no hand: it is the table where a board was pushed away."""

SETTLING = 0.3
"""Share of a new picture that goes into the remembered table."""

LARGE = 0.015
"""Share of the picture; new cards laid at one time are smaller, so anything larger is a hand."""

LARGEST_SHARE = 0.3
"""Share of the picture; if more has changed, it was not hands: the camera moved or the light changed."""

AT_REST = 0.02
"""Share of the picture that may move when the table is learned again; a swinging camera must come to rest first."""

NEAR = 2
"""Cells round a sticker that was read and so is not hidden. The next card's sticker may be four cells away."""


Seconds = NDArray[np.float64]
"""A time for each cell."""


class HandDetector:
    """Remembers the table without hands and reports where hands are."""

    def __init__(self) -> None:
        self._table: SmallImage | None = None
        self._moved = np.zeros((0, 0))

    def detect(self, changes: Changes, seen: tuple[Sighting, ...], time: float) -> Mask:
        """The cells that hands hide at `time` (s). `seen` are the stickers read in the picture or known to be in it."""
        small = changes.small
        if self._table is None or self._table.shape != small.shape:
            self._table = small
            self._moved = np.full(changes.moving.shape, time)
        self._moved[changes.moving] = time
        gain = light_ratio(small, self._table)
        self._table = self._table * gain if 1 / LAMP_SWITCHED < gain < LAMP_SWITCHED else small
        foreign = changed_cells(small, self._table)
        if foreign.mean() > LARGEST_SHARE and changes.moving.mean() < AT_REST:
            self._table = small
            foreign = np.zeros_like(foreign)
        hands = _large_or_from_outside(foreign, time - self._moved)
        if hands.any():
            hands &= ~_near(seen, foreign.shape)
        still = time - self._moved
        self._settle(small, (~hands & (still >= SETTLES)) | (still >= HAND_RESTS))
        return hands

    def _settle(self, small: SmallImage, where: Mask) -> None:
        if self._table is not None:
            self._table = blended(self._table, small, SETTLING, where)


def _large_or_from_outside(mask: Mask, still: Seconds) -> Mask:
    """The parts of a mask that may be hands. `still`: s for which each cell has not moved; a hand does, somewhere."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    height, width = mask.shape
    left, top, across, down, area = stats.T
    at_edge = (left == 0) | (top == 0) | (left + across == width) | (top + down == height)
    chosen = (area > LARGE * mask.size) | (at_edge & (area > 12))
    chosen[0] = False
    for part in np.flatnonzero(chosen).tolist():
        chosen[part] = still[labels == part].min() < UNMOVED
    return np.asarray(chosen[labels]) if count > 1 else np.zeros_like(mask)


def _near(seen: tuple[Sighting, ...], shape: tuple[int, ...]) -> Mask:
    near = np.zeros(shape, bool)
    for sighting in seen:
        column, row = (sighting.corners.mean(axis=0) / CELL).astype(int).tolist()
        if 0 <= row < shape[0] and 0 <= column < shape[1]:
            near[row, column] = True
    return grow(near, NEAR)
