"""A table on which hands do everything that hands do, and the scenes that a tracker makes of it without pictures.

The rules of `vision.tracking` that matter here are repeated in a short form: how long a sticker must lie, when it is
unseen, covered or gone, and when a card that comes back or was pushed keeps its track. For the same table before the
simulated camera see `tests.journeys.rendered_table`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from math import hypot, radians
from random import Random
from typing import TYPE_CHECKING

from device.simulation.table.script import HOME_MM, WHITE, seated
from device.simulation.table.tabletop import BACK_CODES, Tabletop, Thing, ThingKind, sticker_pose
from engine import CATALOGUE
from tests.device.tables import CODEBOOK
from vision.kit.codebook import StickerKind
from vision.kit.sizes import KitSizes
from vision.scene import Item, Place, Scene, SeatBoard
from vision.table.layout import SURE
from vision.table.places import find_place
from vision.table.pose import Pose, Rectangle, back_area, board_area, front_area, mat_area
from vision.table.seats import LocatedBoard
from vision.tracking.tracker import TrackerTimeouts
from vision.tracking.tracks import SAME_MM, SAME_TURN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SIZES = KitSizes()
HAND_MM = 90.0
"""A hand covers every sticker that is nearer to what it does."""
ARM_MM = 45.0
"""And an arm every sticker whose middle is nearer to it."""
EVERYWHERE = 5000.0
"""mm; nothing is read while the camera swings."""
TICK = 0.4
"""s between two scenes."""
RETURNED_MM, PUSHED_MM, PUSHED_WITHIN = 6.0, 40.0, 3.0
"""As in `vision.tracking.tracker`; the last in s since it was seen."""
COVERED_MM, COVERED_TURN = 30.0, radians(25)
"""As in `vision.tracking.discard_pile`."""
ON_TOP = 400.0
"""`Thing.z` of what lies on top of everything else."""
ROOM_AT_MAT, ROOM_AT_BOARD = 270.0, 300.0
"""mm between the middles that are left when a board is pushed, where there was so much."""
PICTURE_MM = ((1560.0, 877.0), (1880.0, 1057.0))
"""What the camera sees at most four, and more boards."""
EDGE_MM = 50.0
"""So much of a stage's card is seen below its board."""
TAKEN = 0.4
"""s until a card is gone whose place a hand has just left."""
MISSED_FOR = (0.1, 3.0)
"""s for which a sticker is not read although it lies in plain sight."""
LARGEST_MM = 150.0
"""No two points of a card are so far apart."""
REMEASURED_AFTER = 1.2
"""s after a hand has left until a back on the mat is measured again."""
FOLLOWED_TO = 0.3
"""mm; the standard deviation of all places after a knocked camera, until they are measured again."""
MEASURED_TO = 0.02
"""mm; the standard deviation of a measured place, as the simulated camera measures it."""
TIMEOUTS = TrackerTimeouts()
COLOURS = {
    entry.code: CATALOGUE.card(entry.id).colour
    for entry in CODEBOOK
    if entry.kind is StickerKind.CARD and entry.id in CATALOGUE.cards
}


class Cover(StrEnum):
    """What makes a sticker unreadable."""

    CARD = "card"
    COINS = "coins"
    GLARE = "glare"


@dataclass(eq=False)
class Card:
    """A card, board or mat on the table. `thing`: what it looks like; `sticker` says where it lies now.

    `board`: where the sticker of its city's board was when `sticker` was chosen.
    """

    thing: Thing
    place: Place
    seat: int | None
    slot: int | None
    sticker: Pose
    cover: Cover | None = None
    order: int = 0
    sure: bool = True
    board: Pose | None = None

    @property
    def code(self) -> int:
        return self.thing.code

    @property
    def located(self) -> tuple[Place, int | None, int | None, bool]:
        return self.place, self.seat, self.slot, self.sure

    @property
    def is_front(self) -> bool:
        return self.thing.kind is ThingKind.FRONT

    @property
    def hidden(self) -> bool:
        return self.cover is not None


@dataclass(eq=False)
class SimpleTrack:
    """What a tracker knows of a sticker; see `vision.tracking.tracks`."""

    id: int
    card: Card
    code: int
    sticker: Pose
    since: float
    seen: float
    still: bool = False
    hits: int = 1
    covered: bool = False
    hand_left: bool = False
    missing_since: float | None = None
    touched: float | None = None
    place: tuple[Place, int | None, int | None, bool] = (Place.ELSEWHERE, None, None, True)
    item: Item | None = None
    """What was reported of it last."""


