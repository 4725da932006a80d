"""Finds what hides the table without belonging to it: resting hands, sleeves, a leaning head."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading.change import (
    LAMP_SWITCHED,
    Changes,
    Mask,
    SmallImage,
    blended,
    cells_of,
    changed_cells,
    grow,
    light_ratio,
)
from vision.sighting import Sighting, seen_once

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

SEVERAL = 3
"""Stickers that are read in a part that differs and is still: a board with its city was moved, and no hand is there."""

SMALL = 1 / 8
"""Scale of the small picture (`vision.reading.change.shrink`)."""

CAMERA_MOVED, OF_ALL = 0.5, 0.6
"""px of the small picture: if this share of all stickers has moved at least so far, and alike, the camera has moved."""

MUCH = 0.04
"""Share of the picture; less does not change where the camera is moved."""

NEAR = 2
"""Cells round a sticker that was read and so is not hidden. The next card's sticker may be four cells away."""


Seconds = NDArray[np.float64]
"""A time for each cell."""


class HandDetector:
    """Remembers the table without hands and reports where hands are."""

    def __init__(self) -> None:
        self._table: SmallImage | None = None
        self._moved = np.zeros((0, 0))
        self._seen: tuple[Sighting, ...] = ()
        """The stickers on the remembered table."""

    def detect(self, changes: Changes, seen: tuple[Sighting, ...], time: float) -> Mask:
        """The cells that hands hide at `time` (s). `seen` are the stickers read in the picture or known to be in it."""
        small = changes.small
        if self._table is None or self._table.shape != small.shape:
            self._table, self._seen = small, seen
            self._moved = np.full(changes.moving.shape, time)
        self._moved[changes.moving] = time
        gain = light_ratio(small, self._table)
        self._table = self._table * gain if 1 / LAMP_SWITCHED < gain < LAMP_SWITCHED else small
        foreign = changed_cells(small, self._table)
        much = foreign.mean()
        if much < MUCH:
            self._seen = seen
        elif (much > LARGEST_SHARE and changes.moving.mean() < AT_REST) or _camera_has_moved(self._seen, seen):
            # a hand that is just there is learned, too: its place is taken for one when it has left, until UNMOVED
            self._table, self._seen, foreign = small, seen, np.zeros_like(foreign)
        still = time - self._moved
        hands, moved_things = _large_or_from_outside(foreign, still, seen)
        settled = (~hands & (still >= SETTLES)) | (still >= HAND_RESTS)
        self._table = blended(blended(self._table, small, SETTLING, settled), small, 1.0, moved_things)
        return hands & ~_near(seen, foreign.shape) if hands.any() else hands


def _camera_has_moved(before: tuple[Sighting, ...], now: tuple[Sighting, ...]) -> bool:
    """True if most stickers have moved in the picture, and alike."""
    old, new = (seen_once((sighting.code, sighting.corners) for sighting in seen) for seen in (before, now))
    common = sorted(old.keys() & new.keys())
    if len(common) < SEVERAL:
        return False
    places, moved = (np.concatenate([of[code] for code in common]) * SMALL for of in (old, new))
    if np.quantile(np.linalg.norm(moved - places, axis=1), 1 - OF_ALL) < CAMERA_MOVED:
        return False
    transform, alike = cv2.findHomography(places, moved, cv2.RANSAC, CAMERA_MOVED)
    return transform is not None and float(alike.mean()) >= OF_ALL


def _large_or_from_outside(mask: Mask, still: Seconds, seen: tuple[Sighting, ...]) -> tuple[Mask, Mask]:
    """The parts of a mask that may be hands, and those that are not, as several stickers are read there.

    `still`: s for which each cell has not moved; a hand does, somewhere.
    """
    nothing = np.zeros_like(mask)
    if not mask.any():
        return nothing, nothing
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    height, width = mask.shape
    left, top, across, down, area = stats.T
    at_edge = (left == 0) | (top == 0) | (left + across == width) | (top + down == height)
    hands = (area > LARGE * mask.size) | (at_edge & (area > 12))
    hands[0] = False
    if not hands.any():
        return nothing, nothing
    moved_things = np.zeros_like(hands)
    read = np.bincount(labels[cells_of(seen, mask.shape)], minlength=count)
    for part in np.flatnonzero(hands).tolist():
        still_for = still[labels == part].min()
        moved_things[part] = read[part] >= SEVERAL and still_for >= SETTLES
        hands[part] = still_for < UNMOVED and not moved_things[part]
    return np.asarray(hands[labels]), np.asarray(moved_things[labels])


def _near(seen: tuple[Sighting, ...], shape: tuple[int, ...]) -> Mask:
    near = np.zeros(shape, bool)
    near[cells_of(seen, shape)] = True
    return grow(near, NEAR)
