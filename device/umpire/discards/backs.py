"""A back on the discard mat: how its sticker is seen, which hands were over it, and what lies over it."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

from device.times import GESTURE, READ_WITHIN
from vision.kit.sizes import KitSizes
from vision.scene import Item
from vision.table.pose import Pose, back_area

SAME_PLACE, SAME_TURN = 6.0, math.radians(12)
"""mm and radians; a back closer than this to where one lay is the same card, pushed a little."""
LAID_OVER, LAID_OVER_TURN = 0.2, math.radians(1.5)
"""mm and radians; if a sticker lies elsewhere by more since a hand was there, another card may lie exactly on it."""


class Hand(NamedTuple):
    """A hand over a back: when it came, and when it left (camera times, s; None while it is there).

    `before`: where the sticker lay on the mat until then; None if it was not measured. `was_read`: it was read there.
    """

    came: float
    before: Pose | None
    was_read: bool
    left: float | None = None


class Taken(NamedTuple):
    """That a hand has taken a back: since when it is not seen, and when the hand came (camera times, s).

    `unclear`: hands brought a back meanwhile or soon after, which may be the same one, or may only hide it.
    """

    since: float
    hand_came: float
    unclear: bool = False

    def is_with(self, other: float) -> bool:
        """True if a back that came at another time (s) came with the hand that was at this one."""
        came = max(min(self.hand_came, self.since - GESTURE), self.since - READ_WITHIN)
        return came <= other < self.since + GESTURE

    def with_other(self, laid: float) -> Taken:
        """The same if another back came at this time (s)."""
        return self._replace(unclear=self.unclear or self.hand_came <= laid < self.since + READ_WITHIN)


@dataclass(frozen=True, slots=True)
class BackOnMat:
    """A card's back on the mat: its track and code as in `vision.scene`, and where its sticker lies on the table.

    `track`: None once it lies unseen in a pile that was put back, and negative while it is not seen where the mat was
    pushed. `laid`: when it came (camera time, s), or minus infinity if it lay there before. `lies`: the last scene had
    it; `is_read`: it was read there. `moved`: when the hand came (s) under which it moved in the open turn, so that
    another card may have been laid exactly over it.
    `gone`: it lies nowhere on the mat as far as anybody sees, although the tracker may still report it.
    """

    track: int | None
    code: int
    pose: Pose
    laid: float
    lies: bool = False
    is_read: bool = False
    hand: Hand | None = None
    taken: Taken | None = None
    moved: float | None = None
    gone: bool = False

    @property
    def counts(self) -> bool:
        """True if it lies there, seen or not: no hand has taken it."""
        return self.taken is None and not self.gone

    @property
    def unseen(self) -> BackOnMat:
        """The card as it lies in a pile, where nobody sees it."""
        return BackOnMat(self.track, self.code, self.pose, self.laid)

    @property
    def is_surely_taken(self) -> bool:
        """True if it may not lie elsewhere on the mat."""
        return self.taken is not None and not self.taken.unclear

    def seen(self, item: Item, time: float, mat: Pose | None) -> BackOnMat:
        """The card as this item shows it at this camera time (s). `mat`: where the mat's sticker lies."""
        pose, missed = pose_of(item), item.unseen_since
        if self.is_read and self.hand is None and not is_unread(item) and pose == self.pose:
            return self
        taken = self.taken if is_unread(item) else None
        if missed is not None and taken is None and self.hand and self.hand.left is None and self.hand.was_read:
            taken = Taken(missed, self.hand.came)
        now = replace(self, pose=pose, lies=True, is_read=not is_unread(item), taken=taken)
        return now._under_hand(self, time, on_mat(pose, mat), covered=item.covered)

    def _under_hand(self, before: BackOnMat, time: float, place: Pose, *, covered: bool) -> BackOnMat:
        """The same with the hand that is over it, or has just left. `before`: how it was seen last."""
        hand = before.hand
        if covered and hand is None:
            at = place if before.is_read else None
            return replace(self, hand=Hand(time, at, before.is_read or not before.lies))
        if hand is None:
            return self
        if covered:
            was_read = hand.was_read if hand.left is None else before.is_read
            return replace(self, hand=hand._replace(left=None, was_read=was_read))
        if hand.left is None:
            return replace(self, hand=hand._replace(left=time))
        if time - hand.left < GESTURE:
            return self
        lies_there = hand.before is None or place.is_near(hand.before, LAID_OVER, LAID_OVER_TURN)
        return replace(self, hand=None, moved=self.moved if lies_there else hand.came)

    def is_same(self, item: Item) -> bool:
        """True if this item is the card, which may have been pushed a little."""
        return self.code == item.code and self.pose.is_near(pose_of(item), SAME_PLACE, SAME_TURN)

    def covers(self, other: BackOnMat, sizes: KitSizes, margin: float = 0.0) -> bool:
        """True if this card lies over the other one's sticker, or at most `margin` mm beside it."""
        return back_area(self.pose, sizes).contains((other.pose.x, other.pose.y), sizes.sticker.side / 2 + margin)


def pose_of(item: Item) -> Pose:
    """Where an item lies on the table."""
    return Pose(item.x, item.y, item.angle)


def is_unread(item: Item) -> bool:
    """True if its sticker is not read now: a hand is over it, or something hides it."""
    return item.unseen_since is not None or item.covered


def on_mat(pose: Pose, mat: Pose | None) -> Pose:
    """A pose relative to the mat's sticker, if that is seen: a knocked camera or table moves both."""
    return pose if mat is None else Pose(*mat.to_own((pose.x, pose.y)), mat.angle_to(pose))