@dataclass
class Hand:
    """A hand, or what else keeps stickers from being read, over a place until some time."""

    at: Pose
    until: float
    reach: float = HAND_MM
    shoulder: Pose | None = None
    """Where the arm comes from, if there is one."""

    def hides(self, at: Pose) -> bool:
        """True if the hand or its arm is over the middle of a sticker."""
        if self.at.distance(at) < self.reach:
            return True
        return self.shoulder is not None and _aside(at, self.shoulder, self.at) < ARM_MM


def _aside(at: Pose, one: Pose, other: Pose) -> float:
    """How far (mm) a place is from the line between two others."""
    x, y = other.x - one.x, other.y - one.y
    part = ((at.x - one.x) * x + (at.y - one.y) * y) / max(x * x + y * y, 1.0)
    part = min(max(part, 0.0), 1.0)
    return hypot(at.x - one.x - part * x, at.y - one.y - part * y)


class TroubledTable:
    """The cards on a table and the hands over it."""

    def __init__(self, wonders: tuple[tuple[str, str], ...], random: Random) -> None:
        self.random = random
        self.wonders = wonders
        self.now = 0.0
        self.tabletop = Tabletop(seated(wonders), random.randrange(1_000_000))
        self.cards: list[Card] = []
        self.hands: list[Hand] = []
        self.boards = [sticker_pose(board, SIZES) for board in self.tabletop.boards]
        self.mat = self._card(self.tabletop.mat, Place.MAT)
        self._order = 0

    def scene(self) -> Scene:
        """What lies still after a short time."""
        raise NotImplementedError

    @property
    def is_at_rest(self) -> bool:
        """True if the next scene will differ from the last one by its time only, unless hands do something."""
        return False

    def begin_game(self) -> None:
        """A game begins."""

    def restart(self) -> None:
        """Whoever looks at the table has forgotten everything."""
        raise NotImplementedError

    def knock(self) -> None:
        """Somebody knocks the camera."""

    def switch_lamp(self) -> None:
        """Another lamp is switched on."""

    # Where things go

    def front(self, seat: int, code: int) -> Card:
        """The next card of a city."""
        thing = self.tabletop.front(seat, code, COLOURS.get(code, WHITE))
        return self._card(thing, Place.CITY, seat)

    def stage(self, seat: int, slot: int, age: int) -> Card:
        return self._card(self.tabletop.stage(seat, slot, age), Place.STAGE, seat, slot)

    def discard(self, age: int) -> Card:
        return self._card(self.tabletop.discard(age), Place.DISCARD)

    def lay_token(self, seat: int) -> None:
        """The Free City's token is laid on its board."""
        self.cards.append(self._card(self.tabletop.token(seat), Place.CITY, seat))

    def lost_discard(self, age: int, at: Pose) -> Card:
        """A back that lies somewhere; its place is what the real table would say."""
        return self._located(BACK_CODES[age], at, StickerKind.BACK)

    def lost_front(self, code: int, at: Pose) -> Card:
        return self._located(code, at, StickerKind.CARD)

    def _located(self, code: int, at: Pose, kind: StickerKind) -> Card:
        boards = [
            LocatedBoard(seat, board.code, None, None, board.slots, board_area(sticker, SIZES), 0.0)
            for seat, (board, sticker) in enumerate(zip(self.tabletop.boards, self.boards, strict=True))
        ]
        found = find_place(kind, at, boards, mat_area(self.mat.sticker, SIZES), SIZES)
        where = found.candidate
        looks = ThingKind.BACK if kind is StickerKind.BACK else ThingKind.FRONT
        thing = Thing(code, looks, at, ON_TOP + self._order, "lost")
        return Card(thing, where.place, where.seat, where.slot, at, sure=found.margin >= SURE)

    def _card(self, thing: Thing, place: Place, seat: int | None = None, slot: int | None = None) -> Card:
        board = None if seat is None else self.boards[seat]
        return Card(thing, place, seat, slot, sticker_pose(thing, SIZES), board=board)

    # What hands do

    def put(self, card: Card) -> Card:
        self._follow_board(card)
        self._order += 1
        card.order = self._order
        self.cards.append(card)
        self.hand(card.sticker)
        return card

    def push_board(self, seat: int, far: float, angle: float) -> None:
        """Push a board with its city, stages and all, so far (mm) in this direction."""
        before, step = self.boards[seat], Pose(0, 0, angle).at(far, 0)
        self.boards[seat] = Pose(before.x + step.x, before.y + step.y, before.angle)
        self.tabletop.boards = tuple(
            replace(board, pose=board.pose.carried(before, self.boards[seat])) if board.seat == seat else board
            for board in self.tabletop.boards
        )
        self.hand(before, 1.2, 300)
        for card in self.cards:
            self._follow_board(card)

    def may_be_pushed(self, seat: int, far: float, angle: float) -> bool:
        """True if the board would still be in the picture, and neither on the mat nor on another city."""
        step = Pose(0, 0, angle).at(far, 0)
        board = self.tabletop.boards[seat].pose
        there = Pose(board.x + step.x, board.y + step.y, board.angle)
        others = [other.pose for other in self.tabletop.boards if other.seat != seat]
        room = [(self.tabletop.mat.pose, ROOM_AT_MAT), *((other, ROOM_AT_BOARD) for other in others)]
        if any(other.distance(there) < min(other.distance(board), least) for other, least in room):
            return False
        wide, high = PICTURE_MM[len(self.boards) > 4]
        corners = Rectangle(there, SIZES.board_width, SIZES.board_height).corners
        return all(abs(x) < wide / 2 - EDGE_MM and abs(y) < high / 2 - EDGE_MM for x, y in corners)

    def _follow_board(self, card: Card) -> None:
        """A card lies where it should in its city, although the board was pushed meanwhile."""
        if card.board is not None and card.seat is not None and card.board != self.boards[card.seat]:
            card.sticker = card.sticker.carried(card.board, self.boards[card.seat])
            card.board = self.boards[card.seat]

    def lay_over(self, card: Card) -> None:
        """Lay a card on top of its city, over the stickers of others."""
        card.thing = replace(card.thing, z=ON_TOP + self._order)
        self.put(card)
        for other in self.city(card.seat):
            if other is not card and covered_by(other, card.sticker):
                other.cover = Cover.CARD

    def would_hide_board(self, card: Card) -> bool:
        """True if a card that lies there hides the sticker of its city's board."""
        board = self.boards[card.seat]
        return _front_area(card.sticker).contains((board.x, board.y), SIZES.sticker.side / 2)

    def hide(self, cards: Iterable[Card], cover: Cover | None) -> None:
        """Cover stickers with coins or glare, or uncover them (None); glare is no work of hands."""
        for card in cards:
            if Cover.GLARE not in (cover, card.cover):
                self.hand(card.sticker)
            card.cover = cover

    def take(self, card: Card) -> None:
        if card in self.cards:
            self.cards.remove(card)
        self.hand(card.sticker)

    def hand(self, at: Pose, seconds: float = 0.7, reach: float = HAND_MM) -> None:
        self.hands.append(Hand(at, self.now + seconds, reach))

    def reach(self, seat: int, at: Pose, seconds: float) -> None:
        """The arm of this seat's player is over the table for so long (s), the hand at `at`."""
        self.hands.append(Hand(at, self.now + seconds, HAND_MM, self._shoulder(seat)))

    def _shoulder(self, seat: int) -> Pose:
        board = board_area(self.boards[seat], SIZES).pose
        return board.at(self.random.uniform(-60, 60), SIZES.board_height / 2 + HOME_MM)

    def move(self, card: Card, to: Pose) -> None:
        self.hand(card.sticker)
        card.sticker = to
        self.hand(to)

    def city(self, seat: int) -> list[Card]:
        return [card for card in self.cards if card.seat == seat and card.place is Place.CITY and card.is_front]

    def pile(self) -> list[Card]:
        return [card for card in self.cards if card.place is Place.DISCARD]

    def is_buried(self, card: Card, pile: list[Card]) -> bool:
        """True if later cards lie over its sticker."""
        return any(
            other.order > card.order
            and _back_area(other.sticker).gap((card.sticker.x, card.sticker.y)) < SIZES.sticker.side / 2
            for other in pile
        )

    def lies_open(self, card: Card) -> bool:
        """True if somebody may lay coins on a card's sticker: nobody holds it, and nothing lies over it."""
        buried = card.place is Place.DISCARD and self.is_buried(card, self.pile())
        return card in self.cards and not card.hidden and not buried

    def discards(self, age: int) -> list[Card]:
        """The cards of an age that were discarded and lie face down, on the mat or elsewhere."""
        return [card for card in self.cards if card.code == BACK_CODES[age] and card.place is not Place.STAGE]


