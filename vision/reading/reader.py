"""Reads a camera's pictures: searches where something has changed and keeps the rest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import FrameError
from vision.frame import Frame, GreyImage, check
from vision.kit.codebook import Codebook, StickerKind
from vision.reading.change import CELL, ChangeDetector, Changes, Mask, cells_of, grow
from vision.reading.decoder import Decoder
from vision.reading.hands import HandDetector
from vision.reading.squares import (
    BOTH_COLOURS,
    FAINT_MARGIN,
    FULL_SIZE,
    NO_QUADS,
    NOISE_MARGIN,
    OutlineColour,
    Quads,
    SquareSearch,
)
from vision.sighting import Corners, Sighting, StickerFinder


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What was read in a picture and where it was searched. Masks have one truth value for each CELL x CELL px."""

    sightings: tuple[Sighting, ...]
    """Read in this picture."""
    kept: tuple[Sighting, ...]
    """Read before, at places that have not changed since and were not searched."""
    searched: Mask
    moving: Mask
    """Different from the picture before."""
    hidden: Mask
    """Under hands or sleeves: something new that is large or reaches in from outside the picture."""

    @property
    def present(self) -> tuple[Sighting, ...]:
        """All stickers known to be in the picture."""
        return self.sightings + self.kept

    def looked_at(self, corners: Corners) -> bool:
        """True if the quadrilateral (4, 2), px, was searched in this picture; otherwise nothing has changed in it."""
        column, row = (corners.mean(axis=0) / CELL).astype(int).tolist()
        return bool(_part(self.searched, column, row, column, row).any())

    def covered(self, corners: Corners) -> bool:
        """True if something moves over or hides the quadrilateral (4, 2), px."""
        left, top = (corners.min(axis=0) / CELL).astype(int).tolist()
        right, bottom = (corners.max(axis=0) / CELL).astype(int).tolist()
        return any(_part(mask, left, top, right, bottom).any() for mask in (self.moving, self.hidden))


@dataclass(frozen=True, slots=True, eq=False)
class Examination:
    """What a thorough look reads, and the squares (see `vision.reading.unread`) that look like stickers besides."""

    sightings: tuple[Sighting, ...]
    doubtful: Quads


NOTHING_EXAMINED = Examination((), NO_QUADS)


FULL_INTERVAL = 5.0
"""s; the whole picture is searched at least this often."""
SETTLING = 0.7
"""s; a changed place is searched in every picture for so long, as moving things are blurred at first."""
SEARCHED_AGAIN = 0.5
"""s; it is searched again so often after that."""
UNREAD = 5.0
"""s; and for so long: what lies there may not be read at first, as it shines or an arm is over it. By then everything
has been searched."""
MISSING = 3.0
"""s; a place where a sticker is no longer read is searched for so long."""
FULL_SHARE = 0.4
"""If more than this share of the picture is to be searched, all of it is."""


USUAL_SIDE = 40.0
"""px; the assumed side of a black square until one has been read."""

CHANGE_MARGIN = 1.6
"""Search this far round a change, in sides of a black square: a sticker and its quiet zone."""

CARD_MARGIN = 8.0
"""A hand this far from a back's sticker, in sides of a black square, may touch its card or lay one exactly on it."""

SEARCH_MARGIN = 1.2
"""Cut out this far round a searched place, in sides of a black square, so that stickers at its edge are whole."""

NEW_SIZE_AFTER = 3
"""Pictures of another size in a row after which that is the camera's size."""


IN_TURN = (
    (OutlineColour.WHITE, FAINT_MARGIN),
    (OutlineColour.WHITE, NOISE_MARGIN),
    (OutlineColour.BLACK, NOISE_MARGIN),
)
"""What whole pictures after the first are searched for."""


@dataclass(frozen=True, slots=True, eq=False)
class _RememberedSticker:
    sighting: Sighting
    missing_since: float | None = None


