"""A simulated station: people bring things to its mat one by one, turned in any direction, and take them away again."""

import math
import random
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from device.simulation.table.reach import Reach
from device.simulation.table.tabletop import Thing, ThingKind, sticker_centre
from vision.kit.codebook import Codebook, StickerKind
from vision.kit.sizes import KitSizes
from vision.kit.symbols import Symbology
from vision.table.pose import Pose

AWAY_MM = 430.0
"""Distance from the middle of the mat to where hands rest: out of the picture."""
OFF_MM = (45.0, 22.0)
"""How far a sticker may lie from the middle of the mat, across and down."""
ASKEW = 0.9
"""Radians by which an arm's direction may differ from the one opposite the sticker."""


@dataclass(frozen=True, slots=True)
class StationPace:
    """How fast people are, in seconds; a pair is drawn between evenly."""

    between: tuple[float, float] = (0.6, 1.6)
    """From the end of one movement to the next hand."""
    reach: tuple[float, float] = (0.5, 0.9)
    react: tuple[float, float] = (0.3, 0.8)
    """From the sound to the movement of the hand."""
    give_up_after: float = 4.0
    """A card that is not read within this time is taken away and shown again."""


HUMAN = StationPace()
FAST = StationPace(between=(0.1, 0.2), reach=(0.25, 0.3), react=(0.05, 0.1))
"""For `demo --fast`: every movement happens, none takes long."""


def thing_with(code: int, symbology: Symbology, wear: int = 0) -> Thing:
    """The thing with this code: a card's front or back, a board or a token; the discard mat's sticker is on a card."""
    entry = _CODEBOOK.entries[code]
    kind = _LOOKS.get(entry.kind, ThingKind.FRONT)
    return Thing(
        code,
        kind,
        Pose(0.0, 0.0, 0.0),
        1,
        "shown",
        0,
        slots=3 * (kind is ThingKind.BOARD),
        wear=wear,
        symbology=symbology,
    )


class StationScript:
    """A station's mat over time. `expect` says what is shown, `read` that it was read; a hand holds it until then."""

    def __init__(
        self,
        seed: int = 0,
        *,
        symbology: Symbology = Symbology.FIDUCIAL,
        pace: StationPace = HUMAN,
    ) -> None:
        self.sizes = KitSizes()
        self.players = 3
        self.time = 0.0
        self._pace, self._symbology = pace, symbology
        self._random = random.Random(f"station {seed}")
        self._coming: deque[int] = deque()
        self._reach: Reach | None = None
        """The hand that brings a thing, holds it and takes it away."""
        self._read_at: float | None = None
        self._free_at = 1.5

    @property
    def things(self) -> Sequence[Thing]:
        """The thing on the mat now, if there is one."""
        reach = self._reach
        lies = reach is not None and reach.arrive <= self.time < reach.leave
        return (reach.takes,) if reach and reach.takes and lies else ()

    @property
    def reaches(self) -> Sequence[Reach]:
        """The arm that may be over the mat now."""
        return (self._reach,) if self._reach else ()

    @property
    def idle(self) -> bool:
        """True if nothing lies there and nothing is to be shown."""
        return self._reach is None and not self._coming

    def expect(self, codes: Iterable[int]) -> None:
        """Show these codes next, one after the other."""
        self._coming.extend(codes)

    def read(self) -> None:
        """The thing on the mat was read and can be taken away."""
        if self._read_at is None:
            self._read_at = self.time

    def advance(self, time: float) -> None:
        """Move the time on to `time` (s), which never goes back."""
        self.time = time
        if self._reach is None:
            if self._coming and time >= self._free_at:
                self._reach = self._bring(self._coming[0])
        elif self._reach.arrive <= time < self._reach.leave:
            self._reach = self._hold(self._reach)
        elif time >= self._reach.end:
            if self._read_at is not None:
                self._coming.popleft()
            self._reach = self._read_at = None
            self._free_at = time + self._drawn(self._pace.between)

    def _bring(self, code: int) -> Reach:
        sticker = thing_with(code, self._symbology, self._random.randrange(1000))
        turn = self._random.uniform(-math.pi, math.pi)
        x, y = sticker_centre(sticker, self.sizes)
        right, down = (self._random.uniform(-off, off) for off in OFF_MM)
        at = Pose(right, down, turn)
        thing = replace(sticker, pose=at.at(-x, -y))
        arrive = self.time + self._drawn(self._pace.reach)
        home = self._home(thing.pose, at)
        return Reach(0, home, thing.pose, self.time, arrive, math.inf, math.inf, thing, thing)

    def _hold(self, reach: Reach) -> Reach:
        """Hold the thing until it is read, or until the players give up; then take it away."""
        gives_up = self.time - reach.arrive >= self._pace.give_up_after
        if not math.isinf(reach.leave) or not (gives_up or self._read_at is not None):
            return reach
        leave = self.time + self._drawn(self._pace.react)
        return replace(reach, leave=leave, end=leave + self._drawn(self._pace.reach))

    def _home(self, middle: Pose, sticker: Pose) -> tuple[float, float]:
        """Where the hand comes from: the side away from the sticker, so that the fingers do not cover it."""
        away = math.atan2(middle.y - sticker.y, middle.x - sticker.x) if middle != sticker else sticker.angle
        away += self._random.uniform(-ASKEW, ASKEW)
        return middle.x + AWAY_MM * math.cos(away), middle.y + AWAY_MM * math.sin(away)

    def _drawn(self, between: tuple[float, float]) -> float:
        return self._random.uniform(*between)


_CODEBOOK = Codebook.load()
_LOOKS = {
    StickerKind.BOARD: ThingKind.BOARD,
    StickerKind.BACK: ThingKind.BACK,
    StickerKind.TOKEN: ThingKind.TOKEN,
    StickerKind.STAGE_TOKEN: ThingKind.TOKEN,
}
