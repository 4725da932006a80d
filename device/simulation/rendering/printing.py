"""Draws the upper side of each thing: random clutter instead of any game's art, and a sticker in its place.

The pictures are grey, with `TEXELS` pixels per millimetre. The same seed, code and wear give the same picture.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from device.simulation.table.tabletop import WITHOUT_STICKER, Thing, ThingKind, size, sticker_centre
from vision.frame import GreyImage
from vision.kit.fiducials import modules_of
from vision.kit.sizes import KitSizes
from vision.kit.symbols import Symbology, picture_of, symbol_of
from vision.table.pose import Pose

TEXELS = 6
BLACK, WHITE = 62, 240
FACE_DOWN = frozenset({ThingKind.BACK, ThingKind.PLAIN_BACK})
LOOSE = frozenset({ThingKind.COIN, ThingKind.GLARE})
"""Without edges of their own."""
BORDER_MM = 2.2
COPPER, LIGHT = 110, 250
ORIGIN = Pose(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Glare:
    """How often a sleeve glares, and how much the strongest glare hides; both 0 to 1."""

    often: float = 0.06
    strongest: float = 0.5
    lamp: int = 0
    """Each lamp glares on other sleeves."""


def draw_thing(thing: Thing, sizes: KitSizes, seed: int, glare: Glare) -> GreyImage:
    """A thing's upper side, shape (height, width) in texels."""
    return _drawn(replace(thing, pose=ORIGIN, z=0.0, height=0.0), sizes, seed, glare)


def opacity(thing: Thing, picture: GreyImage) -> GreyImage:
    """How much of what lies below each texel of a thing's upper side hides, 0 to 255."""
    if thing.kind not in LOOSE:
        return np.full_like(picture, 255)
    height, width = picture.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    away = np.hypot(2 * x / (width - 1) - 1, 2 * y / (height - 1) - 1)
    if thing.kind is ThingKind.COIN:
        return np.asarray(np.where(away < 1, 255, 0), np.uint8)
    return np.asarray(252 * np.clip(1.6 * (1 - away), 0, 1), np.uint8)


@lru_cache(maxsize=12)
def _drawn(thing: Thing, sizes: KitSizes, seed: int, glare: Glare) -> GreyImage:
    key = thing.code + 1000 * (thing.kind in FACE_DOWN)
    random = np.random.default_rng([seed, key])
    width, height = (round(side * TEXELS) for side in size(thing, sizes))
    if thing.kind in LOOSE:
        return np.full((height, width), COPPER if thing.kind is ThingKind.COIN else LIGHT, np.uint8)
    picture = _clutter(random, width, height, 120 if thing.kind in FACE_DOWN else int(random.integers(90, 165)))
    if thing.kind is ThingKind.BOARD:
        _stage_boxes(picture, thing.slots)
    elif thing.kind is ThingKind.FRONT or thing.kind in FACE_DOWN:
        _banner(picture, random, thing.kind is ThingKind.FRONT)
    if thing.kind not in WITHOUT_STICKER:
        _add_sticker(picture, thing, sizes)
    if thing.kind is ThingKind.FRONT or thing.kind in FACE_DOWN:
        where = [seed, key, thing.wear, thing.seat or 0, thing.slot or 0, *([glare.lamp] if glare.lamp else [])]
        _add_glare(picture, np.random.default_rng(where), glare)
    return picture


