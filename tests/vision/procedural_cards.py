"""Made-up cards with the statistics of real ones, so that nobody's art is needed to try what reads cards by their art.

Measured at two scans of real cards: 75 fronts share their frames by colour; two whole fronts correlate by 0.39 at most
and 0.08 in the middle, though in the upper 20 mm 27 pairs correlate by more than 0.8; a card has about 200 features.
`tests/device/for_features/card_art/test_procedural_cards.py` holds these to that.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.kit.codebook import CodebookEntry, StickerKind
from vision.kit.sizes import KitSizes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.frame import GreyImage

TEXELS = 6
"""px per mm of a card's picture."""
SIZES = KitSizes()
FRAMES = ((112, 80), (128, 160), (104, 75), (114, 85), (136, 165), (108, 70), (120, 90))
"""For each colour of cards: the tone of its header and of its rim."""
HEADER, FOOTER = 21, 9
"""mm."""
TOKEN = 26.0


def entry_key(entry: CodebookEntry) -> str:
    """What is printed the same on all copies."""
    return f"{entry.kind} {entry.id} {entry.side or ''}".strip()


def size_of(entry: CodebookEntry) -> tuple[float, float]:
    """Width and height in mm."""
    match entry.kind:
        case StickerKind.BOARD:
            return SIZES.board_width, SIZES.board_height
        case StickerKind.TOKEN | StickerKind.STAGE_TOKEN:
            return TOKEN, TOKEN
    return SIZES.card_width, SIZES.card_height


