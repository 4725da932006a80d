"""Stickers as they are read in one picture, and what finds them there."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.frame import GreyImage

Corners = NDArray[np.float32]
"""Shape (4, 2): x and y in px of the black square's corners, clockwise from the sticker's own top left."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A code and where its black square is in the picture."""

    code: int
    corners: Corners


class StickerFinder(Protocol):
    """Finds the kit's stickers of one symbology; whatever else is written there is nothing to it.

    Every sighting has the corners of the square of `Sticker.square` mm in the sticker's middle, clockwise from the
    sticker's own top left, so that all that is measured holds for every symbology.
    """

    max_near_width: int
    """px; from a hand's breadth or two away, all is there to be read in a picture of half this width."""

    def look(self, image: GreyImage, *, thorough: bool = False) -> tuple[Sighting, ...]:
        """All stickers in a single picture; a thorough look takes longer and misses less."""
