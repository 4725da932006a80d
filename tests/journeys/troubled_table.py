"""A table on which hands do everything that hands do, and the scenes that the tracker makes of it without pictures.

What is read is drawn from the places of the stickers (`tests.journeys.drawn_readings`). For the same table before the
simulated camera see `tests.journeys.rendered_table`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from random import Random
from typing import TYPE_CHECKING

from device.simulation.table.script import HOME_MM, WHITE, seated
from device.simulation.table.tabletop import BACK_CODES, Tabletop, Thing, ThingKind, sticker_pose
from engine import CATALOGUE
from tests.device.simulation.rendering.surroundings import Knock
from tests.device.tables import CODEBOOK
from tests.journeys.drawn_readings import DrawnReader, OverheadCamera, Spot, Sticker, spot
from vision.kit.codebook import StickerKind
from vision.kit.sizes import KitSizes
from vision.scene import Place, Scene
from vision.table.layout import SURE
from vision.table.places import find_place
from vision.table.pose import Pose, Rectangle, back_area, board_area, front_area, mat_area
from vision.table.seats import LocatedBoard
from vision.tracking.tracker import Tracker

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.table.layout import LocatedSticker
    from vision.tracking.tracks import Track

SIZES = KitSizes()
HAND_MM = 90.0
"""A hand covers every sticker that is nearer to what it does."""
ARM_MM = 45.0
"""And an arm every sticker whose middle is nearer to it."""
TICK, MOVING_TICK = 0.4, 0.2
"""s between two scenes at rest, and while something moves or is looked for."""
RELIT = 0.5
"""s for which the whole picture changes when another lamp is switched on."""
LONGEST_MISSED = 3.0
"""s; longer than any time in `vision.tracking.tracker` for a sticker that is not read."""
BACKS = frozenset(BACK_CODES.values())
ON_TOP = 400.0
"""`Thing.z` of what lies on top of everything else."""
ROOM_AT_MAT, ROOM_AT_BOARD = 270.0, 300.0
"""mm between the middles that are left when a board is pushed, where there was so much."""
PICTURE_MM = ((1560.0, 877.0), (1880.0, 1057.0))
"""What the camera sees at most four, and more boards."""
EDGE_MM = 50.0
"""So much of a stage's card is seen below its board."""
MISSED_FOR = (0.1, 3.0)
"""s for which a sticker is not read although it lies in plain sight."""
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
    DAMAGED = "damaged"
    """Nothing: the sticker itself cannot be read, or is missing."""


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
        return any(part.holds(at.x, at.y) for part in self.parts)

    @cached_property
    def parts(self) -> tuple[Spot, ...]:
        """The hand, and its arm if there is one."""
        hand = spot(self.at, self.reach)
        if self.shoulder is None:
            return (hand,)
        return hand, Spot(self.shoulder.x, self.shoulder.y, ARM_MM, self.at.x, self.at.y)


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

    def lay_token(self, seat: int) -> Card:
        """The Free City's token is laid on its board."""
        self.cards.append(self._card(self.tabletop.token(seat), Place.CITY, seat))
        return self.cards[-1]

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
        where = find_place(kind, at, boards, mat_area(self.mat.sticker, SIZES), SIZES)
        looks = ThingKind.BACK if kind is StickerKind.BACK else ThingKind.FRONT
        thing = Thing(code, looks, at, ON_TOP + self._order, "lost")
        return Card(thing, where.place, where.seat, where.slot, at, sure=where.margin >= SURE)

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
            if other is not card and other.cover is not Cover.DAMAGED and covered_by(other, card.sticker):
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
            other.order > card.order and _area(other).gap((card.sticker.x, card.sticker.y)) < SIZES.sticker.side / 2
            for other in pile
        )

    def appearance(self) -> tuple[frozenset[tuple[Card, Pose]], frozenset[Card]]:
        """Where everything lies, and what of it is hidden by hands or by what lies on it."""
        hidden = [card for card in self.cards if card.hidden or any(hand.hides(card.sticker) for hand in self.hands)]
        boards = [(self.mat, board) for board in self.boards]
        return frozenset([*((card, card.sticker) for card in self.cards), *boards]), frozenset(hidden)

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
        self._share = share
        self._each = share / (1 - share) / (sum(MISSED_FOR) / 2)
        """How often a second a sticker that is read begins to be missed."""
        self._random = random
        self._until: dict[Card, float] = {}
        self._known: dict[Card, None] = {}
        self._now = 0.0

    def missed(self, cards: Sequence[Card], now: float) -> frozenset[Card]:
        """Which of these cards are missed now (s)."""
        for card in cards:
            if card not in self._known and self._random.random() < self._share:
                self._until[card] = now + self._random.uniform(*MISSED_FOR)
        self._known = dict.fromkeys(cards)
        time, often = self._now, self._each * len(cards)
        self._now = now
        while often and (time := time + self._random.expovariate(often)) < now:
            self._until[self._random.choice(cards)] = time + self._random.uniform(*MISSED_FOR)
        if self._until:
            self._until = {card: until for card, until in self._until.items() if until > now}
        return frozenset(self._until)