class MissedReadings:
    """Stickers that are not read for a while although they lie there in plain sight.

    `share`: of all readings, how many are missed. A sticker is missed for between 0.1 and 3 s.
    """

    def __init__(self, share: float, random: Random) -> None:
        self._each = share / (1 - share) / (sum(MISSED_FOR) / 2)
        """How often a second a sticker that is read begins to be missed."""
        self._random = random
        self._until: dict[Card, float] = {}
        self._now = 0.0

    def missed(self, cards: Sequence[Card], now: float) -> frozenset[Card]:
        """Which of these cards are missed now (s)."""
        time, often = self._now, self._each * len(cards)
        self._now = now
        while often and (time := time + self._random.expovariate(often)) < now:
            self._until[self._random.choice(cards)] = time + self._random.uniform(*MISSED_FOR)
        if self._until:
            self._until = {card: until for card, until in self._until.items() if until > now}
        return frozenset(self._until)


class SceneTable(TroubledTable):
    """The table with what a tracker would make of it. `missed`: the share of readings that fail, one by one."""

    def __init__(self, wonders: tuple[tuple[str, str], ...], random: Random, *, missed: float = 0.0) -> None:
        super().__init__(wonders, random)
        self._readings = MissedReadings(missed, Random(random.random())) if missed else None
        self._missed: frozenset[Card] = frozenset()
        self.tracks: list[SimpleTrack] = []
        self.vanished: list[SimpleTrack] = []
        self._ids = 0
        self._lay: tuple[object, ...] = ()
        """How everything lay when it was last looked for, if no hand was over it."""
        self._found: list[SimpleTrack] = []
        self._rests: tuple[tuple[SeatBoard, ...], tuple[Item, ...]] | None = None
        """Boards and items of the scenes to come, until a hand or a card moves."""

    def restart(self) -> None:
        self.tracks, self.vanished, self._lay, self._rests = [], [], (), None

    def knock(self) -> None:
        self.hand(self.mat.sticker, 0.8, EVERYWHERE)
        x, y = (self.random.gauss(0, FOLLOWED_TO) for _ in range(2))
        for track in self.tracks:
            track.sticker = Pose(track.sticker.x + x, track.sticker.y + y, track.sticker.angle)

    def scene(self) -> Scene:
        """Time goes on by a tick."""
        self.now += TICK
        self.hands = [hand for hand in self.hands if hand.until > self.now]
        if self._readings:
            self._missed = self._readings.missed([*self.cards, self.mat], self.now)
        changed = self._see()
        if not changed and self._rests is not None:
            return Scene(self.now, *self._rests, steady=True, px_per_mm=2.95)
        self._forget()
        for track in [track for track in self.tracks if not track.still]:
            there = track.seen == self.now or self._was_covered_at_once(track)
            still = 0.0 if self._is_back_again(track) else TIMEOUTS.still - 0.02
            if track.hits > 1 and there and self.now - track.since >= still:
                self._accept(track)
        boards = tuple(
            SeatBoard(seat, board.code, sticker.x, sticker.y, sticker.angle, 0.5 * seat, 0.0)
            for seat, (board, sticker) in enumerate(zip(self.tabletop.boards, self.boards, strict=True))
        )
        items = tuple(map(self._item, (track for track in self.tracks if track.still)))
        self._rests = (boards, items) if not changed and self._is_settled() else None
        return Scene(self.now, boards, items, steady=not self.hands, px_per_mm=2.95)

    @property
    def is_at_rest(self) -> bool:
        return self._rests is not None and not self.hands and not self._readings

    def clock_after(self, ticks: int) -> float:
        """The time after so many more scenes."""
        now = self.now
        for _ in range(ticks):
            now += TICK
        return now

    def rest(self, ticks: int) -> None:
        """Let the time of so many scenes pass in which nothing changes."""
        self.now = self.clock_after(ticks)
        for track in self._found:
            track.hits, track.seen = track.hits + ticks, self.now

    def is_readable(self, card: Card) -> bool:
        return card.cover is None and card not in self._missed and not self._under_hand(card.sticker)

    def _under_hand(self, at: Pose) -> bool:
        return bool(self.hands) and any(hand.hides(at) for hand in self.hands)

    def _is_settled(self) -> bool:
        """True if nothing will be accepted or forgotten any more as long as everything lies as it does."""
        longest = max(TIMEOUTS.gone, TIMEOUTS.missed, TAKEN)
        return all(
            track.still and (track.missing_since is None or self.now - track.missing_since > longest)
            for track in self.tracks
        )

    def _see(self) -> bool:
        """Look at the cards; returns False if everything lies as it did when it was last looked for."""
        lies = (
            *((card, card.sticker, card.cover) for card in self.cards),
            self.mat.sticker,
            *self.boards,
            self._missed,
        )
        quiet = not self.hands and not any(track.covered or track.touched is not None for track in self.tracks)
        if quiet and lies == self._lay:
            for track in self._found:
                track.hits, track.seen = track.hits + 1, self.now
            return False
        self._lay = lies if quiet else ()
        self._found = list(self._look())
        return True

    def _look(self) -> set[SimpleTrack]:
        """Look for every card; returns the tracks that are seen."""
        known: dict[int, list[SimpleTrack]] = {}
        for track in self.tracks:
            known.setdefault(track.code, []).append(track)
        found = set()
        pile = self.pile()
        for card in [*self.cards, self.mat]:
            if not self.is_readable(card) or (card.place is Place.DISCARD and self.is_buried(card, pile)):
                continue
            near = [
                track
                for track in known.get(card.code, ())
                if abs(track.sticker.x - card.sticker.x) <= SAME_MM
                and track not in found
                and track.sticker.is_near(card.sticker, SAME_MM, SAME_TURN)
            ]
            if near:
                by_distance = lambda each: (not each.still, each.sticker.distance(card.sticker))  # noqa: B023, E731
                track = near[0] if len(near) == 1 else min(near, key=by_distance)
                self._read(track, card)
            else:
                self._ids += 1
                track = SimpleTrack(self._ids, card, card.code, card.sticker, self.now, self.now)
                self.tracks.append(track)
            found.add(track)
        for track in self.tracks:
            if track not in found:
                before, track.covered = track.covered, self._under_hand(track.sticker)
                track.hand_left = (before or track.hand_left) and not track.covered
                if track.covered:
                    track.missing_since, track.touched = None, None
                elif track.missing_since is None:
                    track.missing_since = self.now
        return found

    def _read(self, track: SimpleTrack, card: Card) -> None:
        if track.covered:
            track.touched = self.now
        if track.still and track.card is not card:
            track.place, track.item = card.located, None  # another slot: the board was pushed by as much
        track.card, track.hits, track.seen = card, track.hits + 1, self.now
        if track.still and track.place != (place := (card.place, card.seat, card.slot, card.sure)):
            track.place, track.item = place, None  # a board was pushed so far that another stage lies here
        track.covered, track.hand_left, track.missing_since = False, False, None
        if track.touched is not None and self.now - track.touched > REMEASURED_AFTER - TICK / 2:
            x, y = (at + self.random.gauss(0, MEASURED_TO) for at in (card.sticker.x, card.sticker.y))
            track.touched, track.sticker = None, Pose(x, y, card.sticker.angle)

    def _forget(self) -> None:
        kept = []
        for track in self.tracks:
            missed = self.now - track.missing_since if track.missing_since is not None else 0.0
            if track.still and track.missing_since is None:
                kept.append(track)
            elif not track.still:
                hidden = track.covered or self._was_covered_at_once(track)
                if self.now - track.seen <= (TIMEOUTS.covered if hidden else TIMEOUTS.glimpsed):
                    kept.append(track)
            elif missed >= TIMEOUTS.missed and self._is_elsewhere(track):
                continue
            elif self._card_over(track) is not None:
                kept.append(track)
            elif missed >= (TAKEN if track.hand_left and track.card.is_front else TIMEOUTS.gone) and not (
                self._stays_in_pile(track)
            ):
                self.vanished.append(track)
            else:
                kept.append(track)
        self.tracks = kept

    def _is_elsewhere(self, track: SimpleTrack) -> bool:
        return not _is_back(track.code) and any(
            other.code == track.code and other.hits > 1 and other.since > track.seen and not _is_pushed(track, other)
            for other in self.tracks
            if other is not track
        )

    def _card_over(self, track: SimpleTrack) -> int | None:
        """The track of the card that was laid over its sticker."""
        if track.missing_since is None or track.card.cover is not Cover.CARD:
            return None
        x = track.card.sticker.x
        near = (other for other in self.tracks if other is not track and abs(other.sticker.x - x) < LARGEST_MM)
        covers = (other for other in near if covered_by(track.card, other.sticker))
        return next((other.id for other in covers), None)

    def _stays_in_pile(self, track: SimpleTrack, apart_from: SimpleTrack | None = None) -> bool:
        """True if later cards lie over the middle of this discarded one."""
        if track.place[0] is not Place.DISCARD:
            return False
        middle = _back_area(track.sticker).pose
        return any(
            other.card.place is Place.DISCARD
            and other.since > track.since
            and other is not apart_from
            and other.hits > 1
            and _back_area(other.sticker).gap((middle.x, middle.y)) < 0
            for other in self.tracks
        )

    def _is_back_again(self, track: SimpleTrack) -> bool:
        return track.card.is_front and any(
            old.code == track.code and track.sticker.is_near(old.sticker, SAME_MM, SAME_TURN) for old in self.vanished
        )

    def _was_covered_at_once(self, track: SimpleTrack) -> bool:
        """See `DiscardPile.was_covered_at_once`."""
        if track.card.place is not Place.DISCARD or track.hits < 2:
            return False
        at = track.sticker
        return any(
            other.since > track.since
            and other.hits > 1
            and other.card.place is Place.DISCARD
            and _back_area(other.sticker).gap((at.x, at.y)) < SIZES.sticker.side / 2
            and not at.is_near(other.sticker, COVERED_MM, COVERED_TURN)
            for other in self.tracks
        )

    def _accept(self, track: SimpleTrack) -> None:
        for old in self.vanished:
            pushed = track.card.is_front and self.now - old.seen < PUSHED_WITHIN and _is_pushed(old, track)
            back = track.sticker.is_near(old.sticker, RETURNED_MM, SAME_TURN)
            if old.code == track.code and (pushed or back):
                self.vanished.remove(old)
                track.id, track.since = old.id, old.since
                break
        for other in [each for each in self.tracks if each is not track and each.still and each.code == track.code]:
            pushed = _is_pushed(other, track) and not self._stays_in_pile(other, apart_from=track)
            missed = other.missing_since is not None and self.now - other.missing_since >= TIMEOUTS.missed
            if _is_back(track.code) and not (pushed and missed):
                continue
            self.tracks.remove(other)
            if pushed:
                track.id, track.since = other.id, other.since
            break
        track.still, track.item = True, None
        track.place = track.card.located

    def _item(self, track: SimpleTrack) -> Item:
        place, seat, slot, sure = track.place
        at, known, under = track.sticker, track.item, self._card_over(track) if track.card.cover is Cover.CARD else None
        if (
            known is None
            or (known.track, known.since, known.covered, known.under) != (track.id, track.since, track.covered, under)
            or (known.unseen_since, known.x, known.y, known.angle) != (track.missing_since, at.x, at.y, at.angle)
        ):
            known = track.item = Item(
                track.id, track.code, place, seat, slot, at.x, at.y, at.angle, track.since, sure,
                covered=track.covered, unseen_since=track.missing_since, under=under,
            )  # fmt: skip
        return known


@lru_cache(4096)
def _back_area(sticker: Pose) -> Rectangle:
    return back_area(sticker, SIZES)


@lru_cache(4096)
def _front_area(sticker: Pose) -> Rectangle:
    return front_area(sticker, SIZES)


def _is_back(code: int) -> bool:
    return code in BACK_CODES.values()


def _is_pushed(old: SimpleTrack, new: SimpleTrack) -> bool:
    """See `Tracker._is_pushed`."""
    before, now = old.place, (new.card.place, new.card.seat, new.card.slot)
    if before[:3] != now:
        return False
    if now[0] is Place.DISCARD and (
        new.since - old.seen > TIMEOUTS.pushed
        or _back_area(new.sticker).gap((old.sticker.x, old.sticker.y)) < SIZES.sticker.side / 2
    ):
        return False
    return now[0] is Place.STAGE or old.sticker.distance(new.sticker) < PUSHED_MM


def covered_by(card: Card, over: Pose, margin: float = 0.0) -> bool:
    """True if a card whose sticker lies at `over` hides this sticker, or lies within `margin` mm of its middle."""
    return _front_area(over).contains((card.sticker.x, card.sticker.y), margin)
