"""Takes the owner's pictures: what lies still on an empty mat, cut out along its edges and laid straight."""

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from device.features.kit_check.placement import foreground, reduced
from device.for_features.card_art.features import PX_PER_MM, features
from vision.frame import Frame, GreyImage, check
from vision.kit.codebook import StickerKind
from vision.kit.sizes import KitSizes
from vision.reading.change import ChangeDetector, SmallImage, light_ratio

STILL = 0.5
"""s without motion after which a picture is taken."""
HELD_FOR = 2.5
"""s that one thing is in the way, altogether, before somebody is told; a hand that comes and goes is there for less."""
CRUMB = 0.004
"""Part of the picture that a token covers at least."""
LARGEST_PART = 0.85
CARD_KINDS = (StickerKind.CARD, StickerKind.LEADER, StickerKind.BACK)
SHAPE = 0.07
"""Share by which the edges that are seen may differ from a card's or a board's, as long as its scale is not known."""
SIZE = 0.05
"""The same, once it is known."""
NEARLY = 0.16
"""Share by which they may differ if only some are seen: then the thing's own size is laid round the middle."""
DOTS = 0.006
"""Features for each mm², at least, of something that is printed: 39 on a card."""
FEWEST_DOTS, MOST_DOTS = 12, 40
SCALES_KEPT = 9

Quad = NDArray[np.float32]
"""Shape (4, 2): corners in px, clockwise from the top left of the straightened picture."""


class Hindrance(StrEnum):
    """Why no picture is taken of what lies there."""

    OVER_THE_EDGE = "over_the_edge"
    """It reaches over the picture's edge: a hand, or it lies too far out."""
    EDGES = "edges"
    """Its edges are not seen, or it has another size than what is asked for."""
    PLAIN = "plain"
    """Nothing is printed on it."""


@dataclass(frozen=True, slots=True, eq=False)
class TakenPicture:
    """A thing's picture at `PX_PER_MM`. `number` counts the things."""

    number: int
    image: GreyImage


