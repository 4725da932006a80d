"""Finds the kit's QR codes, with the libraries that are installed. Other codes are ignored.

Each of the two libraries reads codes that the other misses; `python -m tests.bench.qr` counts them.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import SymbologyError
from vision.frame import GreyImage
from vision.kit.sizes import StickerSize
from vision.kit.symbols import KIT_NUMBER
from vision.reading.edges import sample
from vision.reading.squares import to_clockwise
from vision.sighting import Corners, Sighting

LIBRARIES = ("zxing", "zbar")
"""The modules beside this one that read QR codes, the better one first."""

OURS = re.compile(rb"7W%d/([0-9]{3})" % KIT_NUMBER)

ACROSS = 21
"""Modules on a side of a code of version 1."""
QUIET = 4
FINDER = 7
"""Modules on a side of the three squares at its corners."""


class QrCode(NamedTuple):
    """The bytes of a QR code, of this kit or not, and its four outer corners in any order round it."""

    text: bytes
    corners: Corners


Library = Callable[[GreyImage], Iterable[QrCode]]


def libraries(names: Sequence[str] = LIBRARIES) -> tuple[Library, ...]:
    """Those of these libraries that can be imported here, in this order.

    Raises:
        SymbologyError: none can.
    """
    found: list[Library] = []
    for name in names:
        with suppress(ImportError, OSError):
            found.append(import_module(f"vision.symbologies.{name}").read)
    if not found:
        raise SymbologyError("error.no_qr_library")
    return tuple(found)


class QrFinder:
    """Finds QR stickers with these codes. `reads`: the libraries, the better one first."""

    max_near_width = 3000

    def __init__(self, codes: Collection[int], reads: Sequence[Library] | None = None) -> None:
        self._codes = frozenset(codes)
        self._reads = tuple(reads or libraries())

    def look(self, image: GreyImage, *, thorough: bool = False) -> tuple[Sighting, ...]:
        """All in a single picture, from 2.5 px per module on.

        A plain look asks the second library only where the first finds nothing. A thorough look asks both, and if they
        find nothing, tries twice the size, too.
        """
        found = self._found(image, thorough=thorough)
        if thorough and not found:
            twice = np.asarray(cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
            found = tuple(
                Sighting(one.code, ((one.corners - 0.5) / 2).astype(np.float32))
                for one in self._found(twice, thorough=True)
            )
        return found

    def _found(self, image: GreyImage, *, thorough: bool) -> tuple[Sighting, ...]:
        """From the top of the picture to its bottom."""
        found: list[Sighting] = []
        for read in self._reads:
            if found and not thorough:
                break
            found += [one for one in self._read(read, image) if not any(_is_same(one, other) for other in found)]
        return tuple(sorted(found, key=lambda sighting: tuple(sighting.corners.mean(axis=0)[::-1])))

    def _read(self, read: Library, image: GreyImage) -> Iterator[Sighting]:
        for written in read(image):
            code = code_of(written.text)
            if code is not None and code in self._codes:
                yield Sighting(code, square_of(image, written.corners))


def _is_same(one: Sighting, other: Sighting) -> bool:
    """True if two libraries have read one sticker: same code, and the middle of one lies in the other."""
    middle = tuple(map(float, one.corners.mean(axis=0)))
    return one.code == other.code and cv2.pointPolygonTest(other.corners, middle, False) >= 0


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
    modules = sample(image, at).astype(np.float64).reshape(ACROSS, ACROSS)
    likeness = [float((np.rot90(modules, turns)[:FINDER, :FINDER] * _FINDER).sum()) for turns in range(4)]
    return np.asarray(np.roll(corners, 2 - int(np.argmin(likeness)), axis=0), np.float32)


def _finder() -> NDArray[np.float64]:
    """A template of a finder square: positive where it is light, negative where it is dark, with sum 0."""
    away = np.maximum(*np.abs(np.mgrid[0:FINDER, 0:FINDER] - FINDER // 2))
    light = away == FINDER // 2 - 1
    return np.asarray(np.where(light, 1 / light.sum(), -1 / (~light).sum()), np.float64)


_FINDER = _finder()