class Reader:
    """Reads the kit's stickers and ignores all other codes. Not thread-safe.

    Always reads fiducials; `also` are finders for other symbologies.
    """

    def __init__(
        self,
        codebook: Codebook | None = None,
        *,
        also: Sequence[StickerFinder] = (),
    ) -> None:
        self._also = tuple(also)
        codebook = codebook or Codebook.load()
        self._decoder = Decoder(codebook.codes)
        self._backs = frozenset(entry.code for entry in codebook if entry.kind is StickerKind.BACK)
        self.reset()

    def reset(self) -> None:
        """Forget all pictures: the next one is treated as the first."""
        self._change_detector, self._hand_detector = ChangeDetector(), HandDetector()
        self._remembered: list[_RememberedSticker] = []
        self._shape: tuple[int, ...] | None = None
        self._odd_frames = 0
        self._whole_searches = 0
        self._full_at = self._again_at = self._time = float("-inf")
        self._search_until = np.zeros((0, 0))

    def look(self, image: GreyImage, *, thorough: bool = False) -> tuple[Sighting, ...]:
        """All stickers in a single picture, from top to bottom; a code may appear several times.

        Remembers nothing. Black squares are read from about 20 px on. A thorough look takes five times as long and also
        reads stickers that are very small, almost washed out, or in uneven light.
        """
        if thorough:
            return self.examine(image).sightings
        return self._decoder.search(image, SquareSearch(image)) + self._other_symbologies(image)

    def examine(self, image: GreyImage) -> Examination:
        """A thorough look that also tells what it could not read. Remembers nothing."""
        sightings, doubtful = self._decoder.examine(image)
        return Examination(sightings + self._other_symbologies(image), doubtful)

    def read(self, frame: Frame) -> Reading:
        """Read the next picture of a camera.

        Searches the whole picture now and then, and if much has changed, by black and by white outlines in turn; the
        first one by both. Otherwise searches only where something has changed, by both outlines, and keeps the rest.

        Raises:
            FrameError: the picture is black, torn or of another size than those before; it is ignored. From the third
                picture of the other size on, that size is accepted.
        """
        check(frame.image)
        self._expect_size(frame.image)
        if frame.time < self._time:
            self._full_at = self._again_at = float("-inf")
            self._search_until[:] = float("-inf")
        self._time = frame.time
        changes = self._change_detector.compare(frame.image)
        if self._search_until.shape != changes.changed.shape:
            self._search_until = np.full(changes.changed.shape, float("-inf"))
        self._search_until[changes.changed | changes.moving] = frame.time + SETTLING
        self._search_backs(changes)
        searched, sightings = self._search(frame, changes.moving)
        outside = self._remembered_in(~searched)
        kept = tuple(remembered.sighting for remembered in outside if remembered.missing_since is None)
        if searched.any():
            self._change_detector.accept(searched)
            self._remember(sightings, outside, changes)
        hidden = self._hand_detector.detect(changes, sightings + kept, frame.time)
        return Reading(sightings, kept, searched, changes.moving, hidden)

    def _search_backs(self, changes: Changes) -> None:
        """Search the backs near a change, too: one laid exactly over another changes hardly anything at the sticker."""
        backs = [remembered.sighting for remembered in self._remembered if remembered.sighting.code in self._backs]
        changed = changes.changed | changes.moving
        if not backs or not changed.any():
            return
        near = _are_in(backs, grow(changed, ceil(CARD_MARGIN * self._side() / CELL)))
        rows, columns = cells_of(backs, changed.shape)
        self._search_until[rows[near], columns[near]] = self._time + SETTLING

    def _expect_size(self, image: GreyImage) -> None:
        if self._shape not in {None, image.shape}:
            self._odd_frames += 1
            if self._odd_frames < NEW_SIZE_AFTER:
                raise FrameError("error.frame_size", width=image.shape[1], height=image.shape[0])
            self.reset()
        self._shape, self._odd_frames = image.shape, 0

    def _remembered_in(self, mask: Mask) -> list[_RememberedSticker]:
        inside = _are_in([remembered.sighting for remembered in self._remembered], mask)
        return [self._remembered[index] for index in np.flatnonzero(inside)]

    def _side(self) -> float:
        """px; side of the largest black square that is known."""
        if not self._remembered:
            return USUAL_SIDE
        corners = np.array([remembered.sighting.corners for remembered in self._remembered])
        return float(np.linalg.norm(corners[:, 0] - corners[:, 2], axis=1).max()) / 2**0.5

    def _search(self, frame: Frame, moving: Mask) -> tuple[Mask, tuple[Sighting, ...]]:
        side = self._side()
        searched = self._changed_since(frame.time, side)
        if frame.time - self._again_at >= SEARCHED_AGAIN:
            self._again_at = frame.time
            again = self._changed_since(frame.time - UNREAD, side)
            searched = again if again.mean() <= FULL_SHARE else searched
        if frame.time - self._full_at >= FULL_INTERVAL or searched.mean() > FULL_SHARE:
            self._full_at = frame.time
            image = frame.image
            search = self._whole_search(image)
            expected = [remembered.sighting for remembered in self._remembered]
            found = self._decoder.search(image, search, expected) + self._other_symbologies(image)
            return np.ones_like(searched), found
        if not searched.any():
            return searched, ()
        sightings = tuple(
            found
            for part in _parts(searched)
            for found in self._search_part(frame.image, part, moving, ceil(SEARCH_MARGIN * side))
        )
        return searched, sightings

    def _changed_since(self, time: float, side: float) -> Mask:
        """What changed after `time` (s) less the time of settling, with room for stickers (`side`, px) round it."""
        return grow(self._search_until > time, ceil(CHANGE_MARGIN * side / CELL))

    def _whole_search(self, image: GreyImage) -> SquareSearch:
        """Both colours in the first picture, as people wait for it; then in turn."""
        self._whole_searches += 1
        if self._whole_searches == 1:
            return SquareSearch(image, colours=BOTH_COLOURS)
        colour, margin = IN_TURN[self._whole_searches % len(IN_TURN)]
        return SquareSearch(image, colours=(colour,), margin=margin)

    def _search_part(self, image: GreyImage, part: Mask, moving: Mask, margin: int) -> list[Sighting]:
        """Search the rectangle round a part of the picture; stickers beside the part are ignored.

        While something moves there, smaller copies are searched only for a sticker that was read in the picture before
        and is not read now. What is new there is searched for again once everything is still.
        """
        rows, columns = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
        top, left = (max(0, int(cells[0]) * CELL - margin) for cells in (rows, columns))
        bottom, right = ((int(cells[-1]) + 1) * CELL + margin for cells in (rows, columns))
        cut = np.ascontiguousarray(image[top:bottom, left:right])
        corner = np.array([left, top], dtype=np.float32)
        search = SquareSearch(cut, halved=image.shape[1] > FULL_SIZE, colours=BOTH_COLOURS)
        remembered = self._remembered_in(part)
        expected = [replace(each.sighting, corners=each.sighting.corners - corner) for each in remembered]
        read_before = [
            sticker for sticker, each in zip(expected, remembered, strict=True) if each.missing_since is None
        ]
        enough = read_before if (moving & part).any() else None
        found = self._decoder.search(cut, search, expected, enough=enough) + self._other_symbologies(cut)
        there = [replace(sighting, corners=sighting.corners + corner) for sighting in found]
        return [sighting for sighting, inside in zip(there, _are_in(there, part), strict=True) if inside]

    def _other_symbologies(self, image: GreyImage) -> tuple[Sighting, ...]:
        return tuple(sighting for finder in self._also for sighting in finder.look(image))

    def _remember(self, sightings: tuple[Sighting, ...], outside: list[_RememberedSticker], changes: Changes) -> None:
        """Remember what was read, and what lies `outside` the searched part.

        Keep searching new stickers' places, and those of known ones that were not read.
        """
        before = [remembered.sighting for remembered in self._remembered]
        for place in np.flatnonzero(~_are_among(sightings, before)):
            self._extend_search(sightings[place], changes)
        kept = {id(remembered) for remembered in outside}
        unread = [self._remembered[place] for place in np.flatnonzero(~_are_among(before, sightings))]
        missing = [remembered for remembered in unread if id(remembered) not in kept]
        self._remembered = [_RememberedSticker(sighting) for sighting in sightings] + outside
        for remembered in missing:
            since = self._time if remembered.missing_since is None else remembered.missing_since
            if self._time - since <= MISSING:
                self._remembered.append(_RememberedSticker(remembered.sighting, since))
                self._extend_search(remembered.sighting, changes)

    def _extend_search(self, sighting: Sighting, changes: Changes) -> None:
        cell = cells_of([sighting], changes.moving.shape)
        self._search_until[cell] = np.maximum(self._search_until[cell], self._time + SETTLING)


