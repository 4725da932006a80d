"""A camera that hangs over the simulated table: the same frames a real one would give, at the table's own time."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Protocol, Self

import cv2
import numpy as np

from device.simulation.reach import Arm
from device.simulation.rendering.arms import Overlay, overlay
from device.simulation.rendering.printing import Glare
from device.simulation.rendering.projection import Matrix, Projection, hanging_height
from device.simulation.rendering.surroundings import Exposure, Room, shone
from device.simulation.rendering.table_picture import Appearance, Patch, Rect, TablePicture, darker, lay
from device.simulation.tabletop import Thing
from vision.frame import Frame, GreyImage
from vision.kit.sizes import KitSizes

EXPOSURE = 1 / 40
"""Seconds: what moves meanwhile is smeared."""
INSTANTS = 4
SWINGING = 12
SMEAR = 4.0
"""Instants of an exposure during which the camera itself moves, at most, and px from one to the next."""
AT_REST = 0.05
"""Seconds for which it has not moved."""
WANDER = 128
"""The noise field is so many pixels larger than a picture, each way: it is laid on at another offset each frame."""

KIND = Appearance(blur=0.9, noise=2.5, glare=Glare(0.06, 0.5), dimmest=0.78)
"""An evening with a good lamp: what a whole game is played in."""
USUAL = Appearance(blur=1.15, noise=3.5, glare=Glare(0.2, 0.85), dimmest=0.6)
"""As hard as photographs of real tables."""


class Reaching(Protocol):
    """Somebody's arm."""

    def at(self, time: float) -> Arm | None:
        """Where it is at a time, None if it is not over the table."""


class Play(Protocol):
    """What goes on at the table: `Script` is the usual one."""

    sizes: KitSizes

    @property
    def players(self) -> int:
        """How many sit at the table."""

    @property
    def things(self) -> Sequence[Thing]:
        """What lies on the table now."""

    @property
    def reaches(self) -> Sequence[Reaching]:
        """The arms that may be over the table now."""

    def advance(self, time: float) -> None:
        """Go on to this time, in seconds; never backwards."""


def hung(players: int, seed: int) -> Projection:
    """A camera hung by hand: not quite straight."""
    chance = random.Random(f"lens {seed}")
    pitch, roll, yaw = (math.radians(chance.uniform(-1.6, 1.6)) for _ in range(3))
    return Projection(hanging_height(players), pitch, roll, yaw)


