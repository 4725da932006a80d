"""How the stickers of the backs on the discard mat are seen: which hands cover, which lie buried, which have moved."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from vision.scene import Item
from vision.table.pose import Pose, back_area

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from vision.kit.sizes import KitSizes

SAME_PLACE, SAME_TURN = 6.0, math.radians(12)
"""mm and radians; a back closer than this to where one lay is the same card, pushed a little."""
LAID_OVER, LAID_OVER_TURN = 0.2, math.radians(1.5)
"""mm and radians; if the top sticker moves by more while a hand is over its card, another card may have been laid
exactly on that. Still stickers are measured more exactly than this, even if the edge of another card, which comes or
goes, touches their rim: that turns them by 0.8 degrees."""
MEASURED_AFTER = 1.5
"""s after the hand has left until the sticker's position is measured again."""
WITH_ONE_HAND = 1.5
"""s; a back that came so soon before or after another was missed, and lies over it, was laid by one hand over it."""
LAID_AGAIN = 0.5
"""mm; a buried sticker that is read again this far beside its place is that of another card, on top of the pile: what
lies buried is hardly moved. Farther than `SAME_PLACE` it would have another track, so the card was pushed."""
UNTRACKED = -1
"""The track of a card that was never seen, or not since its mat was pushed."""

NOWHERE = Pose(math.inf, math.inf, 0.0)
"""The pose of a card that lies hidden in the pile."""


@dataclass(frozen=True, slots=True)
class BackOnMat:
    """A card's back on the mat: its track and code as in `vision.scene`, and the pose of its sticker on the table."""

    track: int
    code: int
    pose: Pose

    def is_same(self, before: BackOnMat, tracks: frozenset[int]) -> bool:
        """True if both are one card, seen twice; it may have been pushed a little.

        `tracks`: those that are known now. A card that still has its own track, as under a pile, is no other card.
        """
        return self.track == before.track or (
            self.code == before.code
            and before.track not in tracks
            and self.pose.is_near(before.pose, SAME_PLACE, SAME_TURN)
        )

    def covers(self, other: BackOnMat, sizes: KitSizes, margin: float = 0.0) -> bool:
        """True if this card lies over the other one's sticker, or at most `margin` mm beside it."""
        return back_area(self.pose, sizes).contains((other.pose.x, other.pose.y), sizes.sticker.side / 2 + margin)


@dataclass(frozen=True, slots=True)
class HandOver:
    """A hand over a back: when it came, and when it left (camera times, s; None while it is there).

    `before`: where the back's sticker lay then, relative to the mat; None if that is not known exactly. `was_read`: the
    sticker was read until the hand came.
    """

    before: Pose | None
    came: float
    left: float | None = None
    was_read: bool = True


NO_HANDS: Mapping[int, HandOver] = MappingProxyType({})


class Moved(NamedTuple):
    """A back whose sticker is read elsewhere since a hand was there: where it lay before, and lies now, on the mat."""

    card: BackOnMat
    hand: HandOver
    before: Pose
    now: Pose


class Buried(NamedTuple):
    """A back that lies under others: where its sticker was (relative to the mat), and since when it is read again (s).

    `place` is None if the camera was knocked since: then it is not known exactly enough.
    """

    place: Pose | None
    read_since: float | None = None


NONE_BURIED: Mapping[int, Buried] = MappingProxyType({})
ALL_MEASURED: Mapping[int, float | None] = MappingProxyType({})
THE_MAT = -2
"""Stands for the mat among the tracks of backs."""


class Looked(NamedTuple):
    """The stickers as one more scene shows them, and the backs that have `moved` under hands.

    `laid_again`: backs with the track of a buried one, but other cards, which were laid on top just now.
    """

    stickers: MatStickers
    moved: Sequence[Moved]
    laid_again: tuple[BackOnMat, ...]


