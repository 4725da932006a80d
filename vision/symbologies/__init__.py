"""Readers for each way of printing codes on stickers: fiducials here, others in modules of their own."""

from collections.abc import Callable, Collection, Mapping

import numpy as np

from vision.frame import GreyImage, halve
from vision.kit.symbols import Symbology
from vision.reading.decoder import Decoder
from vision.reading.squares import BOTH_COLOURS, find_squares
from vision.sighting import Sighting, StickerFinder
from vision.symbologies.qr import QrFinder


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


_FINDERS: Mapping[Symbology, Callable[[Collection[int]], StickerFinder]] = {
    Symbology.FIDUCIAL: FiducialFinder,
    Symbology.QR: QrFinder,
}


def of_kit(kit: str) -> tuple[Symbology, ...]:
    """The symbologies of a kit: "fiducial", "qr", "both" or "art"; ValueError for any other word.

    With "art" cards have no stickers, but boards, mats and commands may have fiducials.
    """
    if kit == "art":
        return (Symbology.FIDUCIAL,)
    return tuple(Symbology) if kit == "both" else (Symbology(kit),)


def finders(symbologies: Collection[Symbology], codes: Collection[int]) -> tuple[StickerFinder, ...]:
    """A finder for each of the symbologies, for these codes.

    Raises:
        SymbologyError: no library that reads the symbology is installed.
    """
    return tuple(_FINDERS[symbology](codes) for symbology in symbologies)


def beside_fiducials(kit: str, codes: Collection[int]) -> tuple[StickerFinder, ...]:
    """Finders for the stickers of a kit that a `Reader`, which reads fiducials, does not read.

    Raises:
        SymbologyError: no library that reads the symbology is installed.
    """
    return finders([symbology for symbology in of_kit(kit) if symbology is not Symbology.FIDUCIAL], codes)


__all__ = ["FiducialFinder", "QrFinder", "beside_fiducials", "finders", "of_kit"]
