"""Follows stickers from picture to picture and reports what lies still on the table.

A sticker is accepted once it has been read at least twice at one place, for some time, and in the size that the table's
plane predicts. An accepted sticker stays while a hand or another card covers it. A card whose place a hand has just
left is gone at once until it is read again; any other sticker is dropped when its place is seen without it for a while.
Cards in a hand, in motion or seen for a moment are never accepted.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from itertools import count

import numpy as np

from vision.kit.codebook import REPEATED, Codebook, StickerKind
from vision.kit.sizes import KitSizes
from vision.lens.calibration import Calibration
from vision.reading.reader import Reading
from vision.scene import Item, Place, Scene
from vision.sighting import Corners
from vision.table.layout import Table
from vision.table.plane import Array
from vision.table.pose import Pose, back_area, front_area
from vision.tracking.camera_motion import CameraMotion, moved_corners
from vision.tracking.discard_pile import DiscardPile
from vision.tracking.table_estimate import SAME_SEAT_MM, TableEstimate
from vision.tracking.tracks import SAME_MM, Track, match_tracks

_LIFT = 0.035
"""A sticker that looks larger than its neighbours by more than this share is held 4 or 5 cm above the table."""
_CLEARLY = 2.0
"""Where little is known of the table's plane, the same in standard deviations."""
_RIVAL_LASTS = 0.25
"""s; a second sticker with the same code that is seen for less is a card in motion."""
_PUSHED_MM = 40.0
"""A card that appears within this distance of where one with its code was has been pushed."""
_RETURNED_MM = 6.0
"""A card that appears within this distance of where it vanished is back."""
_SAME_SPOT_MM = 10.0
"""A card that is laid nearer than this to where another one was lies there instead of it, not over it."""
_FEW, _RELIT = 5, 0.8
"""From so many still stickers on, hands do not cover so large a share of them at once."""
_AT_ONCE = 0.5
"""s; a card that is not read any more when another one appears may lie under that one."""
_CLOCK_TOLERANCE = 0.02
"""s; the times of a camera's pictures are not exact."""


_STILL = 0.7
"""s; until a sticker that does not move is accepted."""
_GONE = 1.5
"""s; until an accepted sticker is dropped that is not read although its place is in plain sight."""
_GLIMPSED = 1.0
"""s; until a sticker that was not accepted yet is dropped."""
_MISSED = 0.5
"""s; until a sticker is taken to be gone if one with the same code has appeared elsewhere."""
_PUSHED = 2.0
"""s; the longest time in which a card on the mat is pushed to another place."""
_COVERED = 3.0
"""s; the same as `_GLIMPSED`, for a sticker under a hand or a card."""
_MEASURED = 1.0
"""s; for which a discarded card is measured again after a hand has left it."""
_BOARD = 10.0
"""s; until a covered board is dropped while no game is on: a board that was taken away looks the same."""
_LOOKED_BACK = 5.0
"""s; for which it is remembered where hands were."""
_REMEMBERED = 900.0
"""s; how long a vanished sticker keeps its track number in case it comes back to its place. A front that was not
accepted yet has lain there since its first reading then, unless it was read elsewhere: coins or an arm may have hidden
it."""