@dataclass(frozen=True, slots=True)
class MatStickers:
    """What is known of each back's sticker, by its track.

    `mat`: the mat's own sticker as it was seen last. `read`: tracks of the backs that were read in the last scene,
    `lying`: of all. `hands`: those over backs, and those that have just left. `buried`: backs that lie under others, or
    did until a moment ago. `unmeasured`: those whose place is not known exactly, as the camera was knocked: since when
    (s) they are in plain sight again, or None if they were hidden before that was long enough; no place on the mat is
    while `THE_MAT` is among them. `away_since`: camera time (s) since which no back has been seen.
    """

    mat: BackOnMat | None = None
    read: frozenset[int] = frozenset()
    lying: frozenset[int] = frozenset()
    hands: Mapping[int, HandOver] = field(default_factory=lambda: NO_HANDS)
    buried: Mapping[int, Buried] = field(default_factory=lambda: NONE_BURIED)
    unmeasured: Mapping[int, float | None] = field(default_factory=lambda: ALL_MEASURED)
    away_since: float | None = None

    def look(self, time: float, discarded: Sequence[Item], mat_seen: Item | None, *, knocked: bool) -> Looked:
        """The stickers of these backs, seen at this camera time (s).

        `mat_seen`: the mat's own one, if this scene shows it. `knocked`: the camera swings.
        """
        mat = back_on_mat(mat_seen) if mat_seen else self.mat
        buried, laid_again = self._buried(time, discarded, mat, knocked=knocked)
        hands, moved = self._hands(time, discarded, mat, knocked=knocked)
        stickers = MatStickers(
            mat=mat,
            read=tracks_of(in_sight(discarded)),
            lying=tracks_of(discarded),
            hands=hands,
            buried=buried,
            unmeasured=self._unmeasured(time, discarded, mat_seen, knocked=knocked),
            away_since=self.all_away_since(discarded),
        )
        return Looked(stickers, moved, laid_again)

    def in_other_places(self, mat: BackOnMat | None) -> MatStickers:
        """The stickers when all cards lie elsewhere, `mat` as well: no hand is over them, and nothing lies buried."""
        return replace(self, mat=mat, hands=NO_HANDS, buried=NONE_BURIED)

    def hand_left(self) -> float:
        """When the last hand left that was at the mat just now (camera time, s); minus infinity if there was none."""
        return max((hand.left for hand in self.hands.values() if hand.left is not None), default=-math.inf)

    def all_away_since(self, discarded: Sequence[Item]) -> float | None:
        """Since when no back is seen: all were missing in plain sight then, however often a hand has come since."""
        if in_sight(discarded):
            return None
        if self.away_since is not None or any(item.covered for item in discarded):
            return self.away_since
        return max((item.unseen_since for item in discarded if item.unseen_since is not None), default=-math.inf)

    def read_since(self, card: BackOnMat) -> float:
        """Since when (camera time, s) a back is read again that lay buried; infinity if none is."""
        known = self.buried.get(card.track)
        return known.read_since if known is not None and known.read_since is not None else math.inf

    def _buried(
        self, time: float, discarded: Sequence[Item], mat: BackOnMat | None, *, knocked: bool
    ) -> tuple[Mapping[int, Buried], tuple[BackOnMat, ...]]:
        """The backs that lie under others, and those that seem to be such a one but were laid on top just now.

        A buried back that is read again has come to light, or another one was laid there: almost, but never exactly in
        its place. If a hand brought yet another card, that one may have pushed the pile.
        """
        if knocked:
            return MappingProxyType({track: Buried(None) for track in self.buried}), ()
        buried: dict[int, Buried] = {}
        laid_again = []
        for item in discarded:
            card, known = back_on_mat(item), self.buried.get(item.track)
            pose = _on_mat(card.pose, mat)
            if item.unseen_since is not None:
                place = pose if self._is_measured(item) else None
                buried[item.track] = known._replace(read_since=None) if known else Buried(place)
            elif known and known.read_since is None:
                buried[item.track] = known if item.covered else known._replace(read_since=time)
            elif known and not item.covered and time - self.read_since(card) < MEASURED_AFTER:
                buried[item.track] = known
            elif (
                known
                and known.place
                and LAID_AGAIN < pose.distance(known.place) <= SAME_PLACE
                and not self._came_with(card, discarded)
            ):
                laid_again.append(card)
        return MappingProxyType(buried), tuple(laid_again)

    def _came_with(self, card: BackOnMat, discarded: Sequence[Item]) -> bool:
        """True if another back appeared when this one was read again."""
        since = self.read_since(card)
        return any(item.track != card.track and abs(item.since - since) < WITH_ONE_HAND for item in discarded)

    def _unmeasured(
        self, time: float, discarded: Sequence[Item], mat: Item | None, *, knocked: bool
    ) -> Mapping[int, float | None]:
        """The backs, and the mat, that have not lain in plain sight for long enough since the camera was knocked.

        The tracker measures them when the camera is at rest and after each hand, but not when one comes to light.
        """
        seen: dict[int, Item | None] = {item.track: item for item in discarded}
        if mat is not None or self.mat is not None:
            seen[THE_MAT] = mat
        if knocked:
            return MappingProxyType(dict.fromkeys(seen, math.inf))
        if not self.unmeasured:
            return ALL_MEASURED
        since: dict[int, float | None] = {}
        for track, item in seen.items():
            if track not in self.unmeasured:
                continue
            known, hidden = self.unmeasured[track], item is None or item.unseen_since is not None
            if item is not None and item.covered:
                since[track] = math.inf
            elif track == THE_MAT and hidden:
                since[track] = math.inf  # no card is counted by it, and hands need not come to it
            elif known is None or (hidden and not known <= time < known + MEASURED_AFTER):
                since[track] = None
            elif time - min(known, time) < MEASURED_AFTER:
                since[track] = min(known, time)
        return MappingProxyType(since)

    def _is_measured(self, item: Item) -> bool:
        """True if the place of this back on the mat is known exactly."""
        return item.track not in self.unmeasured and THE_MAT not in self.unmeasured

    def _hands(
        self, time: float, discarded: Sequence[Item], mat: BackOnMat | None, *, knocked: bool
    ) -> tuple[Mapping[int, HandOver], Sequence[Moved]]:
        """The backs that a hand covers or has just left, and those that have moved under it.

        Where a card lay before is known only if it was seen before the hand came: the hand that lays it does not count,
        nor one that was there when the camera was knocked, since everything is measured again then. A card is reported
        once it has been read for a while; a hand that is over it by then is the next one.
        """
        if knocked:
            return MappingProxyType(self._behind_swing(time, discarded)), ()
        hands: dict[int, HandOver] = {}
        moved = []
        for item in discarded:
            card, known = back_on_mat(item), self.hands.get(item.track)
            pose = _on_mat(card.pose, mat)
            before = self._moved_from(time, item, known, discarded, mat) if known else None
            if known and before:
                moved.append(Moved(card, known, before, pose))
                hand = HandOver(pose, time) if item.covered else None
            else:
                hand = self._hand_over(time, item, known, pose) if item.covered else _just_left(known, time)
            if hand:
                hands[item.track] = hand
        return MappingProxyType(hands), moved

    def _hand_over(self, time: float, item: Item, known: HandOver | None, pose: Pose) -> HandOver | None:
        """The hand that covers this back, which lies there on the mat, if it is known when that hand came."""
        read = item.track in self.read
        if known:
            return HandOver(known.before, known.came, was_read=known.was_read if known.left is None else read)
        if not read and item.track in self.lying:
            return None
        return HandOver(pose if read and self._is_measured(item) else None, time)

    def _behind_swing(self, time: float, discarded: Sequence[Item]) -> dict[int, HandOver]:
        """A hand at every back that was read: while the camera swings, one may come and go without being seen."""
        hands = {}
        for item in discarded:
            known, was_read = self.hands.get(item.track), item.track in self.read
            if known and known.left is None:
                hands[item.track] = replace(known, before=None)
            elif known or was_read:
                hands[item.track] = HandOver(None, time, was_read=was_read)
        return hands

    def _moved_from(
        self, time: float, item: Item, known: HandOver, discarded: Sequence[Item], mat: BackOnMat | None
    ) -> Pose | None:
        """Where a sticker was read before a hand came that brought no card that is seen; None if it is still there.

        Until its place is measured again nobody knows, unless the next hand comes before that.
        """
        if known.left is None or known.before is None or item.track in self.buried or _came(discarded, known):
            return None
        if not item.covered and time - known.left < MEASURED_AFTER:
            return None
        now = _on_mat(back_on_mat(item).pose, mat)
        return None if now.is_near(known.before, LAID_OVER, LAID_OVER_TURN) else known.before


