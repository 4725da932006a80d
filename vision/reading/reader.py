"""Pictures in, sightings out; over time only where something changes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import FrameError
from vision.frame import Frame, GreyImage, check
from vision.kit.codebook import Codebook
from vision.reading.change import CELL, ChangeDetector, Changes, Mask, grow
from vision.reading.decoder import Decoder
from vision.reading.hands import HandDetector
from vision.reading.squares import BOTH_COLOURS, FULL_SIZE, OutlineColour, find_squares
from vision.sighting import Corners, Sighting, StickerFinder


class SearchExtent(StrEnum):
    """How much of a picture was searched."""

    FULL = "full"
    PART = "part"
    NONE = "none"


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What was read in a picture and where it was looked for. The masks have one truth value for CELL x CELL px."""

    sightings: tuple[Sighting, ...]
    """Read in this picture."""
    kept: tuple[Sighting, ...]
    """Read before, at places that have not changed since and were not searched."""
    extent: SearchExtent
    searched: Mask
    moving: Mask
    """Different from the picture before."""
    hidden: Mask
    """Under something large, or something that reaches in from outside, that was not there before: hands, sleeves."""

    @property
    def present(self) -> tuple[Sighting, ...]:
        """All that is known to lie in the picture."""
        return self.sightings + self.kept

    def looked_at(self, corners: Corners) -> bool:
        """Whether the quadrilateral (4, 2), px, was searched in this picture; else nothing has changed in it."""
        column, row = (corners.mean(axis=0) / CELL).astype(int).tolist()
        return bool(_part(self.searched, column, row, column, row).any())

    def covered(self, corners: Corners) -> bool:
        """Whether something moves over the quadrilateral (4, 2), px, or hides what is usually there."""
        left, top = (corners.min(axis=0) / CELL).astype(int).tolist()
        right, bottom = (corners.max(axis=0) / CELL).astype(int).tolist()
        return bool(_part(self.moving | self.hidden, left, top, right, bottom).any())


@dataclass(frozen=True, slots=True)
class SearchSchedule:
    """How often is looked, in seconds of the camera's time."""

    full: float = 5.0
    """Everything is searched at least so often."""
    settling: float = 0.7
    """Where something changed, every picture is searched for so long: what moves is blurred, what lies is not."""
    missing: float = 3.0
    """Where a sticker was read that is not any more, for so long."""
    much: float = 0.4
    """Share of the picture from which on searching all of it is simpler."""


USUAL_SIDE = 40.0
"""px; as large as a black square is taken to be until one has been read."""

GROWN = 1.6
"""Sides of a black square round a change that are searched with it: a sticker and its quiet zone."""

RIM = 1.2
"""Sides round a searched place that are looked at, so that a sticker whose middle is in it is seen whole."""

PERSISTENT = 3
"""Frames of another size in a row after which the camera is taken to have changed for good."""


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    sighting: Sighting
    missing_since: float | None = None


