"""What happens around a table: somebody knocks the camera, lamps are switched and flicker, clouds pass.

A `Room` says what is the case at a time; `AutoExposure` is how the camera follows the light, with a delay. A
`CameraInRoom` takes pictures of it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulation.rendering import imaging
from device.simulation.rendering.camera import EXPOSURE, SimulatedCamera, expose, pedestal
from device.simulation.rendering.projection import Matrix, Projection, over_table
from device.simulation.rendering.table_picture import COARSE, Appearance, TablePicture, lamplight
from device.simulation.table.reach import Arm
from vision.frame import Frame, GreyImage

SWING_INSTANTS, SWING_STEP_PX = 12, 4.0
"""The most instants of an exposure at which a swinging camera's picture is drawn, and the shift between two of them."""
STRIPS = 6
"""Strips of rows in which a rolling shutter is drawn."""
ROLLING = {imaging.IMAGINGS["pi"]: 0.03, imaging.IMAGINGS["webcam"]: 0.03, imaging.IMAGINGS["poor"]: 0.05}
"""Seconds from the first row of a picture to the last, by camera; none of a clean one."""
AT_REST = 0.05
"""Seconds without motion after which the camera is at rest."""
MAINS_HZ = 100.0
"""Lamps flicker with every half wave of the current."""
READOUT = 1 / 20
"""Seconds from the first row of a picture to the last: a rolling shutter."""
FOLLOWS = 0.35
"""Seconds in which the exposure makes up for two thirds of a change, beginning `DELAY` seconds after it."""
DELAY = 0.15
SHADOWS_MM = ((16.0, 22.0), (-26.0, 8.0), (9.0, -24.0))
"""How far an arm's shadow falls beside it, by lamp."""
SHADE = 0.55
"""The light that remains in a person's shadow."""
STILL = 1e-4
"""Radians; a third of a pixel at the table's far end."""

Rotation = tuple[float, float, float]
"""Radians about the picture's x axis, its y axis and the line of sight."""
Level = TypeVar("Level", np.uint8, np.float32)


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
    """From `time` on another lamp is on, `strength` times as bright as the first.

    Each hangs elsewhere and glares on other sleeves; all but the first cast a person's shadow.
    """

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
    """A picture, `pedestal` levels too dark, in another light for all rows, or for each."""
    if bands is None:
        return imaging.relit(picture, light, pedestal)
    levels = (picture.astype(np.float32) + pedestal) * (light * bands)[:, None] - pedestal
    return np.asarray(np.clip(levels, 0, 255), np.uint8)


@dataclass(frozen=True)
class KnockedProjection(Projection):
    """A camera that a knock has turned by `knocked` about its own centre."""

    knocked: Rotation = (0.0, 0.0, 0.0)

    @classmethod
    def of(cls, lens: Projection) -> "KnockedProjection":
        return cls(**{field.name: getattr(lens, field.name) for field in fields(lens)})

    @property
    def intrinsics(self) -> Matrix:
        """Directions as the camera saw them before, to picture px."""
        return np.asarray(super().intrinsics @ _rotation_matrix(self.knocked), dtype=np.float64)

    def homography_to(self, rotation: Rotation) -> Matrix:
        """Shape (3, 3): px here to px of the same camera knocked by `rotation`, for things at any height."""
        turned = _rotation_matrix(rotation) @ _rotation_matrix(self.knocked).T
        return np.asarray(super().intrinsics @ turned @ np.linalg.inv(super().intrinsics), dtype=np.float64)


def _rotation_matrix(rotation: Rotation) -> Matrix:
    matrix, _ = cv2.Rodrigues(np.array(rotation))
    return np.asarray(matrix, dtype=np.float64)


class PictureInRoom(TablePicture):
    """A picture of a table under one of several lamps, by a camera that may have been knocked."""

    lens: KnockedProjection

    def _surface(self) -> tuple[GreyImage, NDArray[np.float32]]:
        wood, light = super()._surface()
        if lamp := self.look.glare.lamp:
            random, (height, width) = np.random.default_rng([self.seed, 7, lamp]), light.shape
            light = lamplight(random, width, height, self.look.dimmest) * _person_shadow(random, width, height)
        motion = replace(self.lens, knocked=(0.0, 0.0, 0.0)).homography_to(self.lens.knocked)
        return _shifted(wood, motion), _shifted(light, motion)


