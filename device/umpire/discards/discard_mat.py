"""Counts the cards on the discard mat, where all backs of an age look alike and new cards cover earlier ones."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import permutations, product
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from device.umpire.discards.hands import (
    NONE_LAID_OVER,
    NONE_TAKEN,
    UNCOVERED,
    LaidOverBacks,
    TakenBacks,
    after_moves,
    vanished,
)
from device.umpire.discards.stickers import (
    NOWHERE,
    SAME_PLACE,
    SAME_TURN,
    UNTRACKED,
    WITH_ONE_HAND,
    BackOnMat,
    MatStickers,
    back_on_mat,
    hidden_back,
    in_sight,
    of_tracks,
    tracks_of,
    without_tracks,
)
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from device.umpire.discards.stickers import Looked
    from vision.kit.sizes import KitSizes
    from vision.scene import Item, Scene

ARRIVAL = 1.0
"""s after the boards, or a lifted pile, are seen again: what lies there by then lay there before. The camera's swinging
does not count."""
PILE = 2
"""An empty mat means that somebody looks through the pile only if it had this many cards; one alone may be played."""
LIFTED_AFTER, SEEN_BY = 1.2, 0.75
"""s for which no card has been seen on the mat until the pile counts as lifted, and for which its place must have been
in plain sight: it takes less to see the card that was laid over all others."""
LAID_WITHIN = 2.0
"""s after a hand has left by which a card that it laid on the mat is accepted."""
CLEAR_AFTER = 3.0
"""s after which a back that may have come to light under another one was laid, if nothing explains the turn without."""
AWAITED_FOR = 2
"""Turns that may close until a card is put back that was taken from the discard pile, but not built."""
LATE_FOR = 2
"""Turns that may close until a card of a pile is seen over which coins, or a hand, lay when the pile was put back."""
SLIPPED, SLIPPED_TURN = 4.0, math.radians(4)
"""mm and radians by which a card may slip in a pile that is lifted and put back as a whole."""
FEW = 4
"""Hands may cover fewer items than this at once."""

NONE_RETURNED: Mapping[int, float] = MappingProxyType({})
ALL_CLEAR: Mapping[int, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class LiftedPile:
    """What is known of a pile that somebody lifts to look through it, and of the one that lies there since.

    `held`: somebody holds it. `settled`, `fresh`: the cards that were in it. Once it lies there again, some of them may
    be hidden by others. `not_back`: tracks of those that have not been seen since; the tracker may still report them
    where they lay. `before`: those whose stickers no other card hid, as they lay before; `seen`: those that were seen
    as soon as it lay there again. Both are known until so many more `turns` have closed. `late`: tracks of new cards
    that may have lain in it.
    """

    held: bool = False
    settled: tuple[BackOnMat, ...] = ()
    fresh: tuple[BackOnMat, ...] = ()
    not_back: frozenset[int] = frozenset()
    before: tuple[BackOnMat, ...] = ()
    seen: tuple[BackOnMat, ...] = ()
    turns: int = LATE_FOR
    late: frozenset[int] = frozenset()

    def with_seen_again(self, cards: tuple[BackOnMat, ...]) -> LiftedPile:
        """The pile when these of its cards are seen again: all others of it lie hidden."""
        return replace(self, settled=(), seen=cards if self.before and not self.seen else self.seen)

    def with_turn_closed(self) -> LiftedPile:
        """The pile when one more turn has closed."""
        if self.before and self.turns > 1:
            return replace(self, fresh=(), late=frozenset(), turns=self.turns - 1)
        return replace(self, fresh=(), late=frozenset(), before=(), seen=(), turns=LATE_FOR)


class Awaited(NamedTuple):
    """A back with this code that somebody may put back on the mat until so many more turns have closed.

    `taken_with`: tracks of all backs that hands took with it. One of them was built; if another one is seen where it
    lay, it was only hidden.
    """

    back: int
    taken_with: frozenset[int] = frozenset()
    turns: int = AWAITED_FOR


@dataclass(frozen=True, slots=True)
class DiscardMat:
    """The cards on the mat: those of earlier turns (`settled`), and those since the last turn closed (`fresh`).

    `resumed`: the table of an interrupted game has not been seen yet. After that, and once a lifted `pile` lies there
    again, what lay there by `old` (camera time, s) belongs to earlier turns. `interrupted`: the game was, in this age.
    `left`: where cards lay before the mat was pushed, or before they were taken away; the tracker may still report
    cards there.
    `stickers`: how those of the backs were seen. `taken`: what hands have taken away, and `laid_over`: what they have
    laid exactly over others. `over_unknown`: tracks of backs under which cards may lie that were never seen.
    `returned`: track of a back that a hand laid where one had vanished long before, so that it has that one's track ->
    when it was laid (s). `unclear`: by track, backs that may have come to light or have been laid, and since when (s).
    `laid_again`: backs of this turn that were laid on the pile almost exactly over a buried one, so that they have that
    one's track. `awaited`: backs that were taken from the pile but not built: they may be put back. `later`: tracks of
    backs that were laid when everybody had gone on to the next turn.
    """

    settled: tuple[BackOnMat, ...] = ()
    fresh: tuple[BackOnMat, ...] = ()
    resumed: bool = False
    interrupted: bool = False
    old: float = -math.inf
    left: tuple[BackOnMat, ...] = ()
    pile: LiftedPile = LiftedPile()
    stickers: MatStickers = MatStickers()
    taken: TakenBacks = TakenBacks()
    laid_over: LaidOverBacks = LaidOverBacks()
    over_unknown: frozenset[int] = frozenset()
    returned: Mapping[int, float] = field(default_factory=lambda: NONE_RETURNED)
    unclear: Mapping[int, float] = field(default_factory=lambda: ALL_CLEAR)
    laid_again: tuple[BackOnMat, ...] = ()
    awaited: tuple[Awaited, ...] = ()
    later: frozenset[int] = frozenset()

    def look(self, scene: Scene, sizes: KitSizes) -> DiscardMat:
        """The mat as this scene shows it. A fresh card counts even while another one lies over it."""
        if self.resumed:
            begun = replace(self, resumed=False, interrupted=True, old=scene.time + ARRIVAL)
            return begun.look(scene, sizes) if scene.seats else self
        before, mat = self.stickers.mat, next(iter(_lying(scene, Place.MAT)), None)
        if mat and before and not back_on_mat(mat).pose.is_near(before.pose, SAME_PLACE, SAME_TURN):
            return self._pushed(before, back_on_mat(mat)).look(scene, sizes)
        backs = _lying(scene, Place.DISCARD)
        returned = self._returned(scene.time, backs)
        discarded = [replace(item, since=returned.get(item.track, item.since)) for item in backs]
        if self.pile.held and in_sight(discarded):
            return replace(self, pile=replace(self.pile, held=False), old=scene.time + ARRIVAL).look(scene, sizes)
        if self.pile.held:
            return replace(self, returned=returned)
        if scene.seats and (since := self._lifted_since(scene.time, discarded)) is not None:
            return self._lifted(since, discarded, sizes)
        knocked = _is_knocked(scene)
        arriving = replace(self, old=scene.time + ARRIVAL) if knocked and scene.time <= self.old else self
        looked = self.stickers.look(scene.time, discarded, mat, knocked=knocked)
        now = arriving._with_backs(
            scene.time, discarded, looked, returned.keys() - self.returned.keys(), sizes, knocked=knocked
        )
        return replace(now, returned=returned)._with_only_hidden(discarded)

    def _with_backs(
        self,
        time: float,
        discarded: Sequence[Item],
        looked: Looked,
        returned: Collection[int],
        sizes: KitSizes,
        *,
        knocked: bool,
    ) -> DiscardMat:
        """The mat when these backs lie there at this camera time (s). `returned`: tracks of those that returned now.

        `knocked`: the camera swings.
        """
        earlier = self._with_earlier(time, discarded, returned, sizes)
        tracks = tracks_of(discarded)
        present = [back_on_mat(item) for item in without_tracks(discarded, earlier.pile.not_back)]
        new = _others_than((*earlier.settled, *earlier.left), present, tracks)
        came_to_light = (earlier.over_unknown & tracks_of(earlier.settled)) - earlier.unclear.keys()
        came = [(back_on_mat(item), item.since) for item in without_tracks(in_sight(discarded), came_to_light)]
        came += [(card, self.stickers.read_since(card)) for card in looked.laid_again]
        last = max((since for _, since in came if since > self.old), default=-math.inf)
        taken = earlier.taken.look(discarded, self.stickers, came, last, sizes)
        were_laid = of_tracks(self.settled, self.unclear.keys() - earlier.unclear.keys())
        hidden = [
            card
            for card in without_tracks((*self.fresh, *were_laid), taken.missing)
            if not any(other.is_same(card, tracks) for other in new) and self._is_under(card, present, sizes)
        ]
        laid_over = replace(self.laid_over, under=NONE_LAID_OVER) if knocked else self.laid_over
        taken, laid_over = after_moves(taken, laid_over, looked.moved, time, sizes)
        return replace(
            earlier,
            fresh=(*hidden, *new),
            pile=replace(earlier.pile, late=self._late(earlier.settled, new)),
            stickers=looked.stickers,
            taken=taken,
            laid_over=laid_over,
            laid_again=self.laid_again + looked.laid_again,
        )

    def _with_earlier(
        self, time: float, discarded: Sequence[Item], returned: Collection[int], sizes: KitSizes
    ) -> DiscardMat:
        """The mat with the cards of earlier turns as they lie there now (s), also what came to light or lies again.

        `returned`: tracks of those backs that a hand has laid now where earlier ones had vanished.
        """
        seen, tracks = in_sight(discarded), tracks_of(discarded)
        not_back = self.pile.not_back - tracks_of(seen)
        revealed, may_be_revealed = self._revealed(discarded, sizes)
        were_there = (back_on_mat(item) for item in without_tracks(discarded, not_back) if item.since <= self.old)
        from_before = (*were_there, *revealed, *may_be_revealed)
        unclear = self._unclear(time, may_be_revealed)
        were_laid = self.unclear.keys() - unclear.keys()
        only_hidden = self.taken.only_hidden(seen)
        known = without_tracks(_without_hidden(self.settled, of_tracks(seen, self.pile.not_back)), were_laid)
        settled = tuple(hidden_back(card.code) if card.track in returned else card for card in known)
        for card in (*from_before, *only_hidden.values()):
            settled += _others_than(settled, (card,), tracks)
        pile = replace(self.pile, not_back=not_back)
        if time > self.old and settled:
            settled, pile = settled + _hidden(settled, pile.settled), pile.with_seen_again(settled)
        return replace(
            self,
            settled=settled,
            left=without_tracks(self.left, returned),
            pile=pile,
            taken=self.taken.with_seen_again(only_hidden),
            over_unknown=self.over_unknown | tracks_of(from_before),
            unclear=unclear,
        )

    @property
    def lifted(self) -> bool:
        """True while somebody holds the whole pile."""
        return self.pile.held

    def is_arriving(self, scene: Scene) -> bool:
        """True while the table of an interrupted game is not seen yet, or only in part."""
        return self.resumed or scene.time <= self.old

    def count(self, back: int | None) -> int:
        """How many fresh cards have the back with this code. Cards of an earlier age can be seen late.

        What a hand has just taken does not count, unless another back is seen to lie over it.
        """
        fresh = without_tracks((*self.fresh, *self.laid_again), {*self.taken.missing, *self.later})
        return sum(card.code == back for card in (*fresh, *self.pile.fresh))

    def count_laid_over(self, back: int | None) -> int:
        """How many more cards with this back may have come, each laid exactly over another one.

        What a hand is at, or has just left, is measured again first.
        """
        below = self.laid_over.this_turn
        return sum(card.code == back and card.track not in self.stickers.hands for card in below)

    def without_laid_over(self) -> DiscardMat:
        """The mat if no card was laid exactly over another one in this turn."""
        return replace(self, laid_over=replace(self.laid_over, this_turn=frozenset()))

    def with_turn_explained(self) -> DiscardMat:
        """The mat when the turn is explained without the backs that may have come to light: so they were not laid."""
        return replace(self, unclear=ALL_CLEAR)

    def settle(self, discards: int | None = None) -> DiscardMat:
        """The turn has closed: what came belongs to it. `discards`: how many were booked, if that is known.

        Those that were laid exactly over others count, although none of them is seen on its own. What a hand has taken
        from there was no discard, if there are enough without it, even if it may only have come to light before.
        """
        missing = self.taken.missing
        again = tuple(hidden_back(card.code) for card in without_tracks(self.laid_again, self.later))
        above = tuple(hidden_back(card.code) for card in self.laid_over.this_turn)
        fresh = without_tracks(self.fresh, missing.keys() | self.later)
        counted = len(fresh) + len(again) + len(self.pile.fresh)
        of_turn = fresh + again + above[: max(0, (discards or 0) - counted)]
        enough = discards is not None and len(of_turn) + len(self.pile.fresh) >= discards
        known = tracks_of(without_tracks(self.settled, self.unclear))
        were_none = missing.keys() - known if enough else set()
        return replace(
            self.without_laid_over().with_turn_explained(),
            settled=without_tracks(self.settled, were_none) + of_turn,
            fresh=of_tracks(self.fresh, self.later),
            later=frozenset(),
            left=self.left + of_tracks(self.settled, were_none) + of_tracks(self.fresh, missing),
            taken=self.taken.without(were_none),
            laid_again=of_tracks(self.laid_again, self.later),
            pile=self.pile.with_turn_closed(),
            awaited=tuple(one._replace(turns=one.turns - 1) for one in self.awaited if one.turns > 1),
        )

    def settle_age(self) -> DiscardMat:
        """The age is over: nothing that lies there belongs to the next one."""
        return replace(self.settle(), interrupted=False)

    def taken_since(self, before: float, back: int | None) -> float | None:
        """Since when (camera time, s) the last back with this code is missing that a hand took; None if there is none.

        Only backs that were laid before `before` (camera time, s), after which no other one was laid.
        """
        taken = self.taken.taken_of(before, back)
        return taken[-1].since if taken else None

    def without_taken(self, count: int, back: int | None, time: float) -> DiscardMat:
        """The mat after `count` discards with this back were recorded as other actions, since hands took those cards.

        `time`: when that was recorded (camera time, s). The cards that were laid last count.
        """
        last = sorted(self.taken.taken_of(math.inf, back), key=lambda one: -one.laid)[:count]
        gone = tuple(one.card for one in last if one.card.track != UNTRACKED)
        tracks = tracks_of(gone)
        return replace(
            self,
            settled=without_tracks(self.settled, tracks),
            fresh=without_tracks(self.fresh, tracks),
            taken=self.taken.as_no_discards(last, time),
            left=self.left + gone,
        )

    def count_awaited(self, back: int | None) -> int:
        """How many of the new cards with this back may be none of this turn's discards: put back, or come to light."""
        present = self.pile.late - self.taken.missing.keys()
        late = sum(card.code == back and card.track in present for card in self.fresh)
        return late + sum(one.back == back for one in self.awaited)

    def count_put_back(self, back: int | None, discards: int) -> int:
        """How many of the new cards with this back were put back, if so many discards are among them."""
        return max(0, min(self.count(back) - discards, self.count_awaited(back)))

    def with_built(self, built: Sequence[int], since: float) -> DiscardMat:
        """The mat after cards with these backs were `built` from there.

        Everything that hands took `since` (camera time, s) lies there no more; what was not built may be put back. A
        card that somebody had taken before, and not put back, may be built, too.
        """
        taken = frozenset(track for track, one in self.taken.missing.items() if one.since >= since)
        gone = of_tracks(self.settled, taken)
        held = [*self.awaited, *(Awaited(card.code, taken) for card in gone)]
        for back in built:
            last = next((one for one in reversed(held) if one.back == back), None)
            held = [one for one in held if one is not last]
        settled = without_tracks(self.settled, taken)
        return replace(self, settled=settled, left=self.left + gone, awaited=tuple(held))

    def without_awaited(self, back: int | None, count: int = 1) -> DiscardMat:
        """The mat when so many cards with this back are not awaited any more."""
        kept = []
        for one in self.awaited:
            if one.back == back and count > 0:
                count -= 1
            else:
                kept.append(one)
        return replace(self, awaited=tuple(kept))

    def _with_only_hidden(self, discarded: Sequence[Item]) -> DiscardMat:
        """The mat if these backs lie there: an awaited one that is seen where it lay was only hidden."""
        if not self.awaited:
            return self
        seen = tracks_of(in_sight(discarded)) - self.returned.keys()
        hidden = set[int]()
        awaited = []
        for one in self.awaited:
            again = (one.taken_with & seen) - hidden
            if again:
                hidden.add(min(again))
            else:
                awaited.append(one)
        if not hidden:
            return self
        back_again = {card.track: card for card in of_tracks(self.left, hidden)}
        settled = (*self.settled, *back_again.values())
        return replace(self, awaited=tuple(awaited), settled=settled, left=without_tracks(self.left, hidden))

    def _returned(self, time: float, discarded: Sequence[Item]) -> Mapping[int, float]:
        """The backs with the track of one that vanished before: when a hand laid them, if one was there just now.

        A card that was only hidden by something else comes back with its track as well, but just where it lay.
        """
        tracks, left = tracks_of(discarded), self.stickers.hand_left()
        known = {track: since for track, since in self.returned.items() if track in tracks}
        if time - left < LAID_WITHIN and time > self.old:
            new = [item for item in without_tracks(discarded, self.stickers.lying) if not self._lies_as_known(item)]
            if all(item.since < left - WITH_ONE_HAND for item in new):
                known |= {item.track: left for item in new if not self._comes_to_light(item)}
        return MappingProxyType(known)

    def _lies_as_known(self, item: Item) -> bool:
        """True if a back with this one's track was known to lie just there, last of all."""
        places = [card.pose for card in (*self.settled, *self.pile.settled, *self.left) if card.track == item.track]
        return bool(places) and back_on_mat(item).pose.distance(places[-1]) <= UNCOVERED

    def _comes_to_light(self, item: Item) -> bool:
        """True if this back may be one that lay hidden since the pile was put back."""
        return item.track in self.pile.not_back and any(
            (card.track, card.code, card.pose) == (UNTRACKED, item.code, NOWHERE) for card in self.settled
        )

    def _revealed(
        self, discarded: Sequence[Item], sizes: KitSizes
    ) -> tuple[tuple[BackOnMat, ...], tuple[BackOnMat, ...]]:
        """Backs that came to light when a hand took a card under which unknown ones may lie: they lay there before.

        A card that a hand lays hides the sticker of the one below; one that comes to light lay under the taken one. If
        both are possible, as it or another one that came with it hides it, nobody can tell: it is returned apart. What
        was there by `old` lay there before anyway.
        """
        new = [item for item in without_tracks(discarded, self.stickers.lying) if item.unseen_since is None]
        laid = [back_on_mat(item) for item in new]
        under = self._under_taken(new, discarded, sizes)
        found = {card.track: card for card, above in under if not any(one.covers(above, sizes) for one in laid)}
        apart = {card.track: card for card, _ in under}
        return tuple(found.values()), without_tracks(apart.values(), found)

    def _under_taken(
        self, new: Sequence[Item], discarded: Sequence[Item], sizes: KitSizes
    ) -> list[tuple[BackOnMat, BackOnMat]]:
        """New backs that may have come to light, each with the one that a hand took from over it at that time."""
        taken = (*self.taken.missing.values(), *vanished(discarded, self.stickers))
        return [
            (back_on_mat(item), one.card)
            for item in new
            for one in taken
            if one.card.track in self.over_unknown
            and item.since > self.old
            and abs(item.since - one.since) < WITH_ONE_HAND
            and one.card.covers(back_on_mat(item), sizes)
        ]

    def _unclear(self, time: float, appeared: Iterable[BackOnMat]) -> Mapping[int, float]:
        """By track, backs that may have come to light or have been laid, and since when (s): not for long.

        If the turn does not close without them, they were laid. One that is not seen meanwhile may have been covered.
        """
        if not (self.unclear or appeared):
            return ALL_CLEAR
        since = {card.track: time for card in appeared} | dict(self.unclear)
        return MappingProxyType(
            {track: at for track, at in since.items() if time - at < CLEAR_AFTER or track in self.taken.missing}
        )

    def _late(self, settled: Sequence[BackOnMat], new: Iterable[BackOnMat]) -> frozenset[int]:
        """The tracks of new backs that may have been in the pile that was put back, under coins or a hand.

        No more than lie hidden there. Each is judged when it is seen first.
        """
        came = without_tracks(new, tracks_of(self.fresh))
        if not (came and self.pile.seen):
            return self.pile.late
        hidden = Counter(card.code for card in settled if card.pose == NOWHERE)
        hidden.subtract(card.code for card in of_tracks(self.fresh, self.pile.late))
        late = set(self.pile.late)
        for card in came:
            if hidden[card.code] > 0 and _lies_as_before(card, self.pile.before, self.pile.seen):
                hidden[card.code] -= 1
                late.add(card.track)
        return frozenset(late)

    def _lifted_since(self, time: float, discarded: Sequence[Item]) -> float | None:
        """Since when (camera time, s) somebody holds the pile, whose place is seen without it; None if nobody does."""
        since = self.stickers.all_away_since(discarded)
        if since is None or time - since < LIFTED_AFTER or not self._may_be_lifted(discarded, since):
            return None
        bare = all(item.unseen_since is not None and time - item.unseen_since >= SEEN_BY for item in discarded)
        return since if bare else None

    def _may_be_lifted(self, discarded: Sequence[Item], since: float) -> bool:
        """True if there was a pile `since` (s), as more than one card was known, or what lay under it was not.

        If one was taken under which unknown ones may lie, these may lie under the card of an earlier turn that is left.
        """
        gone = self.taken.before_lifting(since, self.stickers).keys() | tracks_of(self.left)
        known = (self.stickers.lying | tracks_of(discarded)) - gone
        untracked = sum(card.track == UNTRACKED for card in (*self.settled, *self.fresh))
        on_top = tracks_of(self.settled) if self.over_unknown & gone else self.over_unknown
        return len(known) + untracked >= PILE or bool(known & on_top)

    def _lifted(self, since: float, discarded: Iterable[Item], sizes: KitSizes) -> DiscardMat:
        """Somebody holds the pile `since` (s): what came in this turn, and was not taken before, is known by number."""
        taken = self.taken.before_lifting(since, self.stickers)
        late = of_tracks(self.fresh, self.pile.late - taken.keys())
        return replace(
            self,
            settled=(),
            fresh=(),
            left=(),
            pile=LiftedPile(
                held=True,
                settled=without_tracks(self.settled, taken),
                fresh=self.pile.fresh + without_tracks((*self.fresh, *self.laid_again), taken),
                not_back=self.stickers.lying | tracks_of(discarded),
                before=self._in_sight_but_for_hands(taken, sizes),
            ),
            stickers=replace(self.stickers.in_other_places(self.stickers.mat), away_since=None),
            taken=replace(self.taken, missing=taken, no_discards=()),
            laid_over=replace(self.laid_over, this_turn=frozenset(), under=NONE_LAID_OVER),
            over_unknown=frozenset(),
            laid_again=(),
            awaited=self.awaited + tuple(Awaited(card.code, turns=1) for card in late),
        )

    def _in_sight_but_for_hands(self, taken: Collection[int], sizes: KitSizes) -> tuple[BackOnMat, ...]:
        """The cards, without those `taken`, that were read until hands came, or on which only hands or coins lay."""
        cards = [card for card in without_tracks((*self.settled, *self.fresh), taken) if card.pose != NOWHERE]
        return tuple(
            card for card in cards if card.track in self.taken.missing or not self._is_under(card, cards, sizes)
        )

    def _pushed(self, before: BackOnMat, after: BackOnMat) -> DiscardMat:
        """The mat lies elsewhere, with everything on it."""
        settled, fresh = (
            tuple(BackOnMat(UNTRACKED, card.code, card.pose.carried(before.pose, after.pose)) for card in cards)
            for cards in (self.settled, self.fresh)
        )
        return replace(
            self,
            settled=settled,
            fresh=fresh,
            left=(*self.left, *self.settled, *self.fresh),
            pile=replace(self.pile, before=(), seen=()),
            stickers=self.stickers.in_other_places(after),
            taken=replace(self.taken, missing=NONE_TAKEN, no_discards=()),
            laid_over=replace(self.laid_over, under=NONE_LAID_OVER),
        )

    def _is_under(self, card: BackOnMat, others: Iterable[BackOnMat], sizes: KitSizes) -> bool:
        """True if one of the others may lie over this card's sticker."""
        return any(self._is_later(other, card) and other.covers(card, sizes) for other in others)

    def _is_later(self, card: BackOnMat, other: BackOnMat) -> bool:
        """True if a card was laid after another one, or may have been, and so may lie over it.

        Tracks are numbered as they come, but a card may have that of one that vanished or lay buried where it lies.
        """
        read_again = card.track in self.stickers.buried and self.stickers.read_since(card) < math.inf
        laid_again = any(again.track == card.track for again in self.laid_again)
        return card.track > other.track or card.track in self.returned or read_again or laid_again