class Tracker:
    """Follows a table through the pictures of one camera. Not thread-safe."""

    def __init__(self, codebook: Codebook, sizes: KitSizes | None = None) -> None:
        self._codebook = codebook
        self._sizes = sizes or KitSizes()
        self._tracks: list[Track] = []
        self._vanished: list[tuple[float, Track]] = []
        self._estimate = TableEstimate(codebook, self._sizes)
        self._discard_pile = DiscardPile(self._estimate, codebook, self._sizes)
        self._ids = count(1)
        self._camera_motion = CameraMotion(self._side)
        self._recent: deque[tuple[float, Reading]] = deque()

    @property
    def table(self) -> Table:
        """The table as currently measured."""
        return self._estimate.table

    def set_lens(self, lens: Calibration) -> None:
        """Use this lens for the pictures to come. Where things lie is measured again; they are the same things."""
        self._estimate.table = replace(self._estimate.table, lens=lens)
        self._estimate.clear()

    def begin_game(self) -> None:
        """From now on boards keep their seats even when covered. Cards that are covered now belong to the last game."""
        if not self._estimate.frozen:
            self._tracks = [
                track for track in self._tracks if not track.covered or self._kind(track) is StickerKind.BOARD
            ]
        self._estimate.frozen = True

    def end_game(self) -> None:
        """Forget everything but the lens: boards may come and go again."""
        self._tracks, self._vanished = [], []
        self._recent.clear()
        self._estimate.clear()
        self._estimate.frozen = False

    def update(self, time: float, reading: Reading) -> Scene:
        """The scene after a picture taken at `time` (s), which never runs backwards."""
        sightings = [sighting for sighting in reading.sightings if self._codebook.entry(sighting.code)]
        swung = self._camera_motion.is_moving
        motion = self._camera_motion.update(
            [track for track in self._tracks if track.still], sightings, self.table.lens
        )
        if self._camera_motion.is_moving:
            self._recent.clear()  # its pictures show everything elsewhere
            for track in self._tracks:
                track.covered = True
            return self._scene(time, ())
        if swung:
            self._come_to_rest(time)
        if motion is not None:
            self._apply_motion(motion)
        relit = self._is_relit(reading)
        pairs, new = match_tracks(self._tracks, sightings, self._side)
        found = {track.id for track, _ in pairs}
        discarded = {track.id: track.covered for track in self._tracks if self._is_discarded(track)}
        for track, sighting in pairs:
            if track.id in discarded and (track.covered or relit):
                track.measure_again(time)
            track.see(sighting.corners, time)
            track.covered = track.id in discarded and not relit and reading.covered(self._back_outline(track))
        for track in self._tracks:
            if track.id not in found:
                track.miss(reading, time)
            if discarded.get(track.id) is False and track.covered:
                self._estimate.forget_place(track)  # from now on it is where it was read before the hand came
            if track.uncovered is not None and time - track.uncovered >= _MEASURED:
                track.uncovered = None  # after that its place is not searched any more, so nothing would be read
                self._estimate.forget_place(track)
        self._remember(time, reading)
        for sighting in new:
            corners = sighting.corners.astype(np.float64)
            laid = self._unchanged_since(sighting.corners, time)
            self._tracks.append(Track(next(self._ids), sighting.code, corners, time, time, time, laid))
        self._forget(time)
        return self._scene(time, self._accept_settled(time))

    @property
    def _side(self) -> float:
        return self._sizes.sticker.square

    def _kind(self, track: Track) -> StickerKind:
        return self._codebook.entries[track.code].kind

    def _apply_motion(self, motion: Array) -> None:
        """The camera has moved: shift everything to where it is in the picture now."""
        for track in [*self._tracks, *(track for _, track in self._vanished)]:
            track.move_to(moved_corners(track.corners, motion, self.table.lens))
        self._estimate.apply_motion(motion)

    def _come_to_rest(self, time: float) -> None:
        """The camera has swung: no hand has covered everything, and what must be known exactly is measured again."""
        for track in self._tracks:
            track.covered = False
            if self._is_discarded(track) or self._kind(track) is StickerKind.MAT:
                track.measure_again(time)

    def _is_discarded(self, track: Track) -> bool:
        """True for a card on the discard mat, on which another one may be laid so exactly that only it is seen."""
        if self._kind(track) is not StickerKind.BACK:
            return False
        at = self._estimate.place(track) if track.still else self._estimate.locate(track)
        return at.place is Place.DISCARD

    def _is_relit(self, reading: Reading) -> bool:
        """True if the picture has changed nearly everywhere: another lamp is on, which is no hand at any card."""
        still = [track for track in self._tracks if track.still]
        covered = sum(reading.covered(track.corners.astype(np.float32)) for track in still)
        return len(still) >= _FEW and covered >= _RELIT * len(still)

    def _back_outline(self, track: Track) -> Corners:
        """Where the card of a back lies in the picture: (4, 2), px. A hand may push a card beside its sticker."""
        plane = self._estimate.table.plane
        if plane is None:
            return track.corners.astype(np.float32)
        corners = back_area(self._estimate.locate(track).pose, self._sizes).corners
        return np.asarray(plane.to_px(np.array(corners)), dtype=np.float32)

    # Stickers that were laid before they are read

    def _remember(self, time: float, reading: Reading) -> None:
        """Keep what the last pictures showed of hands."""
        self._recent.append((time, reading))
        while self._recent[0][0] < time - _LOOKED_BACK:
            self._recent.popleft()

    def _unchanged_since(self, corners: Corners, time: float) -> float:
        """Since when (s) nothing has moved over or hidden this place: what is read there now has lain there since.

        If nothing did so lately, all that is known is that it is there now.
        """
        since = time
        for when, reading in reversed(self._recent):
            if reading.covered(corners):
                return since
            since = when
        return time

    # Stickers that disappear

    def _forget(self, time: float) -> None:
        for track in self._tracks:
            track.under = self._card_over(track) or track.under
        kept = []
        for track in self._tracks:
            if not track.still:
                hidden = track.covered or self._discard_pile.was_covered_at_once(track, self._tracks)
                if time - track.present_until <= (_COVERED if hidden else _GLIMPSED):
                    kept.append(track)
                elif track.hits > 1 and self._is_front(track):
                    self._restore_identity(track, time)
                    self._vanished = [one for one in self._vanished if one[1].still or one[1].code != track.code]
                    self._vanished.append((time, track))
            elif self._is_elsewhere(track, time):
                continue
            elif self._is_gone(track, time):
                self._vanished.append((time, track))
            else:
                kept.append(track)
        self._tracks = kept
        self._vanished = [(when, track) for when, track in self._vanished if time - when < _REMEMBERED]

    def _is_gone(self, track: Track, time: float) -> bool:
        if self._kind(track) is StickerKind.BOARD and not self._estimate.frozen and time - track.present_until > _BOARD:
            return True
        taken = track.hand_left and self._is_front(track) and track.under is None
        if not track.is_gone(time, 0.0 if taken else _GONE):
            return False
        return not self._discard_pile.is_buried(track, self._tracks) and self._card_over(track) is None

    def _is_front(self, track: Track) -> bool:
        return self._kind(track) in (StickerKind.CARD, StickerKind.LEADER)

    def _card_over(self, track: Track) -> Track | None:
        """The card that was laid over a front's sticker, beside its place; None if there is none.

        It lies there until it is gone, also when hands pass over both.
        """
        missing, under = track.missing_since, track.under
        if (missing is None and under is None) or not self._is_front(track):
            return None
        own = self._estimate.reported_place(track).pose
        return next(
            (
                other
                for other in self._tracks
                if other.hits > 1
                and other is not track
                and self._is_front(other)
                and (
                    (under is not None and other.id == under.id)
                    or (missing is not None and abs(other.since - missing) < _AT_ONCE)
                )
                and front_area((over := self._estimate.locate(other).pose), self._sizes).contains((own.x, own.y))
                and over.distance(own) > _SAME_SPOT_MM
            ),
            None,
        )

    def _is_elsewhere(self, track: Track, time: float) -> bool:
        """True if a unique sticker is missing here and has been read at another place since, farther than a push."""
        if self._kind(track) in (*REPEATED, StickerKind.BOARD) or not self._is_missed(track, time):
            return False
        others = (other for other in self._tracks if other.code == track.code and other is not track)
        return any(
            other.hits > 1 and other.since > track.seen and not self._is_pushed(track, other) for other in others
        )

    # Stickers that appear

    def _accept_settled(self, time: float) -> set[int]:
        """Accept what has settled, boards first as they define the places. Returns codes that are at two places."""
        settled = [track for track in self._tracks if self._has_settled(track, time)]
        disputed = {track.code for track in settled if self._is_disputed(track, time)}
        sound = [track for track in settled if track.code not in disputed]
        for is_board in (True, False):
            for track in sound:
                if (self._kind(track) in (StickerKind.BOARD, StickerKind.MAT)) == is_board and not self._may_be_pushed(
                    track, time
                ):
                    self._accept(track, time)
            self._estimate.measure(track for track in self._tracks if track.still)
        return disputed

    def _has_settled(self, track: Track, time: float) -> bool:
        """True if the sticker was read more than once at one place, for long enough, and not above the table."""
        if track.still or track.hits < 2:
            return False
        present_until = time if self._discard_pile.was_covered_at_once(track, self._tracks) else track.present_until
        still = 0.0 if self._is_back_again(track) else _STILL - _CLOCK_TOLERANCE
        if present_until < time or present_until - track.since < still:
            return False
        if track.hits < track.misses and present_until == track.present_until:
            return False
        lift = self._estimate.lift(track, [other for other in self._tracks if other.still])
        return lift <= _LIFT or lift <= _CLEARLY * self._estimate.doubt(track)

    def _is_back_again(self, track: Track) -> bool:
        return self._is_front(track) and any(
            old.still and old.code == track.code and track.is_at(old.square, SAME_MM, self._side)
            for _, old in self._vanished
        )

    def _is_disputed(self, track: Track, time: float) -> bool:
        """True if a unique sticker is read at another place, too, and stays there."""
        if self._kind(track) in REPEATED:
            return False
        return any(
            other.code == track.code
            and other is not track
            and not self._overlap(track, other)
            and (other.still or other.present_until - other.since >= _RIVAL_LASTS)
            and other.seen > track.since
            and time - other.seen < _GONE
            for other in self._tracks
        )

    def _overlap(self, track: Track, other: Track) -> bool:
        """True if two tracks overlap: they are one sticker that was once read inaccurately."""
        return track.square.distance(other.square) < track.scale

    def _may_be_pushed(self, track: Track, time: float) -> bool:
        """True while it is unclear whether this back is new or a nearby one that was pushed."""
        if self._kind(track) not in REPEATED or time - track.since > _COVERED:
            return False
        before = (other for other in self._others_with_code(track) if other.seen < track.since)
        return any(self._is_pushed(other, track) and not self._is_missed(other, time) for other in before)

    def _is_missed(self, track: Track, time: float) -> bool:
        return track.is_gone(time, _MISSED)

    def _others_with_code(self, track: Track) -> list[Track]:
        return [other for other in self._tracks if other is not track and other.still and other.code == track.code]

    def _accept(self, track: Track, time: float) -> None:
        """Accept a track. If it is a sticker that was known before, here or elsewhere, it keeps its number."""
        self._restore_identity(track, time)
        if self._kind(track) is StickerKind.BOARD:
            self._replace_board(track)
        for other in self._others_with_code(track):
            if self._kind(track) is StickerKind.BOARD:
                self._carry_stages(other, track)
            pushed = self._is_pushed(other, track)
            if self._kind(track) in REPEATED and not (pushed and self._is_missed(other, time)):
                continue
            self._tracks.remove(other)
            if pushed:
                track.id, track.since, track.laid = other.id, other.since, other.laid
            break
        if self._kind(track) not in REPEATED:
            self._tracks = [other for other in self._tracks if other is track or not self._is_same(other, track)]
        track.still = True
        self._estimate.forget_place(track)

    def _carry_stages(self, before: Track, after: Track) -> None:
        """The cards under a board that was pushed lie under it still, unless they have been read where they were.

        The table that comes to light looks like a hand for a while, and all backs of an age have one code: at their old
        places they would be further stages.
        """
        seat = self._estimate.reported_place(before).seat
        for track in self._tracks:
            if not track.still or track.seen >= after.since or self._kind(track) not in REPEATED:
                continue
            at = self._estimate.reported_place(track)
            if at.place is Place.STAGE and at.seat == seat:
                track.move_to(_carried(track.corners, before.square, after.square))
                self._estimate.forget_place(track)

    def _is_same(self, other: Track, track: Track) -> bool:
        return other.code == track.code and not other.still and self._overlap(track, other)

    def _replace_board(self, track: Track) -> None:
        """Drop the boards that were at this board's seat: it was turned over or exchanged."""
        new = self._estimate.locate(track).pose
        self._tracks = [
            other
            for other in self._tracks
            if other.seen >= track.since
            or self._kind(other) is not StickerKind.BOARD
            or self._estimate.locate(other).pose.distance(new) > SAME_SEAT_MM
        ]

    def _restore_identity(self, track: Track, time: float) -> None:
        """Give a sticker that has come back to its place, or was pushed by the hand that hid it, its old number."""
        for entry in self._vanished:
            when, old = entry
            if old.code == track.code and (
                track.is_at(old.square, _RETURNED_MM, self._side)
                or (old.still and self._is_front(track) and time - when < _PUSHED and self._is_pushed(old, track))
            ):
                self._vanished.remove(entry)
                track.id, track.since, track.laid = old.id, old.since, old.laid
                return

    def _is_pushed(self, old: Track, new: Track) -> bool:
        """True if the new track can be the old one, pushed a little: same place, just before, and not buried."""
        before, now = self._estimate.reported_place(old), self._estimate.locate(new)
        if (before.place, before.seat, before.slot) != (now.place, now.seat, now.slot):
            return False
        if now.place is Place.DISCARD and (
            new.since - old.seen > _PUSHED
            or self._discard_pile.covers_sticker(now, before)
            or self._discard_pile.is_buried(old, [track for track in self._tracks if track is not new])
        ):
            return False
        return now.place in (Place.STAGE, Place.BOARD) or before.pose.distance(now.pose) < _PUSHED_MM

    # The scene

    def _scene(self, time: float, disputed: Iterable[int]) -> Scene:
        still = [track for track in self._tracks if track.still]
        in_motion = any(not track.still and track.seen == time for track in self._tracks)
        items = tuple(self._item(track) for track in still if self._kind(track) is not StickerKind.BOARD)
        return Scene(
            time=time,
            seats=self._estimate.seats(),
            items=items,
            steady=not in_motion and not any(track.covered for track in still),
            px_per_mm=self._estimate.table.px_per_mm,
            doubts=tuple(sorted(disputed)),
        )

    def _item(self, track: Track) -> Item:
        at = self._estimate.place(track)
        return Item(
            track=track.id,
            code=track.code,
            place=at.place,
            seat=at.seat,
            slot=at.slot,
            x=at.x,
            y=at.y,
            angle=at.angle,
            since=track.laid,
            sure=at.sure,
            covered=track.covered,
            unseen_since=track.missing_since,
            under=over.id if (over := self._card_over(track)) else None,
        )


def _carried(corners: Array, before: Pose, after: Pose) -> Array:
    """Where corners (4, 2) are, px, once the thing under them has been moved."""
    carried = (Pose(x, y, 0.0).carried(before, after) for x, y in corners.tolist())
    return np.array([(pose.x, pose.y) for pose in carried])