class SceneTable(TroubledTable):
    """The table with what the tracker makes of readings that are drawn from the places of its stickers.

    `missed`: the share of readings that fail, sticker by sticker, once a game is on: before that somebody looks at the
    screen until it shows all boards.
    """

    def __init__(self, wonders: tuple[tuple[str, str], ...], random: Random, *, missed: float = 0.0) -> None:
        super().__init__(wonders, random)
        own = Random(random.random())
        self._missing = MissedReadings(missed, own) if missed else None
        self._camera = OverheadCamera(len(wonders), own)
        self._boards = [
            Card(board, Place.BOARD, seat, None, sticker)
            for seat, (board, sticker) in enumerate(zip(self.tabletop.boards, self.boards, strict=True))
        ]
        self._lay: dict[Card, tuple[Pose, bool]] = {}
        """Where every sticker was in the picture before, and whether something lay on it."""
        self._loose: tuple[tuple[Card, Pose], ...] = ()
        self._buried: frozenset[Card] = frozenset()
        self._relit_until = 0.0
        self._playing = False
        self._last = Scene(0.0)
        self._rests = False
        """Until something moves, a place is searched or all are, the next scene differs by its time only."""
        self.restart()

    def restart(self) -> None:
        self._tracker, self._reader = Tracker(CODEBOOK, SIZES), DrawnReader(self._camera)
        _locate_once(self._tracker)
        self._rests = False
        if self._playing:
            self._tracker.begin_game()

    def begin_game(self) -> None:
        self._playing = True
        self._tracker.begin_game()

    def knock(self) -> None:
        turn = [self.random.choice((-1, 1)) * self.random.uniform(0.004, 0.012) for _ in range(3)]
        self._camera.knock(Knock(self.now, (turn[0], turn[1], turn[2])))
        self._rests = False

    def switch_lamp(self) -> None:
        self._relit_until = self.now + RELIT
        self._rests = False

    def scene(self) -> Scene:
        """What lies still after a short time, shorter while something moves."""
        rests = self.is_at_rest and not self._has_changed()
        self.now += TICK if rests else MOVING_TICK
        self.hands = [hand for hand in self.hands if hand.until > self.now]
        if rests and self.now < self._reader.next_full:
            self._last = replace(self._last, time=self.now)
            return self._last
        changed = self._changed()
        over = [part for hand in self.hands for part in hand.parts]
        stickers = [*self.cards, self.mat, *self._boards]
        missed = self._missing.missed(stickers, self.now) if self._missing and self._playing else frozenset()
        self._bury()
        named = {card: Sticker(card, card.code, card.sticker, card.code in BACKS) for card in stickers}
        readable = [each for card, each in named.items() if card not in missed and self.is_readable(card)]
        relit = self.now < self._relit_until
        reading = self._reader.read(self.now, named.values(), readable, over, changed, relit=relit)
        self._last = self._tracker.update(self.now, reading)
        self._rests = self._is_settled()
        return self._last

    @property
    def is_at_rest(self) -> bool:
        return self._rests and not self.hands and self.now >= self._relit_until

    @property
    def next_look(self) -> float:
        """When the whole table is looked at again, even if nothing moves (s)."""
        return self._reader.next_full

    def clock_after(self, ticks: int) -> float:
        """The time after so many more scenes at rest."""
        now = self.now
        for _ in range(ticks):
            now += TICK
        return now

    def rest(self, ticks: int) -> None:
        """Let the time of so many scenes pass in which nothing changes."""
        self.now = self.clock_after(ticks)

    def is_readable(self, card: Card) -> bool:
        if card.cover is not None or card in self._buried:
            return False
        return not (self.hands and any(hand.hides(card.sticker) for hand in self.hands))

    def _has_changed(self) -> bool:
        lying = [*self.cards, self.mat, *self._boards]
        return len(lying) != len(self._lay) or any(
            self._lay.get(card) != (self._where(card), card.hidden) for card in lying
        )

    def _where(self, card: Card) -> Pose:
        if card.place is Place.BOARD and card.seat is not None:
            card.sticker = self.boards[card.seat]
        return card.sticker

    def _changed(self) -> list[Pose]:
        """Where stickers have come, gone, or been covered or uncovered since the picture before."""
        lies = {card: (self._where(card), card.hidden) for card in (*self.cards, self.mat, *self._boards)}
        before, self._lay = self._lay, lies
        gone = [at for card, (at, _) in before.items() if card not in lies]
        come = [at for card, (at, _) in lies.items() if card not in before]
        other = [card for card in lies if card in before and lies[card] != before[card]]
        return [*gone, *come, *(each[card][0] for card in other for each in (before, lies))]

    def _bury(self) -> None:
        """Find out which cards that lie anywhere but in cities have others on their stickers."""
        loose = tuple((card, card.sticker) for card in self.cards if card.place not in (Place.CITY, Place.STAGE))
        if loose != self._loose:
            self._loose = loose
            cards = [card for card, _ in loose]
            self._buried = frozenset(card for card in cards if self.is_buried(card, cards))

    def _is_settled(self) -> bool:
        """True if the tracker will change nothing until something else is read than now."""
        if self._reader.is_busy(self.now):
            return False
        return all(
            track.still
            and not track.covered
            and track.uncovered is None
            and (track.missing_since is None or self.now - track.missing_since > LONGEST_MISSED)
            for track in self._tracker._tracks
        )


def _locate_once(tracker: Tracker) -> None:
    """From now on a track is located again only if it or the table has moved: that takes most of a tracker's time."""
    estimate = tracker._estimate
    locate = estimate.locate
    known: dict[int, tuple[object, object, LocatedSticker]] = {}

    def locate_once(track: Track) -> LocatedSticker:
        corners, table, found = known.get(track.id, (None, None, None))
        if found is None or corners is not track.corners or table is not estimate.table:
            found = locate(track)
            known[track.id] = track.corners, estimate.table, found
        return found

    estimate.locate = locate_once


@lru_cache(4096)
def _back_area(sticker: Pose) -> Rectangle:
    return back_area(sticker, SIZES)


@lru_cache(4096)
def _front_area(sticker: Pose) -> Rectangle:
    return front_area(sticker, SIZES)


def _area(card: Card) -> Rectangle:
    return _front_area(card.sticker) if card.is_front else _back_area(card.sticker)


def covered_by(card: Card, over: Pose, margin: float = 0.0) -> bool:
    """True if a card whose sticker lies at `over` hides this sticker, or lies within `margin` mm of its middle."""
    return _front_area(over).contains((card.sticker.x, card.sticker.y), margin)
