"""A station's mat: cards are shown to the camera one at a time, from a hand's breadth or two.

A card counts as shown when it was read in several pictures at one place, lying still; it stays the same showing until
the mat has been seen without it. Held or moving cards, and several at a time, never get that far.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import pi, radians

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, GreyImage, check, halve
from vision.kit.codebook import Codebook
from vision.kit.sizes import StickerSize
from vision.reading.change import CELL, ChangeDetector, Changes, Mask, SmallImage, differs, light_gained
from vision.scene import Item, Place, Scene
from vision.sighting import Corners, Sighting, StickerFinder
from vision.table.pose import Pose
from vision.tracking.tracks import side_of


@dataclass(frozen=True, slots=True)
class StationTimeouts:
    """How long, in seconds of the camera's time, things take at a station."""

    still: float = 0.12
    """A card lies still."""
    sure: float = 1.2
    """One that looks nearer than those before it does: it may be in a hand."""
    gone: float = 0.3
    """The mat is seen without it."""
    covered: float = 5.0
    """It is not to be seen, though something is at its place."""
    ours: float = 10.0
    """Something that cannot be read belongs to the mat."""
    waking: float = 1.0
    """What lies there when the camera begins to look was laid there before."""
    settling: float = 0.8
    """After something has changed every picture is searched for so long; "idle" s after the last search one is."""
    idle: float = 1.0


STILL_MM = 0.4
STILL_TURN = radians(3)
SAME_MM, SAME_TURN = 1.5, radians(4)
"""What lies where it lay before something was laid over it has not been away."""
LIFT = 1.08
"""What looks larger than what lay there before by this factor is held more than a finger's breadth above the mat."""
FEWEST = 2
"""Pictures in which a code is read before it is believed."""
REMEMBERED = 8


@dataclass(frozen=True, slots=True, eq=False)
class StationReading:
    """What is in a picture of the mat. `fresh`: it was searched; else nothing has changed since it was."""

    sightings: tuple[Sighting, ...]
    fresh: bool
    changes: Changes

    @property
    def present(self) -> tuple[Sighting, ...]:
        """All that is known to lie in the picture."""
        return self.sightings


class StationReader:
    """Reads the mat, picture by picture, where something has changed. Not to be shared between threads."""

    def __init__(self, finders: Sequence[StickerFinder], timeouts: StationTimeouts | None = None) -> None:
        self._finders = tuple(finders)
        self._timeouts = timeouts or StationTimeouts()
        self._watch = ChangeDetector()
        self._seen: tuple[Sighting, ...] = ()
        self._changed_at = self._searched_at = float("-inf")

    def look(self, image: GreyImage) -> tuple[Sighting, ...]:
        """All stickers in a single picture; none needs more pixels than `max_near_width` says."""
        smaller = {1: image}
        found: list[Sighting] = []
        for finder in self._finders:
            scale = 1
            while smaller[scale].shape[1] > finder.max_near_width:
                smaller.setdefault(2 * scale, halve(smaller[scale]))
                scale *= 2
            found += [_enlarged(sighting, scale) for sighting in finder.look(smaller[scale])]
        return tuple(found)

    def read(self, frame: Frame) -> StationReading:
        """What the next picture of a camera says.

        Raises:
            FrameError: the picture is black or torn; it counts for nothing.
        """
        check(frame.image)
        changes = self._watch.compare(frame.image)
        if changes.moving.any():
            self._changed_at = frame.time
        settling = frame.time - self._changed_at <= self._timeouts.settling
        fresh = settling or not 0 <= frame.time - self._searched_at < self._timeouts.idle
        if fresh:
            self._seen, self._searched_at = self.look(frame.image), frame.time
        return StationReading(self._seen, fresh, changes)


def _enlarged(sighting: Sighting, scale: int) -> Sighting:
    """The same in a picture that is larger by this factor."""
    return replace(sighting, corners=(sighting.corners + np.float32(0.5)) * np.float32(scale) - np.float32(0.5))