class Reader:
    """Reads the kit's codes; any other code is nothing to it. Not to be shared between threads.

    Fiducials always; `also` finds stickers of other symbologies.
    """

    def __init__(
        self,
        codebook: Codebook | None = None,
        pace: SearchSchedule | None = None,
        *,
        also: Sequence[StickerFinder] = (),
    ) -> None:
        self._also = tuple(also)
        self._decoder = Decoder((codebook or Codebook.load()).codes)
        self._pace = pace or SearchSchedule()
        self.reset()

    def reset(self) -> None:
        """Forget all pictures: the next one is searched as the first."""
        self._watch, self._hands = ChangeDetector(), HandDetector()
        self._known: list[_Known] = []
        self._shape: tuple[int, ...] | None = None
        self._strangers = 0
        self._rims: tuple[OutlineColour, ...] = (OutlineColour.WHITE,)
        self._full_at = self._time = float("-inf")
        self._hot = np.zeros((0, 0))

    def look(self, image: GreyImage, *, thorough: bool = False) -> tuple[Sighting, ...]:
        """All stickers in a single picture, from its top to its bottom, a code as often as it is there.

        Remembers nothing. Black squares are read from about 20 px on. A thorough look takes five times as long and
        misses less: stickers that are small for the picture, all but washed out, or black along a side.
        """
        return self._decoder.decode(image, find_squares(image, thorough=thorough)) + self._others(image)

    def read(self, frame: Frame) -> Reading:
        """What the next picture of a camera says.

        Searches all of it now and then and when much has changed, by one rim and the next time by the other; otherwise
        where something has changed, by both. Keeps the rest.

        Raises:
            FrameError: the picture is black, torn or of another size than those before it; it counts for nothing.
                A camera that goes on in another size is followed from the third such picture on.
        """
        check(frame.image)
        self._expect_size(frame.image)
        if frame.time < self._time:
            self._full_at = float("-inf")
            self._hot[:] = float("-inf")
        self._time = frame.time
        changes = self._watch.compare(frame.image)
        if self._hot.shape != changes.changed.shape:
            self._hot = np.full(changes.changed.shape, float("-inf"))
        self._hot[changes.changed | changes.moving] = frame.time + self._pace.settling
        extent, searched, sightings = self._search(frame)
        kept = tuple(known.sighting for known in self._outside(searched) if known.missing_since is None)
        if extent is not SearchExtent.NONE:
            self._watch.accept(searched)
            self._remember(sightings, searched, changes)
        hidden = self._hands.hidden(changes, sightings + kept, frame.time)
        return Reading(sightings, kept, extent, searched, changes.moving, hidden)

    def _expect_size(self, image: GreyImage) -> None:
        if self._shape not in {None, image.shape}:
            self._strangers += 1
            if self._strangers < PERSISTENT:
                raise FrameError("error.frame_size", width=image.shape[1], height=image.shape[0])
            self.reset()
        self._shape, self._strangers = image.shape, 0

    def _outside(self, searched: Mask) -> list[_Known]:
        inside = _are_in([known.sighting for known in self._known], searched)
        return [known for known, searched_for in zip(self._known, inside, strict=True) if not searched_for]

    def _side(self) -> float:
        """px; of the largest black square that is known."""
        if not self._known:
            return USUAL_SIDE
        corners = np.array([known.sighting.corners for known in self._known])
        return float(np.linalg.norm(corners[:, 0] - corners[:, 2], axis=1).max()) / 2**0.5

    def _search(self, frame: Frame) -> tuple[SearchExtent, Mask, tuple[Sighting, ...]]:
        side = self._side()
        searched = grow(self._hot > frame.time, ceil(GROWN * side / CELL))
        expected = [known.sighting for known in self._known]
        if frame.time - self._full_at >= self._pace.full or searched.mean() > self._pace.much:
            self._full_at = frame.time
            image = frame.image
            self._rims = (OutlineColour.WHITE,) if self._rims == (OutlineColour.BLACK,) else (OutlineColour.BLACK,)
            quads = find_squares(image, rims=self._rims)
            found = self._decoder.decode(image, quads, expected) + self._others(image)
            return SearchExtent.FULL, np.ones_like(searched), found
        if not searched.any():
            return SearchExtent.NONE, searched, ()
        sightings = tuple(
            found for part in _parts(searched) for found in self._look_at(frame.image, part, expected, ceil(RIM * side))
        )
        return SearchExtent.PART, searched, sightings

    def _look_at(self, image: GreyImage, part: Mask, expected: list[Sighting], rim: int) -> list[Sighting]:
        """Search the rectangle round a part of the picture; what is read beside the part is left alone."""
        rows, columns = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
        top, left = (max(0, int(cells[0]) * CELL - rim) for cells in (rows, columns))
        bottom, right = ((int(cells[-1]) + 1) * CELL + rim for cells in (rows, columns))
        cut = np.ascontiguousarray(image[top:bottom, left:right])
        corner = np.array([left, top], dtype=np.float32)
        quads = find_squares(cut, halved=image.shape[1] > FULL_SIZE, rims=BOTH_COLOURS)
        moved = [replace(sighting, corners=sighting.corners - corner) for sighting in _chosen(expected, part)]
        found = self._decoder.decode(cut, quads, moved) + self._others(cut)
        return _chosen([replace(sighting, corners=sighting.corners + corner) for sighting in found], part)

    def _others(self, image: GreyImage) -> tuple[Sighting, ...]:
        return tuple(sighting for finder in self._also for sighting in finder.look(image))

    def _remember(self, sightings: tuple[Sighting, ...], searched: Mask, changes: Changes) -> None:
        """Take over what was read; look again for a while at what is new, and where something known was not read."""
        outside = self._outside(searched)
        kept = {id(known) for known in outside}
        known_now, read = _Places(known.sighting for known in self._known), _Places(sightings)
        for sighting in sightings:
            if sighting not in known_now:
                self._look_again(sighting, changes)
        missing = [known for known in self._known if id(known) not in kept and known.sighting not in read]
        self._known = [_Known(sighting) for sighting in sightings] + outside
        for known in missing:
            since = self._time if known.missing_since is None else known.missing_since
            if self._time - since <= self._pace.missing:
                self._known.append(_Known(known.sighting, since))
                self._look_again(known.sighting, changes)

    def _look_again(self, sighting: Sighting, changes: Changes) -> None:
        row, column = _cells([sighting], changes.moving.shape)[0]
        self._hot[row, column] = max(self._hot[row, column], self._time + self._pace.settling)


