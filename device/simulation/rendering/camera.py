"""A camera over the simulated table: it gives frames like those of a real camera, at the table's own time."""

import random
from collections.abc import Callable, Sequence
from functools import lru_cache

import cv2
import numpy as np

from device.cameras.camera import Camera
from device.simulation.rendering.arms import ArmOverlay, arm_overlay
from device.simulation.rendering.imaging import IMAGINGS, Imaging, relit
from device.simulation.rendering.printing import Glare
from device.simulation.rendering.projection import Projection, over_table
from device.simulation.rendering.table_picture import Appearance, Patch, Rect, TablePicture, darkened, paste
from device.simulation.table.reach import Arm
from device.simulation.table.script import TableScript
from device.simulation.table.station import StationScript
from vision.frame import Frame, GreyImage

EXPOSURE = 1 / 40
"""Seconds; things that move meanwhile are blurred."""
INSTANTS = 4
"""Instants of an exposure at which a moving arm is drawn."""
NOISE_MARGIN = 128
"""The noise field is larger than a picture by this many px each way, and is added at another offset to each frame."""

WELL_LIT = Appearance(blur=0.9, noise=2.5, glare=Glare(0.06, 0.5), dimmest=0.78)
"""A table under a good lamp: whole games are played in it."""


class SimulatedCamera(Camera):
    """Gives a frame every `1 / fps` seconds of the table's time, or by `clock` (s, from any start) if there is one.

    `start` is the table's time at the first frame. The same table, seed and times give the same frames. `read` never
    returns None: the table does not end.
    """

    def __init__(
        self,
        table: TableScript | StationScript,
        *,
        seed: int = 0,
        fps: float = 3.0,
        look: Appearance = WELL_LIT,
        lens: Projection | None = None,
        clock: Callable[[], float] | None = None,
        start: float = 0.0,
        imaging: Imaging = IMAGINGS["clean"],
    ) -> None:
        self.table, self.fps, self.look, self.imaging = table, fps, look, imaging
        self.lens = lens or over_table(table.players, seed)
        self._clock, self._started = clock, (clock() if clock else 0.0) - start
        self._start = start
        self._number = 0
        self._random = random.Random(f"frames {seed}")
        self._noise = noise_field(self.lens, look, seed)
        self._seed = seed
        self._canvas = TablePicture(self.lens, table.sizes, look, seed, pedestal=pedestal(look))

    @property
    def time(self) -> float:
        """The time of the next frame, in seconds."""
        return self._clock() - self._started if self._clock else self._start + self._number / self.fps

    def read(self) -> Frame:
        """The next frame: grey, 4608 x 2592 unless another lens was given."""
        time = self.time
        self.table.advance(time)
        self._canvas.show(self.table.things)
        picture = self._expose(time)
        if (exposure := self.imaging.exposure(time)) != 1:
            picture = relit(picture, exposure, self._canvas.pedestal)
        picture = self.imaging.process(picture, hash((self._seed, self._number)) & 0xFFFF)
        frame = Frame(picture, time, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """Nothing needs to be released."""

    def _expose(self, time: float) -> GreyImage:
        left, top = self._random.randrange(NOISE_MARGIN), self._random.randrange(NOISE_MARGIN)
        noise = self._noise[top : top + self.lens.height_px, left : left + self.lens.width_px]
        instants = [time - EXPOSURE * k / INSTANTS for k in range(INSTANTS)]
        positions = [{arm: None for instant in instants if (arm := reach.at(instant))} for reach in self.table.reaches]
        arms = [tuple(each) for each in positions if each]
        return self._taken(arms, noise, time)

    def _taken(self, arms: Sequence[Sequence[Arm]], noise: GreyImage, time: float) -> GreyImage:  # noqa: ARG002
        """The picture of this time (s); tests take it in another light, or with a camera that swings."""
        return expose(self._canvas, noise, arms)


def expose(canvas: TablePicture, noise: GreyImage, arms: Sequence[Sequence[Arm]]) -> GreyImage:
    """One exposure: the table at rest, the arms (each at several instants) and the sensor's noise."""
    picture = np.asarray(cv2.add(canvas.image, noise), np.uint8)
    parts: list[tuple[Rect, GreyImage]] = []
    for instants in arms:
        shape = arm_overlay(instants, canvas.lens, canvas.look.shadow_mm)
        if shape:
            parts.append((shape.rect, _with_arm(canvas, instants, shape, parts)))
    for rect, part in parts:
        rect.of(picture)[:] = cv2.add(darkened(part, canvas.pedestal), rect.of(noise))
    return picture


def _with_arm(
    canvas: TablePicture, instants: Sequence[Arm], shape: ArmOverlay, before: Sequence[tuple[Rect, GreyImage]]
) -> GreyImage:
    """The part of the picture with an arm in it, drawn over the parts with earlier arms; without noise."""
    rect = shape.rect
    part = np.asarray(cv2.convertScaleAbs(rect.of(canvas.image), beta=canvas.pedestal), np.uint8)
    for other, pixels in before:
        common = other.within(rect)
        if not common.empty:
            common.shifted(rect.left, rect.top).of(part)[:] = common.shifted(other.left, other.top).of(pixels)
    patches = [canvas.patch(arm.carried, finer=1) for arm in instants if arm.carried]
    carried = [patch for patch in patches if not patch.rect.empty]
    if carried:
        paste(part, rect, motion_blurred(carried, canvas))
    return shape.over(part)


def motion_blurred(patches: Sequence[Patch], canvas: TablePicture) -> Patch:
    """A thing that moves during an exposure: the mean of its pictures at several instants."""
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
    """The mean of the added noise, in grey levels: high enough that no noise falls below 0."""
    return round(3.2 * look.noise)


def noise_field(lens: Projection, look: Appearance, seed: int) -> GreyImage:
    """Sensor noise about `pedestal`, slightly grainy, larger than a picture by `NOISE_MARGIN` each way."""
    return _noise(lens.height_px + NOISE_MARGIN, lens.width_px + NOISE_MARGIN, look.noise, pedestal(look), seed)


@lru_cache(maxsize=1)
def _noise(height: int, width: int, deviation: float, mean: int, seed: int) -> GreyImage:
    """Kept, as 12 million random numbers take long; nobody may write into it."""
    rough = np.random.default_rng([seed, 11]).standard_normal((height, width), dtype=np.float32)
    soft = np.asarray(cv2.GaussianBlur(rough, (0, 0), 0.6, dst=rough), np.float32)
    soft *= np.float32(deviation / float(np.std(soft[:400, :400])))
    soft += np.float32(mean)
    noise = np.asarray(np.rint(np.clip(soft, 0, 255, out=soft), out=soft), np.uint8)
    noise.flags.writeable = False
    return noise
