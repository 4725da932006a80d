"""The kit's fiducials: black squares with 36 bits, read from far above a table."""

from collections.abc import Collection

from vision.decode import Decoder
from vision.frame import GreyImage
from vision.sighting import Sighting
from vision.squares import find_squares


class Fiducials:
    """Finds fiducials with these codes."""

    def __init__(self, codes: Collection[int]) -> None:
        self._decoder = Decoder(tuple(codes))

    def look(self, image: GreyImage, *, thorough: bool = False) -> tuple[Sighting, ...]:
        """All in a single picture, from about 20 px on; a thorough look takes five times as long."""
        return self._decoder.decode(image, find_squares(image, thorough=thorough))
