"""What every symbology can do: find its stickers in a picture."""

from typing import Protocol

from vision.reading.frame import GreyImage
from vision.reading.sighting import Sighting


class StickerFinder(Protocol):
    """Finds the kit's stickers of one symbology; whatever else is written there is nothing to it.

    Every sighting has the corners of the square of `Sticker.square` mm in the sticker's middle, clockwise from the
    sticker's own top left, so that all that is measured holds for every symbology.
    """

    widest_near: int
    """px; from a hand's breadth or two away, all is there to be read in a picture of half this width."""

    def look(self, image: GreyImage, *, thorough: bool = False) -> tuple[Sighting, ...]:
        """All stickers in a single picture; a thorough look takes longer and misses less."""
