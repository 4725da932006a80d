"""Reads QR codes with zxing-cpp, the better of the two libraries."""

from collections.abc import Iterator

import numpy as np
import zxingcpp

from vision.frame import GreyImage
from vision.symbologies.qr import QrCode

_QR = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)


def read(image: GreyImage) -> Iterator[QrCode]:
    """Every QR code in a picture."""
    for barcode in zxingcpp.read_barcodes(image, formats=_QR):
        at = barcode.position
        corners = [(point.x, point.y) for point in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)]
        yield QrCode(bytes(barcode.bytes), np.array(corners, np.float32))
