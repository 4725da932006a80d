"""What happens around a table: somebody knocks the camera, lamps are switched and flicker, clouds pass.

A `Room` says what is the case at a time; `AutoExposure` is how the camera follows the light, with a delay.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulation.rendering.projection import Rotation
from vision.frame import GreyImage

MAINS_HZ = 100.0
"""Lamps flicker with every half wave of the current."""
READOUT = 1 / 20
"""Seconds from the first row of a picture to the last: a rolling shutter."""
FOLLOWS = 0.35
"""Seconds in which the exposure makes up for two thirds of a change, beginning `DELAY` seconds after it."""
DELAY = 0.15
STILL = 1e-4
"""Radians; a third of a pixel at the table's far end."""


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody bumps into the camera's mount: the camera swings and comes to rest rotated by `rotation`.

    `swing` is the first overshoot as a part of the rotation, `decay` the seconds in which it falls to a third.
    """

    time: float
    rotation: Rotation
    swing: float = 1.0
    hertz: float = 2.5
    decay: float = 0.3

    def at(self, time: float) -> Rotation:
        """How far the camera has turned at this time (s)."""
        late = time - self.time
        if late <= 0:
            return 0.0, 0.0, 0.0
        left = math.exp(-late / self.decay)
        if left * max(map(abs, self.rotation)) < STILL:
            return self.rotation
        part = 1 - left * ((1 - self.swing) + self.swing * math.cos(math.tau * self.hertz * late))
        about_x, about_y, about_z = self.rotation
        return part * about_x, part * about_y, part * about_z


@dataclass(frozen=True, slots=True)
class LampSwitch:
    """From `time` on another lamp is on (see `Appearance.lamp`), `strength` times as bright as the first."""

    time: float
    lamp: int
    strength: float


@dataclass(frozen=True, slots=True)
class Cloud:
    """A cloud before the sun from `start` to `end` (s); `left` is the part of the light that remains.

    The light changes within `edge` seconds.
    """

    start: float
    end: float
    left: float = 0.45
    edge: float = 1.5

    def at(self, time: float) -> float:
        """The part of the light that remains at this time (s)."""
        inside = min(time - self.start, self.end - time) / self.edge
        part = min(max(inside, 0.0), 1.0)
        return 1 - (1 - self.left) * part * part * (3 - 2 * part)


@dataclass(frozen=True, slots=True)
class Room:
    """Everything around the table. `ripple` is the part of a lamp's light that flickers with the mains, 0 to 1."""

    knocks: tuple[Knock, ...] = ()
    switches: tuple[LampSwitch, ...] = ()
    clouds: tuple[Cloud, ...] = ()
    ripple: float = 0.0

    def lamp(self, time: float) -> int:
        """Which lamp is on."""
        return self._switched(time).lamp

    def light(self, time: float) -> float:
        """The brightness, as a multiple of the first lamp's undisturbed light."""
        light = self._switched(time).strength
        for cloud in self.clouds:
            light *= cloud.at(time)
        return light

    def bands(self, time: float, rows: int, exposure: float) -> NDArray[np.float32]:
        """A factor for the light of each row, as rows are exposed one after the other; shape (rows,)."""
        depth = self.ripple * float(np.sinc(MAINS_HZ * exposure))
        when = time + READOUT * np.arange(rows) / rows
        return np.asarray(1 + depth * np.sin(math.tau * MAINS_HZ * when), np.float32)

    def rotation(self, time: float) -> Rotation:
        """How far all knocks together have turned the camera."""
        rotations = [knock.at(time) for knock in self.knocks]
        x, y, z = (sum(each[axis] for each in rotations) for axis in range(3))
        return x, y, z

    def _switched(self, time: float) -> LampSwitch:
        return max(
            (switch for switch in self.switches if switch.time <= time), key=_time_of, default=LampSwitch(0.0, 0, 1.0)
        )


def _time_of(switch: LampSwitch) -> float:
    return switch.time


class AutoExposure:
    """The camera's automatic exposure; `gain` is the factor by which it brightens a picture, 1.0 at first."""

    def __init__(self) -> None:
        self.gain = 1.0
        self._time: float | None = None
        self._lights: list[tuple[float, float]] = []

    def follow(self, time: float, light: float) -> float:
        """The gain of the picture taken at this time (s) in this light."""
        self._lights.append((time, light))
        known = [each for each in self._lights if each[0] <= time - DELAY]
        if known and self._time is not None:
            part = 1 - math.exp(-(time - self._time) / FOLLOWS)
            self.gain *= (1 / known[-1][1] / self.gain) ** part
            self._lights = self._lights[len(known) - 1 :]
        self._time = time
        return self.gain


def relit(picture: GreyImage, light: float, bands: NDArray[np.float32] | None, pedestal: int) -> GreyImage:
    """A picture, `pedestal` levels too dark, in another light; no pixel gets brighter than white."""
    if bands is None:
        lit = cv2.addWeighted(picture, light, picture, 0.0, (light - 1) * pedestal)
        return np.asarray(lit, np.uint8)
    levels = (picture.astype(np.float32) + pedestal) * (light * bands)[:, None] - pedestal
    return np.asarray(np.clip(levels, 0, 255), np.uint8)
