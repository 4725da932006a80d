"""How a player reaches over the table: in with a card, a moment's rest, out again."""

import math
from dataclasses import dataclass

from device.simulation.tabletop import Placement, Thing, moved

ARM_MM = 800.0
GRIP_MM = 30.0
"""Fingertips hold a card this far from its middle, on the player's side."""
LIFT_MM = 70.0
"""How high a hand carries a card over the table."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm at one instant: fingertips, elbow (mm on the table), and what it carries."""

    tip: Point
    elbow: Point
    carried: Thing | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """One reach over the table, times in seconds: out of `home` at `start`, at the place from `arrive` to `leave`.

    `brings` lies on the table from `arrive`; `takes` is gone from `leave`.
    """

    seat: int
    home: Point
    place: Placement
    start: float
    arrive: float
    leave: float
    end: float
    brings: Thing | None = None
    takes: Thing | None = None

    def at(self, time: float) -> Arm | None:
        """The arm at this time, None if it is not over the table."""
        if not self.start < time < self.end:
            return None
        way = math.hypot(self.home[0] - self.place.x, self.home[1] - self.place.y)
        toward = ((self.home[0] - self.place.x) / way, (self.home[1] - self.place.y) / way)
        back = (1 - self._progress(time)) * way
        tip = (self.place.x + toward[0] * (back + GRIP_MM), self.place.y + toward[1] * (back + GRIP_MM))
        elbow = (tip[0] + toward[0] * ARM_MM, tip[1] + toward[1] * ARM_MM)
        thing = self.brings if time < self.arrive else self.takes if time >= self.leave else None
        return Arm(tip, elbow, thing and self._carried(thing, toward, back))

    def _progress(self, time: float) -> float:
        """0 at home, 1 at the place; slow at both ends as hands are."""
        if time < self.arrive:
            part = (time - self.start) / (self.arrive - self.start)
        elif time <= self.leave:
            return 1.0
        else:
            part = (self.end - time) / (self.end - self.leave)
        return part * part * (3 - 2 * part)

    def _carried(self, thing: Thing, toward: Point, back: float) -> Thing:
        tilt = 0.5 * math.tanh(back / 200) * (1 if self.seat % 2 else -1)
        pose = Placement(thing.pose.x + toward[0] * back, thing.pose.y + toward[1] * back, thing.pose.angle + tilt)
        return moved(thing, pose, thing.height + LIFT_MM * math.tanh(back / 150))
