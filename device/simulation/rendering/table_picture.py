"""A picture of the table at rest: painted once, then repainted where something changes."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from device.simulation.rendering.printing import Glare, draw_thing, opacity
from device.simulation.rendering.projection import Projection
from device.simulation.table.tabletop import Thing, outline
from vision.frame import GreyImage
from vision.kit.sizes import KitSizes
from vision.table.pose import Point

FINER = 2
"""Things are drawn this many times finer than the picture and then averaged down, for clean edges."""
MARGIN = 8
"""Px around a thing that its shadow and the blur of the lens reach."""
SHADOW_MM = (16.0, 22.0)
"""How far an arm's shadow falls beside it."""
COARSE = 4
"""The bare table and the light change slowly over the picture: they are kept this many times smaller."""


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
        """The common part of both; empty if there is none."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        return Rect(left, top, max(left, min(self.right, other.right)), max(top, min(self.bottom, other.bottom)))

    def of(self, image: GreyImage) -> GreyImage:
        """The pixels of the part."""
        return image[self.top : self.bottom, self.left : self.right]

    def shifted(self, left: int, top: int) -> "Rect":
        """The same rectangle in coordinates that begin at (left, top)."""
        return Rect(self.left - left, self.top - top, self.right - left, self.bottom - top)

    @property
    def empty(self) -> bool:
        """True without pixels."""
        return self.left >= self.right or self.top >= self.bottom


@dataclass(frozen=True, slots=True)
class Appearance:
    """What makes a picture hard to read: `blur` in px and `noise` in grey levels, as standard deviations."""

    blur: float = 1.0
    noise: float = 3.0
    glare: Glare = Glare()
    dimmest: float = 0.72
    """The light in the darkest corner; it is 1.0 under the lamp."""
    shadow_mm: Point = SHADOW_MM
    faces: Callable[[Thing], GreyImage] | None = None
    """Draws the upper sides of things in another way than with clutter and stickers."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A thing as the camera sees it: its pixels, the part of each pixel that it fills (0 to 255), and where it is."""

    image: GreyImage
    mask: GreyImage
    rect: Rect


class TablePicture:
    """A grey picture of a table without noise and arms; `image` is `pedestal` levels too dark."""

    def __init__(self, lens: Projection, sizes: KitSizes, look: Appearance, seed: int, pedestal: int = 0) -> None:
        self.lens, self.sizes, self.look, self.seed = lens, sizes, look, seed
        self.pedestal = pedestal
        """Subtracted from every pixel, because the noise that is added later has this mean."""
        self.whole = Rect(0, 0, lens.width_px, lens.height_px)
        self._table, self._light = self._surface()
        self._patches: dict[Thing, Patch] = {}
        self._drawn: tuple[Thing, ...] = ()
        self.image: GreyImage = np.zeros((lens.height_px, lens.width_px), np.uint8)
        self._paint(self.whole)

    def show(self, things: Iterable[Thing]) -> None:
        """Paint these things over the bare table, the lowest first. Only what changed is repainted."""
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
        """Draw one thing by itself, sharp and in even light. For a thing that moves, `finer` may be 1."""
        corners = self.lens.project(outline(thing, self.sizes), thing.height)
        low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
        rect = Rect(int(low[0]), int(low[1]), int(high[0]) + 1, int(high[1]) + 1).grown(1).within(self.whole)
        if rect.empty:
            return Patch(np.zeros((0, 0), np.uint8), np.zeros((0, 0), np.uint8), rect)
        look = self.look
        texture = look.faces(thing) if look.faces else draw_thing(thing, self.sizes, self.seed, look.glare)
        fine = (corners - [rect.left, rect.top]) * finer + (finer - 1) / 2
        height, width = texture.shape
        edges = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
        homography = cv2.getPerspectiveTransform(edges.astype(np.float32), fine.astype(np.float32))
        small = (rect.right - rect.left, rect.bottom - rect.top)
        large = (small[0] * finer, small[1] * finer)
        image = cv2.warpPerspective(texture, homography, large, borderMode=cv2.BORDER_REPLICATE)
        mask = cv2.warpPerspective(opacity(thing, texture), homography, large)
        return Patch(
            np.asarray(cv2.resize(image, small, interpolation=cv2.INTER_AREA), np.uint8),
            np.asarray(cv2.resize(mask, small, interpolation=cv2.INTER_AREA), np.uint8),
            rect,
        )

    def light(self, rect: Rect) -> NDArray[np.float32]:
        """How bright the light is in a part of the picture, about 1; shape of the part."""
        return np.asarray(_enlarged(self._light, rect), np.float32)

    def _surface(self) -> tuple[GreyImage, NDArray[np.float32]]:
        """The bare table, streaked like wood, and the light of a lamp; `COARSE` times smaller than the picture."""
        random = np.random.default_rng([self.seed, 7])
        width, height = self.lens.width_px // COARSE + 1, self.lens.height_px // COARSE + 1
        wood = np.full((height, width), random.uniform(90, 165), np.float32)
        for long, wide, weight in ((600, 120, 16), (300, 50, 12), (120, 14, 6), (40, 3, 4)):
            rough = random.normal(0, weight, (height // wide + 3, width // long + 3)).astype(np.float32)
            wood += cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC)
        return np.clip(wood, 40, 215).astype(np.uint8), lamplight(random, width, height, self.look.dimmest)

    def _paint(self, wanted: Rect) -> None:
        inner = wanted.within(self.whole)
        outer = inner.grown(MARGIN).within(self.whole)
        if inner.empty:
            return
        part = np.asarray(_enlarged(self._table, outer), np.uint8)
        for thing in self._drawn:
            paste(part, outer, self._patches[thing])
        lit = cv2.multiply(part, self.light(outer), dtype=cv2.CV_8U)
        soft = np.asarray(cv2.GaussianBlur(lit, (0, 0), self.look.blur), np.uint8)
        inner.of(self.image)[:] = darkened(inner.shifted(outer.left, outer.top).of(soft), self.pedestal)


def darkened(image: GreyImage, levels: int) -> GreyImage:
    """The picture with `levels` subtracted, not below 0."""
    return np.asarray(np.maximum(image, levels) - np.uint8(levels), np.uint8)


def paste(part: GreyImage, part_rect: Rect, patch: Patch) -> None:
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


def lamplight(random: np.random.Generator, width: int, height: int, dimmest: float) -> NDArray[np.float32]:
    """The light of a lamp somewhere over the table, `dimmest` in the corners: about 1, shape (height, width)."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    lamp = random.uniform(0.2, 0.8, 2) * (width, height)
    away = np.hypot(x - lamp[0], y - lamp[1]) / np.hypot(width, height)
    light = 1.06 - (1.06 - dimmest) * np.minimum(away / 0.75, 1.0) ** 1.5
    return np.asarray(light, np.float32)
