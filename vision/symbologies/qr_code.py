"""A QR code as a library reads it, of this kit or not."""

from dataclasses import dataclass

from vision.sighting import Corners


@dataclass(frozen=True, slots=True, eq=False)
class QrCode:
    """The bytes of a QR code, and its four outer corners in any order round it."""

    text: bytes
    corners: Corners