class _Places:
    """Stickers by their code, to ask whether the same one lies at the same place."""

    def __init__(self, sightings: Iterable[Sighting]) -> None:
        self._by_code: dict[int, list[Sighting]] = {}
        for sighting in sightings:
            self._by_code.setdefault(sighting.code, []).append(sighting)

    def __contains__(self, sighting: Sighting) -> bool:
        return any(_same_place(sighting, other) for other in self._by_code.get(sighting.code, ()))


def _same_place(one: Sighting, other: Sighting) -> bool:
    side = float(np.linalg.norm(one.corners[0] - one.corners[1]))
    return float(np.linalg.norm(one.corners.mean(axis=0) - other.corners.mean(axis=0))) < side / 2


def _parts(mask: Mask) -> Iterator[Mask]:
    """The connected parts of a mask."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    for label in range(1, count):
        yield labels == label


def _cells(sightings: Sequence[Sighting], shape: tuple[int, ...]) -> NDArray[np.intp]:
    """Row and column of the cell in which each sticker's middle lies: shape (n, 2)."""
    corners = np.array([sighting.corners for sighting in sightings]).reshape(-1, 4, 2)
    cells = (corners.sum(axis=1) / (4 * CELL)).astype(np.intp)[:, ::-1]
    return np.asarray(np.clip(cells, 0, np.array(shape) - 1), dtype=np.intp)


def _are_in(sightings: Sequence[Sighting], mask: Mask) -> NDArray[np.bool_]:
    """Of which stickers the middle lies in a mask."""
    return np.asarray(mask[tuple(_cells(sightings, mask.shape).T)])


def _chosen(sightings: Sequence[Sighting], mask: Mask) -> list[Sighting]:
    """Those whose middle lies in a mask."""
    return [sighting for sighting, inside in zip(sightings, _are_in(sightings, mask), strict=True) if inside]


def _part(mask: Mask, left: int, top: int, right: int, bottom: int) -> Mask:
    """The cells within, both ends included; beyond the edge, the outermost ones."""
    height, width = mask.shape
    top, bottom = (min(max(row, 0), height - 1) for row in (top, bottom))
    left, right = (min(max(column, 0), width - 1) for column in (left, right))
    return mask[top : bottom + 1, left : right + 1]
