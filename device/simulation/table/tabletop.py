"""The things on a simulated table and where they lie: boards round the mat, cards, stages, hands, discards.

Coordinates are in mm from the middle of the table, x to the right and y down as in the picture. Angles are in radians,
clockwise as seen from above. In its own coordinates a thing has its centre at (0, 0) and its upper edge at negative y.
"""

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from vision.kit.sizes import KitSizes
from vision.kit.symbols import Symbology
from vision.table.pose import Point, Pose, Rectangle

MAT_CODE = 210
LEADERS = 0
"""The leaders' backs, where others are named by their age."""
BACK_CODES = {1: 206, 2: 207, 3: 208, LEADERS: 209}
"""Every back of an age carries the same code: stickers mark no card."""
FREE_CITY_CODE = 211
STAGE_TOKEN_CODE = 243
TOKEN_MM = 26.0
COIN_MM = 25.0
GLARE_MM = (70.0, 32.0)
"""Along and across the brightest part of a lamp's reflection."""

COLUMNS = 3
COLUMN_PITCH = 80.0
DEEPEST = 6
"""Cards in a column before another column is begun; only a city of more than 18 cards goes deeper."""
COLUMN_OF_COLOUR = {"brown": 0, "grey": 0, "blue": 1, "yellow": 1, "red": 2, "green": 2, "purple": 0}
"""Leaders have none of these colours and go into the shortest column."""

SEATS: dict[int, tuple[tuple[float, float, float], ...]] = {
    3: ((0, 300, 0), (-395, -130, 119), (395, -130, -119)),
    4: ((0, 303, 0), (-450, 0, 90), (0, -303, 180), (450, 0, -90)),
    5: ((0, 350, 0), (-650, 150, 75), (-390, -275, 150), (390, -275, -150), (650, 150, -75)),
    6: ((0, 360, 0), (-510, 250, 18), (-500, -285, 160), (0, -350, 180), (500, -285, -160), (510, 250, -18)),
    7: (
        (0, 360, 0),
        (-430, 265, 30),
        (-740, -85, 95),
        (-335, -295, 156),
        (335, -295, -156),
        (740, -85, -95),
        (430, 265, -30),
    ),
}
"""By number of seats: each board's centre (mm) and rotation (degrees), its lower edge towards its player.

Seat 0 is at the bottom of the picture; the others follow clockwise.
"""


class ThingKind(StrEnum):
    """What a thing looks like from above."""

    BOARD = "board"
    FRONT = "front"
    BACK = "back"
    PLAIN_BACK = "plain_back"
    """Of a kit without stickers on the backs."""
    MAT = "mat"
    TOKEN = "token"
    COIN = "coin"
    GLARE = "glare"
    """The reflection of a lamp on a sleeve."""


