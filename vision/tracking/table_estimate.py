"""Measures the table during a game: when to measure again, and where still stickers lie on it."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from statistics import median

import numpy as np

from vision.kit.codebook import Codebook, StickerKind
from vision.kit.sizes import KitSizes
from vision.scene import SeatBoard
from vision.sighting import Sighting
from vision.table.layout import LocatedSticker, Table, fit_table, refit_boards, shifted_table, with_hidden_mat
from vision.table.plane import Array
from vision.table.pose import Pose
from vision.table.seats import LocatedBoard
from vision.tracking.tracks import Track

SAME_SEAT_MM = 80.0
"""Two boards nearer than this are at the same seat, so only one of them is there."""
_PUSHED_MM, _PUSHED_TURN = 2.0, 0.02
"""If a board or the mat has moved or turned (rad) farther, the table is measured again."""
_AROUND_MM = 350.0
"""Stickers within this distance are compared in size."""
_LENS = 0.03
"""A lens makes stickers larger by at most this share."""
_MORE = 1.6
"""The plane is measured again when there are so many times more stickers than last time."""
_ENOUGH = 24
"""With so many stickers the plane is final."""


class TableEstimate:
    """The table as currently measured. While `frozen`, boards that are not seen keep their seats."""

    def __init__(self, codebook: Codebook, sizes: KitSizes) -> None:
        self._codebook = codebook
        self.table = Table(codebook, sizes)
        self.frozen = False
        self.clear()

    def clear(self) -> None:
        """Forget where everything is; the lens stays."""
        self.table = Table(self._codebook, self.table.sizes, lens=self.table.lens)
        self._measured: Mapping[int, Pose] = {}
        self._since: dict[int, float] = {}
        self._places: dict[int, LocatedSticker] = {}
        self._reported: dict[int, LocatedSticker] = {}

    def locate(self, track: Track) -> LocatedSticker:
        """Where a track is now, by its latest reading."""
        return self.table.locate([_sighting(track)])[0]

    def place(self, track: Track) -> LocatedSticker:
        """Where a still track lies. Stays the same until the table is measured again or `forget_place` is called."""
        if track.id not in self._places:
            self._places[track.id] = self._reported[track.id] = self.locate(track)
        return self._places[track.id]

    def reported_place(self, track: Track) -> LocatedSticker:
        """The place that `place` last returned for a track, even if the table was measured again since."""
        return self._reported.get(track.id) or self.locate(track)

    def lift(self, track: Track, still: Iterable[Track]) -> float:
        """By which share a sticker looks larger than the still ones around it (see `LocatedSticker.lift`).

        The comparison removes what the lens does: it makes stickers larger in some parts of the picture.
        """
        own = self.locate(track)
        around = (self.place(other) for other in still)
        lens = [other.lift for other in around if other.pose.distance(own.pose) < _AROUND_MM]
        return own.lift - min(max(median(lens), 0.0), _LENS) if lens else own.lift

    def doubt(self, track: Track) -> float:
        """How little is known of how large a sticker looks there (see `Plane.doubt_at`)."""
        plane = self.table.plane
        return plane.doubt_at(track.corners, self.table.sizes.sticker.square) if plane else 0.0

    def forget_place(self, track: Track) -> None:
        """The track has moved: locate it again when it is asked for."""
        self._places.pop(track.id, None)

    def apply_motion(self, motion: Array) -> None:
        """The camera has moved by `motion` (3, 3), between undistorted pixels; nothing on the table has."""
        self.table = shifted_table(self.table, motion)
        self._measured = {}

    def measure(self, still: Iterable[Track]) -> None:
        """Measure again if boards or the mat have changed, or if many more stickers are there to fit the plane.

        Until a game begins the plane is fitted every time, as the camera may have been moved.
        """
        tracks = tuple(still)
        if not tracks and not self.frozen:
            self.clear()
            return
        if self.table.mat is None and self.table.boards:
            self.table = with_hidden_mat(self.table, [_sighting(track) for track in tracks])
            self._places = {} if self.table.mat else self._places
        fixed = {track.code: track for track in tracks if self._kind(track) in (StickerKind.BOARD, StickerKind.MAT)}
        support = self.table.plane.support if self.table.plane else 0
        more = len(tracks) >= _MORE * support and support < _ENOUGH
        if not (more or self._differ(fixed)):
            return
        self._measured = {code: track.square for code, track in fixed.items()}
        self._since |= {code: track.since for code, track in fixed.items()}
        sightings = [_sighting(track) for track in tracks]
        before = self.table
        if not self.frozen:
            before = replace(before, boards=tuple(board for board in before.boards if board.code in fixed))
        fitted = fit_table(sightings, self._codebook, before.sizes, before) if more or not self.frozen else before
        self.table = refit_boards(sightings, fitted)
        if replaced := _replaced(self.table.boards, fixed):
            kept = tuple(board for board in fitted.boards if board.code not in replaced)
            self.table = refit_boards(sightings, replace(fitted, boards=kept))
        self._places = {}
        self._reported = {track.id: self._reported[track.id] for track in tracks if track.id in self._reported}

    def seats(self) -> tuple[SeatBoard, ...]:
        """The boards clockwise, from the one nearest the picture's bottom edge."""
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
        """True if boards or the mat came, went or were pushed since the table was measured."""
        if fixed.keys() != self._measured.keys():
            return True
        limit = _PUSHED_MM * (self.table.px_per_mm or 1.0)
        return any(
            track.square.distance(self._measured[code]) > limit
            or abs(track.square.angle_to(self._measured[code])) > _PUSHED_TURN
            for code, track in fixed.items()
        )


def _replaced(boards: Iterable[LocatedBoard], seen: Container[int | None]) -> frozenset[int | None]:
    """Codes of unseen boards at whose seat another board lies: they were turned over or exchanged."""
    boards = tuple(boards)
    return frozenset(
        old.code
        for old in boards
        if old.code not in seen
        and any(new.code in seen and new.area.pose.distance(old.area.pose) < SAME_SEAT_MM for new in boards)
    )


def _sighting(track: Track) -> Sighting:
    return Sighting(track.code, track.corners.astype(np.float32))
