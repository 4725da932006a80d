"""Readings as the reader would make them of pictures of a table, drawn from the places of its stickers.

A camera looks down on the table, nearly upright. Where something changes is searched for a while, and so are places
where a sticker is missed; everything is searched now and then (see `vision.reading.reader.FULL_INTERVAL`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from vision.kit.sizes import KitSizes
from vision.reading.reader import CARD_MARGIN, CHANGE_MARGIN, FULL_INTERVAL, MISSING, SEARCHED_AGAIN, SETTLING, UNREAD
from vision.sighting import Sighting
from vision.table.pose import Rectangle

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence
    from random import Random

    from numpy.typing import NDArray

    from tests.device.simulation.rendering.surroundings import Knock
    from vision.sighting import Corners
    from vision.table.pose import Pose

SIZES = KitSizes()
SIDE = SIZES.sticker.square
NEAR, FAR = (1200.0, 2.95), (1450.0, 2.45)
"""The camera's height (mm) and px per mm with at most four boards, and with more."""
MANY_BOARDS = 4
PICTURE = (4608.0, 2592.0)
"""px"""
TILT = 0.015
"""Radians by which the camera is out of plumb at most."""
SHIFT_MM, CORNER_MM = 0.03, 0.015
"""The standard deviations of a sticker's place in one reading, and of each corner besides."""
BLURRED = 0.5
"""s after a knock in which nothing is read."""
SWINGS = 1.5
"""s after a knock in which the whole picture moves."""
CARD_REACH = 75.0
"""mm; where a card comes or goes, everything that is nearer to its sticker is searched."""
CELL_MM, COLUMNS, ROWS = 5.0, 480, 300
"""The grid on which parts of the table are searched, with its middle at the mat's."""
LARGEST_SHIFT = SIDE / 2
"""A sticker that is read nearer than this to where it was is the same one."""


class Spot(NamedTuple):
    """A part of the table: what is nearer than `reach` (mm) to the line between two points; or to one point."""

    x: float
    y: float
    reach: float
    to_x: float
    to_y: float

    def holds(self, x: float, y: float) -> bool:
        """True if this point is in it."""
        at_x, at_y, reach, to_x, to_y = self
        x, y, across, down = x - at_x, y - at_y, to_x - at_x, to_y - at_y
        if across or down:
            part = min(max((x * across + y * down) / (across * across + down * down), 0.0), 1.0)
            x, y = x - part * across, y - part * down
        return x * x + y * y < reach * reach


def spot(at: Pose, reach: float) -> Spot:
    """What is nearer than this to a place."""
    return Spot(at.x, at.y, reach, at.x, at.y)


class Area:
    """Parts of the table, as cells of a grid, so that many points are found in them quickly."""

    def __init__(self, parts: Iterable[Spot]) -> None:
        cells = np.zeros((ROWS, COLUMNS), dtype=np.bool_)
        self._empty = True
        for part in parts:
            rows, columns, inside = _cells(part)
            cells[rows, columns] |= inside
            self._empty = False
        self._cells = b"" if self._empty else cells.tobytes()

    def __bool__(self) -> bool:
        return not self._empty

    def holds(self, x: float, y: float) -> bool:
        """True if this point is in one of the parts."""
        if self._empty:
            return False
        column, row = int(x / CELL_MM + COLUMNS / 2), int(y / CELL_MM + ROWS / 2)
        return 0 <= row < ROWS and 0 <= column < COLUMNS and self._cells[row * COLUMNS + column] > 0


@lru_cache(8192)
def _cells(part: Spot) -> tuple[slice, slice, NDArray[np.bool_]]:
    """The rows and columns of the grid round a part, and which of their cells are in it."""
    left, right = sorted((part.x, part.to_x))
    top, bottom = sorted((part.y, part.to_y))
    columns = slice(*(_within(at / CELL_MM + COLUMNS / 2, COLUMNS) for at in (left - part.reach, right + part.reach)))
    rows = slice(*(_within(at / CELL_MM + ROWS / 2, ROWS) for at in (top - part.reach, bottom + part.reach)))
    x = (np.arange(columns.start, columns.stop) + 0.5 - COLUMNS / 2)[None] * CELL_MM - part.x
    y = (np.arange(rows.start, rows.stop) + 0.5 - ROWS / 2)[:, None] * CELL_MM - part.y
    across, down = part.to_x - part.x, part.to_y - part.y
    along = np.clip((x * across + y * down) / max(across * across + down * down, 1.0), 0.0, 1.0)
    return rows, columns, (x - along * across) ** 2 + (y - along * down) ** 2 < part.reach**2