@lru_cache(maxsize=80)
def card(key: str, printing: int = 0, width: float = 65.0, height: float = 100.0) -> GreyImage:
    """A thing's upper side. `printing`: 0, or another edition in other ink, other words and cut a little elsewhere."""
    random = np.random.default_rng([zlib.crc32(key.encode()), 5])
    wide, high = round(width * TEXELS), round(height * TEXELS)
    family = int(random.integers(len(FRAMES)))
    tone, rim = FRAMES[family]
    picture = _painting(random, wide, high)
    top, foot = HEADER * TEXELS, FOOTER * TEXELS
    if height > HEADER + FOOTER:
        picture[:top] = _header(family, key, wide)
        cv2.rectangle(picture, (0, high - foot), (wide, high), tone + 20 if tone < 120 else tone - 15, -1)
        words = f"{key} {'' if printing == 0 else zlib.crc32(key.encode()[::-1])}".upper()[5:17]
        cv2.putText(picture, words, (20, high - 22), cv2.FONT_HERSHEY_COMPLEX, 0.9, tone // 3, 2, cv2.LINE_AA)
    cv2.rectangle(picture, (0, 0), (wide - 1, high - 1), rim, round(2 * 1.6 * TEXELS))
    return picture if printing == 0 else _reprinted(picture, printing)


def of_entry(entry: CodebookEntry, printing: int = 0) -> GreyImage:
    return card(entry_key(entry), printing, *size_of(entry))


def _painting(random: np.random.Generator, wide: int, high: int) -> GreyImage:
    """Sky, ground, and things of all sizes in front of them, with a painter's brush strokes."""
    ground = random.uniform(90, 135)
    sky = ground + random.normal(16, 14)
    horizon = random.uniform(0.25, 0.75)
    rows = np.linspace(0, 1, high, dtype=np.float32)[:, None]
    picture = np.where(rows < horizon, sky, ground) * np.ones((1, wide), np.float32)
    for grain, weight in ((60, 18.0), (30, 18.0), (12, 9.0), (4, 3.0)):
        rough = random.normal(0, weight, (high // grain + 3, wide // grain + 3)).astype(np.float32)
        picture += cv2.resize(rough, (wide, high), interpolation=cv2.INTER_CUBIC)
    drawn = np.clip(picture, 15, 240).astype(np.uint8)
    for _ in range(round(wide * high / 5000)):
        _thing(drawn, random)
    soft = cv2.GaussianBlur(drawn, (0, 0), 1.2)
    return np.asarray(soft, np.uint8)


def _thing(picture: GreyImage, random: np.random.Generator) -> None:
    high, wide = picture.shape
    at = np.array([random.uniform(0, wide), random.uniform(0.05, 1) * high])
    size, tone = random.choice((8, 12, 16, 24, 34, 44)) * random.uniform(0.7, 1.4), int(random.integers(10, 245))
    kind = random.integers(4)
    if kind == 0:
        axes = (int(size), int(size * random.uniform(0.3, 1)))
        cv2.ellipse(picture, at.astype(int).tolist(), axes, random.uniform(0, 180), 0, 360, tone, -1, cv2.LINE_AA)
    elif kind == 3:
        end = at + random.normal(0, 2 * size, 2)
        cv2.line(
            picture, at.astype(int).tolist(), end.astype(int).tolist(), tone, int(random.integers(2, 6)), cv2.LINE_AA
        )
    else:
        angles = np.sort(random.uniform(0, 2 * np.pi, int(random.integers(3, 7))))
        round_ = at + size * random.uniform(0.5, 1.2, len(angles))[:, None] * np.c_[np.cos(angles), np.sin(angles)]
        cv2.fillPoly(picture, [round_.astype(np.int32)], tone, cv2.LINE_AA)


def _header(family: int, key: str, wide: int) -> GreyImage:
    """What a card costs and gives, in the few signs that all cards of a colour share."""
    seed = zlib.crc32(key.encode()) % 14
    signs = np.random.default_rng([family, seed, 9])
    common = np.random.default_rng([family, 10])
    tone, _ = FRAMES[family]
    strip = np.full((HEADER * TEXELS, wide), float(tone), np.float32)
    for grain, weight in ((70, 9.0), (20, 5.0)):
        rough = common.normal(0, 1.6 * weight, (len(strip) // grain + 3, wide // grain + 3)).astype(np.float32)
        strip += cv2.resize(rough, strip.shape[::-1], interpolation=cv2.INTER_CUBIC)
    drawn = np.clip(strip, 0, 255).astype(np.uint8)
    for _ in range(int(signs.integers(1, 4))):
        middle = (int(signs.integers(100, max(wide - 40, 101))), int(signs.integers(40, 90)))
        cv2.circle(drawn, middle, 36, 235 if tone < 140 else 40, -1, cv2.LINE_AA)
        _sign(drawn, signs, middle, tone)
    for number in range(int(signs.integers(0, 4))):
        middle = (46, 34 + number * 34)
        cv2.circle(drawn, middle, 14, 220 if tone < 140 else 30, -1, cv2.LINE_AA)
        _sign(drawn, signs, middle, tone, small=True)
    return drawn


def _sign(
    picture: GreyImage, random: np.random.Generator, at: tuple[int, int], tone: int, *, small: bool = False
) -> None:
    corners, far = int(random.integers(3, 7)), 9 if small else 26
    start = random.uniform(0, np.pi)
    points = [
        (at[0] + far * cos(start + 2 * np.pi * k / corners), at[1] + far * sin(start + 2 * np.pi * k / corners))
        for k in range(corners)
    ]
    cv2.fillPoly(picture, [np.array(points, np.int32)], int(random.integers(20, 230)), cv2.LINE_AA)


def _reprinted(picture: GreyImage, printing: int) -> GreyImage:
    """Another printing: other ink, another raster, cut up to 0.7 mm elsewhere, scanned with another sharpness."""
    random = np.random.default_rng([zlib.crc32(picture.tobytes()), printing])
    high, wide = picture.shape
    tones = 255 * (np.arange(256) / 255) ** random.uniform(0.75, 1.35)
    inked = cv2.LUT(
        picture, np.clip(random.uniform(0.75, 1.0) * tones + random.uniform(0, 40), 0, 255).astype(np.uint8)
    )
    soft = cv2.GaussianBlur(inked, (0, 0), random.uniform(0.8, 1.8)).astype(np.float32)
    soft += random.normal(0, 6, picture.shape)
    zoom, (right, down) = random.uniform(0.985, 1.015), random.uniform(-0.7, 0.7, 2) * TEXELS
    matrix = np.array([[zoom, 0, right + wide * (1 - zoom) / 2], [0, zoom, down + high * (1 - zoom) / 2]])
    moved = cv2.warpAffine(soft, matrix, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    return np.clip(moved, 0, 255).astype(np.uint8)


@dataclass(frozen=True)
class Look:
    """How a card is looked at. `scale`: px per mm of the picture. Of the rest 1 is as bad as people have it."""

    scale: float = 4.0
    sleeve: float = 0.0
    lamp: float = 0.0
    blur: float = 0.0
    noise: float = 0.3
    tilt: float = 0.0
    wear: float = 0.0


def random_look(random: np.random.Generator, scale: float = 4.0) -> Look:
    """A sleeve on two of five cards; every other trouble from none to bad, most of them mild."""
    sleeve = float(random.uniform(0.2, 1)) if random.random() < 0.4 else 0.0
    lamp, blur, noise, tilt, wear = (float(random.beta(1.2, 2.0)) for _ in range(5))
    return Look(scale, sleeve, lamp, blur, noise, tilt, wear)


def seen(
    face: GreyImage | None, look: Look, random: np.random.Generator, mm: tuple[float, float] = (260.0, 150.0)
) -> GreyImage:
    """A picture of a mat of `mm` with a thing on it, anywhere and turned in any direction; None: the empty mat."""
    wide, high = (round(side * look.scale) for side in mm)
    picture = mat(random, wide, high)
    if face is not None:
        _lay(picture, _worn(face, look, random), look, random)
    lit = picture * _light(random, look.lamp, wide, high)
    if look.blur:
        lit = cv2.GaussianBlur(lit, (0, 0), max(0.3, look.blur * 0.35 * look.scale))
    lit = lit + random.normal(0, 1 + 6 * look.noise, lit.shape)
    return np.clip(lit, 0, 255).astype(np.uint8)


def mat(random: np.random.Generator, wide: int, high: int) -> NDArray[np.float32]:
    """A plain mat of felt or a wooden table's top."""
    picture = np.full((high, wide), random.uniform(40, 190), np.float32)
    for grain, weight in ((200, 6.0), (3, 2.0)):
        rough = random.normal(0, weight, (high // grain + 3, wide // grain + 3)).astype(np.float32)
        picture += cv2.resize(rough, (wide, high), interpolation=cv2.INTER_LINEAR)
    return picture


def _worn(face: GreyImage, look: Look, random: np.random.Generator) -> GreyImage:
    """Scratches, white corners and edges, and on a sleeve a lamp's streak."""
    worn = face.astype(np.float32)
    high, wide = face.shape
    for _ in range(int(random.poisson(8 * look.wear))):
        ends = [(int(random.uniform(0, wide)), int(random.uniform(0, high))) for _ in range(2)]
        cv2.line(worn, *ends, random.uniform(150, 255), int(random.integers(1, 4)))
    for x, y in ((0, 0), (wide, 0), (0, high), (wide, high)):
        cv2.circle(worn, (x, y), int(random.uniform(0, 26) * look.wear), 225, -1)
    if look.sleeve:
        y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
        turn, spread = random.uniform(0, np.pi), random.uniform(5, 14) * TEXELS
        away = np.cos(turn) * (x - random.uniform(0, wide)) + np.sin(turn) * (y - random.uniform(0, high))
        veil = 0.12 * look.sleeve + look.sleeve * np.exp(-((away / spread) ** 2))
        worn += (255 - worn) * np.minimum(veil, 0.95)
    return np.clip(worn, 0, 255).astype(np.uint8)


def _lay(picture: NDArray[np.float32], face: GreyImage, look: Look, random: np.random.Generator) -> None:
    high, wide = face.shape
    half = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2 / TEXELS
    turn = random.uniform(-np.pi, np.pi)
    if max(face.shape) / TEXELS > 150:  # a board fits only along the mat
        turn = (0 if random.random() < 0.5 else np.pi) + random.normal(0, 0.03)
    turned = half @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]])
    room = np.maximum(np.array(picture.shape[::-1]) / look.scale / 2 - np.abs(turned).max(axis=0) - 2, 0)
    corners = turned + random.uniform(-1, 1, 2) * room
    across, along = (radians(10 * look.tilt) * random.uniform(-1, 1, 2)).tolist()
    far = 220.0
    depth = far + corners[:, 0] * sin(across) + corners[:, 1] * sin(along)
    seen_at = corners * [cos(across), cos(along)] * (far / depth)[:, None] * look.scale
    seen_at += np.array(picture.shape[::-1]) / 2
    source = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(source, seen_at.astype(np.float32))
    size = picture.shape[::-1]
    fine = cv2.GaussianBlur(face, (0, 0), max(0.1, 0.4 * TEXELS / look.scale))
    over = cv2.warpPerspective(fine, matrix, size).astype(np.float32)
    cover = cv2.warpPerspective(np.full_like(face, 255), matrix, size).astype(np.float32) / 255
    picture[:] = picture * (1 - cover) + over


def _light(random: np.random.Generator, lamp: float, wide: int, high: int) -> NDArray[np.float32]:
    """A warm lamp beside the mat: dim, and dimmer on the other side."""
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    turn = random.uniform(0, 2 * np.pi)
    along = (np.cos(turn) * (x / wide - 0.5) + np.sin(turn) * (y / high - 0.5)) / 1.4 + 0.5
    return np.asarray((1 - 0.45 * lamp) * (1 - 0.55 * lamp * along), np.float32)