def _clutter(random: np.random.Generator, width: int, height: int, tone: int) -> GreyImage:
    """Blotches of several sizes, strokes and small dark squares that a careless reader takes for stickers."""
    picture = np.full((height, width), float(tone), np.float32)
    for grain, weight in ((90, 16.0), (30, 16.0), (10, 18.0), (4, 14.0)):
        rough = random.normal(0, weight, (height // grain + 2, width // grain + 2)).astype(np.float32)
        picture += cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC)
    drawn = np.clip(picture, 25, 225).astype(np.uint8)
    for _ in range(int(random.integers(20, 45))):
        start, end = (tuple(int(v) for v in random.integers(0, (width, height))) for _ in range(2))
        cv2.line(drawn, start, end, int(random.integers(50, 215)), int(random.integers(2, 6)), cv2.LINE_AA)
    for _ in range(int(random.integers(3, 9))):
        x, y, side = int(random.integers(width)), int(random.integers(height)), int(random.integers(12, 36))
        cv2.rectangle(drawn, (x, y), (x + side, y + side), BLACK, -1)
    return drawn


def _stage_boxes(picture: GreyImage, slots: int) -> None:
    """The light fields for each stage's cost and effect, above its slot at the lower edge."""
    height, width = picture.shape
    for slot in range(slots):
        middle = (slot + 0.5) / slots * width
        cv2.rectangle(picture, (int(middle - 27 * TEXELS), height - 28 * TEXELS),
                      (int(middle + 27 * TEXELS), height - 3 * TEXELS), 205, -1)  # fmt: skip


def _banner(picture: GreyImage, random: np.random.Generator, front: bool) -> None:
    """A card's white rim and, on a front, the strip along its upper edge."""
    height, width = picture.shape
    if front:
        strip = picture[: 24 * TEXELS]
        strip[:] = cv2.addWeighted(strip, 0.55, np.full_like(strip, int(random.integers(20, 235))), 0.45, 0)
    rim = round(BORDER_MM * TEXELS)
    cv2.rectangle(picture, (0, 0), (width - 1, height - 1), WHITE, 2 * rim)


@lru_cache(maxsize=300)
def sticker(code: int, module: int) -> GreyImage:
    """A sticker with its quiet zone, `module` pixels per module."""
    inked = np.kron(np.where(modules_of(code), BLACK, WHITE), np.ones((module, module))).astype(np.uint8)
    stuck = cv2.copyMakeBorder(inked, module, module, module, module, cv2.BORDER_CONSTANT, value=WHITE)
    return np.asarray(stuck, np.uint8)


@lru_cache(maxsize=300)
def qr_sticker(code: int, side: int) -> GreyImage:
    """A QR sticker with its quiet zone, `side` pixels wide."""
    modules = picture_of(symbol_of(code, Symbology.QR, KitSizes()))
    inked = np.where(modules > 127, WHITE, BLACK).astype(np.uint8)
    return np.asarray(cv2.resize(inked, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _add_sticker(picture: GreyImage, thing: Thing, sizes: KitSizes) -> None:
    x, y = sticker_centre(thing, sizes)
    height, width = picture.shape
    if thing.symbology is Symbology.QR:
        stuck = qr_sticker(thing.code, round(sizes.sticker.side * TEXELS))
    else:
        stuck = sticker(thing.code, round(sizes.sticker.module * TEXELS))
    side = stuck.shape[0]
    left, top = round(width / 2 + x * TEXELS - side / 2), round(height / 2 + y * TEXELS - side / 2)
    cv2.rectangle(picture, (left - 2, top - 2), (left + side + 1, top + side + 1), 150, 2)
    picture[top : top + side, left : left + side] = stuck


def _add_glare(picture: GreyImage, random: np.random.Generator, glare: Glare) -> None:
    """The lamp's reflection on a sleeve: a soft light bar across the card."""
    if random.random() >= glare.often:
        return
    height, width = picture.shape
    y, x = np.mgrid[0:height:8, 0:width:8].astype(np.float32)
    turn, strength = random.uniform(0, np.pi), random.uniform(0.15, glare.strongest)
    away = np.cos(turn) * (x - random.uniform(0, width)) + np.sin(turn) * (y - random.uniform(0, height))
    bar = cv2.resize(strength * np.exp(-((away / (10 * TEXELS)) ** 2)), (width, height))
    picture[:] = (picture + (255 - picture) * bar).astype(np.uint8)