def _others_than(
    known: Sequence[BackOnMat], seen: Sequence[BackOnMat], tracks: frozenset[int]
) -> tuple[BackOnMat, ...]:
    """Those of the cards that are seen that are none of the known ones. `tracks`: all that are known now."""
    return tuple(card for card in seen if not any(card.is_same(old, tracks) for old in known))


def _lies_as_before(card: BackOnMat, before: Sequence[BackOnMat], seen: Sequence[BackOnMat]) -> bool:
    """True if this card lies to one that is `seen` since a pile was put back as two of its cards lay `before`."""
    return any(
        (one.code, other.code) == (known.code, card.code)
        and card.pose.is_near(other.pose.carried(one.pose, known.pose), SLIPPED, SLIPPED_TURN)
        for known, (one, other) in product(seen, permutations(before, 2))
    )


def _lying(scene: Scene, place: Place) -> list[Item]:
    return [item for item in scene.items if item.place is place]


def _is_knocked(scene: Scene) -> bool:
    """True if nothing at all can be read: the camera swings. No hand covers everything."""
    return len(scene.items) >= FEW and all(item.covered for item in scene.items)


def _hidden(seen: Sequence[BackOnMat], known: Sequence[BackOnMat]) -> tuple[BackOnMat, ...]:
    """Those of the known cards that must lie hidden under the ones that are seen, somewhere on the mat."""
    count = Counter(card.code for card in known) - Counter(card.code for card in seen)
    return tuple(hidden_back(code) for code in count.elements())


def _without_hidden(cards: Sequence[BackOnMat], seen: Iterable[Item]) -> Sequence[BackOnMat]:
    """The cards without hidden ones that have come to light: as many as are seen of each code."""
    left = Counter(card.code for card in seen)
    known = []
    for card in cards:
        if card.pose == NOWHERE and left[card.code] > 0:
            left[card.code] -= 1
        else:
            known.append(card)
    return known
