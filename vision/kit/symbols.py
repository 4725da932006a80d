"""What is printed on a sticker: dark and light modules of an ArUco code or of a QR code."""

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from vision.kit.sizes import KitSizes

Modules = NDArray[np.bool_]
"""Shape (n, n), True where it is dark."""

KIT_NUMBER = 1
"""What a QR sticker says of its kit: stickers of other kits are nothing to this one."""


class Symbology(StrEnum):
    """The kits that can be printed: ArUco for the camera over the table, QR for the station and telephones."""

    FIDUCIAL = "fiducial"
    QR = "qr"


@dataclass(frozen=True, slots=True)
class ModulePattern:
    """Modules without the quiet zone, and how many modules of quiet zone there are on every side of the sticker."""

    modules: Modules
    quiet: int

    @property
    def across(self) -> int:
        """Modules on one side of the sticker."""
        return len(self.modules) + 2 * self.quiet


def symbol_of(code: int, symbology: Symbology, sizes: KitSizes) -> ModulePattern:
    """What a code looks like. A fiducial's modules are the kit's; a QR code has the quiet zone its standard wants."""
    if symbology is Symbology.QR:
        made = segno.make_qr(qr_text(code), version=1, error="q", boost_error=False)
        return ModulePattern(np.array([list(row) for row in made.matrix], dtype=bool), quiet=4)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
    image = dictionary.generateImageMarker(code, dictionary.markerSize + 2, borderBits=1)
    quiet = (sizes.sticker.side - sizes.sticker.square) / 2 / sizes.sticker.module
    return ModulePattern(image == 0, quiet=round(quiet))


def qr_text(code: int) -> str:
    """What a QR sticker says: the kit's number and the code."""
    return f"7W{KIT_NUMBER}/{code:03d}"
