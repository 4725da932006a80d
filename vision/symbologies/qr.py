"""Finds the kit's QR codes, with whichever library is installed. Other codes are ignored."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from importlib import import_module

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import SymbologyError
from vision.frame import GreyImage
from vision.kit.sizes import StickerSize
from vision.kit.symbols import KIT_NUMBER
from vision.reading.squares import to_clockwise
from vision.sighting import Corners, Sighting
from vision.symbologies.qr_code import QrCode

LIBRARIES = ("zxing", "zbar")
"""The modules beside this one that read QR codes, the better one first."""

OURS = re.compile(rb"7W%d/([0-9]{3})" % KIT_NUMBER)

ACROSS = 21
"""Modules on a side of a code of version 1."""
QUIET = 4
FINDER = 7
"""Modules on a side of the three squares at its corners."""

Library = Callable[[GreyImage], Iterable[QrCode]]


def library(names: Sequence[str] = LIBRARIES) -> Library:
    """The first of these libraries that can be imported here.

    Raises:
        SymbologyError: none can.
    """
    for name in names:
        try:
            read: Library = import_module(f"vision.symbologies.{name}").read
        except (ImportError, OSError):
            continue
        return read
    raise SymbologyError("error.no_qr_library")


class QrFinder:
    """Finds QR stickers with these codes."""

    max_near_width = 3000

    def __init__(self, codes: Collection[int], read: Library | None = None) -> None:
        self._codes = frozenset(codes)
        self._read = read or library()

    def look(self, image: GreyImage, *, thorough: bool = False) -> tuple[Sighting, ...]:
        """All in a single picture, from 2.5 px per module on; a thorough look also tries twice the size."""
        found = self._found(image)
        if thorough and not found:
            twice = np.asarray(cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
            found = tuple(
                Sighting(one.code, ((one.corners - 0.5) / 2).astype(np.float32)) for one in self._found(twice)
            )
        return found

    def _found(self, image: GreyImage) -> tuple[Sighting, ...]:
        """From the top of the picture to its bottom."""
        found = [
            Sighting(code, square_of(image, written.corners))
            for written in self._read(image)
            if (code := code_of(written.text)) in self._codes and code is not None
        ]
        return tuple(sorted(found, key=lambda sighting: tuple(sighting.corners.mean(axis=0)[::-1])))


def code_of(text: bytes) -> int | None:
    """The sticker's code in the text of a QR code; None if it is not of this kit."""
    ours = OURS.fullmatch(text)
    return int(ours[1]) if ours else None


def square_of(image: GreyImage, corners: Corners) -> Corners:
    """The corners of the sticker's middle square, from a code's outer corners in any order round it."""
    turned = _upright(image, to_clockwise(corners[None])[0])
    sticker = StickerSize()
    code = sticker.side * ACROSS / (ACROSS + 2 * QUIET)
    wider = 0.5 * sticker.square / code
    ends = np.array([[[x, y]] for x, y in ((-wider, -wider), (wider, -wider), (wider, wider), (-wider, wider))])
    return np.asarray(cv2.perspectiveTransform(ends, _plane(turned)), np.float32).reshape(4, 2)


def _plane(corners: Corners) -> NDArray[np.float64]:
    """Shape (3, 3): from a square with sides of 1 round 0 to the picture."""
    unit = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(unit, corners.astype(np.float32)), np.float64)


def _upright(image: GreyImage, corners: Corners) -> Corners:
    """The corners clockwise from the code's top left; the third is the one without a finder square."""
    grid = (np.arange(ACROSS) + 0.5) / ACROSS - 0.5
    points = np.array([[[x, y]] for y in grid for x in grid])
    at = cv2.perspectiveTransform(points, _plane(corners)).astype(np.float32)
    seen = cv2.remap(image, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    modules = np.asarray(seen, np.float64).reshape(ACROSS, ACROSS)
    likeness = [float((np.rot90(modules, turns)[:FINDER, :FINDER] * _FINDER).sum()) for turns in range(4)]
    return np.asarray(np.roll(corners, 2 - int(np.argmin(likeness)), axis=0), np.float32)


def _finder() -> NDArray[np.float64]:
    """A template of a finder square: positive where it is light, negative where it is dark, with sum 0."""
    away = np.maximum(*np.abs(np.mgrid[0:FINDER, 0:FINDER] - FINDER // 2))
    light = away == FINDER // 2 - 1
    return np.asarray(np.where(light, 1 / light.sum(), -1 / (~light).sum()), np.float64)


_FINDER = _finder()
