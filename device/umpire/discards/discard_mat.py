"""Counts the cards on the discard mat, where all backs of an age look alike and new cards cover earlier ones."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from device.times import GESTURE
from device.umpire.discards.backs import SAME_PLACE, SAME_TURN, BackOnMat, Taken, is_unread, pose_of
from vision.kit.sizes import KitSizes
from vision.scene import Item, Place, Scene
from vision.table.pose import Pose

PILE = 2
"""An empty mat means that somebody looks through the pile only if it had this many cards; one alone may be played."""
SEEN_BY = 0.75
"""s for which the place of a pile must have been in plain sight until it counts as lifted: the tracker takes 0.7 s to
see a card that was laid over all others."""
HARDLY_BESIDE = 1.0
"""mm; a sticker so near to a card may lie under it: both places are measured."""
FEW = 4
"""Hands may cover fewer items than this at once."""


@dataclass(frozen=True, slots=True)
class DiscardMat:
    """The cards that have come to the mat.

    What came after `since` and before `until` (camera times, s) is of the open turn: what was laid later is for the
    next one. `awaited`: codes of cards that somebody took from the pile but did not build: they may be put back.
    `resumed`: the table of an interrupted game has not been seen yet; nobody knows then when its cards came. After
    that, and once a `lifted` pile lies there again, what lay there by `old` (camera time, s) is of earlier turns.
    `interrupted`: the game was, in this age.
    `mat`: where the mat's sticker was seen last. `away_since`: since when no back is seen, as a hand has taken all, or
    laid another one over them (camera time, s).
    """

    backs: tuple[BackOnMat, ...] = ()
    since: float = -math.inf
    until: float = math.inf
    awaited: tuple[int, ...] = ()
    resumed: bool = False
    interrupted: bool = False
    lifted: bool = False
    old: float = -math.inf
    mat: Pose | None = None
    away_since: float | None = None

    # What it shows

    def is_arriving(self, scene: Scene) -> bool:
        """True while the table of an interrupted game is not seen yet, or only in part."""
        return self.resumed or scene.time <= self.old

    def count(self, back: int | None) -> int:
        """How many cards with this back's code came in the open turn: those that a hand took again do not count."""
        return sum(one.counts and one.code == back and self.since < one.laid < self.until for one in self.backs)

    def count_laid_over(self, back: int | None, before: float = math.inf) -> int:
        """How many more cards with this back may have come, each laid exactly over another one by a hand of its own.

        `before`: by this camera time (s).
        """
        last = max((one.laid for one in self.backs), default=-math.inf)
        moved = (one.moved for one in self.backs if one.code == back and one.moved is not None)
        return sum(last < hand < before for hand in moved)

    def came(self, back: int | None) -> list[BackOnMat]:
        """The cards with this back's code that came while somebody looked."""
        return [one for one in self.backs if one.code == back and math.isfinite(one.laid)]

    def laid(self, back: int | None) -> tuple[float, ...]:
        """When the new cards with this back were laid that nobody has taken since (camera times, s)."""
        came = (one for one in self.backs if one.counts and one.code == back)
        return tuple(sorted(one.laid for one in came if one.laid > self.since))

    def perhaps_covered(self, read: float) -> tuple[float, ...]:
        """When cards came (camera times, s) that a hand has taken, or has only covered with others.

        `read`: all cards that have come by this time (s) have been read.
        """
        taken = (one for one in self.backs if one.taken and (one.taken.unclear or one.taken.since > read))
        return tuple(one.laid for one in taken if math.isfinite(one.laid) and not one.gone)

    @property
    def taken(self) -> tuple[tuple[BackOnMat, float], ...]:
        """The backs that hands have taken from the mat, and since when (camera times, s), the last one last."""
        taken = [(one, one.taken.since) for one in self.backs if one.taken]
        return tuple(sorted(taken, key=lambda one: one[1]))

    # What people do

    def settle(self, back: int | None = None, before: float = math.inf) -> DiscardMat:
        """The turn has closed: what came until now, or `before` (camera time, s), belongs to it.

        `back`: the code of its backs, as others are of the next age or phase; None: of all.
        """
        until = min(before, self.until)
        last = max((one.laid for one in self.backs if one.laid < until and back in (None, one.code)), default=-math.inf)
        settled = replace(self, since=max(self.since, last), until=math.inf, awaited=())
        return settled._each(lambda one: replace(one, moved=None))

    def settle_age(self, back: int | None) -> DiscardMat:
        """The age is over: none of its backs, with this code, belongs to the next one."""
        return replace(replace(self, until=math.inf).settle(back), interrupted=False)

    def with_built(self, built: Sequence[int], since: float) -> DiscardMat:
        """The mat after cards with these backs were `built` from there in a phase that began `since` (camera time, s).

        Nobody took a discard back then. What hands took lies there no more; what was not built may be put back. What
        came was put back, or came to light: it was thrown before.
        """
        taken = self._taken_for(built, since)
        awaited = Counter(one.code for one in taken if not one.gone) - Counter(built)

        def after(one: BackOnMat) -> BackOnMat:
            if one in taken:
                return replace(one, gone=True, taken=None, hand=None)
            return replace(one, laid=-math.inf) if since < one.laid <= self.since else one

        return replace(self._each(after), awaited=tuple(awaited.elements()))

    def _taken_for(self, built: Sequence[int], since: float) -> list[BackOnMat]:
        """What hands took in such a phase, and what they took last before it, if more was built.

        People do not wait for the phase to take what they build.
        """
        of_turns = [(one, at) for one, at in self.taken if one.laid <= self.since]
        taken = [one for one, at in of_turns if at >= since]
        sooner = [one for one, at in reversed(of_turns) if at < since]
        for code, number in (Counter(built) - Counter(one.code for one in taken)).items():
            taken += [one for one in sooner if one.code == code][:number]
        return taken

    # What a scene shows

    def look(self, scene: Scene, sizes: KitSizes) -> DiscardMat:
        """The mat as this scene shows it. A new card counts even while another one lies over it."""
        if _swings(scene) or (self.resumed and not scene.seats):
            return self
        if self.resumed:
            known = replace(self, resumed=False, interrupted=True, old=scene.time + GESTURE)
            return known.look(scene, sizes)
        mat = next((pose_of(item) for item in scene.items if item.place is Place.MAT), self.mat)
        if mat and self.mat and not mat.is_near(self.mat, SAME_PLACE, SAME_TURN):
            return self._pushed(self.mat, mat).look(scene, sizes)
        items = [item for item in scene.items if item.place is Place.DISCARD]
        if self.lifted and all(map(is_unread, items)):
            return self
        known = self._read_again(scene.time, items) if self.lifted else self
        since = known._all_away_since(items)
        if scene.seats and since is not None and known._is_lifted(since, scene.time, items):
            return known._with_lifted(since)
        return replace(known, mat=mat, away_since=since)._with_items(scene.time, items, sizes)

    def _each(self, change: Callable[[BackOnMat], BackOnMat]) -> DiscardMat:
        """The mat with every back as it is now."""
        return replace(self, backs=tuple(map(change, self.backs)))

    def _with_items(self, time: float, items: Sequence[Item], sizes: KitSizes) -> DiscardMat:
        """The mat when these backs lie there at this camera time (s)."""
        before = {one.track: one for one in self.backs if one.track is not None}
        tracks, now = {item.track for item in items}, list[BackOnMat]()
        others = [one for one in self.backs if one.track not in tracks]
        for item in sorted(items, key=lambda item: item.track not in before):
            known = self._known(item, before.get(item.track), others)
            if known.track != item.track:
                others.remove(known)
                known = replace(known, track=item.track)
            now.append(known.seen(item, time, self.mat))
        backs = (*(self._not_reported(one, now, sizes) for one in others), *now)
        return replace(self, backs=backs)._with_only_hidden()._with_taken(sizes)

    def _known(self, item: Item, before: BackOnMat | None, others: Sequence[BackOnMat]) -> BackOnMat:
        """The card that an item is: the one with its track, unless that is gone, or one of the others, or a new one."""
        if before is not None and (not before.gone or is_unread(item)):
            return before
        return next((one for one in others if self._may_be(one, item)), before) or self._new(item)

    def _may_be(self, one: BackOnMat, item: Item) -> bool:
        """True if an item is this card, which has another track now: a card of a pile only when that is put back."""
        return one.taken is None and one.is_same(item) and (one.track is not None or item.since <= self.old)

    def _not_reported(self, one: BackOnMat, others: Sequence[BackOnMat], sizes: KitSizes) -> BackOnMat:
        """A card that the tracker reports no more: if it came in this turn it is gone, unless others lie over it."""
        if not one.lies:
            return one
        is_under = any(other.laid >= one.laid and other.covers(one, sizes) for other in others)
        gone = one.gone or (one.laid > self.since and one.taken is None and not is_under)
        return replace(one, lies=False, is_read=False, hand=None, gone=gone)

    def _new(self, item: Item) -> BackOnMat:
        """The card of an item that was not known; one of an age of which none lay in the pile is new in any case."""
        is_new = item.since > self.old or not (self.interrupted or item.code in {one.code for one in self.backs})
        return BackOnMat(item.track, item.code, pose_of(item), item.since if is_new else -math.inf)

    def _with_only_hidden(self) -> DiscardMat:
        """The mat with cards that seemed to be gone, but are read where they lay: they were only hidden."""
        again = Counter(one.code for one in self.backs if one.gone and one.is_read)
        mat = self._each(lambda one: replace(one, gone=one.gone and not one.is_read))
        return replace(mat, awaited=tuple((Counter(self.awaited) - again).elements()))

    def _with_taken(self, sizes: KitSizes) -> DiscardMat:
        """The mat with what was taken of the backs that are missing; others only lie under what the hand brought."""
        came = [one for one in self.backs if one.is_read]

        def judged(one: BackOnMat) -> BackOnMat:
            taken = one.taken
            if taken is None:
                return one
            if any(taken.is_with(each.laid) and each.covers(one, sizes, HARDLY_BESIDE) for each in came):
                return replace(one, taken=None)
            return replace(one, taken=reduce(Taken.with_other, (each.laid for each in came), taken))

        return self._each(judged)

    # A pile in somebody's hands

    def _all_away_since(self, items: Sequence[Item]) -> float | None:
        """Since when no back is seen: a hand was there, and all were missing in plain sight then.

        However often a hand has come since.
        """
        if not all(map(is_unread, items)):
            return None
        known, covered = self.away_since is not None, any(item.covered for item in items)
        if known or covered or not any(one.hand for one in self.backs):
            return self.away_since
        return max((item.unseen_since or -math.inf for item in items), default=-math.inf)

    def _is_lifted(self, since: float, time: float, items: Sequence[Item]) -> bool:
        """True if somebody holds the pile, which is missed `since` (camera time, s), and its place is seen without it.

        One card that lay there before anybody looked may stand for a pile that nobody has seen.
        """
        taken = self._taken_before(since)
        known = [one for one in self.backs if not one.gone]
        lay = sum(one.lies and one.track not in taken for one in known)
        is_pile = lay >= (1 if any(one.laid <= self.old for one in known) else PILE)
        bare = all(item.unseen_since is not None and time - item.unseen_since >= SEEN_BY for item in items)
        return is_pile and bare and time - since >= GESTURE

    def _taken_before(self, since: float) -> set[int | None]:
        """The tracks of cards that hands took one by one before somebody lifted the pile, which is missed `since` (s).

        What is missed while the hand that lifts the pile is over it is in that hand.
        """
        before = since - GESTURE
        lifting = [
            (one.track, one.hand.came)
            for one in self.backs
            if one.hand and (one.hand.left is None or one.hand.left >= before)
        ]
        return {
            one.track
            for one, at in self.taken
            if at < before and not any(track != one.track and came <= at for track, came in lifting)
        }

    def _with_lifted(self, since: float) -> DiscardMat:
        """Somebody holds the pile `since` (s): its cards are known by number, but for those that were taken before."""
        taken = self._taken_before(since)
        mat = self._each(lambda one: replace(one, gone=True) if one.gone or one.track in taken else one.unseen)
        return replace(mat, lifted=True, away_since=since)

    def _read_again(self, time: float, items: Sequence[Item]) -> DiscardMat:
        """The mat when cards are read there again (s): the lifted pile, unless one came when the pile was missed.

        That one only lay over all others, and was not read at once.
        """
        missed, known = math.inf if self.away_since is None else self.away_since, {one.track for one in self.backs}
        new = [item for item in items if item.track not in known and not is_unread(item)]
        if any(abs(item.since - missed) <= GESTURE for item in new):
            return replace(self, lifted=False)
        back = self._each(lambda one: one if one.gone else replace(one, track=None))
        return replace(back, lifted=False, old=time + GESTURE)

    def _pushed(self, before: Pose, after: Pose) -> DiscardMat:
        """The mat lies elsewhere, with everything on it; the tracker may still report cards where they lay."""
        there = (one for one in self.backs if not one.gone)
        moved = [
            replace(one.unseen, track=one.track and -one.track, pose=one.pose.carried(before, after), taken=one.taken)
            for one in there
        ]
        stale = [replace(one, laid=-math.inf, gone=True, taken=None) for one in self.backs if one.track is not None]
        return replace(self, backs=(*stale, *moved), mat=after)


def _swings(scene: Scene) -> bool:
    """True while the camera swings: nothing can be read, and no hand covers everything."""
    return len(scene.items) >= FEW and all(item.covered for item in scene.items)
