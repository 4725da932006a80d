"""Readers for each way of printing codes on stickers. A further symbology is one more module and a line here."""

from collections.abc import Callable, Collection, Mapping

from vision.kit.symbols import Symbology
from vision.sighting import StickerFinder
from vision.symbologies.fiducial import FiducialFinder
from vision.symbologies.qr import QrFinder

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


__all__ = ["FiducialFinder", "QrFinder", "finders", "of_kit"]
