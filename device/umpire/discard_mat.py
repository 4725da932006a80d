"""Counts the cards on the discard mat, where all backs of an age look alike and new cards cover earlier ones."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from vision.scene import Place
from vision.table.pose import Pose, back_area

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from vision.kit.sizes import KitSizes
    from vision.scene import Item, Scene

SAME_PLACE, SAME_TURN = 6.0, math.radians(12)
"""mm and radians; a back closer than this to where one lay is the same card, pushed a little."""
ARRIVAL = 1.0
"""s after the boards, or a lifted pile, are seen again: what lies there by then lay there before."""
PILE = 2
"""An empty mat means that somebody looks through the pile only if it had this many cards; one alone may be played."""
LIFTED_AFTER = 1.2
"""s for which no card has been seen on the mat until the pile counts as lifted; it takes less to see the card that was
laid over all others."""
LAID_OVER, LAID_OVER_TURN = 0.2, math.radians(1.5)
"""mm and radians; if the top sticker moves by more while a hand is over its card, another card may have been laid
exactly on that. Still stickers are measured more exactly than this, even if the edge of another card, which comes or
goes, touches their rim: that turns them by 0.8 degrees."""
LIFTED_WITHIN = 1.0
"""s from the first back that is not seen any more to the last one, if a hand lifts a pile."""
MEASURED_AFTER = 1.5
"""s after the hand has left until the sticker's position is measured again."""
WITH_ONE_HAND = 1.5
"""s; a back that came so soon before or after another was missed, and lies over it, was laid by one hand over it."""
ONE_VISIT = 4.0
"""s; for so long a hand may be at the mat, or the camera swing, until it is seen what the hand has laid over."""
LAID_AGAIN = 0.5
"""mm; a buried sticker that is read again this far beside its place is that of another card, on top of the pile: what
lies buried is hardly moved. Farther than `SAME_PLACE` it would have another track, so the card was pushed."""
HARDLY_BESIDE = 1.0
"""mm; a sticker so near to a card may lie under it: both places are measured."""
UNCOVERED = 1.0
"""mm; a back that is read again nearer than this to where it lay was hidden meanwhile, as by coins."""
LAID_WITHIN = 2.0
"""s after a hand has left by which a card that it laid on the mat is accepted."""
CLEAR_AFTER = 3.0
"""s after which a back that may have come to light under another one was laid, if nothing explains the turn without."""
FEW = 4
"""Hands may cover fewer items than this at once."""
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
class Touched:
    """A back that a hand covers or covered: where it lay before (relative to the mat), from when to when.

    Times are camera times in seconds. `before` is None if that is not known exactly. `was_read`: its sticker was read
    until the hand came.
    """

    before: Pose | None
    begun: float
    seen_since: float | None = None
    was_read: bool = True


NOT_TOUCHED: Mapping[int, Touched] = MappingProxyType({})


class Moved(NamedTuple):
    """A back whose sticker is read elsewhere since a hand was there: where it lay before, and lies now, on the mat."""

    card: BackOnMat
    hand: Touched
    before: Pose
    now: Pose


class Buried(NamedTuple):
    """A back that lies under others: where its sticker was (relative to the mat), and since when it is read again (s).

    `place` is None if the camera was knocked since: then it is not known exactly enough.
    """

    place: Pose | None
    read_since: float | None = None


NONE_RETURNED: Mapping[int, float] = MappingProxyType({})
NONE_BURIED: Mapping[int, Buried] = MappingProxyType({})
ALL_MEASURED: Mapping[int, float] = MappingProxyType({})
ALL_CLEAR: Mapping[int, float] = MappingProxyType({})


class Taken(NamedTuple):
    """A back that a hand took from the mat, when it was laid there, and since when it is not seen (camera time, s).

    `another_came`: a back was laid since, which may be the same one. `hand_came`: when the hand did.
    """

    card: BackOnMat
    laid: float
    since: float
    another_came: bool = False
    hand_came: float = math.inf

    def is_with(self, other: float) -> bool:
        """True if a back that came at another time (s) came with the hand that was at this one."""
        came = max(min(self.hand_came, self.since - WITH_ONE_HAND), self.since - ONE_VISIT)
        return came <= other < self.since + WITH_ONE_HAND


