"""A back on the discard mat: how its sticker is seen, which hands were over it, and what lies over it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from vision.kit.sizes import KitSizes
from vision.scene import Item
from vision.table.pose import Pose, back_area

SAME_PLACE, SAME_TURN = 6.0, math.radians(12)
"""mm and radians; a back closer than this to where one lay is the same card, pushed a little."""
LAID_OVER, LAID_OVER_TURN = 0.2, math.radians(1.5)
"""mm and radians; if the top sticker moves by more while a hand is over its card, another card may have been laid
exactly on that. Still stickers are measured more exactly than this, even if the edge of another card, which comes or
goes, touches their rim: that turns them by 0.8 degrees."""
LAID_AGAIN = 0.5
"""mm; a sticker that is read again this far beside its place is that of another card: what lies buried is hardly moved.
Farther than `SAME_PLACE` it has another track."""
MEASURED_AFTER = 1.5
"""s after the hand has left, or the camera was knocked, until the sticker's position is measured again."""
WITH_ONE_HAND = 1.5
"""s; a back that came so soon before or after another was missed, and lies over it, was laid by one hand over it."""
ONE_VISIT = 4.0
"""s; for so long a hand may be at the mat, or the camera swing, until it is seen what the hand has laid over."""


class Turn(Enum):
    """Of which turn a back is."""

    NEW = "of the open one"
    OLD = "of an earlier one"
    NONE = "of none: it is known to be gone, although the tracker may still report it where it lay"
    LIFTED = "of none yet: it was in a pile that was lifted, and has not been seen since"


class Hand(NamedTuple):
    """A hand over a back: when it came, and when it left (camera times, s; None while it is there).

    `before`: where the back's sticker lay on the mat until then; None if that is not known exactly. `was_read`: the
    sticker was read until the hand came.
    """

    came: float
    left: float | None = None
    before: Pose | None = None
    was_read: bool = True


class Unread(NamedTuple):
    """A back that other cards hide: where its sticker lay on the mat, and since when it is read again (s).

    `place` is None if it is not known exactly.
    """

    place: Pose | None
    again: float | None = None


class Taken(NamedTuple):
    """That a hand has taken a back: since when it is not seen, and when the hand came (camera times, s).

    `another_came`: a back was laid since, which may be the same one. `covered`: hands brought a card meanwhile, so that
    it may only lie hidden.
    """

    since: float
    hand_came: float
    another_came: bool = False
    covered: bool = False

    def is_with(self, other: float) -> bool:
        """True if a back that came at another time (s) came with the hand that was at this one."""
        came = max(min(self.hand_came, self.since - WITH_ONE_HAND), self.since - ONE_VISIT)
        return came <= other < self.since + WITH_ONE_HAND


class LaidOver(NamedTuple):
    """A card laid almost exactly over a back: where that one's sticker lay on the mat, and when it was noticed (s).

    `before` is None if the camera was knocked since. `is_new`: that card is of the open turn.
    """

    before: Pose | None
    noticed: float
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class BackOnMat:
    """A card's back on the mat: its track and code as in `vision.scene`, and where its sticker lies on the table.

    `place`: the same on the mat. `laid`: when it came (camera time, s). `lies`: the last scene had it; `is_read`: it
    was read there.
    """

    track: int
    code: int
    pose: Pose
    place: Pose
    laid: float
    turn: Turn
    lies: bool = False
    is_read: bool = False
    hand: Hand | None = None
    unread: Unread | None = None
    taken: Taken | None = None
    over: LaidOver | None = None

    @property
    def counts(self) -> bool:
        """True if it is of the open turn, and no hand has taken it."""
        return self.turn is Turn.NEW and self.taken is None

    @property
    def is_surely_taken(self) -> bool:
        """True if it may not lie elsewhere on the mat."""
        return self.taken is not None and not self.taken.another_came and not self.taken.covered

    def seen(self, item: Item, time: float, mat: Pose | None, *, exact: bool) -> BackOnMat:
        """The card as this item shows it. `mat`: where the mat's sticker lies. `exact`: places are known exactly."""
        pose, is_read = Pose(item.x, item.y, item.angle), item.unseen_since is None and not item.covered
        place = self.place if pose == self.pose else on_mat(pose, mat)
        if is_read and self.is_read and self.hand is None and self.unread is None and place is self.place:
            return self
        missed = item.unseen_since
        taken = None if is_read else self.taken
        if missed is not None and taken is None and self.hand and self.hand.left is None and self.hand.was_read:
            taken = Taken(missed, self.hand.came)
        unread = self._unread(item, time, exact=exact)
        hand = self._hand(time, covered=item.covered, exact=exact)
        return replace(self, pose=pose, place=place, lies=True, is_read=is_read, hand=hand, unread=unread, taken=taken)

    def _hand(self, time: float, *, covered: bool, exact: bool) -> Hand | None:
        """The hand that is over it, or has just left, until its place is measured again."""
        hand = self.hand
        if not covered:
            if hand is None or hand.left is None:
                return hand._replace(left=time) if hand else None
            return hand if time - hand.left < MEASURED_AFTER else None
        if hand and (exact or hand.left is None):
            was_read = hand.was_read if hand.left is None else self.is_read
            return Hand(hand.came, None, hand.before if exact else None, was_read)
        if self.lies and not self.is_read:
            return None
        return Hand(time, None, self.place if self.is_read and exact else None)

    def _unread(self, item: Item, time: float, *, exact: bool) -> Unread | None:
        """How it lies under others, or did until a moment ago."""
        known = self.unread
        if item.unseen_since is not None:
            return known._replace(again=None) if known else Unread(self.place if exact else None)
        if known is None or item.covered:
            return known
        if known.again is None:
            return known._replace(again=time)
        return known if time - known.again < MEASURED_AFTER else None

    def moved_from(self, before: BackOnMat, time: float) -> Hand | None:
        """The hand under which it moved on the mat, if its place is measured again or the next hand comes now."""
        hand = before.hand
        if hand is None or hand.left is None or hand.before is None or before.unread or self.unread:
            return None
        if self.is_read and time - hand.left < MEASURED_AFTER:
            return None
        return None if self.place.is_near(hand.before, LAID_OVER, LAID_OVER_TURN) else hand

    def is_same(self, before: BackOnMat) -> bool:
        """True if both are one card, seen twice; it may have been pushed a little."""
        return self.code == before.code and self.pose.is_near(before.pose, SAME_PLACE, SAME_TURN)

    def covers(self, other: BackOnMat, sizes: KitSizes, margin: float = 0.0) -> bool:
        """True if this card lies over the other one's sticker, or at most `margin` mm beside it."""
        return back_area(self.pose, sizes).contains((other.pose.x, other.pose.y), sizes.sticker.side / 2 + margin)


def on_mat(pose: Pose, mat: Pose | None) -> Pose:
    """A pose relative to the mat's sticker, if that is seen: a knocked camera or table moves both."""
    return pose if mat is None else Pose(*mat.to_own((pose.x, pose.y)), mat.angle_to(pose))
