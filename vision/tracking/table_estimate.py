"""Measuring the table while a game goes on: when it is worth while, and where the things that lie still are on it."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from vision.kit.codebook import Codebook, StickerKind
from vision.kit.sizes import KitSizes
from vision.scene import SeatBoard
from vision.sighting import Sighting
from vision.table.layout import LocatedSticker, Table, fit_table, moved, reseat, with_mat
from vision.table.plane import Array
from vision.table.seats import LocatedBoard
from vision.tracking.tracks import Track

if TYPE_CHECKING:
    from vision.table.pose import Pose

SAME_SEAT_MM = 80.0
"""Boards nearer than this have one seat: they cannot both lie there."""
_PUSHED_MM, _PUSHED_TURN = 2.0, 0.02
"""A board or the mat that has moved further lies elsewhere now."""
_AROUND_MM = 350.0
_LENS = 0.03
"""As much as that lenses do."""
_MORE = 1.6
"""How many times as many stickers make it worth while to measure the plane again."""
_ENOUGH = 24


class TableEstimate:
    """The table as it is measured now. While `frozen`, boards that are not seen keep their seats."""

    def __init__(self, codebook: Codebook, sizes: KitSizes) -> None:
        self._codebook = codebook
        self.table = Table(codebook, sizes)
        self.clear()

    def clear(self) -> None:
        """Another game: boards, mat and plane are measured from nothing. The lens is still the same."""
        self.table = Table(self._codebook, self.table.sizes, lens=self.table.lens)
        self.frozen = False
        self._measured: Mapping[int, Pose] = {}
        self._since: dict[int, float] = {}
        self._places: dict[int, LocatedSticker] = {}
        self._told: dict[int, LocatedSticker] = {}

    def locate(self, track: Track) -> LocatedSticker:
        """Where a track is now."""
        return self.table.locate([_sighting(track)])[0]

    def place(self, track: Track) -> LocatedSticker:
        """Where a track lies that does not move: the same until the table is measured anew or `forget` is called."""
        if track.id not in self._places:
            self._places[track.id] = self._told[track.id] = self.locate(track)
        return self._places[track.id]

    def told(self, track: Track) -> LocatedSticker:
        """The place that was last given for a track, before anything was measured anew."""
        return self._told.get(track.id) or self.locate(track)

    def lift(self, track: Track, still: Iterable[Track]) -> float:
        """How much too large a sticker looks beside those that lie still around it (see `LocatedSticker.lift`).

        A lens makes stickers larger in one part of the picture than in another; that is no height.
        """
        own = self.locate(track)
        around = (self.place(other) for other in still)
        lens = [other.lift for other in around if other.pose.distance(own.pose) < _AROUND_MM]
        return own.lift - min(max(median(lens), 0.0), _LENS) if lens else own.lift

    def forget(self, track: Track) -> None:
        """It was moved."""
        self._places.pop(track.id, None)

    def follow(self, motion: Array) -> None:
        """The camera moved, `motion` is in straightened px: the table is what it was."""
        self.table = moved(self.table, motion)
        self._measured = {}

    def measure(self, still: Iterable[Track]) -> None:
        """Measure anew when boards or the mat have changed, or many more stickers can tell the plane."""
        tracks = tuple(still)
        if self.table.mat is None and self.table.boards:
            self.table = with_mat(self.table, [_sighting(track) for track in tracks])
            self._places = {} if self.table.mat else self._places
        fixed = {track.code: track for track in tracks if self._kind(track) in (StickerKind.BOARD, StickerKind.MAT)}
        support = self.table.plane.support if self.table.plane else 0
        more = len(tracks) >= _MORE * support and support < _ENOUGH
        if not tracks or not (more or self._differ(fixed)):
            return
        self._measured = {code: track.square for code, track in fixed.items()}
        self._since |= {code: track.since for code, track in fixed.items()}
        sightings = [_sighting(track) for track in tracks]
        before = self.table
        if not self.frozen:
            before = replace(before, boards=tuple(board for board in before.boards if board.code in fixed))
        fitted = fit_table(sightings, self._codebook, before.sizes, before) if more else before
        self.table = reseat(sightings, fitted)
        if replaced := _replaced(self.table.boards, fixed):
            kept = tuple(board for board in fitted.boards if board.code not in replaced)
            self.table = reseat(sightings, replace(fitted, boards=kept))
        self._places = {}
        self._told = {track.id: self._told[track.id] for track in tracks if track.id in self._told}

    def seats(self) -> tuple[SeatBoard, ...]:
        """The boards, clockwise from the one nearest the picture's bottom edge."""
        return tuple(
            SeatBoard(
                seat=board.seat,
                code=board.code,
                x=board.area.pose.x,
                y=board.area.pose.y,
                angle=board.area.pose.angle,
                bearing=board.bearing,
                since=self._since[board.code],
            )
            for board in self.table.boards
            if board.code is not None
        )

    def _kind(self, track: Track) -> StickerKind:
        return self._codebook.entries[track.code].kind

    def _differ(self, fixed: Mapping[int, Track]) -> bool:
        """Whether boards came, went or were pushed since the table was measured."""
        if fixed.keys() != self._measured.keys():
            return True
        limit = _PUSHED_MM * (self.table.px_per_mm or 1.0)
        return any(
            track.square.distance(self._measured[code]) > limit
            or abs(track.square.angle_to(self._measured[code])) > _PUSHED_TURN
            for code, track in fixed.items()
        )


def _replaced(boards: Iterable[LocatedBoard], seen: Container[int | None]) -> frozenset[int | None]:
    """Codes of boards that nobody sees and where another lies: that one was turned over, or laid in its stead."""
    boards = tuple(boards)
    return frozenset(
        old.code
        for old in boards
        if old.code not in seen
        and any(new.code in seen and new.area.pose.distance(old.area.pose) < SAME_SEAT_MM for new in boards)
    )


def _sighting(track: Track) -> Sighting:
    return Sighting(track.code, track.corners.astype(np.float32))
