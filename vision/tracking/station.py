"""Follows a station's mat, where players show cards to a camera one at a time, from 10 to 20 cm away.

A card is shown once it has been read in several pictures, lying still at one place. It counts as the same showing until
the mat has been seen without it, however long a hand hides it and wherever it lies then. Held or moving cards, and
several cards at once, do not count.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import pi, radians

import numpy as np

from vision.by_picture import ByPicture
from vision.frame import Frame, GreyImage, check, halve
from vision.kit.codebook import Codebook, StickerKind
from vision.kit.sizes import StickerSize
from vision.reading.change import ChangeDetector, Changes
from vision.scene import Item, Place, Scene
from vision.sighting import Corners, Sighting, StickerFinder
from vision.table.pose import Pose
from vision.tracking.empty_mat import EmptyMat, ReadSticker
from vision.tracking.tracks import side_of

STILL = 0.12
"""s; until a card that does not move is shown."""
LIFTED = 1.2
"""s; the same for a card that looks nearer than earlier ones: it may be in a hand."""
GONE = 0.3
"""s; until a card is dropped when the empty mat is seen in its place."""
COVERED = 5.0
"""s; until a card is dropped that cannot be read while something is at its place."""
STARTUP = 1.0
"""s; cards read within this time of the first picture were there before."""
SETTLING = 0.8
"""s; after a change every picture is searched for so long."""
IDLE = 1.0
"""s; without a change, a picture is searched this long after the last search."""


STILL_MM = 0.4
STILL_TURN = radians(3)
"""A card that moves and turns no more lies still."""
DOUBTFUL_MM = 3.0
"""The same for a thing of which nobody is sure what it is, nor where exactly."""
SAME_MM, SAME_TURN = 1.5, radians(4)
"""A card that is this near to where it was before another covered it has not been away."""
LIFT = 1.08
"""A card that looks larger than earlier ones by this factor is held 2 cm or more above the mat."""
FEWEST = 2
"""Pictures in which a code must be read before it is shown."""
ONLY_ONE = frozenset({StickerKind.CARD, StickerKind.LEADER, StickerKind.BOARD})
"""Kinds of which each code is on one thing only."""
TOKENS = frozenset({StickerKind.TOKEN, StickerKind.STAGE_TOKEN})
"""Kinds that are not on a card or a board."""
REMEMBERED = 8
"""Covered cards, and sizes of earlier cards, that are remembered."""


@dataclass(frozen=True, slots=True, eq=False)
class StationReading:
    """What is in a picture of the mat. `fresh`: this picture was searched; otherwise nothing has changed since."""

    sightings: tuple[Sighting, ...]
    fresh: bool
    changes: Changes

    @property
    def present(self) -> tuple[Sighting, ...]:
        """All stickers known to be in the picture."""
        return self.sightings


class StationReader:
    """Reads pictures of the mat when something has changed. Not thread-safe."""

    def __init__(
        self,
        finders: Sequence[StickerFinder],
        *,
        otherwise: StickerFinder | None = None,
    ) -> None:
        """`otherwise`: is asked where none of the finders finds anything."""
        self._finders, self._otherwise = tuple(finders), otherwise
        self._change_detector = ChangeDetector()
        self._seen: tuple[Sighting, ...] = ()
        self._changed_at = self._searched_at = float("-inf")

    def look(self, image: GreyImage) -> tuple[Sighting, ...]:
        """All stickers in a single picture, which is halved as far as each finder allows (`max_near_width`)."""
        smaller = {1: image}
        found = [sighting for finder in self._finders for sighting in self._found(finder, smaller)]
        if not found and self._otherwise:
            found = self._found(self._otherwise, smaller)
        return tuple(found)

    def _found(self, finder: StickerFinder, smaller: dict[int, GreyImage]) -> list[Sighting]:
        """What one finder finds. `smaller`: the picture at the sizes that were needed so far, by how often halved."""
        scale = 1
        while smaller[scale].shape[1] > finder.max_near_width:
            if 2 * scale not in smaller:
                smaller[2 * scale] = halve(smaller[scale])
            scale *= 2
        return [_enlarged(sighting, scale) for sighting in finder.look(smaller[scale])]

    def read(self, frame: Frame) -> StationReading:
        """Read the next picture of a camera.

        Raises:
            FrameError: the picture is black or torn; it is ignored.
        """
        check(frame.image)
        changes = self._change_detector.compare(frame.image)
        if changes.moving.any():
            self._changed_at = frame.time
        settling = frame.time - self._changed_at <= SETTLING
        fresh = settling or not 0 <= frame.time - self._searched_at < IDLE
        if fresh:
            self._seen, self._searched_at = self.look(frame.image), frame.time
        return StationReading(self._seen, fresh, changes)


def _enlarged(sighting: Sighting, scale: int) -> Sighting:
    return replace(sighting, corners=(sighting.corners + np.float32(0.5)) * np.float32(scale) - np.float32(0.5))


@dataclass(slots=True, eq=False)
class _CardTrack:
    """A sticker at one place. `id` is 0 until it is shown; times are the camera's, in s."""

    code: int
    corners: Corners
    since: float
    seen: float
    id: int = 0
    hits: int = 1
    gone_since: float | None = None
    before: bool = False
    """It was there at the first picture, or may have been."""
    maybe_another: bool = False
    """It was out of sight and may be another one with the same code now."""
    by_picture: ByPicture | None = None

    @property
    def is_doubtful(self) -> bool:
        """It has no sticker, and its picture is not known for sure."""
        return _is_doubtful(self.by_picture)

    def is_of(self, sighting: Sighting) -> bool:
        """True if this is what was seen. What is not known for sure may be named differently in each picture."""
        doubtful = _is_doubtful(sighting.by_picture)
        return self.is_doubtful == doubtful and (doubtful or self.code == sighting.code)

    @property
    def pose(self) -> Pose:
        return Pose.of_square(self.corners.tolist())

    @property
    def side(self) -> float:
        return side_of(self.corners)

    def is_at(self, corners: Corners, millimetres: float, turn: float) -> bool:
        pose = Pose.of_square(corners.tolist())
        limit = millimetres * self.side / StickerSize().square
        return self.pose.distance(pose) <= limit and abs(self.pose.angle_to(pose)) <= turn


