"""Stickers on grounds and in light as people have them at home, and what the camera makes of it.

Everything is drawn as shares of the light that is reflected, then lit, seen through the lens, and developed: noise of
each colour, gamma, JPEG. Pixel centres are whole numbers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.synthetic_pictures import FINE
from vision.frame import GreyImage, as_grey
from vision.kit.fiducials import modules_of

Plane = NDArray[np.float32]
"""Shape (height, width), shares of the light."""

GAMMA = 1 / 2.2
PAPER, INK = 0.85, 0.05
SIDES = (29.0, 36.0)
"""px; the black square's side."""


def printed(code: int) -> GreyImage:
    """A sticker of 10 x 10 modules, each of FINE px."""
    light = np.pad(~modules_of(code).astype(bool), 1, constant_values=True)
    return np.asarray(np.kron(light, np.ones((FINE, FINE))) * 255, np.uint8)


@dataclass(frozen=True)
class Spot:
    """Where a sticker was laid: its code, its black square's middle and side (px), its direction (radians)."""

    code: int
    x: float
    y: float
    side: float
    turn: float


@dataclass(frozen=True)
class Table:
    """What is drawn: the share of light that each place reflects, and the stickers on it."""

    reflected: Plane
    spots: tuple[Spot, ...] = ()

    @property
    def shape(self) -> tuple[int, int]:
        return self.reflected.shape[0], self.reflected.shape[1]


Ground = Callable[[tuple[int, int], float, np.random.Generator], Plane]
"""From a shape and px per mm."""


def _places(shape: tuple[int, int], turn: float) -> tuple[Plane, Plane]:
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    return x * np.cos(turn) + y * np.sin(turn) + 9999, y * np.cos(turn) - x * np.sin(turn) + 9999


def cards(shape: tuple[int, int], _scale: float, random: np.random.Generator) -> Plane:
    """Cards side by side: rich pictures in the colours of printer's ink."""
    fine, coarse = (
        cv2.GaussianBlur(random.normal(0, 1, shape).astype(np.float32), (0, 0), width) for width in (1.5, 9)
    )
    return np.asarray(np.clip(0.45 + 0.08 * fine / fine.std() + 0.1 * coarse / coarse.std(), 0.04, 0.85), np.float32)


def chess(mm: float) -> Ground:
    """Dark and light squares with this side."""

    def draw(shape: tuple[int, int], scale: float, random: np.random.Generator) -> Plane:
        x, y = (np.floor(each / (mm * scale)) for each in _places(shape, random.uniform(0, 1.5)))
        return np.asarray(np.where((x + y) % 2 > 0, 0.75, 0.06), np.float32)

    return draw


def gingham(mm: float) -> Ground:
    """Stripes of this width, dyed both ways: white, medium and dark squares."""

    def draw(shape: tuple[int, int], scale: float, random: np.random.Generator) -> Plane:
        x, y = (np.floor(each / (mm * scale)) % 2 for each in _places(shape, random.uniform(0, 1.5)))
        return np.asarray(0.8 - 0.36 * (x + y), np.float32)

    return draw


def modules(mm: float) -> Ground:
    """Dark and light squares at random, as in an endless QR code."""

    def draw(shape: tuple[int, int], scale: float, random: np.random.Generator) -> Plane:
        x, y = ((each / (mm * scale)).astype(int) for each in _places(shape, random.uniform(0, 1.5)))
        bits = random.integers(0, 2, (int(y.max()) + 1, int(x.max()) + 1))
        return np.asarray(np.where(bits[y, x] > 0, 0.75, 0.06), np.float32)

    return draw


def framed(mm: float) -> Ground:
    """Dark frames round light squares, side by side at this distance: each looks like a sticker's border."""

    def draw(shape: tuple[int, int], scale: float, random: np.random.Generator) -> Plane:
        x, y = (np.abs(each / (mm * scale) % 1 - 0.5) for each in _places(shape, random.uniform(0, 1.5)))
        away = np.maximum(x, y)
        return np.asarray(np.where((away < 0.4) & (away > 0.28), 0.06, 0.75), np.float32)

    return draw


