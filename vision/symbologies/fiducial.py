"""Finds the kit's fiducials (black squares with 36 bits) in single pictures."""

from collections.abc import Collection

import numpy as np

from vision.frame import GreyImage, halve
from vision.reading.decoder import Decoder
from vision.reading.squares import BOTH_COLOURS, find_squares
from vision.sighting import Sighting


class FiducialFinder:
    """Finds fiducials with these codes."""

    max_near_width = 1300

    def __init__(self, codes: Collection[int]) -> None:
        self._decoder = Decoder(tuple(codes))

    def look(self, image: GreyImage, *, thorough: bool = False) -> tuple[Sighting, ...]:
        """All in a single picture, from about 20 px on; a thorough look takes three times as long.

        Large ones, whose borders are too wide to be one outline, are searched at half the size.
        """
        quads = find_squares(image, thorough=thorough, colours=BOTH_COLOURS)
        large = find_squares(halve(image), colours=BOTH_COLOURS) * 2 + np.float32(0.5)
        return self._decoder.decode(image, np.concatenate([quads, large]))
