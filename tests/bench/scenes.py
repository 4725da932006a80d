"""A table with many stickers: at rest, with a new card, with an arm over it; in three kinds of sticker.

All kinds have the same size at the same places: the kit's own, AprilTag's 36h11 (the family with the largest modules
of those that have codes enough), and the kit's QR code.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import cv2
import msgspec
import numpy as np

from tests.vision.evaluation.accuracy import VISIBLE, Truth
from tests.vision.synthetic_pictures import FINE, Drawing
from vision.kit.sizes import KitSizes
from vision.kit.symbols import Symbology, symbol_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from vision.frame import GreyImage

LAID = 221
"""The code of the new card."""


class Kind(StrEnum):
    OURS = "the kit's"
    APRILTAG = "AprilTag 36h11"
    QR = "QR"


class Situation(StrEnum):
    FIRST = "first look"
    STILL = "still"
    CARD = "one card laid"
    HANDS = "hands moving"


SEQUENCE = (
    (Situation.FIRST, 1),
    (None, 9),
    (Situation.STILL, 5),
    (Situation.HANDS, 8),
    (None, 9),
    (Situation.CARD, 7),
)
"""The scenes and their numbers of pictures. For 0.7 s after a change a reader with a memory looks again."""


class Place(msgspec.Struct, frozen=True):
    """A visible sticker: its code, its centre and the side of its black square (px)."""

    code: int
    x: float
    y: float
    side: float


@dataclass(frozen=True)
class Shot:
    """A picture with its truth. `hidden`: in part behind something, may be read or not.

    Without a situation it is only there for readers with a memory; a `sample` is one for those without.
    """

    situation: Situation | None
    time: float
    image: GreyImage
    places: tuple[Place, ...]
    hidden: tuple[Place, ...] = ()
    sample: bool = False


def printed(kind: Kind, code: int) -> GreyImage:
    """A sticker of 10 x 10 units, each of FINE px."""
    if kind is Kind.QR:
        symbol = symbol_of(code, Symbology.QR, KitSizes())
        light = np.pad(~symbol.modules, symbol.quiet, constant_values=True)
        large = np.kron(light, np.ones((12, 12))) * 255
        return np.asarray(cv2.resize(large, (10 * FINE,) * 2, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    family = cv2.aruco.DICT_APRILTAG_36H11 if kind is Kind.APRILTAG else cv2.aruco.DICT_ARUCO_MIP_36H12
    image = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(family), code, 8 * FINE)
    return np.asarray(cv2.copyMakeBorder(image, *[FINE] * 4, cv2.BORDER_CONSTANT, value=255), dtype=np.uint8)


class Scene:
    """At 4608 px a black square has 32 px, at half the width 24: what a camera 1.3 m or 0.9 m up sees."""

    def __init__(self, kind: Kind, count: int, width: int) -> None:
        large = width > 3000
        self.kind, self.width, self.height = kind, width, width * 9 // 16
        self.side = 32.0 if large else 24.0
        self._drawing = Drawing(width=width, height=self.height, seed=count, blur=1.0 if large else 0.8)
        self.places: list[Place] = []
        columns = int(np.ceil(np.sqrt(count * width / self.height)))
        rows = int(np.ceil(count / columns))
        for index in range(count):
            x = (index % columns + 0.5) * width / columns
            y = (index // columns + 0.5) * self.height / rows
            self._lay(index % LAID, x, y, float(self._drawing.random.uniform(0, 6.3)))

    def _lay(self, code: int, x: float, y: float, turn: float) -> None:
        """A card lies in rich pictures: lines and spots in the colours of printer's ink."""
        drawing, side = self._drawing, round(self.side)
        left, top = int(x - 2 * side), int(y - side)
        art = drawing.canvas[max(0, top) : top + 3 * side, max(0, left) : left + 3 * side]
        art += cv2.GaussianBlur(drawing.random.normal(0, 130, art.shape).astype(np.float32), (0, 0), 1.5)
        drawing.lay_print(code, printed(self.kind, code), x, y, side=self.side, turn=turn, tilt=0.04)
        self.places.append(Place(code, x, y, self.side))

    def shots(self) -> Iterator[Shot]:
        """Some seconds at the table, ten pictures each: the first, no change, an arm, no change, a card."""
        time = 0.0
        for situation, count in SEQUENCE:
            clear = self._drawing.canvas.copy()
            if situation is Situation.CARD:
                self._lay_card()
            for step in range(count):
                hidden: tuple[Place, ...] = ()
                if situation is Situation.HANDS:
                    self._drawing.canvas = clear.copy()
                    hidden = self._reach_in(step)
                seen = tuple(place for place in self.places if place not in hidden)
                yield Shot(situation, time, self._drawing.photograph(), seen, hidden, sample=step == count // 2)
                time += 0.1
            if situation is Situation.HANDS:
                self._drawing.canvas = clear

    def _lay_card(self) -> None:
        """A whole card of 65 x 100 mm, its sticker at its top right, on bare table beside the middle."""
        mm = self.side / 12
        x, y = self.width / 2, self.height / 2
        near = [place for place in self.places if abs(place.x - x) < 80 * mm and abs(place.y - y) < 110 * mm]
        self.places = [place for place in self.places if place not in near]
        left, top, right, bottom = (round(v) for v in (x - 32 * mm, y - 50 * mm, x + 33 * mm, y + 50 * mm))
        card = self._drawing.random.normal(0, 130, (bottom - top, right - left)).astype(np.float32)
        for place in near:
            side = round(place.side)
            self._drawing.cover(
                *(round(v) for v in (place.x - side, place.y - side, place.x + side, place.y + side)), 110
            )
        self._drawing.canvas[top:bottom, left:right] = 110 + cv2.GaussianBlur(card, (0, 0), 2.5)
        at = (right - 10.5 * mm, top + 10.5 * mm)
        self._drawing.lay_print(LAID, printed(self.kind, LAID), *at, side=self.side)
        self.places.append(Place(LAID, *at, self.side))

    def _reach_in(self, step: int) -> tuple[Place, ...]:
        """A forearm 80 mm wide reaches in from the bottom edge, half a metre a second; what it hides or touches."""
        mm = self.side / 12
        tip = (round(self.width * 0.45), round(self.height - 50 * mm * (step + 1)))
        root = (round(self.width * 0.4), round(self.height + 100 * mm))
        cover = np.zeros((self.height, self.width), np.uint8)
        cv2.line(cover, tip, root, 255, round(80 * mm))
        soft = cv2.GaussianBlur(cover, (0, 0), 3).astype(np.float32) / 255
        self._drawing.canvas += soft * (150 - self._drawing.canvas)
        touched = cv2.dilate(cover, np.ones((round(2 * self.side),) * 2, np.uint8)) > 0
        return tuple(place for place in self.places if touched[int(place.y), int(place.x)])


def photographs(folder: Path) -> Iterator[tuple[str, Shot]]:
    """Pictures with their truth beside them (see `tests.vision.evaluation.accuracy`)."""
    for path in sorted(folder.iterdir()):
        truth = path.with_suffix(".json")
        if path.suffix.lower() not in {".jpg", ".jpeg", ".png"} or not truth.exists():
            continue
        image = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        if image is not None:
            stickers = msgspec.json.decode(truth.read_bytes(), type=Truth).stickers
            clear = tuple(_place(s.code, s.corners) for s in stickers if s.visible >= VISIBLE)
            hidden = tuple(_place(s.code, s.corners) for s in stickers if s.visible < VISIBLE)
            yield path.name, Shot(Situation.FIRST, 0.0, np.asarray(image, dtype=np.uint8), clear, hidden, sample=True)


def _place(code: int, corners: Sequence[tuple[float, float]]) -> Place:
    square = np.array(corners)
    x, y = square.mean(axis=0).tolist()
    return Place(code, x, y, float(np.linalg.norm(square[0] - square[1])))
