"""How a player's arm moves over the table: it brings or takes a card, rests for a moment, and goes back."""

import math
from dataclasses import dataclass, replace

from device.simulation.table.tabletop import Thing
from vision.table.pose import Point, Pose

ARM_MM = 800.0
GRIP_MM = 30.0
"""Fingertips hold a card this far from its centre, on the player's side."""
LIFT_MM = 70.0
"""How high a hand carries a card over the table."""


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm at one instant: fingertips, elbow (mm on the table), and what it carries."""

    tip: Point
    elbow: Point
    carried: Thing | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """An arm over the table, times in s: it leaves `home` at `start`, is at `place` from `arrive` to `leave`.

    It carries the thing it `brings` until `arrive`, and the thing it `takes` from `leave` on.
    """

    seat: int
    home: Point
    place: Pose
    start: float
    arrive: float
    leave: float
    end: float
    brings: Thing | None = None
    takes: Thing | None = None
    name: str = ""
    """What the thing is called that lies on the table afterwards, or before; "": it is only held."""

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
        """0 at home, 1 at the place."""
        if time < self.arrive:
            part = (time - self.start) / (self.arrive - self.start)
        elif time <= self.leave:
            return 1.0
        else:
            part = (self.end - time) / (self.end - self.leave)
        return eased(part)

    def _carried(self, thing: Thing, toward: Point, back: float) -> Thing:
        tilt = 0.5 * math.tanh(back / 200) * (1 if self.seat % 2 else -1)
        pose = Pose(thing.pose.x + toward[0] * back, thing.pose.y + toward[1] * back, thing.pose.angle + tilt)
        return replace(thing, pose=pose, height=thing.height + LIFT_MM * math.tanh(back / 150))


def eased(part: float) -> float:
    """A movement's progress (0 to 1) when it is slow at both ends, as those of hands are."""
    return part * part * (3 - 2 * part)