def other_codes(shape: tuple[int, int], scale: float, random: np.random.Generator) -> Plane:
    """QR codes and the fiducials of other games, closely side by side."""
    picture = np.full(shape, 0.75, np.float32)
    families = [cv2.aruco.DICT_4X4_1000, cv2.aruco.DICT_5X5_1000, cv2.aruco.DICT_7X7_1000, cv2.aruco.DICT_APRILTAG_25H9]
    books = [cv2.aruco.getPredefinedDictionary(family) for family in families]
    qr = cv2.QRCodeEncoder.create()
    side = round(15 * scale)
    for top in range(0, shape[0] - side, round(1.25 * side)):
        for left in range(0, shape[1] - side, round(1.25 * side)):
            book = int(random.integers(len(books) + 1))
            if book == len(books):
                code = qr.encode(f"https://example.org/{random.integers(1000)}")
            else:
                dictionary = books[book]
                code = dictionary.generateImageMarker(int(random.integers(len(dictionary.bytesList))), 120)
            small = cv2.resize(code, (side, side), interpolation=cv2.INTER_AREA)
            picture[top : top + side, left : left + side] = INK + (PAPER - INK) * small / 255
    return picture


def playing_mat(shape: tuple[int, int], scale: float, random: np.random.Generator) -> Plane:
    """A printed mat: pictures, and frames for cards."""
    art = cv2.GaussianBlur(random.normal(0, 1, shape).astype(np.float32), (0, 0), 3 * scale)
    fine = cv2.GaussianBlur(random.normal(0, 1, shape).astype(np.float32), (0, 0), 0.4 * scale)
    picture = 0.3 + 0.2 * art / art.std() + 0.08 * fine / fine.std()
    for _ in range(60):
        corner = random.uniform((0, 0), shape[::-1]).astype(int)
        size = (random.uniform(8, 70, 2) * scale).astype(int)
        cv2.rectangle(picture, corner.tolist(), (corner + size).tolist(), float(random.uniform(0, 1)), int(scale) + 1)
    return np.asarray(np.clip(picture, 0.02, 0.9), np.float32)


Wear = Callable[[GreyImage, np.random.Generator], GreyImage]
"""What becomes of a printed sticker of 10 x 10 modules."""


def as_printed(sticker: GreyImage, _random: np.random.Generator) -> GreyImage:
    return sticker


def faded(share: float) -> Wear:
    """A thermal print with this share of its contrast left, at 203 dpi: ragged edges."""

    def wear(sticker: GreyImage, random: np.random.Generator) -> GreyImage:
        dots = cv2.resize(sticker, (120, 120), interpolation=cv2.INTER_AREA)
        ragged = cv2.GaussianBlur(dots, (0, 0), 1.0) + random.normal(0, 12, dots.shape) > 127
        large = cv2.resize(ragged * np.float32(255), (10 * FINE, 10 * FINE), interpolation=cv2.INTER_AREA)
        return np.asarray(255 - share * (255 - large), np.uint8)

    return wear


def streaked(sticker: GreyImage, random: np.random.Generator) -> GreyImage:
    """A streak of light on a sleeve, one module wide, across the sticker."""
    worn = sticker.copy()
    at = round(random.uniform(1.5, 7.5) * FINE)
    (worn if random.uniform() < 0.5 else worn.T)[at : at + FINE] = 255
    return worn


