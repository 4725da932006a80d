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

UNEVEN = 0.12
"""Share by which the light of a lamp that was switched may differ from what the light around lets expect."""

COARSE = 4
"""Cells that are taken together where light is measured: it falls off slowly."""

LIGHT_FALLS_OFF = 12
"""The light of a lamp is alike within this part of the picture's width."""

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
        self._before: SmallImage | None = None
        """The table before the light changed. What was learned at that moment may have been a hand, which has left."""
        self._learned_at = 0.0

    def detect(self, changes: Changes, seen: tuple[Sighting, ...], time: float) -> Mask:
        """The cells that hands hide at `time` (s). `seen` are the stickers read in the picture or known to be in it."""
        small = changes.small
        if self._table is None or self._table.shape != small.shape:
            self._table, self._before, self._seen = small, None, seen
            self._moved = np.full(changes.moving.shape, time)
        self._moved[changes.moving] = time
        gain = light_ratio(small, self._table)
        if 1 / LAMP_SWITCHED < gain < LAMP_SWITCHED:
            self._table = self._table * gain
        else:
            self._learn_anew(self._table, small, time)
        foreign = changed_cells(small, self._table)
        if foreign.mean() < MUCH:
            self._seen = seen
        elif self._follow_camera(seen):
            foreign = changed_cells(small, self._table)
        if foreign.mean() > LARGEST_SHARE and changes.moving.mean() < AT_REST:
            self._learn_anew(self._table, small, time)
            foreign = np.zeros_like(foreign)
        if foreign.any():
            foreign &= ~self._as_before(small, foreign, time)
        still = time - self._moved
        hands, moved_things = _large_or_from_outside(foreign, still, seen)
        self._settle(small, (~hands & (still >= SETTLES)) | (still >= HAND_RESTS), SETTLING)
        self._settle(small, moved_things, 1.0)
        return hands & ~_near(seen, foreign.shape) if hands.any() else hands

    def _follow_camera(self, seen: tuple[Sighting, ...]) -> bool:
        """Move the remembered table in the picture as the camera was moved. False if it was not."""
        transform = _motion(self._seen, seen)
        if transform is None:
            return False
        self._table, self._before = (
            None if table is None else _carried(table, transform) for table in (self._table, self._before)
        )
        self._seen = seen
        return True

    def _learn_anew(self, table: SmallImage, small: SmallImage, time: float) -> None:
        """Remember the table as it looks now; it may look so because of a hand that is just there."""
        if self._before is None or time - self._learned_at > UNMOVED:
            self._before = table
        self._table, self._learned_at = small, time

    def _as_before(self, small: SmallImage, foreign: Mask, time: float) -> Mask:
        """The cells that look as they did before the light changed: a hand that was learned then has left them."""
        if self._before is None or time - self._learned_at > UNMOVED:
            self._before = None
            return np.zeros_like(foreign)
        light = _light_from_around(small, self._before, foreign)
        return ~changed_cells(small, self._before * light, UNEVEN)

    def _settle(self, small: SmallImage, where: Mask, share: float) -> None:
        if self._table is not None:
            self._table = blended(self._table, small, share, where)


def _motion(before: tuple[Sighting, ...], now: tuple[Sighting, ...]) -> NDArray[np.float64] | None:
    """How the camera's motion has moved the small picture: a homography (3, 3). None if it has not moved."""
    old, new = (seen_once((sighting.code, sighting.corners) for sighting in seen) for seen in (before, now))
    common = sorted(old.keys() & new.keys())
    if len(common) < SEVERAL:
        return None
    places, moved = (np.concatenate([of[code] for code in common]) * SMALL for of in (old, new))
    if np.quantile(np.linalg.norm(moved - places, axis=1), 1 - OF_ALL) < CAMERA_MOVED:
        return None
    transform, alike = cv2.findHomography(places, moved, cv2.RANSAC, CAMERA_MOVED)
    return np.asarray(transform) if transform is not None and alike.mean() >= OF_ALL else None


def _carried(table: SmallImage, transform: NDArray[np.float64]) -> SmallImage:
    height, width = table.shape
    carried = cv2.warpPerspective(table, transform, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(carried, dtype=np.float32)


def _light_from_around(now: SmallImage, then: SmallImage, hidden: Mask) -> SmallImage:
    """The factor by which the light has changed at each place, taken from the cells around it that are not hidden."""
    height, width = hidden.shape
    coarse = max(1, width // COARSE), max(1, height // COARSE)
    ratio = cv2.resize(now, (width, height)) / np.maximum(cv2.resize(then, (width, height)), 1)
    factor, in_sight = (
        cv2.GaussianBlur(cv2.resize(each, coarse, interpolation=cv2.INTER_AREA), (0, 0), coarse[0] / LIGHT_FALLS_OFF)
        for each in (np.where(hidden, np.float32(0), ratio), np.where(hidden, np.float32(0), np.float32(1)))
    )
    return np.asarray(cv2.resize(factor / np.maximum(in_sight, 1e-6), now.shape[::-1]), dtype=np.float32)


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
