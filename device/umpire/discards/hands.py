"""What hands have taken from the discard mat, and what they have laid there so exactly that no new sticker is seen."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from device.umpire.discards.stickers import (
    LAID_OVER,
    LAID_OVER_TURN,
    UNTRACKED,
    WITH_ONE_HAND,
    BackOnMat,
    back_on_mat,
    in_sight,
    tracks_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from device.umpire.discards.stickers import MatStickers, Moved
    from vision.kit.sizes import KitSizes
    from vision.scene import Item
    from vision.table.pose import Pose

CARRIED_IN = 0.6
"""s that it takes at least from coming to the mat until a card is read that was taken there, turned over and laid."""
LIFTED_WITHIN = 1.0
"""s from the first back that is not seen any more to the last one, if a hand lifts a pile."""
ONE_VISIT = 4.0
"""s; for so long a hand may be at the mat, or the camera swing, until it is seen what the hand has laid over."""
HARDLY_BESIDE = 1.0
"""mm; a sticker so near to a card may lie under it: both places are measured."""
UNCOVERED = 1.0
"""mm; a back that is read again nearer than this to where it lay was hidden meanwhile, as by coins."""


class Taken(NamedTuple):
    """A back that a hand took from the mat, when it was laid there, and since when it is not seen (camera time, s).

    `another_came`: a back was laid since, which may be the same one. `hand_came`: when the hand did. `covered`: hands
    brought a card meanwhile, so that it may only lie hidden.
    """

    card: BackOnMat
    laid: float
    since: float
    another_came: bool = False
    hand_came: float = math.inf
    covered: bool = False

    def is_with(self, other: float) -> bool:
        """True if a back that came at another time (s) came with the hand that was at this one."""
        came = max(min(self.hand_came, self.since - WITH_ONE_HAND), self.since - ONE_VISIT)
        return came <= other < self.since + WITH_ONE_HAND


NONE_TAKEN: Mapping[int, Taken] = MappingProxyType({})


class NoDiscard(NamedTuple):
    """A back that a hand seems to have taken, so that its discard was recorded as another action, and when (s)."""

    card: BackOnMat
    time: float


@dataclass(frozen=True, slots=True)
class TakenBacks:
    """The backs that hands have taken from the mat.

    `missing`: by track, those that are not seen, unless one was laid over them. `from_over`: cards that were laid over
    another one so exactly that they had no track, and that hands have taken away since their turn closed.
    `no_discards`: backs that hands seemed to have taken, so that their discards were recorded otherwise.
    """

    missing: Mapping[int, Taken] = field(default_factory=lambda: NONE_TAKEN)
    from_over: tuple[Taken, ...] = ()
    no_discards: tuple[NoDiscard, ...] = ()

    def look(
        self,
        discarded: Sequence[Item],
        stickers: MatStickers,
        came: Sequence[tuple[BackOnMat, float]],
        laid: float,
        sizes: KitSizes,
    ) -> TakenBacks:
        """What is taken when the mat shows these backs, and `stickers` is how they were seen before.

        A hand was at those that it took, and their place was seen without them since. `came`: the backs that somebody
        has laid there and that may lie over others, and when they came; `laid`: when the last of this turn did. Camera
        times, s.
        """
        seen = in_sight(discarded)
        taken = dict(self.without(tracks_of(seen)).missing)
        for one in vanished(discarded, stickers):
            if stickers.hands[one.card.track].left is None:
                taken.setdefault(one.card.track, one)

        def is_under(one: Taken) -> bool:
            return any(one.is_with(since) and card.covers(one.card, sizes, HARDLY_BESIDE) for card, since in came)

        missing = {
            track: one._replace(
                another_came=one.another_came or laid > one.since, covered=one.covered or laid >= one.hand_came
            )
            for track, one in taken.items()
            if not is_under(one)
        }
        from_over = (one for one in self.from_over if all(item.since <= one.since for item in seen))
        return replace(self, missing=MappingProxyType(missing), from_over=tuple(from_over))

    def only_hidden(self, seen: Iterable[Item]) -> Mapping[NoDiscard, BackOnMat]:
        """Cards that no hand had taken, as they lie just where they lay: as they were known, and as they are seen."""
        if not self.no_discards:
            return {}
        cards = [back_on_mat(item) for item in seen]
        return {
            before: card
            for before in self.no_discards
            for card in cards
            if card.code == before.card.code and card.pose.is_near(before.card.pose, UNCOVERED, LAID_OVER_TURN)
        }

    def has_any_laid_since(self, time: float) -> bool:
        """True if a back that was laid after this camera time (s) was taken."""
        return any(one.laid > time for one in (*self.missing.values(), *self.from_over))

    @property
    def last(self) -> float:
        """Since when the last one is not seen (camera time, s); minus infinity if there is none."""
        return max((one.since for one in self.missing.values()), default=-math.inf)

    def with_seen_again(self, cards: Collection[NoDiscard]) -> TakenBacks:
        """The same when these cards lie there after all."""
        return replace(self, no_discards=tuple(one for one in self.no_discards if one not in cards))

    def taken_of(self, before: float, back: int | None, hand_by: float = math.inf) -> list[Taken]:
        """The backs with this code that hands took and that may not lie elsewhere; the last one that was taken is last.

        Those that were laid before `before`, by hands that had come to the mat by `hand_by`. Camera times, s.
        """
        taken = (*self.missing.values(), *self.from_over)
        sure = [one for one in taken if not one.another_came and not one.covered]
        found = [one for one in sure if one.card.code == back and one.laid < before]
        return sorted((one for one in found if one.hand_came <= hand_by), key=lambda one: one.since)

    def before_lifting(self, since: float, stickers: MatStickers) -> Mapping[int, Taken]:
        """The cards that hands took one by one before somebody lifted the pile, which is missed `since` (s).

        What is missed while the hand that lifts the pile is over it is in that hand.
        """
        before = since - LIFTED_WITHIN
        lifting = [hand for hand in stickers.hands.values() if hand.left is None or hand.left >= before]

        def was_lifted(track: int, since: float) -> bool:
            own = stickers.hands.get(track)
            return since >= before or any(hand is not own and hand.came <= since for hand in lifting)

        return MappingProxyType({track: one for track, one in self.missing.items() if not was_lifted(track, one.since)})

    def without(self, tracks: Collection[int]) -> TakenBacks:
        """The same without backs that were not taken, or are known to be gone."""
        return replace(
            self,
            missing=MappingProxyType({track: one for track, one in self.missing.items() if track not in tracks}),
        )

    def as_no_discards(self, taken: Sequence[Taken], time: float) -> TakenBacks:
        """The same when the discards of these backs were recorded as other actions at that camera time (s)."""
        tracks = {one.card.track for one in taken} - {UNTRACKED}
        no_discards = tuple(NoDiscard(one.card, time) for one in taken if one.card.track in tracks)
        return replace(
            self.without(tracks),
            from_over=tuple(one for one in self.from_over if one not in taken),
            no_discards=self.no_discards + no_discards,
        )


def vanished(discarded: Iterable[Item], stickers: MatStickers) -> list[Taken]:
    """The backs that were read until a hand came, and whose place has been seen without them since."""
    return [
        Taken(back_on_mat(item), item.since, item.unseen_since, hand_came=hand.came)
        for item in discarded
        if item.unseen_since is not None and (hand := stickers.hands.get(item.track)) and hand.was_read
    ]


class LaidOver(NamedTuple):
    """A card laid almost exactly over a back: where that one's sticker was before (on the mat), and when the hand came.

    Camera time, s.
    """

    before: Pose
    time: float


NONE_LAID_OVER: Mapping[int, LaidOver] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class LaidOverBacks:
    """Backs over which a card seems to have been laid so exactly that no second sticker is seen.

    `this_turn`: those that lie below a card of this turn; `noticed`: when the last one was found (camera time, s).
    `under`: by track, those and the ones of earlier turns, as they lay before.
    """

    this_turn: frozenset[BackOnMat] = frozenset()
    noticed: float = math.inf
    under: Mapping[int, LaidOver] = field(default_factory=lambda: NONE_LAID_OVER)


def after_moves(
    taken: TakenBacks, laid_over: LaidOverBacks, moved: Sequence[Moved], time: float, sizes: KitSizes
) -> tuple[TakenBacks, LaidOverBacks]:
    """What was taken and laid over when backs have `moved` under hands, as is seen at this camera time (s).

    Somebody has laid a card almost exactly over each of them, or taken one from there again. What is not seen since
    then may lie under it.
    """
    if not moved:
        return taken, laid_over
    hidden = set[int]()
    this_turn = {card.track: card for card in laid_over.this_turn}
    under, noticed, from_over = dict(laid_over.under), laid_over.noticed, taken.from_over
    for card, hand, before, now in moved:
        bare = under.pop(card.track, None)
        if bare is None or not now.is_near(bare.before, LAID_OVER, LAID_OVER_TURN):
            this_turn[card.track], noticed = card, time
            under[card.track] = LaidOver(before, hand.came)
            hidden |= {
                track
                for track, one in taken.missing.items()
                if hand.came <= one.since < hand.came + WITH_ONE_HAND and card.covers(one.card, sizes, HARDLY_BESIDE)
            }
        elif this_turn.pop(card.track, None) is None:
            left, lifted = time if hand.left is None else hand.left, replace(card, track=UNTRACKED)
            from_over += (Taken(lifted, bare.time, left, hand_came=hand.came),)
    return (
        replace(taken.without(hidden), from_over=from_over),
        LaidOverBacks(frozenset(this_turn.values()), noticed, MappingProxyType(under)),
    )