class SimulatedCamera:
    """Gives a frame each `1 / fps` seconds of the table's time, or by `clock` if one is given (seconds, any start).

    `start` is the table's time at the first frame. The same play, seed and times give the same frames.
    `read` never returns None: a table is never over.
    """

    def __init__(
        self,
        play: Play,
        *,
        seed: int = 0,
        fps: float = 3.0,
        look: Appearance = KIND,
        lens: Projection | None = None,
        clock: Callable[[], float] | None = None,
        start: float = 0.0,
        room: Room | None = None,
    ) -> None:
        self.play, self.fps, self.look, self.room = play, fps, look, room
        self.lens = lens or hung(play.players, seed)
        self._clock, self._started = clock, (clock() if clock else 0.0) - start
        self._start = start
        self._number = 0
        self._random = random.Random(f"frames {seed}")
        self._noise = grain(self.lens, look, seed)
        self._seed = seed
        self._canvas = TablePicture(self.lens, play.sizes, look, seed, pedestal=pedestal(look))
        self._exposure = Exposure()

    @property
    def time(self) -> float:
        """The time of the next frame, in seconds."""
        return self._clock() - self._started if self._clock else self._start + self._number / self.fps

    def read(self) -> Frame:
        """The next frame: grey, 4608 x 2592 unless another lens was given."""
        time = self.time
        self.play.advance(time)
        if self.room:
            self._adjust(self.room, time)
        self._canvas.show(self.play.things)
        frame = Frame(self._exposed(time), time, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Nothing to give back."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _exposed(self, time: float) -> GreyImage:
        left, top = self._random.randrange(WANDER), self._random.randrange(WANDER)
        noise = self._noise[top : top + self.lens.height_px, left : left + self.lens.width_px]
        instants = [time - EXPOSURE * k / INSTANTS for k in range(INSTANTS)]
        several = [{arm: None for instant in instants if (arm := reach.at(instant))} for reach in self.play.reaches]
        arms = [tuple(each) for each in several if each]
        if self.room is None:
            return exposed(self._canvas, noise, arms)
        return self._disturbed(self.room, exposed(self._canvas, np.zeros_like(noise), arms), noise, time)

    def _adjust(self, room: Room, time: float) -> None:
        """Another lamp: other light, shadows and glare. Or a camera at rest after a knock. The table is the same."""
        turn, look = room.turned(time), replace(self.look, lamp=room.lamp(time))
        if turn != self.lens.knocked and turn == room.turned(time - AT_REST):
            self.lens = replace(self.lens, knocked=turn)
        if self._canvas.look != look or self._canvas.lens != self.lens:
            self._canvas = TablePicture(self.lens, self.play.sizes, look, self._seed, pedestal=pedestal(look))

    def _disturbed(self, room: Room, picture: GreyImage, noise: GreyImage, time: float) -> GreyImage:
        """A picture without noise, as a camera that swings or follows the light has it."""
        if room.turned(time) != self.lens.knocked:
            picture = self._swung(room, picture, time)
        gain = self._exposure.follow(time, room.light(time))
        bands = room.bands(time, len(picture), EXPOSURE) if room.ripple else None
        if bands is not None or abs(gain * room.light(time) - 1) > 1e-3:
            picture = shone(picture, gain * room.light(time), bands, self._canvas.pedestal)
        if abs(gain - 1) > 0.02:  # what is amplified is the noise, too
            level = self._canvas.pedestal
            noise = np.asarray(cv2.addWeighted(noise, math.sqrt(gain), noise, 0.0, level * (1 - math.sqrt(gain))))
        return np.asarray(cv2.add(picture, noise), np.uint8)

    def _swung(self, room: Room, picture: GreyImage, time: float) -> GreyImage:
        """Smeared over the exposure."""
        ends = [self.lens.knock(room.turned(instant)) for instant in (time, time - EXPOSURE)]
        corners = np.array([[[0.0, 0.0], [self.lens.width_px, self.lens.height_px]]])
        before, after = (cv2.perspectiveTransform(corners, end) for end in ends)
        instants = max(1, min(SWINGING, math.ceil(float(np.abs(after - before).max()) / SMEAR)))
        smear = np.zeros(picture.shape, np.float32)
        for k in range(instants):
            turned = room.turned(time - EXPOSURE * k / instants)
            cv2.accumulate(_warped(picture, self.lens.knock(turned)), smear)
        return np.asarray(smear / instants, np.uint8)


def _warped(picture: GreyImage, motion: Matrix) -> GreyImage:
    size = picture.shape[::-1]
    return np.asarray(cv2.warpPerspective(picture, motion, size, borderMode=cv2.BORDER_REFLECT), np.uint8)


def exposed(canvas: TablePicture, noise: GreyImage, arms: Sequence[Sequence[Arm]]) -> GreyImage:
    """One exposure: the still table, the arms (each at several instants) and the sensor's noise."""
    picture = np.asarray(cv2.add(canvas.image, noise), np.uint8)
    parts: list[tuple[Rect, GreyImage]] = []
    for instants in arms:
        shape = overlay(instants, canvas.lens, canvas.look.lamp)
        if shape:
            parts.append((shape.rect, _with_arm(canvas, instants, shape, parts)))
    for rect, part in parts:
        rect.of(picture)[:] = cv2.add(darker(part, canvas.pedestal), rect.of(noise))
    return picture


def _with_arm(
    canvas: TablePicture, instants: Sequence[Arm], shape: Overlay, before: Sequence[tuple[Rect, GreyImage]]
) -> GreyImage:
    """The part of the picture that an arm is in, over the parts with other arms, without noise."""
    rect = shape.rect
    part = np.asarray(cv2.convertScaleAbs(rect.of(canvas.image), beta=canvas.pedestal), np.uint8)
    for other, pixels in before:
        common = other.within(rect)
        if not common.empty:
            common.shifted(rect.left, rect.top).of(part)[:] = common.shifted(other.left, other.top).of(pixels)
    patches = [canvas.patch(arm.carried, finer=1) for arm in instants if arm.carried]
    carried = [patch for patch in patches if not patch.rect.empty]
    if carried:
        lay(part, rect, smeared(carried, canvas))
    return shape.over(part)


def smeared(patches: Sequence[Patch], canvas: TablePicture) -> Patch:
    """A moving thing during one exposure: the mean of where it was."""
    rect = Rect(
        min(patch.rect.left for patch in patches),
        min(patch.rect.top for patch in patches),
        max(patch.rect.right for patch in patches),
        max(patch.rect.bottom for patch in patches),
    )
    shape = (rect.bottom - rect.top, rect.right - rect.left)
    light, cover = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    for patch in patches:
        inside = patch.rect.shifted(rect.left, rect.top)
        where = np.s_[inside.top : inside.bottom, inside.left : inside.right]
        light[where] += patch.image * (patch.mask / np.float32(255))
        cover[where] += patch.mask
    sharp = light * np.float32(255) / np.maximum(cover, 1)
    image = np.asarray(cv2.GaussianBlur(sharp, (0, 0), canvas.look.blur)) * canvas.light(rect)
    return Patch(np.clip(image, 0, 255).astype(np.uint8), (cover / len(patches)).astype(np.uint8), rect)


def pedestal(look: Appearance) -> int:
    """The mean of the noise that is added: high enough that no noise is cut off below."""
    return round(3.2 * look.noise)


def grain(lens: Projection, look: Appearance, seed: int) -> GreyImage:
    """A field of sensor noise about `pedestal`, slightly grainy, larger than a picture by `WANDER` each way."""
    shape = (lens.height_px + WANDER, lens.width_px + WANDER)
    rough = np.random.default_rng([seed, 11]).standard_normal(shape, dtype=np.float32)
    soft = np.asarray(cv2.GaussianBlur(rough, (0, 0), 0.6, dst=rough), np.float32)
    soft *= np.float32(look.noise / float(np.std(soft[:400, :400])))
    soft += np.float32(pedestal(look))
    return np.asarray(np.rint(np.clip(soft, 0, 255, out=soft), out=soft), np.uint8)
