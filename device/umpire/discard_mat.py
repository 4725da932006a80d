"""Counting cards on the discard mat, where all backs of an age look alike and new ones cover old ones."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vision.scene import Place

if TYPE_CHECKING:
    from vision.kit.sizes import KitSizes
    from vision.scene import Item, Scene

SAME_PLACE = 6.0
"""Two cards on the mat lie at least this far apart (mm) or are turned by `SAME_ANGLE`; closer, it is one card."""
SAME_ANGLE = math.radians(12)
ARRIVAL = 1.0
"""s after the boards are seen again, or a card on the mat: what lies there by then lay there before, too."""
CARRIED = -1
"""The track of a card that has not been seen yet where its mat was pushed."""
PILE = 2
"""So many cards lay on the mat at least, if it is empty because somebody looks through them: one may be played."""


@dataclass(frozen=True, slots=True)
class BackPose:
    """A card's back and where its sticker lies: mm and radians in the table's frame. `track` as in `vision.scene`."""

    track: int
    code: int
    x: float
    y: float
    angle: float

    def is_same(self, other: BackPose) -> bool:
        """Whether both are one card, seen twice; it may have been pushed a bit."""
        return self.track == other.track or self.is_at(other)

    def is_at(self, other: BackPose) -> bool:
        """Whether both are at one place."""
        turn = abs((self.angle - other.angle + math.pi) % math.tau - math.pi)
        return (
            self.code == other.code
            and math.hypot(self.x - other.x, self.y - other.y) < SAME_PLACE
            and turn < SAME_ANGLE
        )

    def carried(self, before: BackPose, now: BackPose) -> BackPose:
        """Where this card lies when the mat on which it lies is pushed or turned from `before` to `now`."""
        dx, dy, turn = self.x - before.x, self.y - before.y, now.angle - before.angle
        x = now.x + dx * math.cos(turn) - dy * math.sin(turn)
        y = now.y + dy * math.cos(turn) + dx * math.sin(turn)
        return BackPose(CARRIED, self.code, x, y, self.angle + turn)

    def covers(self, other: BackPose, sizes: KitSizes) -> bool:
        """Whether the card whose back's sticker is here lies over the place of the other's sticker."""
        dx, dy = other.x - self.x, other.y - self.y
        right = dx * math.cos(self.angle) + dy * math.sin(self.angle)
        down = dy * math.cos(self.angle) - dx * math.sin(self.angle)
        edge = sizes.card_inset + sizes.sticker.side / 2
        margin = sizes.sticker.side / 2
        return (
            edge - sizes.card_width - margin < right < edge + margin
            and edge - sizes.card_height - margin < down < edge + margin
        )


@dataclass(frozen=True, slots=True)
class DiscardMat:
    """The cards on the mat: those of earlier turns, and those that came since the last turn was closed.

    `resumed`: the table of an interrupted game has not been seen yet; `lifted`: somebody has the whole pile in hand.
    After either, what lies there since `old` (camera time) or earlier belongs to earlier turns.
    `mat` is where its own sticker was seen last; `left`: where cards lay before it was pushed from there, since those
    below others are believed to lie there still.
    """

    settled: tuple[BackPose, ...] = ()
    fresh: tuple[BackPose, ...] = ()
    resumed: bool = False
    lifted: bool = False
    old: float = -math.inf
    mat: BackPose | None = None
    left: tuple[BackPose, ...] = ()

    def look(self, scene: Scene, sizes: KitSizes) -> DiscardMat:
        """The mat as this scene shows it: a fresh card stays counted while something lies over it."""
        if self.resumed:
            begun = replace(self, resumed=False, old=scene.time + ARRIVAL)
            return begun.look(scene, sizes) if scene.seats else self
        mat = next((pose_of(item) for item in scene.items if item.place is Place.MAT), self.mat)
        if mat and self.mat and not mat.is_at(self.mat):
            return self._pushed(self.mat, mat).look(scene, sizes)
        discarded = [item for item in scene.items if item.place is Place.DISCARD]
        if self.lifted and discarded:
            return replace(self, lifted=False, old=scene.time + ARRIVAL).look(scene, sizes)
        lifted = self.lifted or (bool(scene.seats) and not discarded and len(self.settled) >= PILE)
        present = [pose_of(item) for item in discarded]
        before = [pose_of(item) for item in discarded if item.since <= self.old]
        settled = self.settled + tuple(pose for pose in before if not any(pose.is_same(old) for old in self.settled))
        new = [pose for pose in present if not any(pose.is_same(known) for known in (*settled, *self.left))]
        hidden = [
            pose
            for pose in self.fresh
            if not any(pose.is_same(card) for card in new) and any(card.covers(pose, sizes) for card in present)
        ]
        return replace(self, settled=settled, fresh=tuple(hidden + new), lifted=lifted, mat=mat)

    def _pushed(self, before: BackPose, now: BackPose) -> DiscardMat:
        """The mat lies elsewhere, with all that lies on it."""
        settled, fresh = (tuple(pose.carried(before, now) for pose in poses) for poses in (self.settled, self.fresh))
        left = (*self.left, *self.settled, *self.fresh)
        return replace(self, settled=settled, fresh=fresh, mat=now, left=left)

    def is_arriving(self, scene: Scene) -> bool:
        """The table of an interrupted game is not seen yet, or only in part."""
        return self.resumed or scene.time <= self.old

    def count(self, back: int | None) -> int:
        """How many fresh cards have the back with this code: cards of an earlier age come late from that age."""
        return sum(pose.code == back for pose in self.fresh)

    def settle(self) -> DiscardMat:
        """The turn is closed: what came belongs to it."""
        return replace(self, settled=self.settled + self.fresh, fresh=())


def pose_of(item: Item) -> BackPose:
    """Where an item of the scene lies."""
    return BackPose(item.track, item.code, item.x, item.y, item.angle)
