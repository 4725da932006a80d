"""Brings out what has little contrast in a picture: in a lamp's reflection, in the dark, where ink has faded."""

import cv2
import numpy as np

from vision.frame import GreyImage
from vision.reading.squares import noise_of

STEP = 4
"""px from one place to the next at which the darkest and the brightest of a neighbourhood are sought."""

REACH = 13
"""px; a sticker has black and white within so far from any of its points."""

FAINT = 90
"""Grey levels; what differs by more is read as it is."""

LEAST_DIFFERENCE, OF_NOISE = 8.0, 6.5
"""Grey levels, and standard deviations of the noise; where less differs, there is nothing."""

ROWS = 512
"""Rows that are worked on together: this bounds the memory."""


def bring_out(image: GreyImage) -> GreyImage | None:
    """The picture with the range of grey levels round each faint place stretched to 0 to 255; white elsewhere.

    None if nothing in it is faint.
    """
    smooth = np.asarray(cv2.blur(image, (3, 3)), np.uint8)
    near = np.ones((STEP + 1, STEP + 1), np.uint8)
    far = np.ones((2 * REACH // STEP + 1,) * 2, np.uint8)
    darkest, brightest = (
        np.asarray(cv2.blur(grow(grow(smooth, near)[::STEP, ::STEP], far), (3, 3)), np.uint8)
        for grow in (cv2.erode, cv2.dilate)
    )
    difference = np.asarray(cv2.subtract(brightest, darkest), np.uint8)
    least = max(LEAST_DIFFERENCE, OF_NOISE * noise_of(image))
    faint = (difference >= least) & (difference <= FAINT)
    if not faint.any():
        return None
    difference[~faint] = 0  # what is divided by 0 is 0
    out = np.empty_like(image)
    for top in range(0, len(image), ROWS):
        rows = image[top : top + ROWS]
        low, range_ = (_enlarged(each, top, rows.shape) for each in (darkest, difference))
        out[top : top + ROWS] = cv2.divide(cv2.subtract(rows, low), range_, scale=255)
        out[top : top + ROWS][range_ == 0] = 255
    return out


def _enlarged(small: GreyImage, top: int, shape: tuple[int, ...]) -> GreyImage:
    """The rows from `top` on of what was found at every STEP px, for each pixel."""
    part = small[top // STEP : -(-(top + shape[0]) // STEP)]
    return np.asarray(cv2.resize(part, (part.shape[1] * STEP, part.shape[0] * STEP))[: shape[0], : shape[1]], np.uint8)