WITHOUT_STICKER = frozenset({ThingKind.COIN, ThingKind.GLARE, ThingKind.PLAIN_BACK})


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the table, with a sticker unless its kind is `WITHOUT_STICKER`; `code` means nothing then.

    The thing with the higher `z` covers the other.

    `role` is board, front, stage, hand, discard, token, stage_token, mat, held or shown; `slots` is the number of
    stages printed on a board; `wear` tells apart copies that are printed alike (another sleeve). `height` is the
    distance above the table in mm. `symbology` is how its sticker is printed.
    """

    code: int
    kind: ThingKind
    pose: Pose
    z: float
    role: str
    seat: int | None = None
    slot: int | None = None
    slots: int = 0
    wear: int = 0
    height: float = 0.0
    symbology: Symbology = Symbology.FIDUCIAL


@dataclass(frozen=True, slots=True)
class Scatter:
    """How far things lie from their proper place, at most: mm and radians."""

    shift: float = 1.2
    turn: float = math.radians(1.6)
    board_shift: float = 8.0
    board_turn: float = math.radians(3.0)


@dataclass(frozen=True, slots=True)
class SeatedBoard:
    """The board at a seat: its code and how many stages it has."""

    code: int
    stages: int


class Tabletop:
    """Everything that lies on the table now, and the places where the next things go."""

    def __init__(
        self,
        seats: Iterable[SeatedBoard],
        seed: int = 0,
        sizes: KitSizes | None = None,
        scatter: Scatter | None = None,
        *,
        backs: bool = True,
    ) -> None:
        """`backs`: the cards have stickers on their backs."""
        self._backs = backs
        self.sizes = sizes or KitSizes()
        self.scatter = scatter or Scatter()
        self.seated = tuple(seats)
        self._random = random.Random(f"tabletop {seed}")
        self._things: list[Thing] = []
        self._columns = [[0] * COLUMNS for _ in self.seated]
        self.boards = tuple(self._board(seat) for seat in range(len(self.seated)))
        self.mat = Thing(MAT_CODE, ThingKind.MAT, Pose(0, 0, self._random.uniform(-math.pi, math.pi)), 0, "mat")
        self._last_discard: Pose | None = None
        self._discards = 0
        for thing in (self.mat, *self.boards):
            self.put(thing)

    @property
    def things(self) -> tuple[Thing, ...]:
        """What lies on the table, the lowest first."""
        return tuple(sorted(self._things, key=lambda thing: thing.z))

    def put(self, thing: Thing) -> None:
        """Lay a thing down."""
        self._things.append(thing)

    def take(self, thing: Thing) -> None:
        """Take a thing off the table."""
        self._things.remove(thing)

    def front(self, seat: int, code: int, colour: str) -> Thing:
        """The next card of a city: tucked under the cards nearer to the board, its upper strip visible."""
        depths = self._columns[seat]
        column = COLUMN_OF_COLOUR.get(colour)
        if column is None or depths[column] >= DEEPEST:
            column = min(range(COLUMNS), key=lambda other: (depths[other], other))
        depths[column] += 1
        sizes = self.sizes
        middle = -sizes.board_height / 2 - depths[column] * sizes.visible_strip + sizes.card_height / 2
        pose = self._jitter(self.boards[seat].pose.at((column - (COLUMNS - 1) / 2) * COLUMN_PITCH, middle))
        return Thing(code, ThingKind.FRONT, pose, 50 - depths[column] + column / 10, "front", seat)

    def stage(self, seat: int, slot: int, age: int) -> Thing:
        """The card of the stage at `slot` (from 1): face down, half under the board's lower edge."""
        slots = self.seated[seat].stages
        x = ((slot - 0.5) / slots - 0.5) * self.sizes.board_width
        pose = self._jitter(self.boards[seat].pose.at(x, self.sizes.board_height / 2))
        return self._face_down(Thing(BACK_CODES[age], ThingKind.BACK, pose, 30 - slot, "stage", seat, slot))

    def stage_token(self, seat: int, slot: int) -> Thing:
        """The token of the stage at `slot` (from 1): on the visible half of the card there, turned in any way."""
        slots = self.seated[seat].stages
        x = ((slot - 0.5) / slots - 0.5) * self.sizes.board_width + self._random.uniform(-12, 12)
        y = self.sizes.board_height / 2 + self._random.uniform(14, 36)
        pose = self.boards[seat].pose.at(x, y, self._random.uniform(-math.pi, math.pi))
        return Thing(STAGE_TOKEN_CODE, ThingKind.TOKEN, pose, 120, "stage_token", seat, slot)

    def hand(self, seat: int, age: int) -> Thing:
        """A player's cards, face down to the left of the board."""
        aside = -(self.sizes.board_width + self.sizes.card_width) / 2 - self._random.uniform(14, 26)
        pose = self.boards[seat].pose.at(aside, self._random.uniform(-12, 12), self._random.uniform(-0.2, 0.2))
        wear = self._random.randrange(1000)
        return self._face_down(Thing(BACK_CODES[age], ThingKind.BACK, pose, 200, "hand", seat, wear=wear))

    def discard(self, age: int) -> Thing:
        """The next card on the discard mat: clearly shifted or turned against the one before."""
        self._discards += 1
        pose = self._drop()
        while self._last_discard and not clearly_apart(pose, self._last_discard):
            pose = self._drop()
        self._last_discard = pose
        z, wear = 300 + self._discards, self._random.randrange(1000)
        return self._face_down(Thing(BACK_CODES[age], ThingKind.BACK, pose, z, "discard", wear=wear))

    def token(self, seat: int) -> Thing:
        """The Free City's token, on its board near the left edge."""
        pose = self._jitter(self.boards[seat].pose.at(-self.sizes.board_width / 2 + TOKEN_MM, -TOKEN_MM / 2))
        return Thing(FREE_CITY_CODE, ThingKind.TOKEN, pose, 150, "token", seat)

    def _face_down(self, card: Thing) -> Thing:
        return card if self._backs else replace(card, kind=ThingKind.PLAIN_BACK)

    def _drop(self) -> Pose:
        """A place that usually leaves the mat's own sticker uncovered."""
        turn = self._random.uniform(-math.pi, math.pi)
        return self.mat.pose.at(self._random.uniform(-24, 4), self._random.uniform(-4, 22), turn)

    def _board(self, seat: int) -> Thing:
        x, y, degrees = SEATS[len(self.seated)][seat]
        shift, turn = self.scatter.board_shift, self.scatter.board_turn
        pose = Pose(
            x + self._random.uniform(-shift, shift),
            y + self._random.uniform(-shift, shift),
            math.radians(degrees) + self._random.uniform(-turn, turn),
        )
        seated = self.seated[seat]
        return Thing(seated.code, ThingKind.BOARD, pose, 100, "board", seat, slots=seated.stages)

    def _jitter(self, pose: Pose) -> Pose:
        shift, turn = self.scatter.shift, self.scatter.turn
        return Pose(
            pose.x + self._random.uniform(-shift, shift),
            pose.y + self._random.uniform(-shift, shift),
            pose.angle + self._random.uniform(-turn, turn),
        )


