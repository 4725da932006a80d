"""One sticker's life on the table: seen for the first time, lying still, covered, gone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import dist, hypot, radians
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.sighting import Corners, Sighting
from vision.table.plane import Array
from vision.table.pose import Pose

SAME_MM = 4.0
"""A sticker that is read within this distance and turn of where it was has not been moved."""
SAME_TURN = radians(10)
SAME_SIZE = 0.06
"""A sticker that looks larger or smaller by more is not at the same height."""
_SLOW = 0.08
"""How much of a new reading goes into the place of a sticker that has lain still: lamps swing, tables creep."""
_RARELY = 1e-3
"""A sticker that was read as often as it was is missed so many times in a row with no more than this chance."""
_FEWEST_MISSES = 2


class TrackerInput(Protocol):
    """What one picture says: see `vision.reading.reader`."""

    @property
    def sightings(self) -> Sequence[Sighting]:
        """What was read in this picture."""

    def looked_at(self, corners: Corners) -> bool:
        """Whether the quadrilateral (4, 2), px, was searched in this picture; else nothing has changed in it."""

    def covered(self, corners: Corners) -> bool:
        """Whether something moves over the quadrilateral (4, 2), px, or hides what is usually there."""


@dataclass(slots=True, eq=False)
class Track:
    """A sticker at one place of the picture. `corners` are px, times are the camera's, in seconds."""

    id: int
    code: int
    corners: Array
    since: float
    seen: float
    lying: float
    """Last time at which it was read, or its place was unchanged since."""
    still: bool = False
    hits: int = 1
    misses: int = 0
    missed_in_a_row: int = 0
    missing_since: float | None = None
    covered: bool = False
    square: Pose = field(init=False)
    """Centre and direction in px."""
    scale: float = field(init=False)
    """Its own side in px."""

    def __post_init__(self) -> None:
        self.put(self.corners)

    def put(self, corners: Array) -> None:
        """It is here now."""
        self.corners = corners
        self.square = Pose.of_square(corners.tolist())
        self.scale = side_of(corners)

    def see(self, corners: Corners, time: float) -> None:
        """It was read again at its place."""
        share = max(1 / (self.hits + 1), _SLOW)
        self.put(self.corners + share * (corners.astype(np.float64) - self.corners))
        self.hits += 1
        self.seen = self.lying = time
        self.missed_in_a_row, self.missing_since, self.covered = 0, None, False

    def miss(self, reading: TrackerInput, time: float) -> None:
        """It was not read in this picture: nobody looked, something lies over it, or it may be gone."""
        corners = self.corners.astype(np.float32)
        self.covered = reading.covered(corners)
        if self.covered:
            self.missing_since, self.missed_in_a_row = None, 0
        elif not reading.looked_at(corners):
            self.lying = time if self.missing_since is None else self.lying
        else:
            self.misses += 1
            self.missed_in_a_row += 1
            self.missing_since = time if self.missing_since is None else self.missing_since

    def is_gone(self, time: float, patience: float) -> bool:
        """Missed in plain sight for longer than `patience` seconds, and more often than bad luck explains."""
        if self.missing_since is None or time - self.missing_since < patience:
            return False
        before = self.misses - self.missed_in_a_row
        luck = (before + 1) / (self.hits + before + 2)
        return self.missed_in_a_row >= _FEWEST_MISSES and luck**self.missed_in_a_row < _RARELY

    def is_at(self, square: Pose, within: float, side: float) -> bool:
        """Whether a sticker at this pose (px) lies no more than `within` mm from this one; `side` is a square's, mm."""
        limit = within * self.scale / side
        near = hypot(self.square.x - square.x, self.square.y - square.y) <= limit
        return near and abs(self.square.angle_to(square)) <= SAME_TURN


def side_of(corners: NDArray[np.floating]) -> float:
    """Mean side of a quadrilateral (4, 2)."""
    a, b, c, d = corners.tolist()
    return (dist(a, b) + dist(b, c) + dist(c, d) + dist(d, a)) / 4


def match(
    tracks: Iterable[Track], sightings: Sequence[Sighting], side: float
) -> tuple[list[tuple[Track, Sighting]], list[Sighting]]:
    """Which sighting is which track, nearest first, still ones before new ones; and the sightings that are nobody's."""
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
