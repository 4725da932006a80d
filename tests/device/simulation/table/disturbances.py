"""What hands do on a table besides playing cards: rest on them, or push one into another city."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from device.simulation.table.reach import ARM_MM, GRIP_MM, Arm, Reach, eased
from device.simulation.table.tabletop import Thing
from tests.device.simulation.table.recorded import RecordedScript
from vision.kit.sizes import KitSizes
from vision.table.pose import Point, Pose

SWAY_MM = 1.5
"""How far a resting hand moves."""
SWAY_HZ = 0.3


@dataclass(frozen=True, slots=True)
class RestingHand(Reach):
    """A hand that rests on the table, and on what lies there, from `arrive` to `leave`."""

    def at(self, time: float) -> Arm | None:
        """The arm, swaying a little."""
        arm = Reach.at(self, time)
        if arm is None:
            return None
        x = SWAY_MM * math.sin(math.tau * SWAY_HZ * time)
        y = SWAY_MM * math.sin(math.tau * SWAY_HZ * 1.7 * time + 1)
        return Arm((arm.tip[0] + x, arm.tip[1] + y), (arm.elbow[0] + x / 2, arm.elbow[1] + y / 2))


@dataclass(frozen=True, slots=True)
class PushedCard:
    """A card that is pushed flat over the table from `arrive` to `leave` (s), by an arm that comes from `home`.

    `thing` is the card before the push, `onto` the same card after it.
    """

    home: Point
    thing: Thing
    onto: Thing
    start: float
    arrive: float
    leave: float
    end: float

    def at(self, time: float) -> Arm | None:
        """The arm, with the card under the fingers while it is pushed."""
        if not self.start < time < self.end:
            return None
        if time < self.arrive:
            return self._arm(self.thing.pose, 1 - eased((time - self.start) / (self.arrive - self.start)))
        if time > self.leave:
            return self._arm(self.onto.pose, 1 - eased((self.end - time) / (self.end - self.leave)))
        pose = self._pose(eased((time - self.arrive) / (self.leave - self.arrive)))
        return replace(self._arm(pose, 0.0), carried=replace(self.onto, pose=pose))

    def lying(self, time: float) -> Thing | None:
        """The card while it lies still; None while it is pushed."""
        if time < self.arrive:
            return self.thing
        return self.onto if time >= self.leave else None

    def _pose(self, part: float) -> Pose:
        old, new = self.thing.pose, self.onto.pose
        turn = math.remainder(new.angle - old.angle, math.tau)
        return Pose(old.x + part * (new.x - old.x), old.y + part * (new.y - old.y), old.angle + part * turn)

    def _arm(self, pose: Pose, away: float) -> Arm:
        """An arm whose fingertips are on the card's near part (`away` 0), at home (1) or between."""
        way = math.hypot(self.home[0] - pose.x, self.home[1] - pose.y)
        toward = ((self.home[0] - pose.x) / way, (self.home[1] - pose.y) / way)
        back = away * way + GRIP_MM
        tip = (pose.x + toward[0] * back, pose.y + toward[1] * back)
        return Arm(tip, (tip[0] + toward[0] * ARM_MM, tip[1] + toward[1] * ARM_MM))


@dataclass
class DisturbedScript:
    """A script with disturbances: hands that rest on the table, and cards that are pushed, in this order."""

    script: RecordedScript
    rests: list[RestingHand] = field(default_factory=list)
    pushes: list[PushedCard] = field(default_factory=list)

    @property
    def sizes(self) -> KitSizes:
        """The sizes of the kit."""
        return self.script.sizes

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return self.script.players

    @property
    def things(self) -> tuple[Thing, ...]:
        """What lies on the table now, the lowest first."""
        pushed = {push.thing.code: push for push in self.pushes if push.arrive <= self.script.time}
        lying = (self._lying(thing, pushed.get(thing.code)) for thing in self.script.things)
        return tuple(sorted((thing for thing in lying if thing), key=lambda thing: thing.z))

    @property
    def reaches(self) -> Sequence[Reach | RestingHand | PushedCard]:
        """The arms that may be over the table now."""
        return (*self.script.reaches, *self.rests, *self.pushes)

    @property
    def disturbed(self) -> bool:
        """True until the last resting or pushing hand is gone."""
        ends = [*(rest.end for rest in self.rests), *(push.end for push in self.pushes)]
        return any(end > self.script.time for end in ends)

    def advance(self, time: float) -> None:
        """Go on to this time, in seconds; never backwards."""
        self.script.advance(time)

    def _lying(self, thing: Thing, push: PushedCard | None) -> Thing | None:
        return push.lying(self.script.time) if push else thing
