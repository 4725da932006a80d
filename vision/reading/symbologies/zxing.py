"""QR codes by zxing-cpp, the better reader of the two."""

from collections.abc import Iterator

import numpy as np
import zxingcpp

from vision.reading.frame import GreyImage
from vision.reading.symbologies.written import Written

_QR = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)


def read(image: GreyImage) -> Iterator[Written]:
    """Every QR code in a picture."""
    for barcode in zxingcpp.read_barcodes(image, formats=_QR, try_invert=False):
        at = barcode.position
        corners = [(point.x, point.y) for point in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)]
        yield Written(bytes(barcode.bytes), np.array(corners, np.float32))
