"""No code is ever read in ten thousand pictures without stickers."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frame import SMALLEST_SIDE, GreyImage, as_grey
from vision.kit.codebook import CODE_COUNT, Codebook, CodebookEntry, StickerKind
from vision.reading.reader import Reader

PICTURES = 10_000
LOOKS = ("plain", "thorough")
HEIGHT, WIDTH = 540, 960
ENDINGS = {".jpg", ".jpeg", ".png", ".webp"}

EVERY_CODE = Codebook(CodebookEntry(code, StickerKind.TOKEN, "any", "Any") for code in range(CODE_COUNT))

Draw = Callable[[np.random.Generator], NDArray[np.float32]]


def noise(random: np.random.Generator) -> NDArray[np.float32]:
    grains = random.normal(0, 1, (HEIGHT, WIDTH)).astype(np.float32)
    grains = cv2.GaussianBlur(grains, (0, 0), random.uniform(0.3, 8))
    return np.asarray(grains / grains.std() * random.uniform(5, 80) + random.uniform(40, 200), dtype=np.float32)


def text(random: np.random.Generator) -> NDArray[np.float32]:
    page = np.full((HEIGHT, WIDTH), random.uniform(150, 240), np.float32)
    for _ in range(250):
        words = "".join(chr(letter) for letter in random.integers(33, 127, 8))
        place = (int(random.integers(0, WIDTH)), int(random.integers(0, HEIGHT)))
        ink, font, size = random.uniform(0, 120), int(random.integers(0, 8)), random.uniform(0.4, 2)
        cv2.putText(page, words, place, font, size, ink, int(random.integers(1, 4)), cv2.LINE_AA)
    return page


def checkerboard(random: np.random.Generator) -> NDArray[np.float32]:
    field = int(random.integers(3, 40))
    rows, columns = np.indices((HEIGHT // field * 2, WIDTH // field * 2))
    board = ((rows + columns) % 2 * 1.0).repeat(field, axis=0).repeat(field, axis=1).astype(np.float32)
    turned = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), random.uniform(0, 90), 1.0)
    return np.asarray(cv2.warpAffine(board, turned, (WIDTH, HEIGHT)) * random.uniform(60, 200) + 25, dtype=np.float32)


def dots(random: np.random.Generator) -> NDArray[np.float32]:
    """Random modules all over the picture, as in an endless QR code."""
    module = int(random.integers(3, 9))
    bits = random.integers(0, 2, (HEIGHT // module + 1, WIDTH // module + 1)).astype(np.float32)
    large = bits.repeat(module, axis=0).repeat(module, axis=1)[:HEIGHT, :WIDTH]
    return np.asarray(large * random.uniform(60, 200) + 25, dtype=np.float32)


def cards(random: np.random.Generator) -> NDArray[np.float32]:
    """Cards with white borders, pictures, and dark and bright squares in place of stickers."""
    table = noise(random)
    for _ in range(24):
        centre = tuple(random.uniform((0, 0), (WIDTH, HEIGHT)))
        turn = random.uniform(0, 360)
        for side, level in ((150, 235), (138, 90), (44, 230), (35, 45), (27, 200), (20, 60), (12, 180)):
            if random.uniform() < 0.8:
                offset = random.uniform(-6, 6, 2)
                box = cv2.boxPoints(((centre[0] + offset[0], centre[1] + offset[1]), (side, side * 1.0), turn))
                cv2.fillConvexPoly(table, box.astype(np.int32), float(level + random.uniform(-25, 25)), cv2.LINE_AA)
    return table


def lines(random: np.random.Generator) -> NDArray[np.float32]:
    picture = noise(random)
    for _ in range(150):
        ends = random.uniform((0, 0, 0, 0), (WIDTH, HEIGHT, WIDTH, HEIGHT)).astype(int).tolist()
        thickness = int(random.integers(1, 8))
        cv2.line(picture, ends[:2], ends[2:], random.uniform(0, 255), thickness, cv2.LINE_AA)
    return picture


KINDS: tuple[Draw, ...] = (noise, text, checkerboard, dots, cards, lines)


def photograph(scene: NDArray[np.float32], random: np.random.Generator) -> GreyImage:
    soft = cv2.GaussianBlur(scene, (0, 0), random.uniform(0.3, 1.5))
    return np.clip(soft + random.normal(0, random.uniform(0.5, 8), soft.shape), 0, 255).astype(np.uint8)


def pictures(draw: Draw, count: int) -> Iterator[GreyImage]:
    for seed in range(count):
        random = np.random.default_rng(seed)
        yield photograph(draw(random), random)


def natural() -> list[Path]:
    """Photographs without the kit's stickers: everything under $WONDERTABLE_REAL."""
    folder = os.environ.get("WONDERTABLE_REAL")
    return sorted(path for path in Path(folder).rglob("*") if path.suffix.lower() in ENDINGS) if folder else []


@dataclass
class Tally:
    """How many pictures were searched, and which codes were found in which of them.

    They are searched for the codes of the kit, or for every code that there is.
    """

    every: bool = False
    looked_at: int = 0
    found: list[tuple[int, str, int]] = field(default_factory=list)

    def look(self, images: Iterable[GreyImage]) -> "Tally":
        reader = Reader(EVERY_CODE if self.every else Codebook.load())
        for number, image in enumerate(images):
            self.looked_at += 1
            for look in LOOKS:
                sightings = reader.look(image, thorough=look == "thorough")
                self.found += [(number, look, sighting.code) for sighting in sightings]
        return self

    def __str__(self) -> str:
        plain, thorough = (sum(found[1] == look for found in self.found) for look in LOOKS)
        return f"{self.looked_at} pictures, {plain} codes by a plain look, {thorough} by a thorough one"


@pytest.mark.parametrize("draw", KINDS)
def test_nothing_is_read_in_pictures_without_stickers(draw: Draw) -> None:
    """Among all codes, of which one is more easily found than one of the kit's."""
    assert Tally(every=True).look(pictures(draw, 1)).found == []


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("every", [False, True], ids=["kit", "every code"])
@pytest.mark.parametrize("draw", KINDS)
def test_nothing_is_read_in_ten_thousand_pictures(
    draw: Draw, every: bool, record_property: Callable[[str, object], None]
) -> None:
    tally = Tally(every).look(pictures(draw, PICTURES // len(KINDS) + 1))
    record_property("counted", f"{draw.__name__}: {tally}")
    assert tally.found == []


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.skipif(not natural(), reason="set WONDERTABLE_REAL to a folder of photographs without stickers")
def test_nothing_is_read_in_photographs_of_other_things(record_property: Callable[[str, object], None]) -> None:
    read = (cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) for path in natural())
    tally = Tally().look(as_grey(image) for image in read if image is not None and min(image.shape) >= SMALLEST_SIDE)
    record_property("counted", f"photographs: {tally}")
    assert tally.looked_at > 0
    assert tally.found == []