def back_on_mat(item: Item) -> BackOnMat:
    """An item of the scene as a back on the mat."""
    return BackOnMat(item.track, item.code, Pose(item.x, item.y, item.angle))


def hidden_back(code: int) -> BackOnMat:
    """A back with this code that lies hidden somewhere in the pile."""
    return BackOnMat(UNTRACKED, code, NOWHERE)


def in_sight(discarded: Iterable[Item]) -> list[Item]:
    """Those of the backs whose stickers are read now."""
    return [item for item in discarded if item.unseen_since is None and not item.covered]


Back = TypeVar("Back", BackOnMat, Item)


def tracks_of(backs: Iterable[Back]) -> frozenset[int]:
    """The tracks of these backs."""
    return frozenset(back.track for back in backs)


def of_tracks(backs: Iterable[Back], tracks: Collection[int]) -> tuple[Back, ...]:
    """Those of the backs that have one of these tracks."""
    return tuple(back for back in backs if back.track in tracks)


def without_tracks(backs: Iterable[Back], tracks: Collection[int]) -> tuple[Back, ...]:
    """Those of the backs that have none of these tracks."""
    return tuple(back for back in backs if back.track not in tracks)


def _just_left(known: HandOver | None, time: float) -> HandOver | None:
    """A hand that covers its back no longer, until the place of that is measured again (camera time, s)."""
    if known and known.left is None:
        return replace(known, left=time)
    return known if known and known.left is not None and time - known.left < MEASURED_AFTER else None


def _came(discarded: Sequence[Item], hand: HandOver) -> bool:
    """True if the hand brought a card that is seen: that one pushed the others."""
    return any(item.since >= hand.came for item in discarded)


def _on_mat(pose: Pose, mat: BackOnMat | None) -> Pose:
    """A pose relative to the mat's sticker, if that is seen: a knocked camera or table moves both."""
    if mat is None:
        return pose
    return Pose(*mat.pose.to_own((pose.x, pose.y)), mat.pose.angle_to(pose))