NONE_TAKEN: Mapping[int, Taken] = MappingProxyType({})


class GivenBack(NamedTuple):
    """A card that a hand seemed to have taken, and when another action was recorded instead (camera time, s)."""

    card: BackOnMat
    time: float


class LaidOver(NamedTuple):
    """A card laid almost exactly over a back: where that one's sticker was before (on the mat), and since when (s)."""

    before: Pose
    time: float


NONE_LAID_OVER: Mapping[int, LaidOver] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class DiscardMat:
    """The cards on the mat: those of earlier turns (`settled`), and those since the last turn closed (`fresh`).

    `resumed`: the table of an interrupted game has not been seen yet. `lifted`: somebody holds the whole pile. After
    either, what has lain there since `old` (camera time, s) or longer belongs to earlier turns.
    `mat`: the mat's own sticker as it was seen last. `left`: where cards lay before the mat was pushed, or before they
    were taken away; the tracker may still report cards there.
    `lifted_settled`, `lifted_fresh`: the cards that were in the pile when it was lifted. Once it lies there again, some
    of them may be hidden by others. `not_back`: tracks of those that have not been seen since; the tracker may still
    report them where they lay. `away_since`: camera time (s) since which no back has been seen.
    `taken`: by track, backs that hands have taken from the mat since one was laid there.
    `touched`: by track, backs that a hand covers or has just left. `read`: tracks of those that were read in the last
    scene, `lying`: of all. `over_unknown`: tracks of those under which cards may lie that were never seen.
    `returned`: track of a back that a hand laid where one had vanished long before, so that it has that one's track ->
    when it was laid (s). `buried`: by track, backs that lie under others, or did until a moment ago.
    `laid_over`: backs over which a card seems to have been laid in this turn, so exactly that no second sticker is
    seen; `laid_over_since`: since when (s). `under`: by track, those and the ones of earlier turns, as they lay before.
    `taken_from_over`: cards that were laid over another one so exactly, and that hands have taken away since their turn
    closed. `given_back`: cards that hands seemed to have taken and that were booked otherwise; `seen_again`: the times
    of those that lie there after all, just where they lay. `unmeasured`: by track, backs whose place is not known
    exactly, as the camera was knocked: since when (s) they are in plain sight again. `unclear`: by track, backs that
    may have come to light or have been laid, and since when (s). `laid_again`: backs of this turn that were laid on the
    pile almost exactly over a buried one, so that they have that one's track.
    """

    settled: tuple[BackOnMat, ...] = ()
    fresh: tuple[BackOnMat, ...] = ()
    resumed: bool = False
    lifted: bool = False
    old: float = -math.inf
    mat: BackOnMat | None = None
    left: tuple[BackOnMat, ...] = ()
    touched: Mapping[int, Touched] = field(default_factory=lambda: NOT_TOUCHED)
    read: frozenset[int] = frozenset()
    over_unknown: frozenset[int] = frozenset()
    lying: frozenset[int] = frozenset()
    returned: Mapping[int, float] = field(default_factory=lambda: NONE_RETURNED)
    buried: Mapping[int, Buried] = field(default_factory=lambda: NONE_BURIED)
    taken: Mapping[int, Taken] = field(default_factory=lambda: NONE_TAKEN)
    laid_over: frozenset[BackOnMat] = frozenset()
    laid_over_since: float = math.inf
    under: Mapping[int, LaidOver] = field(default_factory=lambda: NONE_LAID_OVER)
    taken_from_over: tuple[Taken, ...] = ()
    given_back: tuple[GivenBack, ...] = ()
    seen_again: tuple[float, ...] = ()
    unmeasured: Mapping[int, float] = field(default_factory=lambda: ALL_MEASURED)
    unclear: Mapping[int, float] = field(default_factory=lambda: ALL_CLEAR)
    laid_again: tuple[BackOnMat, ...] = ()
    lifted_settled: tuple[BackOnMat, ...] = ()
    lifted_fresh: tuple[BackOnMat, ...] = ()
    not_back: frozenset[int] = frozenset()
    away_since: float | None = None

    def look(self, scene: Scene, sizes: KitSizes) -> DiscardMat:
        """The mat as this scene shows it. A fresh card counts even while another one lies over it."""
        if self.resumed:
            begun = replace(self, resumed=False, old=scene.time + ARRIVAL)
            return begun.look(scene, sizes) if scene.seats else self
        mat = next((back_on_mat(item) for item in scene.items if item.place is Place.MAT), self.mat)
        if mat and self.mat and not mat.pose.is_near(self.mat.pose, SAME_PLACE, SAME_TURN):
            return self._pushed(self.mat, mat).look(scene, sizes)
        returned = self._returned(scene)
        discarded = [
            replace(item, since=returned.get(item.track, item.since))
            for item in scene.items
            if item.place is Place.DISCARD
        ]
        seen = [item for item in discarded if item.unseen_since is None and not item.covered]
        if self.lifted and seen:
            return replace(self, lifted=False, old=scene.time + ARRIVAL).look(scene, sizes)
        away_since = self._away_since(discarded)
        since = scene.time if away_since is None else away_since
        gone = scene.time - since >= LIFTED_AFTER
        gone = gone and all(item.unseen_since is not None for item in discarded)
        if not self.lifted and scene.seats and gone and self._may_be_lifted(discarded, since):
            return self._lifted(since, discarded)
        if self.lifted:
            return replace(self, returned=returned)
        back_again = [back_on_mat(item) for item in seen if item.track in self.not_back]
        not_back = self.not_back - {card.track for card in back_again}
        lying = [item for item in discarded if item.track not in not_back]
        present = [back_on_mat(item) for item in lying]
        before = [card for card, item in zip(present, lying, strict=True) if item.since <= self.old]
        tracks = frozenset(item.track for item in discarded)
        revealed, may_be_revealed = self._revealed(discarded, sizes)
        unclear = self._unclear(scene.time, may_be_revealed)
        decided = self.unclear.keys() - unclear.keys()
        laid = tuple(card for card in self.settled if card.track in decided)
        settled = tuple(
            BackOnMat(UNTRACKED, card.code, NOWHERE) if card.track in returned.keys() - self.returned.keys() else card
            for card in _without_hidden(self.settled, back_again)
            if card.track not in decided
        )
        settled += _others_than(settled, (*before, *revealed, *may_be_revealed), tracks)
        only_hidden = self._only_hidden(seen)
        settled += _others_than(settled, tuple(only_hidden.values()), tracks)
        lifted_settled = self.lifted_settled
        if scene.time > self.old and settled:
            settled, lifted_settled = settled + _hidden(settled, lifted_settled), ()
        new = _others_than((*settled, *self.left), present, tracks)
        knocked = _is_knocked(scene)
        unmeasured = self._unmeasured(scene.time, discarded, knocked=knocked)
        buried, laid_again = self._buried(scene.time, discarded, mat, knocked=knocked)
        over_unknown = self.over_unknown | {card.track for card in (*before, *revealed, *may_be_revealed)}
        came_to_light = (over_unknown & {card.track for card in settled}) - unclear.keys()
        taken = self._taken(discarded, came_to_light, laid_again, sizes)
        hidden = [
            card
            for card in (*self.fresh, *laid)
            if card.track not in taken
            and not any(other.is_same(card, tracks) for other in new)
            and any(other.covers(card, sizes) for other in present if self._is_later(other, card))
        ]
        touched, moved = self._touched(scene.time, discarded, mat, knocked=knocked)
        now = replace(
            self,
            settled=settled,
            fresh=(*hidden, *new),
            lifted_settled=lifted_settled,
            not_back=not_back,
            away_since=away_since,
            mat=mat,
            touched=touched,
            taken=taken,
            read=frozenset(item.track for item in seen),
            over_unknown=over_unknown,
            lying=tracks,
            returned=returned,
            buried=buried,
            laid_again=self.laid_again + laid_again,
            unclear=unclear,
            unmeasured=unmeasured,
            given_back=tuple(one for one in self.given_back if one not in only_hidden),
            seen_again=self.seen_again + tuple(one.time for one in only_hidden),
            under=NONE_LAID_OVER if knocked else self.under,
            taken_from_over=tuple(
                one._replace(another_came=one.another_came or any(item.since > one.since for item in seen))
                for one in self.taken_from_over
            ),
        )
        return now._with_moved(scene.time, moved, sizes)

    def is_arriving(self, scene: Scene) -> bool:
        """True while the table of an interrupted game is not seen yet, or only in part."""
        return self.resumed or scene.time <= self.old

    def count(self, back: int | None) -> int:
        """How many fresh cards have the back with this code. Cards of an earlier age can be seen late.

        What a hand has just taken does not count, unless another back is seen to lie over it.
        """
        fresh = (card for card in (*self.fresh, *self.laid_again) if card.track not in self.taken)
        return sum(card.code == back for card in (*fresh, *self.lifted_fresh))

    def count_laid_over(self, back: int | None) -> int:
        """How many more cards with this back may have come, each laid exactly over another one.

        What a hand is at, or has just left, is measured again first.
        """
        return sum(card.code == back and card.track not in self.touched for card in self.laid_over)

    def settle(self, discards: int | None = None) -> DiscardMat:
        """The turn has closed: what came belongs to it. `discards`: how many were booked, if that is known.

        Those that were laid exactly over others count, although none of them is seen on its own. What a hand has taken
        from there was no discard, if there are enough without it.
        """
        again, over = (_nowhere(cards) for cards in (self.laid_again, self.laid_over))
        fresh = tuple(card for card in self.fresh if card.track not in self.taken)
        of_turn = fresh + again + over[: max(0, (discards or 0) - len(fresh) - len(again))]
        taken = tuple(card for card in self.fresh if card.track in self.taken)
        enough = discards is not None and len(of_turn) >= discards
        were_none = self.taken.keys() - {card.track for card in self.settled} if enough else set()
        return replace(
            self,
            settled=self.settled + of_turn,
            fresh=(),
            left=self.left + taken,
            taken=MappingProxyType({track: one for track, one in self.taken.items() if track not in were_none}),
            laid_over=frozenset(),
            laid_again=(),
            lifted_fresh=(),
            unclear=ALL_CLEAR,
            seen_again=(),
        )

    def taken_since(self, before: float, back: int | None, *, hand_by: float = math.inf) -> float | None:
        """When a hand that was there `hand_by` took such a back last that was laid `before` and may not lie elsewhere.

        Camera times, s.
        """
        taken = (one.since for one in self._missing(before, back) if one.hand_came <= hand_by)
        return max(taken, default=None)

    def count_taken(self, before: float, back: int | None, since: float) -> int:
        """How many such backs that were laid `before` hands have taken `since`. Camera times, s."""
        return sum(one.since >= since for one in self._missing(before, back))

    def _missing(self, before: float, back: int | None) -> list[Taken]:
        """The backs with this code that were laid `before` (s), that a hand took, and that may not lie elsewhere."""
        taken = (*self.taken.values(), *self.taken_from_over)
        return [one for one in taken if one.card.code == back and one.laid < before and not one.another_came]

    def without_taken(self, count: int, back: int | None, time: float) -> DiscardMat:
        """The mat when so many cards with this back that hands took were no discards. `time`: of the new record, s."""
        over = len(self.taken_from_over[-count:])
        missing = (track for track, one in self.taken.items() if one.card.code == back and not one.another_came)
        last = sorted(missing, key=lambda track: self.taken[track].since, reverse=True)[: count - over]
        settled, fresh = (
            tuple(card for card in cards if card.track not in last) for cards in (self.settled, self.fresh)
        )
        given_back = tuple(self.taken[track].card for track in last)
        taken = MappingProxyType({track: since for track, since in self.taken.items() if track not in last})
        taken_from_over = self.taken_from_over[: len(self.taken_from_over) - over]
        return replace(
            self,
            settled=settled,
            fresh=fresh,
            taken=taken,
            taken_from_over=taken_from_over,
            given_back=self.given_back + tuple(GivenBack(card, time) for card in given_back),
            left=self.left + given_back,
        )

    def _returned(self, scene: Scene) -> Mapping[int, float]:
        """The backs with the track of one that vanished before: when a hand laid them, if one was there just now.

        A card that was only hidden by something else comes back with its track as well, but just where it lay.
        """
        now = {item.track: item for item in scene.items if item.place is Place.DISCARD}
        known = {track: since for track, since in self.returned.items() if track in now}
        left = max(
            (hand.seen_since for hand in self.touched.values() if hand.seen_since is not None), default=-math.inf
        )
        if scene.time - left < LAID_WITHIN and scene.time > self.old:
            new = [item for track, item in now.items() if track not in self.lying]
            places = {card.track: card.pose for card in (*self.settled, *self.lifted_settled)}
            new = [
                item
                for item in new
                if (place := places.get(item.track)) is None or back_on_mat(item).pose.distance(place) > UNCOVERED
            ]
            if all(item.since < left - WITH_ONE_HAND for item in new):
                known |= {item.track: left for item in new if not self._comes_to_light(item)}
        return MappingProxyType(known)

    def _comes_to_light(self, item: Item) -> bool:
        """True if this back may be one that lay hidden since the pile was put back."""
        return item.track in self.not_back and any(
            (card.track, card.code, card.pose) == (UNTRACKED, item.code, NOWHERE) for card in self.settled
        )

    def _only_hidden(self, seen: Iterable[Item]) -> Mapping[GivenBack, BackOnMat]:
        """Cards that no hand had taken, as they lie just where they lay: as they were known, and as they are seen."""
        if not self.given_back:
            return {}
        cards = [back_on_mat(item) for item in seen]
        return {
            before: card
            for before in self.given_back
            for card in cards
            if card.code == before.card.code and card.pose.is_near(before.card.pose, UNCOVERED, LAID_OVER_TURN)
        }

    def _revealed(
        self, discarded: Sequence[Item], sizes: KitSizes
    ) -> tuple[tuple[BackOnMat, ...], tuple[BackOnMat, ...]]:
        """Backs that came to light when a hand took a card under which unknown ones may lie: they lay there before.

        A card that a hand lays hides the sticker of the one below; one that comes to light lay under the taken one. If
        both are possible, two cards came to light; of one, which is returned apart, nobody can tell. What was there by
        `old` lay there before anyway.
        """
        taken = [one for track, one in self.taken.items() if track in self.over_unknown]
        taken += [
            Taken(back_on_mat(item), item.since, item.unseen_since)
            for item in discarded
            if item.track in self.over_unknown and item.unseen_since is not None
            if (hand := self.touched.get(item.track)) is not None and hand.was_read
        ]
        new = [item for item in discarded if item.track not in self.lying and item.unseen_since is None]
        under = [
            (back_on_mat(item), one.card)
            for item in new
            for one in taken
            if item.since > self.old
            and abs(item.since - one.since) < WITH_ONE_HAND
            and one.card.covers(back_on_mat(item), sizes)
        ]
        found = {card.track: card for card, over in under if not card.covers(over, sizes) or len(new) > 1}
        return tuple(found.values()), tuple({card.track: card for card, _ in under if card.track not in found}.values())

    def _taken(
        self,
        discarded: Sequence[Item],
        came_to_light: Collection[int],
        laid_again: Sequence[BackOnMat],
        sizes: KitSizes,
    ) -> Mapping[int, Taken]:
        """The backs that a hand was at and whose place was seen without them since.

        `came_to_light`: tracks of those that nobody laid there; they do not lie over what was taken.
        """
        seen = [item for item in discarded if item.unseen_since is None and not item.covered]
        there = {item.track for item in seen}
        came = [item for item in seen if item.track not in came_to_light]
        taken = {track: one for track, one in self.taken.items() if track not in there}
        for item in discarded:
            hand = self.touched.get(item.track)
            if item.unseen_since is not None and hand and hand.was_read and hand.seen_since is None:
                one = Taken(back_on_mat(item), item.since, item.unseen_since, hand_came=hand.begun)
                taken.setdefault(item.track, one)

        def is_under(one: Taken) -> bool:
            with_it = [back_on_mat(item) for item in came if one.is_with(item.since)]
            again = [card for card in laid_again if one.is_with(self._read_since(card))]
            return any(card.covers(one.card, sizes, HARDLY_BESIDE) for card in (*with_it, *again))

        laid = max((item.since for item in came if item.since > self.old), default=-math.inf)
        return MappingProxyType(
            {
                track: one._replace(another_came=one.another_came or laid > one.since)
                for track, one in taken.items()
                if not is_under(one)
            }
        )

    def _away_since(self, discarded: Sequence[Item]) -> float | None:
        """Since when no back is seen: all were missing in plain sight then, however often a hand has come since."""
        if any(item.unseen_since is None and not item.covered for item in discarded):
            return None
        if self.away_since is not None or any(item.covered for item in discarded):
            return self.away_since
        return max((item.unseen_since for item in discarded if item.unseen_since is not None), default=-math.inf)

    def _taken_before(self, lifted_since: float) -> Mapping[int, Taken]:
        """The cards that hands took one by one before somebody lifted the pile.

        What is missed while the hand that lifts the pile is over it is in that hand.
        """
        before = lifted_since - LIFTED_WITHIN
        lifting = [hand for hand in self.touched.values() if hand.seen_since is None or hand.seen_since >= before]

        def was_lifted(track: int, since: float) -> bool:
            own = self.touched.get(track)
            return since >= before or any(hand is not own and hand.begun <= since for hand in lifting)

        return MappingProxyType({track: one for track, one in self.taken.items() if not was_lifted(track, one.since)})

    def _may_be_lifted(self, discarded: Sequence[Item], since: float) -> bool:
        """True if there was a pile `since` (s), as more than one card was known, or what lay under it was not."""
        known = (self.lying | {item.track for item in discarded}) - self._taken_before(since).keys()
        known -= {card.track for card in self.left}
        untracked = sum(card.track == UNTRACKED for card in (*self.settled, *self.fresh))
        return len(known) + untracked >= PILE or bool(known & self.over_unknown)

    def _lifted(self, since: float, discarded: Iterable[Item]) -> DiscardMat:
        """Somebody holds the pile `since` (s): what came in this turn, and was not taken before, is known by number."""
        taken = self._taken_before(since)
        return replace(
            self,
            lifted=True,
            settled=(),
            fresh=(),
            left=(),
            touched=NOT_TOUCHED,
            taken=taken,
            laid_over=frozenset(),
            under=NONE_LAID_OVER,
            given_back=(),
            buried=NONE_BURIED,
            laid_again=(),
            over_unknown=frozenset(),
            lifted_settled=tuple(card for card in self.settled if card.track not in taken),
            lifted_fresh=self.lifted_fresh
            + tuple(card for card in (*self.fresh, *self.laid_again) if card.track not in taken),
            not_back=self.lying.union(item.track for item in discarded),
            away_since=None,
        )

    def _pushed(self, before: BackOnMat, after: BackOnMat) -> DiscardMat:
        """The mat lies elsewhere, with everything on it."""
        settled, fresh = (
            tuple(BackOnMat(UNTRACKED, card.code, card.pose.carried(before.pose, after.pose)) for card in cards)
            for cards in (self.settled, self.fresh)
        )
        left = (*self.left, *self.settled, *self.fresh)
        return replace(
            self,
            settled=settled,
            fresh=fresh,
            mat=after,
            left=left,
            touched=NOT_TOUCHED,
            taken=NONE_TAKEN,
            under=NONE_LAID_OVER,
            given_back=(),
            buried=NONE_BURIED,
        )

    def _is_later(self, card: BackOnMat, other: BackOnMat) -> bool:
        """True if a card was laid after another one, or may have been, and so may lie over it.

        Tracks are numbered as they come, but a card may have that of one that vanished or lay buried where it lies.
        """
        read_again = card.track in self.buried and self._read_since(card) < math.inf
        laid_again = any(again.track == card.track for again in self.laid_again)
        return card.track > other.track or card.track in self.returned or read_again or laid_again

    def _read_since(self, card: BackOnMat) -> float:
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
                place = None if item.track in self.unmeasured else pose
                buried[item.track] = known._replace(read_since=None) if known else Buried(place)
            elif known and known.read_since is None:
                buried[item.track] = known if item.covered else known._replace(read_since=time)
            elif known and not item.covered and time - self._read_since(card) < MEASURED_AFTER:
                buried[item.track] = known
            elif (
                known
                and known.place
                and LAID_AGAIN < pose.distance(known.place) <= SAME_PLACE
                and not self._came_with(card, discarded)
            ):
                laid_again.append(card)
        return MappingProxyType(buried), tuple(laid_again)

    def _unclear(self, time: float, appeared: Iterable[BackOnMat]) -> Mapping[int, float]:
        """By track, backs that may have come to light or have been laid, and since when (s): not for long.

        If the turn does not close without them, they were laid. One that is not seen meanwhile may have been covered.
        """
        if not (self.unclear or appeared):
            return ALL_CLEAR
        since = {card.track: time for card in appeared} | dict(self.unclear)
        return MappingProxyType(
            {track: at for track, at in since.items() if time - at < CLEAR_AFTER or track in self.taken}
        )

    def _unmeasured(self, time: float, discarded: Sequence[Item], *, knocked: bool) -> Mapping[int, float]:
        """The backs that have not lain in plain sight for long enough since the camera was knocked."""
        if knocked:
            return MappingProxyType({item.track: math.inf for item in discarded})
        if not self.unmeasured:
            return ALL_MEASURED
        since = {
            item.track: math.inf
            if item.covered or item.unseen_since is not None
            else min(self.unmeasured[item.track], time)
            for item in discarded
            if item.track in self.unmeasured
        }
        return MappingProxyType({track: at for track, at in since.items() if time - at < MEASURED_AFTER})

    def _came_with(self, card: BackOnMat, discarded: Sequence[Item]) -> bool:
        """True if another back appeared when this one was read again."""
        since = self._read_since(card)
        return any(item.track != card.track and abs(item.since - since) < WITH_ONE_HAND for item in discarded)

    def _touched(
        self, time: float, discarded: Sequence[Item], mat: BackOnMat | None, *, knocked: bool
    ) -> tuple[Mapping[int, Touched], Sequence[Moved]]:
        """The backs that a hand covers or has just left, and those that have moved under it.

        Where a card lay before is known only if it was seen before the hand came: the hand that lays it does not count,
        nor one that was there when the camera was knocked, since everything is measured again then. A card is reported
        once it has been read for a while; a hand that is over it by then is the next one.
        """
        if knocked:
            return MappingProxyType(self._behind_swing(time, discarded)), ()
        touched: dict[int, Touched] = {}
        moved = []
        for item in discarded:
            card, known = back_on_mat(item), self.touched.get(item.track)
            pose = _on_mat(card.pose, mat)
            before = self._moved_from(item, known, discarded, mat) if known else None
            if item.covered and known and before:
                moved.append(Moved(card, known, before, pose))
                touched[item.track] = Touched(pose, time)
            elif item.covered and known:
                was_read = known.was_read if known.seen_since is None else item.track in self.read
                touched[item.track] = Touched(known.before, known.begun, was_read=was_read)
            elif item.covered and (item.track in self.read or item.track not in self.lying):
                measured = item.track in self.read and item.track not in self.unmeasured
                touched[item.track] = Touched(pose if measured else None, time)
            elif known and known.seen_since is None:
                touched[item.track] = replace(known, seen_since=time)
            elif known and known.seen_since is not None and time - known.seen_since < MEASURED_AFTER:
                touched[item.track] = known
            elif known and before:
                moved.append(Moved(card, known, before, pose))
        return MappingProxyType(touched), moved

    def _behind_swing(self, time: float, discarded: Sequence[Item]) -> dict[int, Touched]:
        """A hand at every back that was read: while the camera swings, one may come and go without being seen."""
        hands = {}
        for item in discarded:
            known, was_read = self.touched.get(item.track), item.track in self.read
            if known and known.seen_since is None:
                hands[item.track] = replace(known, before=None)
            elif known or was_read:
                hands[item.track] = Touched(None, known.begun if known else time, was_read=was_read)
        return hands

    def _with_moved(self, time: float, moved: Sequence[Moved], sizes: KitSizes) -> DiscardMat:
        """The mat with the cards that hands have laid almost exactly over others, or taken from there again.

        What is not seen since then may lie under them.
        """
        if not moved:
            return self
        hidden = set[int]()
        over = {card.track: card for card in self.laid_over}
        under, since, taken_from_over = dict(self.under), self.laid_over_since, self.taken_from_over
        for card, hand, before, now in moved:
            bare = under.pop(card.track, None)
            if bare is None or not now.is_near(bare.before, LAID_OVER, LAID_OVER_TURN):
                over[card.track], since = card, time
                under[card.track] = LaidOver(before, hand.begun)
                hidden |= {
                    track
                    for track, one in self.taken.items()
                    if hand.begun <= one.since < hand.begun + WITH_ONE_HAND
                    and card.covers(one.card, sizes, HARDLY_BESIDE)
                }
            elif over.pop(card.track, None) is None:
                left = time if hand.seen_since is None else hand.seen_since
                lifted = replace(card, track=UNTRACKED)
                taken_from_over += (Taken(lifted, bare.time, left, hand_came=hand.begun),)
        return replace(
            self,
            laid_over=frozenset(over.values()),
            laid_over_since=since,
            under=MappingProxyType(under),
            taken_from_over=taken_from_over,
            taken=MappingProxyType({track: one for track, one in self.taken.items() if track not in hidden}),
        )

    def _moved_from(self, item: Item, known: Touched, discarded: Sequence[Item], mat: BackOnMat | None) -> Pose | None:
        """Where a sticker was read before a hand came that brought no card that is seen; None if it is still there."""
        if known.seen_since is None or known.before is None or item.track in self.buried or _came(discarded, known):
            return None
        now = _on_mat(back_on_mat(item).pose, mat)
        return None if now.is_near(known.before, LAID_OVER, LAID_OVER_TURN) else known.before