def _shifted(coarse: NDArray[Level], motion: NDArray[np.float64]) -> NDArray[Level]:
    """A coarse picture as the camera sees it after a knock."""
    if np.allclose(motion, np.eye(3)):
        return coarse
    finer = np.diag([COARSE, COARSE, 1.0])
    size = coarse.shape[::-1]
    shifted = cv2.warpPerspective(coarse, np.linalg.inv(finer) @ motion @ finer, size, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(shifted, coarse.dtype)


def _person_shadow(random: np.random.Generator, width: int, height: int) -> NDArray[np.float32]:
    """The shadow of a head and shoulders on one side of the table, as a factor for the light."""
    shadow = np.ones((height, width), np.float32)
    across = float(random.uniform(0.2, 0.8)) * width
    top = bool(random.integers(2))
    for radius, reach in ((0.09, 0.42), (0.19, 0.14)):
        middle = (int(across), int(reach * height if top else (1 - reach) * height))
        cv2.circle(shadow, middle, int(radius * width), SHADE, -1)
    return np.asarray(cv2.GaussianBlur(shadow, (0, 0), 0.008 * width), np.float32)


def under(lamp: int, look: Appearance) -> Appearance:
    """The same under another lamp."""
    return replace(look, glare=replace(look.glare, lamp=lamp), shadow_mm=SHADOWS_MM[lamp % len(SHADOWS_MM)])


class CameraInRoom(SimulatedCamera):
    """A camera to which what is said of the `room` happens; None: nothing does."""

    lens: KnockedProjection

    def __init__(
        self,
        table: Any,
        *,
        room: Room | None = None,
        lens: Projection | None = None,
        seed: int = 0,
        readout: float | None = None,
        **given: Any,
    ) -> None:
        lens = KnockedProjection.of(lens or over_table(table.players, seed))
        super().__init__(table, lens=lens, seed=seed, **given)
        self.room = room
        self._readout = ROLLING.get(self.imaging, 0.0) if readout is None else readout
        self._exposure = AutoExposure()

    def read(self) -> Frame:
        """The next frame."""
        if self.room:
            self._adjust(self.room, self.time)
        return super().read()

    def _taken(self, arms: Sequence[Sequence[Arm]], noise: GreyImage, time: float) -> GreyImage:
        if self.room is None:
            return super()._taken(arms, noise, time)
        return self._in_room(self.room, expose(self._canvas, np.zeros_like(noise), arms), noise, time)

    def _adjust(self, room: Room, time: float) -> None:
        """Repaint the table under another lamp, or as a camera sees it that is at rest after a knock."""
        rotation, look = room.rotation(time), under(room.lamp(time), self.look)
        if rotation != self.lens.knocked and rotation == room.rotation(time - AT_REST):
            self.lens = replace(self.lens, knocked=rotation)
        if self._canvas.look != look or self._canvas.lens != self.lens:
            self._canvas = PictureInRoom(self.lens, self.table.sizes, look, self._seed, pedestal=pedestal(look))

    def _in_room(self, room: Room, picture: GreyImage, noise: GreyImage, time: float) -> GreyImage:
        """A picture without noise as the camera takes it: while it swings, and while its exposure follows the light."""
        if room.rotation(time) != self.lens.knocked:
            picture = self._swinging(room, picture, time)
        gain = self._exposure.follow(time, room.light(time))
        bands = room.bands(time, len(picture), EXPOSURE) if room.ripple else None
        if bands is not None or abs(gain * room.light(time) - 1) > 1e-3:
            picture = relit(picture, gain * room.light(time), bands, self._canvas.pedestal)
        if abs(gain - 1) > 0.02:  # the gain amplifies the noise, too
            level = self._canvas.pedestal
            noise = np.asarray(cv2.addWeighted(noise, math.sqrt(gain), noise, 0.0, level * (1 - math.sqrt(gain))))
        return np.asarray(cv2.add(picture, noise), np.uint8)

    def _swinging(self, room: Room, picture: GreyImage, time: float) -> GreyImage:
        """Blurred by the camera's own motion during the exposure."""
        ends = [self.lens.homography_to(room.rotation(instant)) for instant in (time, time - EXPOSURE)]
        corners = np.array([[[0.0, 0.0], [self.lens.width_px, self.lens.height_px]]])
        before, after = (cv2.perspectiveTransform(corners, end) for end in ends)
        instants = max(1, min(SWING_INSTANTS, math.ceil(float(np.abs(after - before).max()) / SWING_STEP_PX)))
        total = np.zeros(picture.shape, np.float32)
        for k in range(instants):
            cv2.accumulate(self._turned(room, picture, time - EXPOSURE * k / instants), total)
        return np.asarray(total / instants, np.uint8)

    def _turned(self, room: Room, picture: GreyImage, time: float) -> GreyImage:
        """As the camera is turned at this time; with a rolling shutter each strip of rows a little later."""
        strips = STRIPS if self._readout else 1
        edges = [round(len(picture) * k / strips) for k in range(strips + 1)]
        seen = np.empty_like(picture)
        for k in range(strips):
            rotation = room.rotation(time - self._readout * (1 - k / strips))
            rows = np.s_[edges[k] : edges[k + 1]]
            seen[rows] = _warped(picture, self.lens.homography_to(rotation))[rows]
        return seen


def _warped(picture: GreyImage, motion: Matrix) -> GreyImage:
    size = picture.shape[::-1]
    return np.asarray(cv2.warpPerspective(picture, motion, size, borderMode=cv2.BORDER_REFLECT), np.uint8)
