"""Sightings over time in, what lies still out.

Nothing is believed at once: a sticker lies on the table when it was read at least twice at one place over a while, in
the size that the table's plane predicts. What was believed stays believed while something covers it, and goes when its
place is seen without it. Cards in a hand, gliding, ghosted or glimpsed never get that far.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import count

import numpy as np

from vision.kit.codebook import Codebook, StickerKind
from vision.kit.sizes import KitSizes
from vision.lens.calibration import Calibration
from vision.scene import Item, Place, Scene
from vision.table.camera_motion import CameraMotion, carried
from vision.table.discard_pile import Pile
from vision.table.layout import Table
from vision.table.plane import Array
from vision.table.table_estimate import SAME_SEAT_MM, TableEstimate
from vision.tracking.timeouts import TrackerTimeouts
from vision.tracking.tracks import Track, TrackedReading, match

_LIFT = 0.035
"""What looks larger than this against what lies around it is held above the table: 4 or 5 cm up."""
_RIVAL = 0.25
"""s; for less a rival is a ghost of something that glides."""
_NUDGED_MM = 40.0
_BACK_AGAIN_MM = 6.0
_CLOCK = 0.02
"""s; cameras do not tick exactly."""


class Tracker:
    """Follows a table through one camera's pictures. Not to be shared between threads."""

    def __init__(
        self, codebook: Codebook, sizes: KitSizes | None = None, patience: TrackerTimeouts | None = None
    ) -> None:
        self._codebook = codebook
        self._sizes = sizes or KitSizes()
        self._patience = patience or TrackerTimeouts()
        self._tracks: list[Track] = []
        self._lost: list[tuple[float, Track]] = []
        self._survey = TableEstimate(codebook, self._sizes)
        self._pile = Pile(self._survey, codebook, self._sizes)
        self._ids = count(1)
        self._swing = CameraMotion(self._side)

    @property
    def table(self) -> Table:
        """The table as it is measured now."""
        return self._survey.table

    def look_through(self, lens: Calibration) -> None:
        """The pictures to come are bent by this lens."""
        self._survey.table = replace(self._survey.table, lens=lens)

    def freeze(self) -> None:
        """The game has begun: boards keep their seats, whatever covers them; what they cover is the last game's."""
        if not self._survey.frozen:
            self._tracks = [
                track for track in self._tracks if not track.covered or self._kind(track) is StickerKind.BOARD
            ]
        self._survey.frozen = True

    def thaw(self) -> None:
        """The game is over: boards may come and go again, and what is not seen any more was the last game's."""
        self._tracks, self._lost = [], []
        self._survey.clear()

    def update(self, time: float, reading: TrackedReading) -> Scene:
        """What lies still after a picture taken at `time`, which never runs backwards."""
        sightings = [sighting for sighting in reading.sightings if self._codebook.entry(sighting.code)]
        motion = self._swing.follow([track for track in self._tracks if track.still], sightings, self.table.lens)
        if self._swing.lasts:
            for track in self._tracks:
                track.covered = True
            return self._scene(time, ())
        if motion is not None:
            self._take_along(motion)
        pairs, new = match(self._tracks, sightings, self._side)
        found = {track.id for track, _ in pairs}
        for track, sighting in pairs:
            track.see(sighting.corners, time)
        for track in self._tracks:
            if track.id not in found:
                track.miss(reading, time)
        for sighting in new:
            corners = sighting.corners.astype(np.float64)
            self._tracks.append(Track(next(self._ids), sighting.code, corners, time, time, time))
        self._forget(time)
        return self._scene(time, self._believe_settled(time))

    @property
    def _side(self) -> float:
        return self._sizes.sticker.square

    def _kind(self, track: Track) -> StickerKind:
        return self._codebook.entries[track.code].kind

    def _take_along(self, motion: Array) -> None:
        """The camera hangs otherwise than before."""
        for track in [*self._tracks, *(track for _, track in self._lost)]:
            track.put(carried(track.corners, motion, self.table.lens))
        self._survey.follow(motion)

    # Going

    def _forget(self, time: float) -> None:
        kept = []
        for track in self._tracks:
            if not track.still:
                hidden = track.covered or self._pile.took_at_once(track, self._tracks)
                if time - track.lying <= (self._patience.covered if hidden else self._patience.glimpsed):
                    kept.append(track)
            elif self._is_elsewhere(track, time):
                continue
            elif self._is_gone(track, time):
                self._lost.append((time, track))
            else:
                kept.append(track)
        self._tracks = kept
        self._lost = [(when, track) for when, track in self._lost if time - when < self._patience.remembered]

    def _is_gone(self, track: Track, time: float) -> bool:
        if (
            self._kind(track) is StickerKind.BOARD
            and not self._survey.frozen
            and time - track.lying > self._patience.board
        ):
            return True
        return track.is_gone(time, self._patience.gone) and not self._pile.buries(track, self._tracks)

    def _is_elsewhere(self, track: Track, time: float) -> bool:
        """Whether what there is once is missing here and was read at another place since, and not just a bit aside."""
        if self._kind(track) in (StickerKind.BACK, StickerKind.BOARD) or not self._is_missed(track, time):
            return False
        others = (other for other in self._tracks if other.code == track.code and other is not track)
        return any(
            other.hits > 1 and other.since > track.seen and not self._is_nudged(track, other) for other in others
        )

    # Coming

    def _believe_settled(self, time: float) -> set[int]:
        """Boards first, as all the rest lies by them; returns the codes that are at two places."""
        settled = [track for track in self._tracks if self._has_settled(track, time)]
        disputed = {track.code for track in settled if self._is_disputed(track, time)}
        sound = [track for track in settled if track.code not in disputed]
        for is_board in (True, False):
            for track in sound:
                if (self._kind(track) in (StickerKind.BOARD, StickerKind.MAT)) == is_board and not self._awaits(
                    track, time
                ):
                    self._believe(track, time)
            self._survey.measure(track for track in self._tracks if track.still)
        return disputed

    def _has_settled(self, track: Track, time: float) -> bool:
        """Read more than once at one place for a while, and not above the table."""
        if track.still or track.hits < 2:
            return False
        lying = time if self._pile.took_at_once(track, self._tracks) else track.lying
        if lying < time or lying - track.since < self._patience.still - _CLOCK:
            return False
        if track.hits < track.misses and lying == track.lying:
            return False
        return self._survey.lift(track, [other for other in self._tracks if other.still]) <= _LIFT

    def _is_disputed(self, track: Track, time: float) -> bool:
        """Whether a sticker that there is once is read, and stays, at another place too."""
        if self._kind(track) is StickerKind.BACK:
            return False
        return any(
            other.code == track.code
            and other is not track
            and not self._overlap(track, other)
            and (other.still or other.lying - other.since >= _RIVAL)
            and other.seen > track.since
            and time - other.seen < self._patience.gone
            for other in self._tracks
        )

    def _overlap(self, track: Track, other: Track) -> bool:
        """Whether two tracks are one sticker, read so badly once that it was taken for two."""
        return track.square.distance(other.square) < track.scale

    def _awaits(self, track: Track, time: float) -> bool:
        """Whether it is not clear yet if this back is new or one from nearby that was pushed; for so long it waits."""
        if self._kind(track) is not StickerKind.BACK or time - track.since > self._patience.covered:
            return False
        before = (other for other in self._twins(track) if other.seen < track.since)
        return any(self._is_nudged(other, track) and not self._is_missed(other, time) for other in before)

    def _is_missed(self, track: Track, time: float) -> bool:
        return track.is_gone(time, self._patience.missed)

    def _twins(self, track: Track) -> list[Track]:
        """What else lies still and has the same code."""
        return [other for other in self._tracks if other is not track and other.still and other.code == track.code]

    def _believe(self, track: Track, time: float) -> None:
        """It lies on the table. It may be what lay there before, or elsewhere."""
        self._take_back(track)
        if self._kind(track) is StickerKind.BOARD:
            self._replace_board(track)
        for other in self._twins(track):
            nudged = self._is_nudged(other, track)
            if self._kind(track) is StickerKind.BACK and not (nudged and self._is_missed(other, time)):
                continue
            self._tracks.remove(other)
            if nudged:
                track.id, track.since = other.id, other.since
            break
        if self._kind(track) is not StickerKind.BACK:
            self._tracks = [other for other in self._tracks if other is track or not self._is_same(other, track)]
        track.still = True
        self._survey.forget(track)

    def _is_same(self, other: Track, track: Track) -> bool:
        return other.code == track.code and not other.still and self._overlap(track, other)

    def _replace_board(self, track: Track) -> None:
        """A board that lies where another one was is that one turned over, or laid in its stead."""
        new = self._survey.locate(track).pose
        self._tracks = [
            other
            for other in self._tracks
            if other.seen >= track.since
            or self._kind(other) is not StickerKind.BOARD
            or self._survey.locate(other).pose.distance(new) > SAME_SEAT_MM
        ]

    def _take_back(self, track: Track) -> None:
        for entry in self._lost:
            if entry[1].code == track.code and track.is_at(entry[1].square, _BACK_AGAIN_MM, self._side):
                self._lost.remove(entry)
                track.id, track.since = entry[1].id, entry[1].since
                return

    def _is_nudged(self, old: Track, new: Track) -> bool:
        """Whether the new one can be the old one, pushed a little: at the same place just before, and not buried."""
        before, now = self._survey.told(old), self._survey.locate(new)
        if (before.place, before.seat, before.slot) != (now.place, now.seat, now.slot):
            return False
        if now.place is Place.DISCARD and (
            new.since - old.seen > self._patience.pushed
            or self._pile.hides(now, before)
            or self._pile.buries(old, [track for track in self._tracks if track is not new])
        ):
            return False
        return now.place in (Place.STAGE, Place.BOARD) or before.pose.distance(now.pose) < _NUDGED_MM

    # Telling

    def _scene(self, time: float, disputed: Iterable[int]) -> Scene:
        still = [track for track in self._tracks if track.still]
        gliding = any(not track.still and track.seen == time for track in self._tracks)
        items = tuple(self._item(track) for track in still if self._kind(track) is not StickerKind.BOARD)
        return Scene(
            time=time,
            seats=self._survey.seats(),
            items=items,
            steady=not gliding and not any(track.covered for track in still),
            px_per_mm=self._survey.table.px_per_mm,
            doubts=tuple(sorted(disputed)),
        )

    def _item(self, track: Track) -> Item:
        at = self._survey.place(track)
        return Item(
            track=track.id,
            code=track.code,
            place=at.place,
            seat=at.seat,
            slot=at.slot,
            x=at.x,
            y=at.y,
            angle=at.angle,
            since=track.since,
            sure=at.sure,
            covered=track.covered,
            unseen_since=track.missing_since,
        )