def _others_than(
    known: Sequence[BackOnMat], seen: Sequence[BackOnMat], tracks: frozenset[int]
) -> tuple[BackOnMat, ...]:
    """Those of the cards that are seen that are none of the known ones. `tracks`: all that are known now."""
    known_tracks = {card.track for card in known}
    return tuple(
        card for card in seen if card.track not in known_tracks and not any(card.is_same(old, tracks) for old in known)
    )


def _is_knocked(scene: Scene) -> bool:
    """True if nothing at all can be read: the camera swings. No hand covers everything."""
    return len(scene.items) >= FEW and all(item.covered for item in scene.items)


def _hidden(seen: Sequence[BackOnMat], known: Sequence[BackOnMat]) -> tuple[BackOnMat, ...]:
    """Those of the known cards that must lie hidden under the ones that are seen, somewhere on the mat."""
    count = Counter(card.code for card in known) - Counter(card.code for card in seen)
    return tuple(BackOnMat(UNTRACKED, code, NOWHERE) for code in count.elements())


def _without_hidden(cards: Sequence[BackOnMat], seen: Iterable[BackOnMat]) -> Sequence[BackOnMat]:
    """The cards without hidden ones that have come to light: as many as are seen of each code."""
    left = Counter(card.code for card in seen)
    known = []
    for card in cards:
        if card.pose == NOWHERE and left[card.code] > 0:
            left[card.code] -= 1
        else:
            known.append(card)
    return known


def _nowhere(cards: Iterable[BackOnMat]) -> tuple[BackOnMat, ...]:
    """The same cards, hidden somewhere in the pile."""
    return tuple(BackOnMat(UNTRACKED, card.code, NOWHERE) for card in cards)


def _came(discarded: Sequence[Item], touched: Touched) -> bool:
    """True if the hand brought a card that is seen: that one pushed the others."""
    return any(item.since >= touched.begun for item in discarded)


def back_on_mat(item: Item) -> BackOnMat:
    """An item of the scene as a back on the mat."""
    return BackOnMat(item.track, item.code, Pose(item.x, item.y, item.angle))


def _on_mat(pose: Pose, mat: BackOnMat | None) -> Pose:
    """A pose relative to the mat's sticker, if that is seen: a knocked camera or table moves both."""
    if mat is None:
        return pose
    return Pose(*mat.pose.to_own((pose.x, pose.y)), mat.pose.angle_to(pose))
