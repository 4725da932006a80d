"""Reads QR codes with pyzbar, for machines without a build of zxing-cpp."""

from collections.abc import Iterator
from contextlib import ExitStack
from ctypes import c_char_p, c_void_p, cast, string_at
from typing import Any

import numpy as np
from pyzbar import wrapper as zbar

from vision.frame import GreyImage
from vision.symbologies.qr import QrCode

_GREY = int.from_bytes(b"Y800", "little")


def read(image: GreyImage) -> Iterator[QrCode]:
    """Every QR code in a picture; the corners begin anywhere and run in either direction.

    Uses the wrapper's functions because `pyzbar.decode` fails for the whole picture if one code has no orientation.
    """
    height, width = image.shape
    grey = image.tobytes()
    with ExitStack() as stack:
        scanner, picture = zbar.zbar_image_scanner_create(), zbar.zbar_image_create()
        stack.callback(zbar.zbar_image_scanner_destroy, scanner)
        stack.callback(zbar.zbar_image_destroy, picture)
        for symbol in zbar.ZBarSymbol:
            wanted = symbol is zbar.ZBarSymbol.QRCODE
            zbar.zbar_image_scanner_set_config(scanner, symbol, zbar.ZBarConfig.CFG_ENABLE, int(wanted))
        zbar.zbar_image_set_format(picture, _GREY)
        zbar.zbar_image_set_size(picture, width, height)
        zbar.zbar_image_set_data(picture, cast(c_char_p(grey), c_void_p), len(grey), None)
        zbar.zbar_scan_image(scanner, picture)
        yield from _symbols(zbar.zbar_image_first_symbol(picture))


def _symbols(symbol: Any) -> Iterator[QrCode]:
    while symbol:
        text = string_at(zbar.zbar_symbol_get_data(symbol), zbar.zbar_symbol_get_data_length(symbol))
        count = zbar.zbar_symbol_get_loc_size(symbol)
        places = [(zbar.zbar_symbol_get_loc_x(symbol, i), zbar.zbar_symbol_get_loc_y(symbol, i)) for i in range(count)]
        if len(places) == 4:
            yield QrCode(text, np.array(places, np.float32))
        symbol = zbar.zbar_symbol_next(symbol)