def _are_among(stickers: Sequence[Sighting], others: Sequence[Sighting]) -> NDArray[np.bool_]:
    """Which of the stickers lie at the same place among the others: shape (n,)."""
    corners, there = (np.array([one.corners for one in each]).reshape(-1, 4, 2) for each in (stickers, others))
    codes, known = (np.array([one.code for one in each]) for each in (stickers, others))
    apart = np.linalg.norm(corners.mean(axis=1)[:, None] - there.mean(axis=1), axis=2)
    near = apart < np.linalg.norm(corners[:, 0] - corners[:, 1], axis=1)[:, None] / 2
    return np.asarray((near & (codes[:, None] == known)).any(axis=1))


def _parts(mask: Mask) -> Iterator[Mask]:
    count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    for label in range(1, count):
        yield labels == label


def _are_in(sightings: Sequence[Sighting], mask: Mask) -> NDArray[np.bool_]:
    return np.asarray(mask[cells_of(sightings, mask.shape)])


def _part(mask: Mask, left: int, top: int, right: int, bottom: int) -> Mask:
    """The cells in this range, both ends included; cells beyond the edge are moved to the edge."""
    height, width = mask.shape
    top, bottom = (min(max(row, 0), height - 1) for row in (top, bottom))
    left, right = (min(max(column, 0), width - 1) for column in (left, right))
    return mask[top : bottom + 1, left : right + 1]
