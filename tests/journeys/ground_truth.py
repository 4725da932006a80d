"""Where each thing lies and since when, according to the simulation, and how a scene differs from that."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.simulation.rendering.arms import arm_overlay
from tests.device.simulation.photograph import visible_part
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.simulation.rendering.arms import ArmOverlay
    from device.simulation.rendering.projection import Projection
    from device.simulation.table.reach import Reach
    from device.simulation.table.tabletop import Thing
    from vision.kit.sizes import KitSizes
    from vision.scene import Item, Scene

TOLERANCE = 1.5
"""Seconds by which a scene may be late: the tracker waits this long before it drops a missing thing."""
PICTURES = 2
"""Pictures by which it may also be late: a change shows in the next picture, and one may be blurred."""
IN_THE_OPEN = 0.98
"""The visible part of a sticker that makes it readable."""

PLACES = {
    "board": Place.BOARD,
    "front": Place.CITY,
    "token": Place.CITY,
    "stage": Place.STAGE,
    "hand": Place.HAND,
    "discard": Place.DISCARD,
    "mat": Place.MAT,
}

Spot = tuple[int, Place, int | None, int | None]
"""Code, place, seat, slot. Backs of one age look alike, so things are counted by spot."""


@dataclass
class Lying:
    """The time from which a thing lies there, and the time from which it was readable."""

    since: float
    read_from: float | None = None


@dataclass(frozen=True)
class Moment:
    time: float
    there: Counter[Spot]
    readable: Counter[Spot]


class GroundTruth:
    """Where things are, frame by frame."""

    def __init__(self, lens: Projection, sizes: KitSizes, fps: float) -> None:
        self._late = TOLERANCE + PICTURES / fps
        self.lens, self._sizes = lens, sizes
        self._lying: dict[Thing, Lying] = {}
        self._vacated: list[Thing] = []
        """Things that are gone from places that have not been visible since."""
        self._boards: list[int] = []
        self._moments: deque[Moment] = deque()

    def note(self, time: float, things: Sequence[Thing], hands: Sequence[Reach], *, clear: bool) -> None:
        """Remember how the table is at this time (s); `clear` if the picture is not blurred as a whole."""
        self._vacated += [thing for thing in self._lying if thing not in things]
        self._lying = {thing: self._lying.get(thing) or Lying(time) for thing in things}
        new = [thing for thing, lying in self._lying.items() if lying.read_from is None]
        if (new or self._vacated) and clear:
            arms = [arm for hand in hands if (arm := hand.at(time))]
            covers = [shape for arm in arms if (shape := arm_overlay([arm], self.lens))]
            above = sorted(things, key=lambda thing: thing.z)
            for thing in new:
                if self._is_in_the_open(thing, above[above.index(thing) + 1 :], covers):
                    self._lying[thing].read_from = time
            self._vacated = [thing for thing in self._vacated if not self._is_in_the_open(thing, (), covers)]
        boards = [thing for thing in things if thing.role == "board"]
        self._boards = [board.code for board in sorted(boards, key=lambda board: board.seat or 0)]
        lying = {thing: each for thing, each in self._lying.items() if thing.role != "board"}
        there = Counter(spot(thing) for thing in (*lying, *self._vacated))
        readable = Counter(spot(thing) for thing, each in lying.items() if each.read_from is not None)
        self._moments.append(Moment(time, there, readable))
        while self._moments[0].time < time - self._late - 1e-6:
            self._moments.popleft()

    def mistakes(self, scene: Scene) -> list[str]:
        """All errors in a scene of the last noted time."""
        said = Counter((item.code, item.place, item.seat, item.slot) for item in scene.items)
        found = []
        for at in sorted(said | self._moments[-1].there, key=str):
            least = min(moment.readable[at] for moment in self._moments) if self._is_settled else 0
            most = max(moment.there[at] for moment in self._moments)
            if not least <= said[at] <= most:
                found.append(f"{at} is said {said[at]} times and is there {least} to {most} times")
        if self._is_settled and [seat.code for seat in scene.seats] != self._boards:
            found.append(f"boards {[seat.code for seat in scene.seats]} instead of {self._boards}")
        return found + [f"{item} lies there since another time" for item in scene.items if not self._is_dated(item)]

    def _is_in_the_open(self, thing: Thing, above: Sequence[Thing], covers: Sequence[ArmOverlay]) -> bool:
        return visible_part(thing, above, covers, self.lens, self._sizes) >= IN_THE_OPEN

    @property
    def _is_settled(self) -> bool:
        """True once the camera has looked for long enough."""
        return self._moments[0].time > 0

    def _is_dated(self, item: Item) -> bool:
        """True if a thing was put there at the item's time, or if it is gone and cannot be checked."""
        here = item.code, item.place, item.seat, item.slot
        same = [lying for thing, lying in self._lying.items() if spot(thing) == here]
        now = self._moments[-1].time
        return not same or any(each.since - 0.3 <= item.since <= (each.read_from or now) + TOLERANCE for each in same)


def spot(thing: Thing) -> Spot:
    """The spot that a scene should give for a thing."""
    place = PLACES[thing.role]
    seat = thing.seat if place in (Place.CITY, Place.STAGE, Place.HAND) else None
    return thing.code, place, seat, thing.slot if place is Place.STAGE else None
