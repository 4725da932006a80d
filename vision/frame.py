"""Grey pictures with their time, and the check that refuses black and torn ones."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import FrameError

GreyImage = NDArray[np.uint8]
"""Shape (height, width), 0 black to 255 white."""

SMALLEST_SIDE = 64
LARGEST_SIDE = 30_000
"""px; OpenCV addresses a picture's sides with 16 bits."""

BLACK = 8
"""A picture without any grey level of at least this is black."""

TORN_SHARE = 1 / 24
"""A picture is torn if so large a share of its rows, in a row, shows nothing."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A grey picture with the camera's own time.

    `time` is in seconds from any fixed start and never runs backwards within one camera; `number` counts frames from 0.
    """

    image: GreyImage
    time: float
    number: int


def as_grey(array: NDArray[Any]) -> GreyImage:
    """Make a grey picture of a grey (H, W) or (H, W, 1), BGR (H, W, 3) or BGRA (H, W, 4) array of bytes.

    Raises:
        FrameError: "error.frame_shape" for anything else, colour planes (3, H, W) included, "error.frame_kind" for
            values that are not bytes, "error.frame_size" for sides under 64 or over 30,000 px.
    """
    if not isinstance(array, np.ndarray) or array.ndim not in {2, 3}:
        raise FrameError("error.frame_shape", shape=getattr(array, "shape", None))
    if array.dtype != np.uint8:
        raise FrameError("error.frame_kind", kind=str(array.dtype))
    channels = 1 if array.ndim == 2 else array.shape[2]
    if channels not in {1, 3, 4}:
        raise FrameError("error.frame_shape", shape=array.shape)
    height, width = array.shape[:2]
    if min(height, width) < SMALLEST_SIDE or max(height, width) > LARGEST_SIDE:
        raise FrameError("error.frame_size", width=width, height=height)
    if channels == 1:
        return np.ascontiguousarray(array.reshape(height, width))
    conversion = cv2.COLOR_BGR2GRAY if channels == 3 else cv2.COLOR_BGRA2GRAY
    return np.asarray(cv2.cvtColor(array, conversion), dtype=np.uint8)


def halve(image: GreyImage) -> GreyImage:
    """The picture at half its size: each pixel is the mean of four."""
    height, width = image.shape
    return np.asarray(cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def check(image: GreyImage) -> None:
    """Refuse a picture that shows nothing, or that is torn. Looks at a sample of pixels: under 2 ms.

    Raises:
        FrameError: "error.frame_black" or "error.frame_torn".
    """
    height, width = image.shape
    step = max(1, height // 648)
    rows = np.ascontiguousarray(image[::step, :: max(1, width // 288)])
    if int(rows.max()) < BLACK:
        raise FrameError("error.frame_black")
    longest = _longest_stretch_without_picture(rows)
    if longest >= max(4, round(TORN_SHARE * len(rows))):
        raise FrameError("error.frame_torn", rows=longest * step)


def _longest_stretch_without_picture(rows: GreyImage) -> int:
    """The longest run of rows that a broken transfer left black or grey, or filled by repeating a row.

    Drawn pictures have even margins, too: rows equal to the first row are a margin, and white rows are paper.
    """
    whole = rows[:, : rows.shape[1] // 8 * 8].view(np.uint64)  # eight pixels at a time
    repeats = np.all(whole[1:] == whole[:-1], axis=1)
    first = rows[0]
    best = run = 0
    for index, same in enumerate(repeats, start=1):
        run = run + 1 if same else 0
        if run > best and not np.array_equal(rows[index], first) and not _is_paper(rows[index]):
            best = run
    return best + 1 if best else 0


def _is_paper(row: GreyImage) -> bool:
    return int(row.min()) >= 200 and int(np.ptp(row)) <= 2
