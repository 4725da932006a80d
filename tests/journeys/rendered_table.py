"""The table of troubled games before the simulated camera: arms bring, take and push things, and what the real reader
and tracker make of the pictures is the scene.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from device.perception.pipeline import TableSceneReader
from device.simulation.rendering.printing import Glare
from device.simulation.rendering.projection import over_table
from device.simulation.rendering.table_picture import Appearance
from device.simulation.table.reach import Reach, eased
from device.simulation.table.script import HOME_MM
from device.simulation.table.tabletop import Thing, ThingKind, sticker_centre, sticker_pose
from tests.device.simulation.photograph import with_fewer_pixels
from tests.device.simulation.rendering.surroundings import CameraInRoom, Knock, LampSwitch, Room
from tests.device.simulation.table.disturbances import RestingHand
from tests.device.tables import CODEBOOK
from tests.journeys.troubled_table import HAND_MM, ON_TOP, SIZES, Cover, Hand, TroubledTable, covered_by
from vision.reading.reader import Reader
from vision.scene import Place
from vision.table.pose import Pose, board_area, mat_area, wrapped
from vision.tracking.tracker import Tracker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from random import Random

    from tests.journeys.troubled_table import Card
    from vision.scene import Scene
    from vision.table.pose import Point

LOOK = Appearance(blur=0.9, noise=3.0, glare=Glare(0.15, 0.6), dimmest=0.65)
MOVING, AT_REST = 0.3, 0.6
"""s from one picture to the next, while hands are at work and while nothing moves."""
REST_AFTER = 2.5
"""s after the last movement from which fewer pictures are taken."""
REACH, LET_GO, SLIDE = 0.6, 0.25, 0.6
"""s in which a hand gets there, lets something go or picks it up, and pushes something over the table."""
ANY_COLOUR = ""
OTHER_PLACES = 4
"""Places in a city that somebody tries before a card is laid on top of others."""
TOGETHER_MM = 70.0
"""Cards that are brought or taken at one moment from so near are in one hand."""


@dataclass(frozen=True)
class Slide:
    """A push over the table, from one pose to the other."""

    before: Pose
    after: Pose
    start: float
    end: float

    def at(self, time: float) -> Pose:
        part = eased(min(max((time - self.start) / (self.end - self.start), 0.0), 1.0))
        turn = part * wrapped(self.after.angle - self.before.angle)
        x, y = (one + part * (other - one) for one, other in self._shift)
        return Pose(x, y, self.before.angle + turn)

    @property
    def _shift(self) -> tuple[tuple[float, float], tuple[float, float]]:
        return (self.before.x, self.after.x), (self.before.y, self.after.y)


class RenderedTable(TroubledTable):
    """What hands do happens a little later than on the `SceneTable`: they have to get there."""

    def __init__(self, wonders: tuple[tuple[str, str], ...], random: Random, *, full_size: bool = False) -> None:
        super().__init__(wonders, random)
        self.sizes, self.players = SIZES, len(wonders)
        self._seed = random.randrange(1_000_000)
        self._lying: dict[Card, None] = {self.mat: None}
        self._covers: dict[Card, Cover | None] = {}
        self._slides: dict[Card | int, Slide] = {}
        self._arms: list[Reach] = []
        self._coming: list[tuple[float, Callable[[], object]]] = []
        self._moved_at = 0.0
        lens = over_table(self.players, self._seed)
        if not full_size:
            lens = with_fewer_pixels(lens)
        self.camera = CameraInRoom(self, seed=self._seed, look=LOOK, lens=lens, clock=lambda: self.now)
        self._playing = False
        self.restart()

    def restart(self) -> None:
        self._scene_reader = TableSceneReader(Reader(CODEBOOK), Tracker(CODEBOOK, SIZES), previews=False)
        if self._playing:
            self._scene_reader.start_game()

    def begin_game(self) -> None:
        self._playing = True
        self._scene_reader.start_game()

    def scene(self) -> Scene:
        self.now += AT_REST if self.now - self._moved_at > REST_AFTER else MOVING
        self.hands = [hand for hand in self.hands if hand.until > self.now]
        return self._scene_reader.read(self.camera.read()).scene

    # What hands do

    def put(self, card: Card) -> Card:
        self._follow_board(card)
        for _ in range(OTHER_PLACES):
            if card.seat is None or card.place is not Place.CITY or card.cover or not self._is_half_hidden(card):
                break
            home = self.tabletop.front(card.seat, card.code, ANY_COLOUR)  # nobody lays a card where it is not seen
            card.thing, card.sticker, card.board = home, sticker_pose(home, SIZES), self.boards[card.seat]
        if card.cover is Cover.CARD:  # it is laid under another one
            card.thing = replace(card.thing, z=min(other.thing.z for other in (*self.cards, card)) - 1)
        elif card.cover is not None:
            self._covers[card] = card.cover
        elif card.place is Place.DISCARD or (card.seat is not None and self._is_half_hidden(card)):
            card.thing = replace(card.thing, z=ON_TOP + self._order)
        self._order += 1
        card.order = self._order
        self.cards.append(card)
        self._slides.pop(card, None)
        self._reach(card.sticker, LET_GO, card=card, brings=self._thing(card, card.sticker))
        self._later(REACH, lambda: self._lying.setdefault(card))
        return card

    def _is_half_hidden(self, card: Card) -> bool:
        """True if a card on top of others, somebody else's board, or a discard may lie on this card's sticker."""
        taken = [board_area(board, SIZES) for seat, board in enumerate(self.boards) if seat != card.seat]
        taken.append(mat_area(self.mat.sticker, SIZES))
        if any(area.contains((card.sticker.x, card.sticker.y), SIZES.sticker.side) for area in taken):
            return True
        near = [other for other in self.city(card.seat) if covered_by(card, other.sticker, SIZES.sticker.side / 2)]
        return any(other.thing.z > card.thing.z for other in near)

    def take(self, card: Card) -> None:
        if card in self.cards:
            self.cards.remove(card)
        self._reach(card.sticker, LET_GO, card=card, takes=self._thing(card, card.sticker))
        self._later(REACH + LET_GO, lambda: self._lying.pop(card, None))

    def hide(self, cards: Iterable[Card], cover: Cover | None) -> None:
        for card in cards:
            by_hand = Cover.GLARE not in (cover, card.cover)
            self._later(REACH if by_hand else 0.0, partial(self._covers.__setitem__, card, cover))
            super().hide([card], cover)

    def hand(self, at: Pose, seconds: float = 0.7, reach: float = HAND_MM) -> None:
        del reach
        self._reach(at, seconds)

    def reach(self, seat: int, at: Pose, seconds: float) -> None:
        """Nothing: every hand has an arm here."""

    def lay_token(self, seat: int) -> Card:
        token = super().lay_token(seat)
        self._lying[token] = None
        return token

    def knock(self) -> None:
        turn = [self.random.choice((-1, 1)) * self.random.uniform(0.004, 0.012) for _ in range(3)]
        room = self.camera.room or Room()
        self.camera.room = replace(room, knocks=(*room.knocks, Knock(self.now + 0.2, (turn[0], turn[1], turn[2]))))
        self._moved_at = self.now + 1.5

    def switch_lamp(self) -> None:
        room = self.camera.room or Room()
        lamp, strength = self.random.choice([(1, 0.6), (2, 1.6), (1, 1.5)])
        self.camera.room = replace(room, switches=(*room.switches, LampSwitch(self.now + 0.2, lamp, strength)))
        self._moved_at = self.now + 1.5

    # What the camera sees (as a `device.simulation.table.script.TableScript`)

    @property
    def things(self) -> Sequence[Thing]:
        things = [
            replace(board, pose=_middle(board, self._pose(seat, self.boards[seat])))
            for seat, board in enumerate(self.tabletop.boards)
        ]
        for card in self._lying:
            at = self._pose(card, card.sticker)
            things.append(self._thing(card, at))
            if card.cover is not None and (cover := self._covers.get(card)) is not None:
                kind = ThingKind.COIN if cover is Cover.COINS else ThingKind.GLARE
                things.append(Thing(0, kind, at, 2 * ON_TOP, "cover"))
        return sorted(things, key=lambda thing: thing.z)

    @property
    def reaches(self) -> Sequence[Reach]:
        return self._arms

    def advance(self, time: float) -> None:
        due = sorted((each for each in self._coming if each[0] <= time), key=lambda each: each[0])
        self._coming = [each for each in self._coming if each[0] > time]
        for _, act in due:
            act()
        for key, sticker in [*((card, card.sticker) for card in self._lying), *enumerate(self.boards)]:
            known = self._slides.get(key)
            if known is None:
                self._slides[key] = Slide(sticker, sticker, time, time + SLIDE)
            elif known.after != sticker:
                self._slides[key] = Slide(known.at(time), sticker, time + REACH, time + REACH + SLIDE)
        ends = [*(arm.end for arm in self._arms), *(slide.end for slide in self._slides.values())]
        self._moved_at = max([self._moved_at, *(min(end, time) for end in ends)])
        self._arms = [arm for arm in self._arms if arm.end > time]

    def _pose(self, key: Card | int, at: Pose) -> Pose:
        slide = self._slides.get(key)
        return slide.at(self.now) if slide else at

    def _thing(self, card: Card, sticker: Pose) -> Thing:
        return replace(card.thing, pose=_middle(card.thing, sticker))

    def _later(self, seconds: float, act: Callable[[], object]) -> None:
        self._coming.append((self.now + seconds, act))

    def _reach(
        self,
        at: Pose,
        seconds: float,
        card: Card | None = None,
        brings: Thing | None = None,
        takes: Thing | None = None,
    ) -> None:
        start, arrive = self.now, self.now + REACH
        leave, end = arrive + seconds, arrive + seconds + REACH
        self.hands.append(Hand(at, end))
        self._moved_at = max(self._moved_at, start)
        near = (arm for arm in self._arms if arm.start == start and arm.place.distance(at) < TOGETHER_MM)
        if any((arm.brings is None, arm.takes is None) == (brings is None, takes is None) for arm in near):
            return
        if brings and any(arm.takes and arm.takes.code == brings.code for arm in self._arms):
            brings = None  # it is still in the hand that takes it from elsewhere
        seat = card.seat if card is not None and card.seat is not None else self._nearest_seat(at)
        place = brings.pose if brings else takes.pose if takes else at
        kind = Reach if brings or takes else RestingHand
        self._arms.append(kind(seat, self._home(seat), place, start, arrive, leave, end, brings, takes))

    def _nearest_seat(self, at: Pose) -> int:
        return min(range(self.players), key=lambda seat: board_area(self.boards[seat], SIZES).pose.distance(at))

    def _home(self, seat: int) -> Point:
        board = board_area(self.boards[seat], SIZES).pose
        home = board.at(self.random.uniform(-60, 60), SIZES.board_height / 2 + HOME_MM)
        return home.x, home.y


def _middle(thing: Thing, sticker: Pose) -> Pose:
    """The pose of a thing whose sticker lies there."""
    x, y = sticker_centre(thing, SIZES)
    return sticker.at(-x, -y)
