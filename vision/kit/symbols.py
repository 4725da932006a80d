"""What is printed: dark and light modules of an ArUco code or a QR code."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import segno
from numpy.typing import NDArray

from vision.kit.fiducials import modules_of
from vision.kit.sizes import KitSizes

Modules = NDArray[np.bool_]
"""Shape (n, n), True where it is dark."""

KIT_NUMBER = 1
"""The kit's number in QR stickers; stickers of other kits are ignored."""


_PNG_SIDE = 300
"""px; the least side of a sticker's picture."""


class Symbology(StrEnum):
    """The kits that can be printed: ArUco for the camera over the table, QR for the station and telephones."""

    FIDUCIAL = "fiducial"
    QR = "qr"


@dataclass(frozen=True, slots=True)
class ModulePattern:
    """Modules without the quiet zone, and the width of the quiet zone in modules."""

    modules: Modules
    quiet: int

    @property
    def across(self) -> int:
        """Modules on one side of the sticker."""
        return len(self.modules) + 2 * self.quiet


def symbol_of(code: int, symbology: Symbology, sizes: KitSizes) -> ModulePattern:
    """The modules of a code. A fiducial has the kit's quiet zone; a QR code has the one that its standard requires."""
    if symbology is Symbology.QR:
        made = segno.make_qr(qr_text(code), version=1, error="q", boost_error=False)
        return ModulePattern(np.array([list(row) for row in made.matrix], dtype=bool), quiet=4)
    quiet = (sizes.sticker.side - sizes.sticker.square) / 2 / sizes.sticker.module
    return ModulePattern(modules_of(code), quiet=round(quiet))


def picture_of(symbol: ModulePattern) -> NDArray[np.uint8]:
    """A grey picture of a sticker with its quiet zone; every module is a whole number of pixels."""
    module = -(-_PNG_SIDE // symbol.across)
    light = np.pad(~symbol.modules, symbol.quiet, constant_values=True)
    return (np.kron(light, np.ones((module, module))) * 255).astype(np.uint8)


def qr_text(code: int) -> str:
    """The text of a QR sticker: the kit's number and the code."""
    return f"7W{KIT_NUMBER}/{code:03d}"