def clearly_apart(pose: Pose, other: Pose) -> bool:
    """True if the two are more than 12 mm or 20 degrees apart, so that anybody can tell them apart."""
    turn = math.remainder(pose.angle - other.angle, math.tau)
    return math.hypot(pose.x - other.x, pose.y - other.y) > 12 or abs(turn) > math.radians(20)


def size(thing: Thing, sizes: KitSizes) -> tuple[float, float]:
    """Width and height of a thing in mm."""
    if thing.kind is ThingKind.BOARD:
        return sizes.board_width, sizes.board_height
    if thing.kind is ThingKind.MAT:
        return sizes.mat_width, sizes.mat_height
    if thing.kind is ThingKind.TOKEN:
        return TOKEN_MM, TOKEN_MM
    if thing.kind is ThingKind.COIN:
        return COIN_MM, COIN_MM
    if thing.kind is ThingKind.GLARE:
        return GLARE_MM
    return sizes.card_width, sizes.card_height


def sticker_centre(thing: Thing, sizes: KitSizes) -> tuple[float, float]:
    """The sticker's centre in the thing's own coordinates: at the upper right, on backs at the lower right.

    A token's sticker is in its middle: the token is hardly larger.
    """
    if thing.kind is ThingKind.TOKEN:
        return 0.0, 0.0
    width, height = size(thing, sizes)
    inset = {ThingKind.BOARD: sizes.board_inset, ThingKind.MAT: sizes.mat_inset}.get(thing.kind, sizes.card_inset)
    x = width / 2 - inset - sizes.sticker.side / 2
    y = height / 2 - inset - sizes.sticker.side / 2
    return x, y if thing.kind is ThingKind.BACK else -y


def sticker_pose(thing: Thing, sizes: KitSizes) -> Pose:
    """Where the centre of a thing's sticker is on the table."""
    return thing.pose.at(*sticker_centre(thing, sizes))


def outline(thing: Thing, sizes: KitSizes) -> tuple[Point, Point, Point, Point]:
    """A thing's corners on the table, clockwise from its own upper left."""
    return Rectangle(thing.pose, *size(thing, sizes)).corners


def square(thing: Thing, sizes: KitSizes) -> tuple[Point, Point, Point, Point]:
    """The corners on the table of the sticker's black square, clockwise from the sticker's own upper left."""
    return Rectangle(sticker_pose(thing, sizes), sizes.sticker.square, sizes.sticker.square).corners
