"""The mat of a troubled station before the simulated camera: arms bring and take cards and rest on them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot
from typing import TYPE_CHECKING

import numpy as np

from device.simulation.rendering.camera import WELL_LIT, SimulatedCamera
from device.simulation.rendering.projection import STATION_HEIGHT, over_mat
from device.simulation.table.reach import ARM_MM, Arm
from device.simulation.table.station import thing_with
from device.simulation.table.tabletop import Thing, ThingKind, sticker_centre
from tests.device.tables import CODEBOOK
from tests.vision.station_mat import HIGH, SIDE, WIDE, StationMat
from vision.kit.sizes import KitSizes
from vision.kit.symbols import Symbology
from vision.symbologies import finders
from vision.table.pose import Pose
from vision.tracking.station import StationReader, StationTracker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.scene import Scene

PX_PER_MM = SIDE / KitSizes().sticker.square
WITHDRAWS_MM_PER_S = 900.0
"""How fast a hand goes away that has laid or taken a card."""
SEEN_FOR = 0.5
"""s after which it is out of the picture."""
OVER_MM = 30.0
"""So far the fingertips of a resting hand are beyond the sticker."""


@dataclass(frozen=True, slots=True)
class PassingArm:
    """An arm whose fingertips are at `place` (mm) at `since` (s) and withdraw then; `resting`: it stays there."""

    place: tuple[float, float]
    home: tuple[float, float]
    since: float
    resting: bool = False
    takes: Thing | None = None

    def at(self, time: float) -> Arm | None:
        """Where it is at this time (s); None if it is not over the mat."""
        x, y = self.place
        far = hypot(self.home[0] - x, self.home[1] - y)
        right, down = (self.home[0] - x) / far, (self.home[1] - y) / far
        away = -OVER_MM if self.resting else 30.0 + max(time - self.since, 0.0) * WITHDRAWS_MM_PER_S
        tip = (x + right * away, y + down * away)
        pose = self.takes and self.takes.pose
        moved = pose and replace(pose, x=pose.x + right * (away - 30.0), y=pose.y + down * (away - 30.0))
        carried = replace(self.takes, pose=moved, height=20.0) if self.takes and moved else None
        return Arm(tip, (tip[0] + right * ARM_MM, tip[1] + down * ARM_MM), carried)


class RenderedMat(StationMat):
    """Like `StationMat`, but what lies there is drawn, and the real reader searches the pictures."""

    players = 3
    sizes = KitSizes()

    def __init__(self, fps: float = 8.0, empty: float = 1.5, seed: int = 0) -> None:
        self.time, self._before, self._arms = 0.0, [], []
        self._home = (0.0, 300.0)
        lens = over_mat(seed, small=True)
        self.camera = SimulatedCamera(self, seed=seed, look=WELL_LIT, lens=lens, clock=lambda: self.time)
        super().__init__(fps, empty)

    def restart(self) -> None:
        self.tracker = StationTracker(CODEBOOK)
        self.reader = StationReader(finders([Symbology.FIDUCIAL], CODEBOOK.codes))

    def look(self) -> Scene:
        frame = self.camera.read()
        columns = np.linspace(0, 1, frame.image.shape[1])
        light = self.light * (1 - self.shadow * (columns < 0.5))
        picture = np.clip(frame.image * light, 0, 255).astype(np.uint8)
        self.scene = self.tracker.update(self.time, self.reader.read(replace(frame, image=picture)))
        self.time = round(self.time + 1 / self.fps, 6)
        return self.scene

    # What the camera sees (as a `device.simulation.table.script.TableScript`)

    @property
    def things(self) -> Sequence[Thing]:
        things = [_card(*lying, z=z) for z, lying in enumerate(self.lying, 1)]
        if self.thing:
            x, y = self.thing
            coins = [Pose(*_mm(x + 32 * n, y + 50), 0.0) for n in range(5)]
            things += [Thing(0, ThingKind.COIN, pose, 0, "coin") for pose in coins]
        return things

    @property
    def reaches(self) -> Sequence[PassingArm]:
        resting = [PassingArm(_mm(*self.hand), self._home, self.time, resting=True)] if self.hand else []
        return [*self._arms, *resting]

    def advance(self, time: float) -> None:
        here = {lying[0]: lying for lying in self.lying}
        before = {lying[0]: lying for lying in self._before}
        for code in here.keys() ^ before.keys():
            self._home = (-260.0 + 130.0 * (code % 5), 300.0)
            takes = _card(*before[code]) if code in before else None
            self._arms.append(PassingArm(_mm(*(before | here)[code][1:3]), self._home, time, takes=takes))
        self._arms = [arm for arm in self._arms if time - arm.since < SEEN_FOR]
        self._before = list(self.lying)


def _mm(x: float, y: float) -> tuple[float, float]:
    return (x - WIDE / 2) / PX_PER_MM, (y - HIGH / 2) / PX_PER_MM


def _card(code: int, x: float, y: float, turn: float = 0.3, side: float = SIDE, z: float = 0) -> Thing:
    """The thing whose sticker is there; a larger one is nearer to the camera."""
    thing = thing_with(code, Symbology.FIDUCIAL)
    right, down = sticker_centre(thing, KitSizes())
    return replace(thing, pose=Pose(*_mm(x, y), turn).at(-right, -down), z=z, height=STATION_HEIGHT * (1 - SIDE / side))
