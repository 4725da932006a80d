"""Sightings: stickers as they are read in one picture, and the interface of whatever finds them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.by_picture import ByPicture
from vision.frame import GreyImage

Corners = NDArray[np.float32]
"""Shape (4, 2): x and y in px of the black square's corners, clockwise from the sticker's own top left."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A code and where its black square is in the picture."""

    code: int
    corners: Corners
    by_picture: ByPicture | None = None
    """None if a sticker was read."""


class StickerFinder(Protocol):
    """Finds the kit's stickers of one symbology and ignores all other codes.

    Every sighting has the corners of the square of `StickerSize.square` mm in the middle of the sticker, clockwise from
    the sticker's own top left, so that measurements hold for every symbology.
    """

    max_near_width: int
    """px; at a station, pictures wider than this are halved before they are searched."""

    def look(self, image: GreyImage, *, thorough: bool = False) -> tuple[Sighting, ...]:
        """All stickers in one picture; a thorough look takes longer and misses less."""


def seen_once(stickers: Iterable[tuple[int, NDArray[Any]]]) -> dict[int, NDArray[Any]]:
    """Of these codes and corners, those whose code is there once."""
    there = tuple(stickers)
    count = Counter(code for code, _ in there)
    return {code: corners for code, corners in there if count[code] == 1}