def spread(
    ground: Ground,
    codes: range,
    shape: tuple[int, int],
    seed: int,
    sides: tuple[float, float] = SIDES,
    wear: Wear = as_printed,
    draw: Callable[[int], GreyImage] = printed,
) -> Table:
    """The ground with these stickers in rows, in all directions."""
    random = np.random.default_rng(seed)
    reflected = ground(shape, sum(sides) / 2 / 12, random)
    columns = int(np.ceil(np.sqrt(max(1, len(codes)) * shape[1] / shape[0])))
    pitch = shape[1] / columns, shape[0] / max(1, -(-len(codes) // columns))
    spots = []
    for place, code in enumerate(codes):
        x, y = (
            (number + 0.5) * apart + random.uniform(-8, 8)
            for number, apart in zip((place % columns, place // columns), pitch, strict=True)
        )
        spots.append(Spot(code, x, y, float(random.uniform(*sides)), float(random.uniform(0, 6.3))))
        _lay(reflected, wear(draw(code), random), spots[-1])
    return Table(reflected, tuple(spots))


def _lay(reflected: Plane, sticker: GreyImage, spot: Spot) -> None:
    reach = round(spot.side)
    left, top = round(spot.x) - reach, round(spot.y) - reach
    here = reflected[top : top + 2 * reach, left : left + 2 * reach]
    turn = cv2.getRotationMatrix2D((5 * FINE - 0.5, 5 * FINE - 0.5), np.degrees(spot.turn), spot.side / (8 * FINE))
    turn[:, 2] += (spot.x - left - 5 * FINE + 0.5, spot.y - top - 5 * FINE + 0.5)
    fine = cv2.GaussianBlur(sticker, (0, 0), 0.4 * 8 * FINE / spot.side).astype(np.float32) / 255
    size = here.shape[::-1]
    mask = cv2.warpAffine(np.ones_like(fine), turn, size)
    here[:] = here * (1 - mask) + mask * (INK + (PAPER - INK) * cv2.warpAffine(fine, turn, size))


Light = Callable[[Table, np.random.Generator], NDArray[np.float32]]
"""The light at each place for what is reflected, shape (height, width, 1) or (height, width, 3) (blue, green, red)."""


def even(table: Table, _random: np.random.Generator) -> NDArray[np.float32]:
    return np.linspace(0.7, 1.0, table.shape[1], dtype=np.float32)[None, :, None] * np.ones((table.shape[0], 1, 1), "f")


def dimmed(share: float, colour: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> Light:
    """Even light with this share, in this colour (blue, green, red)."""
    return lambda table, random: (even(table, random) * np.float32(share) * np.array(colour, np.float32)).astype("f")


def candles(table: Table, random: np.random.Generator) -> NDArray[np.float32]:
    """Two candles, each in its own pool of light."""
    height, width = table.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    pools = [(0.3 * width, 0.45 * height), (0.72 * width, 0.6 * height)]
    light = sum(1 / (1 + ((x - px) ** 2 + (y - py) ** 2) / (0.22 * width) ** 2) ** 1.5 for px, py in pools)
    return np.asarray(0.75 * light[..., None] * np.array((0.35, 0.75, 1.1)) * random.uniform(0.9, 1.1), np.float32)


def leds(table: Table, _random: np.random.Generator) -> NDArray[np.float32]:
    """A blue strip on the left, a red one on the right."""
    red = np.linspace(0, 1, table.shape[1], dtype=np.float32)[None, :, None] * np.ones((table.shape[0], 1, 1), "f")
    return (0.15 + 0.85 * (red * np.array((0.1, 0.15, 1), "f") + (1 - red) * np.array((1, 0.25, 0.05), "f"))).astype(
        "f"
    )


def fingers(share: float, softness: float = 2.0) -> Light:
    """Shadows as wide as a finger across the stickers, in which this share of the light is left."""

    def light(table: Table, random: np.random.Generator) -> NDArray[np.float32]:
        shade = np.zeros(table.shape, np.float32)
        for spot in table.spots:
            turn = random.uniform(0, 6.3)
            along = 1.4 * spot.side * np.array((np.cos(turn), np.sin(turn)))
            middle = np.array((spot.x, spot.y)) + random.uniform(-0.4, 0.4, 2) * spot.side
            cv2.line(shade, *((middle + end * along).astype(int).tolist() for end in (-1, 1)), 1.0, round(spot.side))
        shade = cv2.GaussianBlur(shade, (0, 0), softness)
        return (even(table, random) * (1 - (1 - share) * shade[..., None])).astype("f")

    return light


Glare = Callable[[Table, np.random.Generator], Plane]
"""What is mirrored by sleeves and adds to all that is reflected."""


def no_glare(table: Table, _random: np.random.Generator) -> Plane:
    return np.zeros(table.shape, np.float32)


def lamp(table: Table, random: np.random.Generator) -> Plane:
    """A lamp in every sleeve: its middle, beside each sticker, makes black nearly white."""
    glare = np.zeros(table.shape, np.float32)
    for spot in table.spots:
        reach = round(2 * spot.side)
        top, left = max(0, round(spot.y) - reach), max(0, round(spot.x) - reach)
        here = glare[top : round(spot.y) + reach, left : round(spot.x) + reach]
        y, x = np.mgrid[: here.shape[0], : here.shape[1]]
        middle = np.array((spot.x - left, spot.y - top)) + random.uniform(-0.25, 0.25, 2) * spot.side
        away = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / (1.1 * spot.side) ** 2
        here += random.uniform(0.5, 1.1) * np.exp(-(away**1.5))
    return glare


@dataclass(frozen=True)
class Camera:
    """`blur` px; `noise`: grey levels of each colour (blue, green, red); `quality`: JPEG's, 0 for none.
    `scale`: of the picture, as a part of the table's.
    """

    blur: float = 1.0
    noise: tuple[float, float, float] = (3.0, 3.0, 3.0)
    quality: int = 92
    scale: float = 1.0

    def photograph(self, table: Table, light: Light, glare: Glare, seed: int) -> GreyImage:
        random = np.random.default_rng([seed, 1])
        lit = table.reflected[..., None] * light(table, random) + glare(table, random)[..., None]
        lit = cv2.GaussianBlur(np.repeat(lit, 3, axis=2) if lit.shape[2] == 1 else lit, (0, 0), self.blur)
        if self.scale != 1.0:
            lit = cv2.resize(lit, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_AREA)
        # A soft shoulder: what is brighter than white comes out as nearly white, as cameras have it.
        lit = np.where(lit < 0.8, lit, 0.8 + 0.2 * np.tanh((lit - 0.8) / 0.6))
        levels = 255 * np.power(np.clip(lit, 0, 1), GAMMA)
        grains = random.normal(0, 1, levels.shape).astype(np.float32)
        grains = cv2.GaussianBlur(grains, (0, 0), 0.6)
        picture = np.clip(levels + grains / grains.std() * np.array(self.noise, np.float32), 0, 255).astype(np.uint8)
        if self.quality:
            picture = cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1], 1)
        return as_grey(picture)

    def place(self, spot: Spot) -> tuple[float, float]:
        """Where a sticker's middle is in the picture."""
        return float((spot.x + 0.5) * self.scale - 0.5), float((spot.y + 0.5) * self.scale - 0.5)


@dataclass(frozen=True)
class Setting:
    """A ground, its light, the stickers' print and the camera."""

    ground: Ground = cards
    light: Light = even
    glare: Glare = no_glare
    wear: Wear = as_printed
    camera: Camera = field(default_factory=Camera)

    def table(
        self, codes: range, shape: tuple[int, int], seed: int = 0, draw: Callable[[int], GreyImage] = printed
    ) -> Table:
        return spread(self.ground, codes, shape, seed, wear=self.wear, draw=draw)

    def photograph(self, table: Table, seed: int = 0) -> GreyImage:
        return self.camera.photograph(table, self.light, self.glare, seed)


NOISY = Camera(noise=(22.0, 12.0, 12.0))
"""Warm light at high sensitivity: the noise of blue is twice that of the others, that of grey 8."""

SETTINGS: Mapping[str, Setting] = {
    "even light": Setting(),
    "lamp mirrored in sleeves": Setting(glare=lamp),
    "candles": Setting(light=candles, camera=Camera(noise=(9.0, 5.0, 5.0))),
    "2700 K, high ISO": Setting(light=dimmed(0.5, (0.35, 0.7, 1.0)), camera=NOISY),
    "2700 K, high ISO, darker": Setting(light=dimmed(0.08, (0.35, 0.7, 1.0)), camera=NOISY),
    "coloured LEDs": Setting(light=leds),
    "shadows of fingers, 30 %": Setting(light=fingers(0.3)),
    "thermal print at 203 dpi": Setting(wear=faded(1.0)),
    "thermal print, 20 % left": Setting(wear=faded(0.2)),
    "a streak over the sticker": Setting(wear=streaked),
    "chess cloth, 15 mm": Setting(ground=chess(15.0)),
    "chess cloth, 12 mm": Setting(ground=chess(12.0)),
    "gingham, 8 mm": Setting(ground=gingham(8.0)),
    "random modules, 1.5 mm": Setting(ground=modules(1.5)),
    "framed squares, 15 mm": Setting(ground=framed(15.0)),
    "printed playing mat": Setting(ground=playing_mat),
    "QR codes, other fiducials": Setting(ground=other_codes),
    "JPEG 30": Setting(camera=Camera(quality=30)),
    "JPEG 10": Setting(camera=Camera(quality=10)),
    "half the size, JPEG 30": Setting(camera=Camera(quality=30, scale=0.5)),
}