class StationTracker:
    """Follows what is shown at a station. Not thread-safe."""

    def __init__(self, codebook: Codebook) -> None:
        self._codebook = codebook
        self._tracks: list[_CardTrack] = []
        self._covered_tracks: list[_CardTrack] = []
        self._sides: list[float] = []
        self._empty_mat = EmptyMat()
        self._began: float | None = None
        self._count = 0

    def update(self, time: float, reading: StationReading) -> Scene:
        """The scene after a picture taken at `time` (s), which never runs backwards."""
        self._began = time if self._began is None else self._began
        sightings = [one for one in reading.sightings if self._codebook.entry(one.code) or one.by_picture]
        if any(track.id and not track.is_doubtful for track in self._tracks):  # a hand may hide half of what lies there
            sightings = [one for one in sightings if not _is_doubtful(one.by_picture)]
        self._empty_mat.update([self._read_sticker(sighting) for sighting in sightings], reading.changes)
        if reading.fresh:
            self._match(sightings, time)
            self._forget(sightings, time)
            self._accept(time)
        else:
            for track in self._tracks:
                track.seen = time if track.gone_since is None else track.seen
        return self._scene(time, reading)

    def _read_sticker(self, sighting: Sighting) -> ReadSticker:
        entry = self._codebook.entry(sighting.code)
        return ReadSticker(sighting.corners, entry is not None and entry.kind in TOKENS)

    def _is_only_one(self, track: _CardTrack) -> bool:
        """True if no other thing has this code. A picture is that of all copies of a card."""
        entry = self._codebook.entry(track.code)
        if entry is None or entry.kind not in ONLY_ONE:
            return False
        return track.by_picture is None or len(self._codebook.copies(entry)) == 1

    def _match(self, sightings: Sequence[Sighting], time: float) -> None:
        """Update the tracks. A shown card may be pushed about; any other starts again when it moves."""
        for sighting in sightings:
            known = next((track for track in self._tracks if track.is_of(sighting)), None)
            if known is not None and self._was_lifted(known, sighting.corners, time):
                self._tracks.remove(known)
                known = None
            if known is None:
                self._tracks.append(_new_track(sighting, time))
            elif known.id or known.is_at(sighting.corners, DOUBTFUL_MM if known.is_doubtful else STILL_MM, STILL_TURN):
                if known.gone_since is not None and time - known.gone_since >= GONE:
                    known.maybe_another = self._may_be_another(known, sighting.corners)
                known.hits += 1
                known.seen, known.gone_since = time, None
                known.corners = sighting.corners if known.id else known.corners
            else:
                self._tracks.remove(known)
                self._tracks.append(_new_track(sighting, time))

    def _was_lifted(self, track: _CardTrack, corners: Corners, time: float) -> bool:
        """True if the only card with its code lay there at the start, and is back elsewhere after a while."""
        away = track.gone_since is not None and time - track.gone_since >= GONE
        return track.before and self._is_only_one(track) and away and not track.is_at(corners, SAME_MM, SAME_TURN)

    def _forget(self, sightings: Sequence[Sighting], time: float) -> None:
        for track in [track for track in self._tracks if not any(map(track.is_of, sightings))]:
            empty_mat = self._empty_mat.is_seen_at(track.corners, len(sightings))
            track.gone_since = time if track.gone_since is None else track.gone_since
            duration = GONE if empty_mat or not track.id else COVERED
            if time - track.gone_since >= duration:
                self._tracks.remove(track)
                if track.id and not empty_mat:
                    self._cover(track)
        self._covered_tracks = [
            old for old in self._covered_tracks if not self._empty_mat.is_seen_at(old.corners, len(sightings))
        ]

    def _may_be_another(self, track: _CardTrack, corners: Corners) -> bool:
        """True if a card that was out of sight has been moved meanwhile, or nobody knows how the empty mat looks."""
        moved = not track.is_at(corners, SAME_MM, SAME_TURN)
        return track.maybe_another or moved or not self._empty_mat.is_known

    def _cover(self, track: _CardTrack) -> None:
        self._covered_tracks = [*self._covered_tracks, track][-REMEMBERED:]

    def _accept(self, time: float) -> None:
        """Show the card that has lain still, alone, for long enough."""
        there = [track for track in self._tracks if track.gone_since is None]
        for track in there:
            if track.id or len(there) > 1 or track.hits < FEWEST:
                continue
            usual = float(np.median(self._sides)) if self._sides else track.side
            long = track.side > LIFT * usual or track.is_doubtful
            duration = LIFTED if long else STILL
            if time - track.since >= duration - 1e-6:
                self._show(track, time)

    def _show(self, track: _CardTrack, time: float) -> None:
        """Show a card: the same as before, if it has been out of sight since and nobody has seen the mat without it."""
        for other in [other for other in self._tracks if other is not track and other.id]:
            self._tracks.remove(other)
            self._cover(other)
        known = [old for old in self._covered_tracks if not track.is_doubtful and not old.is_doubtful]
        again = next((old for old in known if old.code == track.code), None)
        if again is not None:
            self._covered_tracks.remove(again)
        if again is not None and not self._was_lifted(again, track.corners, time):
            track.id, track.before = again.id, again.before
            track.maybe_another = self._may_be_another(again, track.corners)
            return
        self._count += 1
        track.id = self._count
        track.before = self._may_have_been_there(track)
        self._sides = [*self._sides, track.side][-REMEMBERED:]

    def _may_have_been_there(self, track: _CardTrack) -> bool:
        """True if it may have been there at the start: nobody has seen the empty mat, and a hand may have hidden it."""
        assert self._began is not None
        hidden = not self._empty_mat.is_known and not self._is_only_one(track)
        return hidden or track.since - self._began < STARTUP

    def _scene(self, time: float, reading: StationReading) -> Scene:
        there = [track for track in self._tracks if track.gone_since is None]
        height, width = reading.changes.small.shape
        items = tuple(_item(track, (width * 4.0, height * 4.0)) for track in self._tracks if track.id)
        return Scene(
            time=time,
            items=items,
            steady=not reading.changes.moving.any(),
            px_per_mm=self._sides[-1] / StickerSize().square if self._sides else None,
            doubts=tuple(sorted({track.code for track in there})) if len(there) > 1 else (),
        )


def _is_doubtful(by_picture: ByPicture | None) -> bool:
    return by_picture is not None and not by_picture.sure


def _new_track(sighting: Sighting, time: float) -> _CardTrack:
    return _CardTrack(sighting.code, sighting.corners, time, time, by_picture=sighting.by_picture)


def _item(track: _CardTrack, middle: tuple[float, float]) -> Item:
    scale = StickerSize().square / track.side
    pose = track.pose
    return Item(
        track=track.id,
        code=track.code,
        place=Place.SHOWN,
        seat=None,
        slot=None,
        x=(pose.x - middle[0]) * scale,
        y=(pose.y - middle[1]) * scale,
        angle=(pose.angle + pi) % (2 * pi) - pi,
        since=track.since,
        sure=not track.before,
        covered=track.gone_since is not None,
        maybe_another=track.maybe_another,
        by_picture=track.by_picture,
    )
