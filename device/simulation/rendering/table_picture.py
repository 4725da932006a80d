"""The still picture of everything that lies on the table: painted once, then only where something changed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulation.rendering.printing import Glare, print_thing
from device.simulation.rendering.projection import Projection
from device.simulation.tabletop import Thing, outline, size
from vision.frame import GreyImage
from vision.kit.sizes import KitSizes

Level = TypeVar("Level", np.uint8, np.float32)

FINER = 2
"""Things are drawn this many times finer than the picture and then averaged down: clean edges."""
MARGIN = 8
"""Px around a thing that its shadow and the lens' blur reach."""
COARSE = 4
"""The table's own pattern and the light change slowly: kept at a fraction of the picture's size."""
SHADE = 0.55
"""How much of the light there is where somebody keeps the lamp's off: the rest of the room is not dark."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A part of a picture: `left` and `top` belong to it, `right` and `bottom` do not."""

    left: int
    top: int
    right: int
    bottom: int

    def grown(self, by: int) -> "Rect":
        """The same rectangle with a margin."""
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def within(self, other: "Rect") -> "Rect":
        """What both have in common; empty if nothing."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Rect(left, top, max(left, min(self.right, other.right)), max(top, min(self.bottom, other.bottom)))

    def of(self, image: GreyImage) -> GreyImage:
        """The pixels of the part."""
        return image[self.top : self.bottom, self.left : self.right]

    def shifted(self, left: int, top: int) -> "Rect":
        """Seen from another origin."""
        return Rect(self.left - left, self.top - top, self.right - left, self.bottom - top)

    @property
    def empty(self) -> bool:
        """No pixels."""
        return self.left >= self.right or self.top >= self.bottom


@dataclass(frozen=True, slots=True)
class Appearance:
    """What makes a picture hard to read. Pixels for `blur` (standard deviation), grey levels for `noise`."""

    blur: float = 1.0
    noise: float = 3.0
    glare: Glare = Glare()
    dimmest: float = 0.72
    """Light in the darkest corner against 1.0 under the lamp."""
    lamp: int = 0
    """Which lamp burns: each hangs elsewhere, shines in other sleeves, and all but the first have somebody before them.
    """


@dataclass(frozen=True, slots=True)
class Patch:
    """A thing as the camera sees it: its pixels, how much of each pixel it fills (0 to 255), and where."""

    image: GreyImage
    mask: GreyImage
    rect: Rect


class TablePicture:
    """A grey picture of a tabletop, without noise and hands; `image` is `pedestal` levels too dark, see there."""

    def __init__(self, lens: Projection, sizes: KitSizes, look: Appearance, seed: int, pedestal: int = 0) -> None:
        self.lens, self.sizes, self.look, self.seed = lens, sizes, look, seed
        self.pedestal = pedestal
        """Taken off every pixel: the noise that is added to the picture has this mean."""
        self.whole = Rect(0, 0, lens.width_px, lens.height_px)
        self._table, self._light = _surface(lens, look, seed)
        self._patches: dict[Thing, Patch] = {}
        self._drawn: tuple[Thing, ...] = ()
        self.image: GreyImage = np.zeros((lens.height_px, lens.width_px), np.uint8)
        self._paint(self.whole)

    def show(self, things: Iterable[Thing]) -> None:
        """Paint these things over the bare table, the lowest first. Only what changed is painted anew."""
        wanted = tuple(sorted(things, key=lambda thing: thing.z))
        changed = set(wanted) ^ set(self._drawn)
        if not changed:
            return
        for thing in wanted:
            if thing not in self._patches:
                self._patches[thing] = self.patch(thing)
        dirty = [self._patches[thing].rect.grown(MARGIN) for thing in changed]
        self._drawn = wanted
        for thing in changed - set(wanted):
            del self._patches[thing]
        for rect in [self.whole] if len(dirty) > 40 else dirty:
            self._paint(rect)

    def patch(self, thing: Thing, finer: int = FINER) -> Patch:
        """Draw one thing by itself: sharp, in even light; for what is smeared anyway `finer` may be 1."""
        texture = print_thing(thing, self.sizes, self.seed, self.look.glare, self.look.lamp)
        corners = self.lens.project(outline(thing.pose, *size(thing, self.sizes)), thing.height)
        low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
        rect = Rect(int(low[0]), int(low[1]), int(high[0]) + 1, int(high[1]) + 1).grown(1).within(self.whole)
        if rect.empty:
            return Patch(np.zeros((0, 0), np.uint8), np.zeros((0, 0), np.uint8), rect)
        fine = (corners - [rect.left, rect.top]) * finer + (finer - 1) / 2
        height, width = texture.shape
        edges = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
        homography = cv2.getPerspectiveTransform(edges.astype(np.float32), fine.astype(np.float32))
        small = (rect.right - rect.left, rect.bottom - rect.top)
        large = (small[0] * finer, small[1] * finer)
        image = cv2.warpPerspective(texture, homography, large, borderMode=cv2.BORDER_REPLICATE)
        mask = cv2.warpPerspective(np.full_like(texture, 255), homography, large)
        return Patch(
            np.asarray(cv2.resize(image, small, interpolation=cv2.INTER_AREA), np.uint8),
            np.asarray(cv2.resize(mask, small, interpolation=cv2.INTER_AREA), np.uint8),
            rect,
        )

    def light(self, rect: Rect) -> NDArray[np.float32]:
        """How bright the lamp is in a part of the picture, about 1."""
        return np.asarray(_enlarged(self._light, rect), np.float32)

    def _paint(self, wanted: Rect) -> None:
        inner = wanted.within(self.whole)
        outer = inner.grown(MARGIN).within(self.whole)
        if inner.empty:
            return
        part = np.asarray(_enlarged(self._table, outer), np.uint8)
        for thing in self._drawn:
            lay(part, outer, self._patches[thing])
        lit = cv2.multiply(part, self.light(outer), dtype=cv2.CV_8U)
        soft = np.asarray(cv2.GaussianBlur(lit, (0, 0), self.look.blur), np.uint8)
        inner.of(self.image)[:] = darker(inner.shifted(outer.left, outer.top).of(soft), self.pedestal)


def darker(image: GreyImage, levels: int) -> GreyImage:
    """The picture with so many grey levels taken off, not below black."""
    return np.asarray(np.maximum(image, levels) - np.uint8(levels), np.uint8)


def lay(part: GreyImage, part_rect: Rect, patch: Patch) -> None:
    """Put a patch over a part of a picture, with the thin shadow of its edge."""
    rect = patch.rect.within(part_rect)
    shade = rect.grown(4).within(part_rect)
    if rect.empty:
        return
    under = shade.shifted(part_rect.left, part_rect.top).of(part)
    mask = np.zeros_like(under)
    rect.shifted(shade.left, shade.top).of(mask)[:] = rect.shifted(patch.rect.left, patch.rect.top).of(patch.mask)
    shadow = cv2.addWeighted(cv2.GaussianBlur(mask, (0, 0), 2.0), -0.3, np.full_like(mask, 255), 1.0, 0)
    under[:] = cv2.multiply(under, shadow, scale=1 / 255)
    over = rect.shifted(part_rect.left, part_rect.top).of(part)
    cover = rect.shifted(patch.rect.left, patch.rect.top).of(patch.mask)
    image = rect.shifted(patch.rect.left, patch.rect.top).of(patch.image)
    kept = cv2.multiply(over, cv2.bitwise_not(cover), scale=1 / 255)
    over[:] = cv2.add(kept, cv2.multiply(image, cover, scale=1 / 255))


def _enlarged(coarse: NDArray[np.uint8] | NDArray[np.float32], rect: Rect) -> cv2.typing.MatLike:
    scale = 1 / COARSE
    matrix = np.array([[scale, 0, rect.left * scale], [0, scale, rect.top * scale]])
    return cv2.warpAffine(
        coarse,
        matrix,
        (rect.right - rect.left, rect.bottom - rect.top),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )


def _surface(lens: Projection, look: Appearance, seed: int) -> tuple[GreyImage, NDArray[np.float32]]:
    """The bare table, streaked like wood or cloth, and the light of one lamp; both `COARSE` times smaller."""
    random = np.random.default_rng([seed, 7])
    width, height = lens.width_px // COARSE + 1, lens.height_px // COARSE + 1
    wood = np.full((height, width), random.uniform(90, 165), np.float32)
    for long, wide, weight in ((600, 120, 16), (300, 50, 12), (120, 14, 6), (40, 3, 4)):
        rough = random.normal(0, weight, (height // wide + 3, width // long + 3)).astype(np.float32)
        wood += cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC)
    if look.lamp:
        random = np.random.default_rng([seed, 7, look.lamp])
    light = _lamplight(random, width, height, look.dimmest)
    if look.lamp:
        light *= _shadow_of_somebody(random, width, height)
    motion = replace(lens, knocked=(0.0, 0.0, 0.0)).knock(lens.knocked)
    return _turned(np.clip(wood, 40, 215).astype(np.uint8), motion), _turned(light, motion)


def _turned(coarse: NDArray[Level], motion: NDArray[np.float64]) -> NDArray[Level]:
    """As it looks after a knock: the table and its light stay where they are, the camera does not."""
    if np.allclose(motion, np.eye(3)):
        return coarse
    finer = np.diag([COARSE, COARSE, 1.0])
    size = coarse.shape[::-1]
    shifted = cv2.warpPerspective(coarse, np.linalg.inv(finer) @ motion @ finer, size, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(shifted, coarse.dtype)


def _lamplight(random: np.random.Generator, width: int, height: int, dimmest: float) -> NDArray[np.float32]:
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    lamp = random.uniform(0.2, 0.8, 2) * (width, height)
    away = np.hypot(x - lamp[0], y - lamp[1]) / np.hypot(width, height)
    light = 1.06 - (1.06 - dimmest) * np.minimum(away / 0.75, 1.0) ** 1.5
    return np.asarray(light, np.float32)


def _shadow_of_somebody(random: np.random.Generator, width: int, height: int) -> NDArray[np.float32]:
    """A head and shoulders between the lamp and one side of the table: what the light is multiplied with."""
    shadow = np.ones((height, width), np.float32)
    across = float(random.uniform(0.2, 0.8)) * width
    top = bool(random.integers(2))
    for radius, reach in ((0.09, 0.42), (0.19, 0.14)):
        middle = (int(across), int(reach * height if top else (1 - reach) * height))
        cv2.circle(shadow, middle, int(radius * width), SHADE, -1)
    return np.asarray(cv2.GaussianBlur(shadow, (0, 0), 0.008 * width), np.float32)