class Enroller:
    """Watches a mat that must be seen empty first, and between two things. Not thread-safe."""

    def __init__(self, sizes: KitSizes | None = None) -> None:
        self._sizes = sizes or KitSizes()
        self._changes = ChangeDetector()
        self._empty: tuple[GreyImage, SmallImage] | None = None
        self._moved_at = float("-inf")
        self._time: float | None = None
        self._hindered_for: dict[Hindrance, float] = {}
        self._scales: list[float] = []
        self._is_dealt_with = False
        self._count = 0

    @property
    def knows_mat(self) -> bool:
        """True once the empty mat has been seen."""
        return self._empty is not None

    def look(self, frame: Frame, kind: StickerKind) -> TakenPicture | Hindrance | None:
        """What came of the next picture, if a thing of this kind is to be shown; None if nothing did.

        Raises:
            FrameError: the picture is black or torn; it is ignored.
        """
        check(frame.image)
        image = reduced(frame.image)
        passed, self._time = frame.time - (frame.time if self._time is None else self._time), frame.time
        changes = self._changes.compare(image)
        if changes.moving.any():
            self._moved_at = frame.time
        if frame.time - self._moved_at < STILL:
            return self._hindered(Hindrance.OVER_THE_EDGE, passed)
        there = self._foreground(image, changes.small)
        if there is None or there.mean() < CRUMB:
            self._learn(image, changes.small)
        elif not self._is_dealt_with:
            return self._look_at(image, there, changes.small, passed, kind)
        return None

    def again(self) -> None:
        """Take another picture of what lies there."""
        self._is_dealt_with = False
        self._hindered_for = {}

    def _foreground(self, image: GreyImage, small: SmallImage) -> NDArray[np.bool_] | None:
        if self._empty is None or self._empty[0].shape != image.shape:
            return None
        return foreground(image, self._empty[0], light_ratio(small, self._empty[1]))

    def _look_at(
        self, image: GreyImage, there: NDArray[np.bool_], small: SmallImage, passed: float, kind: StickerKind
    ) -> TakenPicture | Hindrance | None:
        """Take a picture of what lies still there. What is plain where something printed was before is the mat."""
        assert self._empty is not None
        found = self._taken(image, there, kind)
        if isinstance(found, TakenPicture):
            self._is_dealt_with, self._hindered_for = True, {}
            return found
        if not self._is_printed(image, there) and self._is_printed(self._empty[0], there):
            self._learn(image, small)
            return None
        return self._hindered(found, passed)

    def _learn(self, image: GreyImage, small: SmallImage) -> None:
        self._empty, self._is_dealt_with, self._hindered_for = (image, small), False, {}

    def _hindered(self, by: Hindrance, passed: float) -> Hindrance | None:
        """Says what is in the way, once for each thing that is shown, when it has been for long."""
        if self._empty is None or self._is_dealt_with:
            return None
        before = self._hindered_for.get(by, 0.0)
        self._hindered_for[by] = before + passed
        return by if before <= HELD_FOR < before + passed else None

    def _taken(self, image: GreyImage, there: NDArray[np.bool_], kind: StickerKind) -> TakenPicture | Hindrance:
        rectangle = _rectangle(there)
        if rectangle is None:
            return Hindrance.OVER_THE_EDGE
        middle, sides, angle = rectangle
        if (sides[0] < sides[1]) == (kind is StickerKind.BOARD):  # boards lie broad, cards stand high
            sides, angle = (sides[1], sides[0]), angle + 90
        size = self._size(sides, kind)
        if size is None:
            return Hindrance.PLAIN if not self._is_printed(image, there) else Hindrance.EDGES
        (wide, high), scale = size
        straight = _straightened(image, _corners(middle, (wide * scale, high * scale), angle), wide, high)
        dots = min(MOST_DOTS, max(FEWEST_DOTS, round(DOTS * wide * high)))
        if len(features(straight, dots).points) < dots:
            return Hindrance.PLAIN
        if kind in CARD_KINDS or kind is StickerKind.BOARD:
            self._scales = [*self._scales, scale][-SCALES_KEPT:]
        self._count += 1
        return TakenPicture(self._count, straight)

    def _size(self, sides: tuple[float, float], kind: StickerKind) -> tuple[tuple[float, float], float] | None:
        """Width and height in mm, and px per mm, of a rectangle with these sides (px); None if it cannot be."""
        sizes = self._sizes
        known = float(np.median(self._scales)) if self._scales else None
        if kind in CARD_KINDS:
            wanted = sizes.card_width, sizes.card_height
        elif kind is StickerKind.BOARD:
            wanted = sizes.board_width, sizes.board_height
        else:
            return None if known is None else ((sides[0] / known, sides[1] / known), known)
        scales = sides[0] / wanted[0], sides[1] / wanted[1]
        scale = float(np.sqrt(scales[0] * scales[1]))
        if known is None:
            return (wanted, scale) if max(scales) / min(scales) - 1 <= SHAPE else None
        away = max(abs(each / known - 1) for each in scales)
        if away <= SIZE:
            return wanted, scale
        return (wanted, known) if away <= NEARLY else None

    def _is_printed(self, image: GreyImage, there: NDArray[np.bool_]) -> bool:
        rows, columns = np.flatnonzero(there.any(axis=1)), np.flatnonzero(there.any(axis=0))
        part = np.ascontiguousarray(image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
        return min(part.shape) > 16 and len(features(part, MOST_DOTS).points) >= FEWEST_DOTS


def _rectangle(there: NDArray[np.bool_]) -> tuple[tuple[float, float], tuple[float, float], float] | None:
    """Middle, sides (px) and direction (degrees) of the largest thing; None if it reaches over the edge."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(there.astype(np.uint8), connectivity=8)
    if count < 2:
        return None
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    left, top, width, height, area = stats[largest].tolist()
    if left == 0 or top == 0 or left + width == there.shape[1] or top + height == there.shape[0]:
        return None
    if area > LARGEST_PART * there.size:
        return None
    outlines, _ = cv2.findContours((labels == largest).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    middle, sides, angle = cv2.minAreaRect(max(outlines, key=cv2.contourArea))
    return (middle[0], middle[1]), (sides[0] + 1, sides[1] + 1), angle


def _corners(middle: tuple[float, float], sides: tuple[float, float], angle: float) -> Quad:
    return np.asarray(cv2.boxPoints((middle, sides, angle)), np.float32)


def _straightened(image: GreyImage, corners: Quad, wide: float, high: float) -> GreyImage:
    """The part of a picture within corners as a picture of so many mm at `PX_PER_MM`."""
    columns, rows = round(wide * PX_PER_MM), round(high * PX_PER_MM)
    target = np.array([[0, rows], [0, 0], [columns, 0], [columns, rows]], np.float32) - np.float32(0.5)
    finer = max(1, round(float(np.linalg.norm(corners[2] - corners[1])) / columns))
    matrix = cv2.getPerspectiveTransform(corners, (target + np.float32(0.5)) * finer - np.float32(0.5))
    size = (columns * finer, rows * finer)
    straight = cv2.warpPerspective(image, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(straight, (columns, rows), interpolation=cv2.INTER_AREA), np.uint8)
