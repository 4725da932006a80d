"""How many cards of each back lie on the discard mat: at least, and at most.

All backs of an age look alike, and a card may lie exactly on another one. So the number is an interval. Whatever makes
it unclear (a lifted pile, a pushed mat, a restart, cards that come to light) only widens it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from vision.scene import Place
from vision.table.pose import Pose, back_area

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.kit.sizes import KitSizes
    from vision.scene import Item, Scene

LIFTED = 2
"""A pile is so many cards at least: if all go at once, somebody lifts it."""
TOGETHER = 2.5
"""s; a card that is not read any more when others come may be one of those, pushed aside, or lie below them."""
MOVED, MOVED_TURN = 0.5, math.radians(2)
"""mm and radians; still stickers are measured more exactly than this."""
SAME, SAME_TURN = 6.0, math.radians(12)
"""mm and radians; a back that is read so near to where one lay is that one."""
LIFTED_AFTER, HAND_LEFT = 1.2, 1.5
"""s for which no back has been read until the pile counts as lifted; and by which a hand has left what it has taken."""
UNREAD_FOR = 3.5
"""s for which a back must not have been read until it counts as taken."""


class Count(NamedTuple):
    """From `time` (s) on, between `low` and `high` cards with one back lie on the mat."""

    time: float
    low: int
    high: float


class SeenBack(NamedTuple):
    """A back that is read on the mat, or assumed to lie there still.

    `since`: when it was read first (s). `pose`: where it is read, or was when a hand came.
    """

    code: int
    since: float
    pose: Pose
    under_hand: bool = False
    left: bool = False
    """A hand was over it: its place is measured again."""
    unread: float | None = None
    """Since when it is not read, although no hand is over it."""


class HandAtMat(NamedTuple):
    """When a hand was over the mat (s); `until` None: it still is."""

    since: float
    until: float | None = None


NONE_LYING: Mapping[int, SeenBack] = MappingProxyType({})
NONE_HIDDEN: Mapping[int, float] = MappingProxyType({})
NO_COUNTS: Mapping[int, tuple[Count, ...]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class BacksOnMat:
    """The discard mat as it was seen."""

    lying: Mapping[int, SeenBack] = field(default_factory=lambda: NONE_LYING)
    """By track."""
    counts: Mapping[int, tuple[Count, ...]] = field(default_factory=lambda: NO_COUNTS)
    """By the backs' code, the earliest first."""
    hands: tuple[HandAtMat, ...] = ()
    lifted: Mapping[int, SeenBack] = field(default_factory=lambda: NONE_LYING)
    """The cards of a pile that somebody holds, or that lies there again with some of them hidden."""
    away: Mapping[int, float] = field(default_factory=lambda: NONE_HIDDEN)
    """By track, cards that were taken, or only not read; and by how much the most that may lie there fell then."""
    hidden: Mapping[int, float] = field(default_factory=lambda: NONE_HIDDEN)
    """By the backs' code, how many cards may lie hidden under those that are seen."""
    is_waiting: bool = False
    """A card is not read where it lay: whether it was taken is known a little later."""

    def look(self, scene: Scene, sizes: KitSizes, *, resumed: bool) -> BacksOnMat:
        """The mat with what this scene shows. `resumed`: the table has just come to sight, and may hide more."""
        hands = self._hands(scene)
        shown = {item.track: item for item in scene.items if item.place is Place.DISCARD}
        mat = self if hands == self.hands else replace(self, hands=hands)
        mat = mat._same_places(shown)._seen(shown, scene.time)
        read = {track: item for track, item in shown.items() if item.unseen_since is None}
        gone = mat._gone(scene.time, sizes)
        moved = [item for track, item in read.items() if track in mat.lying and _is_elsewhere(mat.lying[track], item)]
        came = [item for track, item in read.items() if track not in mat.lying]
        if gone or came or moved:
            mat = mat._changed(scene.time, came, gone, moved, resumed=resumed)
        mat = mat._measured(read)
        waiting = any(seen.unread is not None or seen.under_hand for seen in mat.lying.values())
        return mat if waiting == mat.is_waiting else replace(mat, is_waiting=waiting)

    def _same_places(self, shown: Mapping[int, Item]) -> BacksOnMat:
        """The mat with the new tracks of backs that are read again just where they lay."""
        lost = {track: seen for track, seen in self.lying.items() if track not in shown}
        lying = dict(self.lying)
        for track, item in shown.items():
            if track in lying or not lost:
                continue
            at = Pose(item.x, item.y, item.angle)
            same = [old for old, seen in lost.items() if seen.code == item.code and seen.pose.is_near(at, SAME, SAME_TURN)]
            if same:
                lying[track] = lying.pop(same[0])
                del lost[same[0]]
        return self if lying.keys() == self.lying.keys() else replace(self, lying=MappingProxyType(lying))

    def _seen(self, shown: Mapping[int, Item], time: float) -> BacksOnMat:
        """The mat with since when its backs are not read."""
        lying = {}
        for track, seen in self.lying.items():
            item = shown.get(track)
            unread = time if item is None else None if item.covered else item.unseen_since
            if unread is not None and seen.unread is not None:
                unread = seen.unread
            under_hand = item is not None and item.covered
            lying[track] = seen
            if (unread, under_hand) != (seen.unread, seen.under_hand):
                lying[track] = seen._replace(unread=unread, under_hand=under_hand, left=seen.under_hand and not under_hand)
        return self if lying == self.lying else replace(self, lying=MappingProxyType(lying))

    def _gone(self, time: float, sizes: KitSizes) -> list[int]:
        """The backs that a hand has taken: they are not read, no other card lies over them, and a hand was there."""
        unread = {track: seen for track, seen in self.lying.items() if seen.unread is not None}
        if not unread:
            return []
        lifted = len(unread) == len(self.lying) >= LIFTED
        covers = [back_area(seen.pose, sizes) for track, seen in self.lying.items() if track not in unread]
        margin = sizes.sticker.side / 2
        return [
            track
            for track, seen in unread.items()
            if seen.unread is not None
            and time - seen.unread >= (LIFTED_AFTER if lifted else UNREAD_FOR)
            and self.was_reached(seen.unread - HAND_LEFT, seen.unread + HAND_LEFT)
            and not any(area.contains((seen.pose.x, seen.pose.y), margin) for area in covers)
        ]

    def _measured(self, read: Mapping[int, Item]) -> BacksOnMat:
        """The mat with the places of backs that hands have left."""
        lying = dict(self.lying)
        for track, seen in self.lying.items():
            item = read.get(track)
            if item is not None and not item.covered and (seen.left or _is_elsewhere(seen, item)):
                lying[track] = seen._replace(pose=Pose(item.x, item.y, item.angle), left=False)
        return self if lying == self.lying else replace(self, lying=MappingProxyType(lying))

    def _changed(
        self, time: float, came: Sequence[Item], gone: Sequence[int], moved: Sequence[Item], *, resumed: bool
    ) -> BacksOnMat:
        lying, lifted, hidden, away = dict(self.lying), dict(self.lifted), dict(self.hidden), dict(self.away)
        counts = dict(self.counts)
        if gone and len(gone) == len(lying) and len(lying) + sum(hidden.values()) >= LIFTED:
            for track in gone:
                lifted[track] = lying.pop(track)
            for back in {seen.code for seen in lifted.values()}:
                low, high = _last(counts.get(back, ()))
                hidden[back] = max(hidden.get(back, 0), high)
                counts[back] = _with(counts.get(back, ()), Count(time, max(0, low - 1), high))
            gone = ()
        for item in moved:  # another card may lie on it, so that only that one is read
            low, high = _last(counts.get(item.code, ()))
            counts[item.code] = _with(counts.get(item.code, ()), Count(time, low, high + 1))
        for item in came:
            back = item.code
            low, high = _last(counts.get(back, ()))
            if item.track in away:
                now = Count(time, low + 1, high + away.pop(item.track))
            elif resumed:  # it may have lain there before
                now = Count(item.since, low, high)
            elif item.track in lifted or self.lifted:
                lifted.pop(item.track, None)
                visible = 1 + sum(seen.code == back for seen in lying.values())
                now = Count(item.since, max(low, visible), max(high, visible))
                hidden[back] = max(0, now.high - visible)
            elif hidden.get(back, 0) > 0:
                now = Count(item.since, low, high + 1)
            else:
                now = Count(item.since, low + 1, high + 1)
            counts[back] = _with(counts.get(back, ()), now)
            lying[item.track] = SeenBack(back, item.since, Pose(item.x, item.y, item.angle))
        for track in gone:
            seen = lying.pop(track)
            low, high = _last(counts.get(seen.code, ()))
            assert seen.unread is not None
            may_lie_below = any(other.since >= seen.unread - TOGETHER for other in lying.values())
            away[track] = 0 if may_lie_below else 1
            now = Count(time, max(0, low - 1), max(0, high - away[track]))
            counts[seen.code] = _with(counts.get(seen.code, ()), now)
        return replace(
            self,
            lying=MappingProxyType(lying),
            counts=MappingProxyType(counts),
            lifted=MappingProxyType(lifted),
            away=MappingProxyType(away),
            hidden=MappingProxyType(hidden),
        )

    def count(self, back: int, by: float) -> Count:
        """How many cards with this back lay there at a time (s)."""
        found = Count(-math.inf, 0, 0)
        for count in self.counts.get(back, ()):
            if count.time > by:
                break
            found = count
        return found

    def most(self, back: int, by: float) -> int:
        """How many cards with this back surely lay there at once before a time (s)."""
        return max((count.low for count in self.counts.get(back, ()) if count.time <= by), default=0)

    def is_unclear(self, time: float) -> bool:
        """True if a card is not read, for so short a time that nobody knows whether it was taken."""
        return any(seen.unread is not None and time - seen.unread < UNREAD_FOR + 0.2 for seen in self.lying.values())

    def last_arrival(self) -> float:
        """When the last card came (s); minus infinity if none did."""
        return max((seen.since for seen in self.lying.values()), default=-math.inf)

    def was_reached(self, since: float, until: float) -> bool:
        """True if a hand was over the mat between these times (s)."""
        return any(hand.since <= until and (hand.until is None or hand.until >= since) for hand in self.hands)

    def _hands(self, scene: Scene) -> tuple[HandAtMat, ...]:
        is_there = any(item.covered and item.place in (Place.MAT, Place.DISCARD) for item in scene.items)
        was_there = bool(self.hands) and self.hands[-1].until is None
        if is_there and not was_there:
            return (*self.hands, HandAtMat(scene.time))
        if was_there and not is_there:
            return (*self.hands[:-1], self.hands[-1]._replace(until=scene.time))
        return self.hands


def _is_elsewhere(seen: SeenBack, item: Item) -> bool:
    """True if a back is read elsewhere than before: it was pushed, or another card was laid on it."""
    if item.covered or item.unseen_since is not None:
        return False
    return not seen.pose.is_near(Pose(item.x, item.y, item.angle), MOVED, MOVED_TURN)


def _last(counts: Sequence[Count]) -> tuple[int, float]:
    return (counts[-1].low, counts[-1].high) if counts else (0, 0)


def _with(counts: tuple[Count, ...], count: Count) -> tuple[Count, ...]:
    """The counts with a later one. Cards are counted from when they were read first, a little in the past."""
    if counts and count.time < counts[-1].time:
        count = count._replace(time=counts[-1].time)
    return (*counts, count)
