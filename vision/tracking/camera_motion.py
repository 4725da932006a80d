"""Notices when the camera was knocked: all stickers that lay still have moved together in the picture."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from vision.lens.calibration import Calibration
from vision.sighting import Sighting, seen_once
from vision.table.plane import Array, undistorted
from vision.tracking.tracks import SAME_MM, Track, side_of

_FEWEST = 3
"""Stickers that must be read again to tell."""
_SHARE = 0.6
"""Share of the stickers read again that must have moved together; players never push so many cards at once."""
_KNOWN_SHARE = 0.5
"""Share of the stickers known to lie still that must have moved together: a pushed board takes only its city along."""
_TOGETHER_MM = 3.0
"""How far a sticker may be from where the common motion puts it."""
_AT_REST_MM = 2.0
"""The camera is at rest when stickers move less than this from one picture to the next."""
_FEW = 10
"""With fewer stickers the motion is a shift, a turn and a scale; with more, a homography."""


class CameraMotion:
    """Follows a camera that was knocked until two pictures in a row agree."""

    def __init__(self, side: float) -> None:
        """`side` is the side of a black square in mm."""
        self._side = side
        self._motion: Array | None = None

    @property
    def is_moving(self) -> bool:
        """True if the camera was knocked and is not at rest yet."""
        return self._motion is not None

    def update(
        self, still: Sequence[Track], sightings: Sequence[Sighting], lens: Calibration | None = None
    ) -> Array | None:
        """The motion since the knock (see `estimate_motion`) once the camera has come to rest; otherwise None."""
        before, self._motion = self._motion, estimate_motion(still, sightings, self._side, lens)
        if before is None or self._motion is None or not self._is_same_motion(before, self._motion, still):
            return None
        settled, self._motion = self._motion, None
        return settled

    def _is_same_motion(self, one: Array, other: Array, still: Sequence[Track]) -> bool:
        places = np.array([[track.corners[0] for track in still]])
        apart = cv2.perspectiveTransform(places, one) - cv2.perspectiveTransform(places, other)
        limit = min(track.scale for track in still) / self._side * _AT_REST_MM
        return float(np.median(np.linalg.norm(apart, axis=2))) < limit


def moved_corners(corners: Array, motion: Array, lens: Calibration | None = None) -> Array:
    """Where corners (n, 2), px, are after this motion (see `estimate_motion`)."""
    there = np.asarray(cv2.perspectiveTransform(undistorted(corners, lens)[None], motion)[0], dtype=np.float64)
    return lens.distort(there) if lens else there


def estimate_motion(
    tracks: Iterable[Track], sightings: Sequence[Sighting], side: float, lens: Calibration | None = None
) -> Array | None:
    """The homography (3, 3) from where the still tracks were to where they are now; None if the camera has not moved.

    Uses only codes that are on the table once. `side` is the side of a black square in mm. The homography is between
    undistorted pixels.
    """
    then = seen_once((track.code, track.corners) for track in tracks if track.still)
    now = seen_once((sighting.code, sighting.corners) for sighting in sightings)
    codes = [code for code in then if code in now]
    before, after = (
        undistorted(np.array([places[code] for code in codes], np.float64).reshape(-1, 4, 2), lens)
        for places in (then, now)
    )
    fewest = max(_FEWEST, _KNOWN_SHARE * len(then))
    if len(before) < fewest:
        return None
    mm = float(np.median([side_of(corners) for corners in before])) / side
    shifts = np.linalg.norm(after.mean(axis=1) - before.mean(axis=1), axis=1) / mm
    if (shifts > SAME_MM).mean() < _SHARE:
        return None
    motion = _motion(before, after, _TOGETHER_MM * mm)
    if motion is None:
        return None
    expected = cv2.perspectiveTransform(before.reshape(-1, 1, 2), motion).reshape(-1, 4, 2)
    together = np.linalg.norm((expected - after).mean(axis=1), axis=1) < _TOGETHER_MM * mm
    if together.sum() < fewest or together.mean() < _SHARE:
        return None
    return motion


def _motion(before: Array, after: Array, tolerance: float) -> Array | None:
    source, target = before.reshape(-1, 2), after.reshape(-1, 2)
    if len(before) >= _FEW:
        found, _ = cv2.findHomography(source, target, cv2.RANSAC, tolerance)
        return None if found is None else np.asarray(found, dtype=np.float64)
    similar, _ = cv2.estimateAffinePartial2D(source, target, method=cv2.RANSAC, ransacReprojThreshold=tolerance)
    return None if similar is None else np.vstack([similar, [0.0, 0.0, 1.0]])