def _within(cell: float, cells: int) -> int:
    return min(max(round(cell), 0), cells)


class Sticker(NamedTuple):
    """A sticker that could be read now. `key` tells apart what carries it; `back`: it is on the back of a card."""

    key: Hashable
    code: int
    at: Pose
    back: bool


Measured = tuple[Sticker, float, float]
"""A sticker and where its middle (mm) is measured in a picture."""


class OverheadCamera:
    """Where the corners of stickers are in the picture: they are measured a little inaccurately."""

    def __init__(self, boards: int, random: Random) -> None:
        self._height, self._scale = FAR if boards > MANY_BOARDS else NEAR
        self._noise = np.random.default_rng(random.randrange(1 << 32))
        self._tilt = random.uniform(-TILT, TILT), random.uniform(-TILT, TILT), random.uniform(-TILT, TILT)
        self._knocks: tuple[Knock, ...] = ()
        self._to_px = self._to_mm = np.eye(3)
        self.look_at(0.0)

    def knock(self, knock: Knock) -> None:
        """Somebody bumps into the camera."""
        self._knocks = (*self._knocks, knock)

    def is_swinging(self, time: float) -> bool:
        """True while the picture moves."""
        return any(0 <= time - knock.time < SWINGS for knock in self._knocks[-2:])

    def is_blurred(self, time: float) -> bool:
        """True while it moves so fast that nothing can be read."""
        return any(0 <= time - knock.time < BLURRED for knock in self._knocks[-2:])

    def look_at(self, time: float) -> None:
        """Take the picture of this time (s)."""
        turned = [sum(parts) for parts in zip(self._tilt, *(knock.at(time) for knock in self._knocks), strict=True)]
        focus = self._scale * self._height
        lens = np.array([[focus, 0, PICTURE[0] / 2], [0, focus, PICTURE[1] / 2], [0, 0, 1]])
        self._to_px = lens @ _rotation(*turned) @ np.diag([1.0, 1.0, self._height])
        self._to_mm = np.linalg.inv(self._to_px)
        self._back = tuple(self._to_mm.ravel().tolist())

    def measure(self, stickers: Sequence[Sticker]) -> list[Measured]:
        """Where the middles of stickers are measured in one picture."""
        off = self._noise.normal(0.0, SHIFT_MM, (len(stickers), 2)).tolist()
        return [(each, each.at.x + x, each.at.y + y) for each, (x, y) in zip(stickers, off, strict=True)]

    def corners(self, measured: Sequence[Measured]) -> NDArray[np.float32]:
        """The corners in px of their black squares, (n, 4, 2), round these middles."""
        flat = np.array([_square(sticker.at) for sticker, _, _ in measured]).reshape(-1, 4, 2)
        flat += self._noise.normal(0.0, CORNER_MM, flat.shape)
        flat += np.array([[(x, y)] for _, x, y in measured]) - flat.sum(axis=1, keepdims=True) / 4
        there = flat @ self._to_px[:, :2].T + self._to_px[:, 2]
        return np.asarray(there[..., :2] / there[..., 2:], dtype=np.float32)

    def to_mm(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the picture is on the table."""
        a, b, c, d, e, f, g, h, i = self._back
        w = g * x + h * y + i
        return (a * x + b * y + c) / w, (d * x + e * y + f) / w


@dataclass(frozen=True, eq=False)
class DrawnReading:
    """What was read in a picture (see `vision.reading.reader.Reading`)."""

    sightings: tuple[Sighting, ...]
    camera: OverheadCamera
    searched: Area
    """The parts that were searched."""
    over: Area
    """The parts that something moves over or hides."""
    full: bool
    """All of the picture was searched."""
    moving: bool
    """All of it moves, or another lamp was switched on."""

    def looked_at(self, corners: Corners) -> bool:
        """True if the quadrilateral (4, 2), px, was searched."""
        if self.full or not self.searched:
            return self.full
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = corners.tolist()
        x, y = self.camera.to_mm((ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4)
        return self.searched.holds(x, y)

    def covered(self, corners: Corners) -> bool:
        """True if something moves over or hides the quadrilateral (4, 2), px."""
        if self.moving or not self.over:
            return self.moving
        return any(self.over.holds(*self.camera.to_mm(x, y)) for x, y in corners.tolist())


@dataclass
class _Remembered:
    """A sticker that was read at this place, where it was measured last, and since when it is missed there (s)."""

    at: Pose
    x: float
    y: float
    missing_since: float | None = None


@dataclass
class DrawnReader:
    """Searches where something changes, where a sticker is missed, and everything now and then."""

    camera: OverheadCamera
    _searched_until: list[tuple[float, Spot]] = field(default_factory=list)
    _remembered: dict[Hashable, _Remembered] = field(default_factory=dict)
    _full_at: float = float("-inf")
    _again_at: float = float("-inf")

    @property
    def next_full(self) -> float:
        """When the whole picture is searched next (s)."""
        return self._full_at + FULL_INTERVAL

    def is_busy(self, time: float) -> bool:
        """True if some place would be searched at this time, apart from the whole picture now and then."""
        return self.camera.is_swinging(time) or any(until + UNREAD > time for until, _ in self._searched_until)

    def read(
        self,
        time: float,
        stickers: Iterable[Sticker],
        readable: Iterable[Sticker],
        over: Iterable[Spot],
        changed: Iterable[Pose],
        relit: bool = False,
    ) -> DrawnReading:
        """Read a picture.

        `stickers` are on the table, of these `readable` would be read if they are searched. `over`: where hands are.
        `changed`: where a sticker has come, gone or been covered since the picture before.
        """
        self.camera.look_at(time)
        over, changed = tuple(over), tuple(changed)
        self._search(time, (*over, *(spot(at, CARD_REACH) for at in changed)))
        self._search_backs(time, stickers, over)
        moving = self.camera.is_swinging(time) or relit
        full = moving or time >= self.next_full
        changed_by = time
        if time - self._again_at >= SEARCHED_AGAIN:
            self._again_at, changed_by = time, time - UNREAD
        parts = Area(part for until, part in self._searched_until if until > changed_by)
        measured = self.camera.measure(tuple(readable)) if full or parts else ()
        seen = [(each, x, y) for each, x, y in measured if full or parts.holds(x, y)]
        if self.camera.is_blurred(time):
            seen = []
        if full:
            self._full_at = time
        self._remember(time, seen, parts, full=full)
        drawn = zip(seen, self.camera.corners(seen), strict=True) if seen else ()
        sightings = tuple(Sighting(each.code, corners) for (each, _, _), corners in drawn)
        hidden = Area([*over, *(spot(at, SIDE) for at in changed)])
        return DrawnReading(sightings, self.camera, parts, hidden, full, moving)

    def _search(self, time: float, parts: Iterable[Spot]) -> None:
        self._searched_until = [each for each in self._searched_until if each[0] + UNREAD > time]
        known = {part: number for number, (_, part) in enumerate(self._searched_until)}
        for part in parts:
            entry = time + SETTLING, part
            if part in known:
                self._searched_until[known[part]] = entry
            else:
                self._searched_until.append(entry)

    def _search_backs(self, time: float, stickers: Iterable[Sticker], over: Sequence[Spot]) -> None:
        """One card laid exactly over another changes hardly anything at its sticker."""
        if over:
            beside = Area(part._replace(reach=part.reach + CARD_MARGIN * SIDE) for part in over)
            backs = [each.at for each in stickers if each.back]
            near = [at for at in backs if beside.holds(at.x, at.y)]
            self._search(time, (spot(at, CHANGE_MARGIN * SIDE) for at in near))

    def _remember(self, time: float, seen: Sequence[Measured], parts: Area, *, full: bool) -> None:
        again = []
        for each, x, y in seen:
            known = self._remembered.get(each.key)
            if known is None or hypot(known.at.x - each.at.x, known.at.y - each.at.y) > LARGEST_SHIFT:
                again.append(each.at)
            self._remembered[each.key] = _Remembered(each.at, x, y)
        read = {each.key for each, _, _ in seen}
        for key, known in list(self._remembered.items()):
            if key in read or not (full or parts.holds(known.x, known.y)):
                continue
            known.missing_since = time if known.missing_since is None else known.missing_since
            if time - known.missing_since <= MISSING:
                again.append(known.at)
            else:
                del self._remembered[key]
        self._search(time, (spot(at, CHANGE_MARGIN * SIDE) for at in again))


def _rotation(about_x: float, about_y: float, about_z: float) -> NDArray[np.float64]:
    """A camera that is turned by small angles (radians)."""
    return np.array([[1.0, -about_z, about_y], [about_z, 1.0, -about_x], [-about_y, about_x, 1.0]])


@lru_cache(4096)
def _square(at: Pose) -> tuple[tuple[float, float], ...]:
    return Rectangle(at, SIDE, SIDE).corners