@dataclass(slots=True, eq=False)
class _Track:
    """A sticker at one place. `id` is 0 until it is believed; times are the camera's."""

    code: int
    corners: Corners
    since: float
    seen: float
    id: int = 0
    hits: int = 1
    gone_since: float | None = None
    before: bool = False
    """It lay there when the camera began to look."""

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
    """Follows what is shown at a station. Not to be shared between threads."""

    def __init__(self, codebook: Codebook, timeouts: StationTimeouts | None = None) -> None:
        self._codebook = codebook
        self._timeouts = timeouts or StationTimeouts()
        self._tracks: list[_Track] = []
        self._buried: list[_Track] = []
        self._sides: list[float] = []
        self._bare: SmallImage | None = None
        self._odd_since = np.zeros((0, 0))
        self._began: float | None = None
        self._count = 0

    def begin_game(self) -> None:
        """A game has begun; nothing at a station depends on it."""

    def end_game(self) -> None:
        """The game is over; nothing at a station depends on it."""

    def update(self, time: float, reading: StationReading) -> Scene:
        """What is shown after a picture taken at `time`, which never runs backwards."""
        self._began = time if self._began is None else self._began
        self._learn(time, reading)
        if reading.fresh:
            sightings = [sighting for sighting in reading.sightings if self._codebook.entry(sighting.code)]
            self._match(sightings, time)
            self._forget(sightings, reading, time)
            self._believe(time)
        else:
            for track in self._tracks:
                track.seen = time if track.gone_since is None else track.seen
        return self._scene(time, reading)

    def _learn(self, time: float, reading: StationReading) -> None:
        """How the mat looks with nothing on it. What is new and cannot be read is a card until it has lain for long."""
        small, moving = reading.changes.small, reading.changes.moving
        empty = not reading.sightings and not self._tracks
        if self._bare is None or self._bare.shape != small.shape:
            if empty and not moving.any():
                self._bare, self._odd_since = small, np.full(moving.shape, np.inf)
            return
        bare = self._bare * light_gained(small, self._bare)
        foreign = differs(small, bare)
        self._odd_since = np.where(foreign & ~moving, np.minimum(self._odd_since, time), np.inf)
        if empty:
            learned = ~foreign | (time - self._odd_since >= self._timeouts.ours)
            fine = cv2.resize(learned.astype(np.uint8), small.shape[::-1], interpolation=cv2.INTER_NEAREST)
            self._bare = np.where(fine.astype(bool), small, bare)

    def _match(self, sightings: Sequence[Sighting], time: float) -> None:
        """A believed card may be pushed about; any other begins anew wherever it is not where it was."""
        for sighting in sightings:
            known = next((track for track in self._tracks if track.code == sighting.code), None)
            if known is None:
                self._tracks.append(_Track(sighting.code, sighting.corners, time, time))
            elif known.id or known.is_at(sighting.corners, STILL_MM, STILL_TURN):
                known.hits += 1
                known.seen, known.gone_since = time, None
                known.corners = sighting.corners if known.id else known.corners
            else:
                self._tracks.remove(known)
                self._tracks.append(_Track(sighting.code, sighting.corners, time, time))

    def _forget(self, sightings: Sequence[Sighting], reading: StationReading, time: float) -> None:
        """Drop what is not there any more; remember what something else was laid over."""
        codes = {sighting.code for sighting in sightings}
        for track in [track for track in self._tracks if track.code not in codes]:
            bare = self._is_bare(track.corners, reading.changes)
            track.gone_since = time if track.gone_since is None else track.gone_since
            patience = self._timeouts.gone if bare or not track.id else self._timeouts.covered
            if time - track.gone_since >= patience:
                self._tracks.remove(track)
                if track.id and not bare:
                    self._buried = [*self._buried, track][-REMEMBERED:]
        self._buried = [old for old in self._buried if not self._is_bare(old.corners, reading.changes)]

    def _is_bare(self, corners: Corners, changes: Changes) -> bool:
        """Whether the mat itself is seen where a sticker was."""
        if self._bare is None or self._bare.shape != changes.small.shape:
            return False
        foreign = differs(changes.small, self._bare * light_gained(changes.small, self._bare))
        return not _part(foreign, corners).any()

    def _believe(self, time: float) -> None:
        """Whatever has lain still by itself for long enough is shown."""
        there = [track for track in self._tracks if track.gone_since is None]
        for track in there:
            if track.id or len(there) > 1 or track.hits < FEWEST:
                continue
            usual = float(np.median(self._sides)) if self._sides else track.side
            patience = self._timeouts.sure if track.side > LIFT * usual else self._timeouts.still
            if time - track.since >= patience - 1e-6:
                self._show(track)

    def _show(self, track: _Track) -> None:
        for other in [other for other in self._tracks if other is not track and other.id]:
            self._tracks.remove(other)
            self._buried = [*self._buried, other][-REMEMBERED:]
        again = next((old for old in self._buried if _lies_as(old, track)), None)
        if again is not None:
            self._buried.remove(again)
            track.id, track.before = again.id, again.before
            return
        self._count += 1
        track.id = self._count
        assert self._began is not None
        track.before = track.since - self._began < self._timeouts.waking
        self._sides = [*self._sides, track.side][-REMEMBERED:]

    def _scene(self, time: float, reading: StationReading) -> Scene:
        there = [track for track in self._tracks if track.gone_since is None]
        height, width = reading.changes.small.shape
        items = tuple(_item(track, (width * 4.0, height * 4.0)) for track in self._tracks if track.id)
        return Scene(
            time=time,
            items=items,
            steady=not reading.changes.moving.any(),
            px_per_mm=self._sides[-1] / StickerSize().square if self._sides else None,
            doubts=_codes(there) if len(there) > 1 else (),
        )


def _codes(tracks: Iterable[_Track]) -> tuple[int, ...]:
    return tuple(sorted({track.code for track in tracks}))


def _lies_as(old: _Track, new: _Track) -> bool:
    return old.code == new.code and old.is_at(new.corners, SAME_MM, SAME_TURN)


def _item(track: _Track, middle: tuple[float, float]) -> Item:
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
    )


def _part(mask: Mask, corners: Corners) -> NDArray[np.bool_]:
    """The cells of a sticker and its quiet zone."""
    middle = corners.mean(axis=0)
    wide = middle + 1.3 * (corners - middle)
    left, top = np.maximum(wide.min(axis=0) // CELL, 0).astype(int).tolist()
    right, bottom = (wide.max(axis=0) // CELL).astype(int).tolist()
    return np.asarray(mask[top : bottom + 1, left : right + 1])
