"""Finds the owner's cards in pictures of a station's mat, as other finders find stickers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.for_features.card_art.features import PX_PER_MM, busy_part, features
from device.for_features.card_art.recogniser import INLIERS, Match, Recogniser
from device.for_features.card_art.references import VERSION, stored
from vision.by_picture import NOT_KNOWN, ByPicture
from vision.kit.sizes import StickerSize
from vision.sighting import Sighting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from device.for_features.card_art.references import Reference
    from vision.frame import GreyImage
    from vision.kit.codebook import Codebook
    from vision.sighting import Corners

USUAL_MM = 260.0
"""Width of what a station's camera sees, until a card has been recognised."""
NARROWEST, WIDEST = 110.0, 600.0
"""mm; widths that are believed."""
OTHER_WIDTHS = (160.0, 420.0)
"""mm; tried by a thorough look."""
FOLLOWS = 0.1
"""A width that differs by less is kept."""
THING_MM = 20.0
"""Something at least so wide and high lies there; smaller things are crumbs or coins."""
THING_FEATURES = 40
"""Of something that is printed. A hand has fewer."""
LIKELY = 0.15
"""Correlation from which a design is named in a question."""


class StoredCards:
    """The references in a folder: read when they are needed first, and again when some were added."""

    def __init__(self, folder: Path, codebook: Codebook) -> None:
        self._folder, self._codebook = folder, codebook
        self._read: tuple[tuple[tuple[str, int], ...], Recogniser] | None = None

    def recogniser(self) -> Recogniser:
        """A recogniser for what is in the folder now."""
        editions = sorted((self._folder / VERSION).glob("*"))
        state = tuple((edition.name, edition.stat().st_mtime_ns) for edition in editions)
        if self._read is None or self._read[0] != state:
            self._read = state, Recogniser(tuple(stored(self._folder, self._codebook)))
        return self._read[1]


class ArtFinder:
    """Finds at most two things in a picture. Remembers how wide the view is and what lay there last."""

    max_near_width = 1300

    def __init__(self, recogniser: Callable[[], Recogniser]) -> None:
        """`recogniser`: gives the one for the next picture."""
        self._recogniser = recogniser
        self._width_mm = USUAL_MM
        self._last: Reference | None = None

    def look(self, image: GreyImage, *, thorough: bool = False) -> tuple[Sighting, ...]:
        """What lies in a picture of a mat; a thorough look tries views of other widths, too."""
        recogniser = self._recogniser()
        if not recogniser.references:
            return ()
        small, scale = _scaled(image, self._width_mm)
        matches = likeliest = recogniser.recognise_all(small, self._last)
        for width in OTHER_WIDTHS if thorough else ():
            if not _are_sure(matches):
                small, scale = _scaled(image, width)
                matches = recogniser.recognise_all(small)
        if not _are_sure(matches):
            self._last = None
            return _doubtful(*_scaled(image, self._width_mm), likeliest[0] if likeliest else None)
        self._last = matches[0].reference
        self._learn(image.shape[1] / scale / PX_PER_MM / matches[0].scale)
        return tuple(_sighting(match, scale) for match in matches)

    def _learn(self, width: float) -> None:
        """The scale of a card that lies there tells how wide the view is."""
        if abs(width / self._width_mm - 1) > FOLLOWS and NARROWEST <= width <= WIDEST:
            self._width_mm = width


def _are_sure(matches: Sequence[Match]) -> bool:
    return bool(matches) and matches[0].sure


def _scaled(image: GreyImage, width_mm: float) -> tuple[GreyImage, float]:
    """The picture at `PX_PER_MM`, or as it is if it has less; and how much larger the given one is."""
    scale = max(1.0, image.shape[1] / width_mm / PX_PER_MM)
    if scale == 1.0:
        return image, 1.0
    size = (round(image.shape[1] / scale), round(image.shape[0] / scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), image.shape[1] / size[0]


def _sighting(match: Match, scale: float, others: tuple[int, ...] = ()) -> Sighting:
    """With the square in which a sticker in the middle of the thing would be."""
    height, width = match.reference.image.shape
    half = StickerSize().square / 2 * PX_PER_MM
    middle = np.array([width - 1, height - 1]) / 2
    square = middle + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    at = square @ match.pose[:, :2].T + match.pose[:, 2]
    by_picture = ByPicture(match.reference.design.edition, others)
    return Sighting(match.reference.code, _enlarged(at, scale), by_picture)


def _doubtful(small: GreyImage, scale: float, match: Match | None) -> tuple[Sighting, ...]:
    """Something that is not known for sure, or nothing."""
    left, top, right, bottom = part = busy_part(small)
    if (right - left, bottom - top) == small.shape[::-1] or min(right - left, bottom - top) < THING_MM * PX_PER_MM:
        return ()
    if match is not None and match.runner_up is not None and match.correlation >= LIKELY:
        return (_sighting(match, scale, (match.runner_up.code,)),)
    if len(features(small, THING_FEATURES, part).points) < max(THING_FEATURES, INLIERS):
        return ()
    half = StickerSize().square / 2 * PX_PER_MM
    middle = np.array([left + right, top + bottom]) / 2
    square = middle + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return (Sighting(NOT_KNOWN, _enlarged(square, scale), ByPicture("")),)


def _enlarged(points: NDArray[np.float64], scale: float) -> Corners:
    return np.asarray((points + 0.5) * scale - 0.5, np.float32)
