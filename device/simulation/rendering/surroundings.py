"""What happens round a table: the camera is knocked, lamps are switched and flicker, clouds pass.

A `Room` says how it is at a time; `Exposure` is the camera's automatic exposure, which takes a while to follow.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulation.rendering.projection import Turn
from vision.frame import GreyImage

MAINS_HZ = 100.0
"""Lamps flicker with every half wave of the current."""
READOUT = 1 / 20
"""Seconds from the first row of a picture to the last: a rolling shutter."""
FOLLOWS = 0.35
"""Seconds in which automatic exposure makes up for two thirds of a change; it begins `DELAY` seconds late."""
DELAY = 0.15
STILL = 1e-4
"""Radians; a third of a pixel at the table's far end."""


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody bumps into the arm that the camera hangs on: it turns by `turn` in the end, and swings before it rests.

    `swing` is how much of the turn it overshoots by at first, `dies` the seconds in which that falls to a third.
    """

    time: float
    turn: Turn
    swing: float = 1.0
    hertz: float = 2.5
    dies: float = 0.3

    def at(self, time: float) -> Turn:
        """How far it has turned by now."""
        late = time - self.time
        if late <= 0:
            return 0.0, 0.0, 0.0
        left = math.exp(-late / self.dies)
        if left * max(map(abs, self.turn)) < STILL:
            return self.turn
        part = 1 - left * ((1 - self.swing) + self.swing * math.cos(math.tau * self.hertz * late))
        about_x, about_y, about_z = self.turn
        return part * about_x, part * about_y, part * about_z


@dataclass(frozen=True, slots=True)
class Switch:
    """From `time` on another lamp burns (see `Look.lamp`), so many times as bright as the first."""

    time: float
    lamp: int
    strength: float


@dataclass(frozen=True, slots=True)
class Cloud:
    """Before the sun, from `start` to `end` (seconds): `left` of the light remains. Its edge takes `edge` seconds."""

    start: float
    end: float
    left: float = 0.45
    edge: float = 1.5

    def at(self, time: float) -> float:
        """What remains of the light."""
        inside = min(time - self.start, self.end - time) / self.edge
        part = min(max(inside, 0.0), 1.0)
        return 1 - (1 - self.left) * part * part * (3 - 2 * part)


@dataclass(frozen=True, slots=True)
class Room:
    """Everything round the table. `ripple`: how much of a lamp's light comes and goes with the mains, 0 to 1."""

    knocks: tuple[Knock, ...] = ()
    switches: tuple[Switch, ...] = ()
    clouds: tuple[Cloud, ...] = ()
    ripple: float = 0.0

    def lamp(self, time: float) -> int:
        """Which lamp burns."""
        return self._switched(time).lamp

    def light(self, time: float) -> float:
        """How bright it is, against an undisturbed evening."""
        light = self._switched(time).strength
        for cloud in self.clouds:
            light *= cloud.at(time)
        return light

    def bands(self, time: float, rows: int, exposure: float) -> NDArray[np.float32]:
        """What the light of each row is multiplied with, as rows are exposed one after the other; shape (rows,)."""
        depth = self.ripple * float(np.sinc(MAINS_HZ * exposure))
        when = time + READOUT * np.arange(rows) / rows
        return np.asarray(1 + depth * np.sin(math.tau * MAINS_HZ * when), np.float32)

    def turned(self, time: float) -> Turn:
        """How far all knocks have turned the camera."""
        turns = [knock.at(time) for knock in self.knocks]
        x, y, z = (sum(turn[axis] for turn in turns) for axis in range(3))
        return x, y, z

    def _switched(self, time: float) -> Switch:
        return max((switch for switch in self.switches if switch.time <= time), key=_when, default=Switch(0.0, 0, 1.0))


def _when(switch: Switch) -> float:
    return switch.time


class Exposure:
    """The camera's automatic exposure: by what factor it brightens its pictures, 1.0 at first."""

    def __init__(self) -> None:
        self.gain = 1.0
        self._time: float | None = None
        self._lights: list[tuple[float, float]] = []

    def follow(self, time: float, light: float) -> float:
        """The gain of the picture taken at this time, in a light that is so bright."""
        self._lights.append((time, light))
        known = [each for each in self._lights if each[0] <= time - DELAY]
        if known and self._time is not None:
            part = 1 - math.exp(-(time - self._time) / FOLLOWS)
            self.gain *= (1 / known[-1][1] / self.gain) ** part
            self._lights = self._lights[len(known) - 1 :]
        self._time = time
        return self.gain


def shone(picture: GreyImage, light: float, bands: NDArray[np.float32] | None, pedestal: int) -> GreyImage:
    """A picture that is `pedestal` levels too dark, in another light: no pixel gets brighter than white."""
    if bands is None:
        lit = cv2.addWeighted(picture, light, picture, 0.0, (light - 1) * pedestal)
        return np.asarray(lit, np.uint8)
    levels = (picture.astype(np.float32) + pedestal) * (light * bands)[:, None] - pedestal
    return np.asarray(np.clip(levels, 0, 255), np.uint8)
