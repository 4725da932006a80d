"""The patterns of the kit's fiducials: 6 x 6 bits within a black border of one module.

Codes 0 to 249 are the ids of OpenCV's `DICT_ARUCO_MIP_36h12`. The codes from 250 on are our own, kept in
`vision/data/fiducials.csv`; `tools/fiducial_choice.py` made that file.
"""

from functools import cache
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

BITS = 6
"""Bits along one side."""
STOCK = 250
"""Number of ids of `cv2.aruco.DICT_ARUCO_MIP_36h12`."""

Bits = NDArray[np.bool_]
"""Shape (6, 6), True where it is light."""


def bits_of(code: int) -> Bits:
    """The bits of a code, as seen upright.

    Raises:
        IndexError: no such code.
    """
    if code < 0:
        raise IndexError(code)
    bits: Bits = stock_bits()[code] if code < STOCK else _own_bits()[code - STOCK]
    return bits


def modules_of(code: int) -> NDArray[np.bool_]:
    """Shape (8, 8), True where it is dark: the bits and the black border."""
    return np.pad(~bits_of(code), 1, constant_values=True)


@cache
def stock_bits() -> NDArray[np.bool_]:
    """Shape (250, 6, 6): the bits of codes 0 to 249."""
    return dictionary_bits(cv2.aruco.DICT_ARUCO_MIP_36h12)


def dictionary_bits(name: int) -> NDArray[np.bool_]:
    """Shape (n, 6, 6): the bits of one of OpenCV's dictionaries with 36 bits."""
    rows = cv2.aruco.getPredefinedDictionary(name).bytesList
    bits = (cv2.aruco.Dictionary.getBitsFromByteList(rows[row : row + 1], BITS) for row in range(len(rows)))
    return np.asarray(list(bits), dtype=bool)


@cache
def _own_bits() -> NDArray[np.bool_]:
    text = (resources.files("vision") / "data" / "fiducials.csv").read_text(encoding="utf-8")
    digits = [row.split(",")[1] for row in text.splitlines()[1:]]
    bits = [[digit == "1" for digit in f"{int(one, 16):036b}"] for one in digits]
    return np.array(bits, dtype=bool).reshape(-1, BITS, BITS)
