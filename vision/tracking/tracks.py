"""Tracks: one sticker at one place, from its first reading until it is gone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import dist, radians

import numpy as np
from numpy.typing import NDArray

from vision.reading.reader import Reading
from vision.sighting import Corners, Sighting
from vision.table.plane import Array
from vision.table.pose import Pose

SAME_MM = 4.0
"""A sticker that is read within this distance and turn (rad) of its place has not been moved."""
SAME_TURN = radians(10)
SAME_SIZE = 0.06
"""A sticker that looks larger or smaller by more than this share is at another height."""
_BLEND = 0.08
"""Weight of a new reading in the place of a still sticker, so that it follows slow drift."""
_LEAST_CHANCE = 1e-3
"""A sticker is gone if the chance of so many misses in a row, given how often it was missed before, is below this."""
_FEWEST_MISSES = 2


@dataclass(slots=True, eq=False)
class Track:
    """A sticker at one place of the picture. `corners` in px, times in seconds of the camera's clock.

    `since` is its first reading and `seen` its last one; `still` says whether it is accepted as lying on the table.
    """

    id: int
    code: int
    corners: Array
    since: float
    seen: float
    present_until: float
    """When it was last read, or its place was last known to be unchanged since then."""
    laid: float
    """Since when it has lain there at least: before it could be read nothing moved there either."""
    still: bool = False
    hits: int = 1
    misses: int = 0
    misses_between: int = 0
    """Of these, those after which it was read again: so often it is missed although it is there."""
    missed_in_a_row: int = 0
    missing_since: float | None = None
    covered: bool = False
    hand_left: bool = False
    """It has not been read since what covered it went away."""
    missed_before: bool = False
    """It was missing when a hand came over its place, and has not been read since."""
    under: "Track | None" = None
    """The card that was laid over it; it has not been read since."""
    uncovered: float | None = None
    """Since when it is read again after a hand was over it, while its place is measured again."""
    fresh: int = 0
    """Readings since then."""
    square: Pose = field(init=False)
    """Centre and direction in px."""
    scale: float = field(init=False)
    """Side of the black square in px."""

    def __post_init__(self) -> None:
        self.move_to(self.corners)

    def move_to(self, corners: Array) -> None:
        """Set where it is now."""
        self.corners = corners
        self.square = Pose.of_square(corners.tolist())
        self.scale = side_of(corners)

    def see(self, corners: Corners, time: float) -> None:
        """Record that it was read again at its place."""
        share = max(1 / (self.hits + 1), _BLEND) if self.uncovered is None else 1 / (self.fresh + 1)
        self.fresh += 1
        self.move_to(self.corners + share * (corners.astype(np.float64) - self.corners))
        self.hits += 1
        self.misses_between = self.misses
        self.seen = self.present_until = time
        self.missed_in_a_row, self.missing_since, self.covered, self.hand_left = 0, None, False, False
        self.missed_before, self.under = False, None

    def measure_again(self, time: float) -> None:
        """From now on its place is the mean of new readings: what is read there may be another sticker."""
        self.uncovered, self.fresh = time, 0

    def miss(self, reading: Reading, time: float) -> None:
        """Record that it was not read: its place was not searched, is covered, or the sticker may be gone."""
        corners = self.corners.astype(np.float32)
        before, self.covered = self.covered, reading.covered(corners)
        self.hand_left = (before or self.hand_left) and not self.covered
        if self.covered:
            self.missed_before |= self.missing_since is not None
            self.missing_since, self.missed_in_a_row = None, 0
        elif not reading.looked_at(corners):
            if self.missed_before and self.missing_since is None:
                self.missing_since = time
            self.present_until = time if self.missing_since is None else self.present_until
        else:
            self.misses += 1
            self.missed_in_a_row += 1
            self.missing_since = time if self.missing_since is None else self.missing_since

    def is_gone(self, time: float, duration: float) -> bool:
        """True if it was missed in plain sight for `duration` seconds, and too often in a row to be chance.

        A sticker that is hard to read is missed now and then: the worse it was read before, the more misses in a row
        are needed.
        """
        if self.missing_since is None or time - self.missing_since < duration:
            return False
        miss_rate = (self.misses_between + 1) / (self.hits + self.misses_between + 2)
        return self.missed_in_a_row >= _FEWEST_MISSES and miss_rate**self.missed_in_a_row < _LEAST_CHANCE

    def is_at(self, square: Pose, within: float, side: float) -> bool:
        """True if a sticker at this pose (px) is at most `within` mm away and hardly turned; `side`: a square's, mm."""
        limit = within * self.scale / side
        return self.square.is_near(square, limit, SAME_TURN)


def side_of(corners: NDArray[np.floating]) -> float:
    """Mean length of the sides of a quadrilateral (4, 2)."""
    a, b, c, d = corners.tolist()
    return (dist(a, b) + dist(b, c) + dist(c, d) + dist(d, a)) / 4


def match_tracks(
    tracks: Iterable[Track], sightings: Sequence[Sighting], side: float
) -> tuple[list[tuple[Track, Sighting]], list[Sighting]]:
    """Pairs of track and sighting, accepted tracks first, then the nearest; and the sightings without a track."""
    poses = [Pose.of_square(sighting.corners.tolist()) for sighting in sightings]
    sizes = [side_of(sighting.corners) for sighting in sightings]
    by_code: dict[int, list[int]] = {}
    for index, sighting in enumerate(sightings):
        by_code.setdefault(sighting.code, []).append(index)
    near = [
        (not track.still, track.square.distance(poses[index]), order, index, track)
        for order, track in enumerate(tracks)
        for index in by_code.get(track.code, ())
        if track.is_at(poses[index], SAME_MM, side) and abs(sizes[index] / track.scale - 1) < SAME_SIZE
    ]
    pairs: list[tuple[Track, Sighting]] = []
    used: set[int] = set()
    taken: set[int] = set()
    for _, _, order, index, track in sorted(near, key=lambda found: found[:4]):
        if order not in taken and index not in used:
            taken.add(order)
            used.add(index)
            pairs.append((track, sightings[index]))
    return pairs, [sighting for index, sighting in enumerate(sightings) if index not in used]
