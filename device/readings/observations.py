"""What was seen of the table, as a short log of facts: what lay where, from when to when, and how many backs the mat held.

Everything that hides a sticker for a while ends here: hands, glare, coins, a knocked camera. Nothing here knows a rule
of the game. Times are camera times in seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from device.readings.backs_on_mat import BacksOnMat
from vision.scene import Place
from vision.table.pose import Pose

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.kit.sizes import KitSizes
    from vision.scene import Item, Scene

ARRIVAL = 1.0
"""s after the table is seen first, or again: what lies there by then may have lain there before."""
HAND_LEFT = 1.5
"""s; a card that is not seen so soon after a hand was over it has been taken by that hand."""
MISSED_FOR = 3.5
"""s for which a sticker must not have been read until that means anything: a sticker is missed for 3 s now and then."""
RESTS = 2.5
"""s; a hand that lays a card does not stay longer. What has hidden a part of a city for longer may have hidden a card."""
COMES_TO_LIGHT = 1.0
"""s; a card that is read so soon after others of its city come to light may have been hidden with them."""
MOST_HANDS = 60
"""Hands that are remembered."""
SAME_SPOT = 10.0
"""mm; a card that is laid nearer than this to where another one lay lies there instead of it."""


class Presence(StrEnum):
    """Whether a card still lies where it was seen."""

    LIES = "lies"
    """It is read, or something lies over it."""
    MISSED = "missed"
    """It has just not been read."""
    UNREAD = "unread"
    """It has not been read for a while, although nothing is seen over it: glare, or coins, or it is gone."""
    GONE = "gone"
    """A hand took it, or it lies elsewhere now."""
    REPLACED = "replaced"
    """It is not read any more, and another card lies in its place."""
    MOVED = "moved"
    """It lies in another city now."""


class Hand(NamedTuple):
    """A hand over a city, as the stickers show that it covers; `until` None: it still is there."""

    seat: int
    since: float
    until: float | None = None


class Stay(NamedTuple):
    """A card that lay in a city (`slot` None) or under its board.

    `since`: when it was read there first. `maybe_since`: since when it may have lain there unseen; None: since before
    anybody looked. `until`: when it was last known to lie there; None while it does. `taken`: a hand was over it then.
    """

    track: int
    code: int
    seat: int
    slot: int | None
    pose: Pose
    since: float
    maybe_since: float | None
    sure: bool
    covered: float | None = None
    """When a hand was over it last."""
    under_hand: bool = False
    unread: float | None = None
    """Since when it is not read although no hand is over it."""
    until: float | None = None
    taken: bool = False
    replaced: bool = False
    hidden_since: float | None = None
    """Since when a hand or glare has hidden it, or had until it was read again at `shown`."""
    shown: float | None = None

    def presence(self, time: float) -> tuple[Presence, float | None]:
        """Whether it lies there at this time, and when the answer will be another one if nothing happens."""
        since = self.unread if self.until is None else self.until
        if since is None:
            return Presence.LIES, None
        if time < since + MISSED_FOR:
            return Presence.MISSED, since + MISSED_FOR
        if self.replaced:
            return Presence.REPLACED, None
        return (Presence.GONE if self.taken or self.until is not None else Presence.UNREAD), None


@dataclass(frozen=True, slots=True)
class Observations:
    """The log. It is the same value again while nothing happens."""

    stays: tuple[Stay, ...] = ()
    """Those that have ended first."""
    mat: BacksOnMat = BacksOnMat()
    hands: tuple[Hand, ...] = ()
    """The latest last."""
    began: float | None = None
    """When the table was seen first; what lay there by then is older."""
    looked: float | None = None
    """The last time at which something changed."""
    key: tuple[object, ...] = ()
    """What the last scene showed, but for measured places."""

    def look(self, scene: Scene, sizes: KitSizes) -> Observations:
        """The log with what this scene shows."""
        if not scene.seats:
            return self
        key = _key(scene)
        if key == self.key and not self.mat.is_waiting:
            return self
        began = scene.time if self.began is None else self.began
        mat = self.mat.look(scene, sizes, resumed=scene.time < began + ARRIVAL)
        if key == self.key:
            return self if mat == self.mat else replace(self, mat=mat, looked=scene.time)
        seen = replace(self, hands=self._hands(scene))
        return replace(seen, stays=seen._stays(scene, began), mat=mat, began=began, looked=scene.time, key=key)

    def without_earlier(self, time: float) -> Observations:
        """The log without cards that were gone before this time."""
        kept = tuple(stay for stay in self.stays if stay.until is None or stay.until >= time)
        return self if len(kept) == len(self.stays) else replace(self, stays=kept)

    def resumed(self) -> Observations:
        """The log when nobody has looked for a while: what lies there next may have lain there before."""
        return Observations(mat=BacksOnMat())

    def _hands(self, scene: Scene) -> tuple[Hand, ...]:
        over = {item.seat for item in scene.items if item.covered and _is_card(item)}
        gone = [hand for hand in self.hands if hand.until is None and hand.seat not in over]
        there = {hand.seat for hand in self.hands if hand.until is None}
        if not gone and over <= there:
            return self.hands
        left = [hand._replace(until=scene.time) if hand in gone else hand for hand in self.hands]
        come = [Hand(seat, scene.time) for seat in sorted(seat for seat in over if seat is not None) if seat not in there]
        return (*left, *come)[-MOST_HANDS:]

    def _stays(self, scene: Scene, began: float) -> tuple[Stay, ...]:
        boards = {board.seat for board in scene.seats}
        before = {(stay.track, stay.code): stay for stay in self.stays if stay.until is None}
        ended = [stay for stay in self.stays if stay.until is not None]
        shown = [item for item in scene.items if _is_card(item)]
        now: list[Stay] = []
        for item in shown:
            known = before.pop((item.track, item.code), None) or _back_again(ended, item)
            if known is not None and (known.seat, known.slot) != (item.seat, item.slot):
                ended.append(known._replace(until=scene.time))
                known = None
            now.append(_continued(known, item, scene.time) if known else _new(item, began, self.stays, self.hands))
        for stay in before.values():
            if stay.seat in boards:
                at = scene.time if stay.unread is None else stay.unread
                ended.append(stay._replace(until=at, taken=stay.taken or stay.under_hand, replaced=_is_replaced(stay, now)))
            else:
                now.append(stay)  # nobody sees to whom it belongs
        return (*ended, *(stay._replace(replaced=True) if _is_replaced(stay, now) else stay for stay in now))


def _key(scene: Scene) -> tuple[object, ...]:
    boards = tuple([board.seat for board in scene.seats])
    items = [
        (item.track, item.code, item.place, item.seat, item.slot, item.covered, item.unseen_since, item.sure, item.under)
        for item in scene.items
    ]
    return (boards, *items)


def _is_card(item: Item) -> bool:
    return item.seat is not None and (item.place is Place.CITY or (item.place is Place.STAGE and item.slot is not None))


def _back_again(ended: list[Stay], item: Item) -> Stay | None:
    """The stay of a card that was only missed, or was taken and laid down again."""
    for stay in reversed(ended):
        if (stay.track, stay.code, stay.seat, stay.slot) == (item.track, item.code, item.seat, item.slot):
            ended.remove(stay)
            return stay._replace(until=None)
    return None


def _new(item: Item, began: float, before: Iterable[Stay], hands: Sequence[Hand]) -> Stay:
    """A card that was not there before, with the time since which it may have lain there unread."""
    assert item.seat is not None
    pose = Pose(item.x, item.y, item.angle)
    city = [stay for stay in before if stay.seat == item.seat and stay.until is None]
    maybe = None if item.since <= began + ARRIVAL else min(_hidden_since(item, city), _hand_that_laid(item, city, hands))
    stay = Stay(item.track, item.code, item.seat, item.slot, pose, item.since, maybe, item.sure)
    return _continued(stay, item, item.since)


def _hidden_since(item: Item, city: Iterable[Stay]) -> float:
    """Since when a part of its city had been hidden until the card was read: for long, or a hand has laid it."""
    hidden = [
        stay.hidden_since
        for stay in city
        if stay.hidden_since is not None and item.since - stay.hidden_since > RESTS
        if stay.shown is None or abs(stay.shown - item.since) <= COMES_TO_LIGHT
    ]
    return min([item.since, *hidden])


def _hand_that_laid(item: Item, city: Sequence[Stay], hands: Sequence[Hand]) -> float:
    """When the hand came that laid the card: no card comes without one.

    It is the last one that was over the city, unless another card came with it.
    """
    if not any(stay.since < item.since for stay in city):
        return item.since  # an empty city does not show hands
    for hand in reversed([hand for hand in hands if hand.seat == item.seat and hand.since <= item.since]):
        until = item.since if hand.until is None else hand.until
        if item.since - until <= COMES_TO_LIGHT:
            return item.since
        if not any(hand.since - COMES_TO_LIGHT <= stay.since <= until + COMES_TO_LIGHT for stay in city):
            return hand.since
    return item.since


def _continued(stay: Stay, item: Item, time: float) -> Stay:
    unread = None if item.covered or item.under is not None else item.unseen_since
    covered = time if item.covered or stay.under_hand else stay.covered
    hides = item.covered or item.unseen_since is not None
    hidden, shown = stay.hidden_since, stay.shown
    if hides and (hidden is None or shown is not None):
        hidden, shown = time, None
    elif not hides and hidden is not None and shown is None:
        shown = time
    taken = unread is not None and covered is not None and unread - covered <= HAND_LEFT
    is_read = not item.covered and unread is None
    return stay._replace(
        pose=Pose(item.x, item.y, item.angle) if is_read else stay.pose,
        sure=item.sure if is_read else stay.sure,
        covered=covered,
        under_hand=item.covered,
        unread=unread,
        taken=taken,
        hidden_since=hidden,
        shown=shown,
        replaced=stay.replaced and not is_read,
    )


def _is_replaced(stay: Stay, now: Iterable[Stay]) -> bool:
    """True if the card is not read any more and another one has been laid in its place since."""
    if stay.replaced or stay.slot is not None or (stay.unread is None and stay in now):
        return stay.replaced
    laid = (other for other in now if other is not stay and other.slot is None and other.unread is None)
    return any(other.since > stay.since and other.pose.distance(stay.pose) <= SAME_SPOT for other in laid)
