"""RootSIFT: points of a picture that are found again in another picture of the same thing, and how they look.

RootSIFT (Arandjelovic and Zisserman, 2012) compares SIFT's histograms by Hellinger's kernel instead of by distance.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from vision.frame import GreyImage

PX_PER_MM = 2.5
"""Cards are compared at this size. Finer print differs between two printings more than between two cards."""

CELL = 10
"""px, 4 mm: the picture is searched where cells of this size are rough."""
PLAIN, BUSY, LEAST_ROUGH, ROUGH = 20, 2.5, 2.0, 14.0
"""A cell is busy if it is rougher than the plainest `PLAIN` per cent by this factor and by so many grey levels, or if
it is as rough as only print is: where a board fills the picture nothing is plain."""
FEWEST_CELLS = 6
"""Of a thing that is no crumb: a token of 26 mm has 40."""
CONTRAST = 0.02
"""Half of OpenCV's own, for cards behind the glare of a sleeve."""

Points = NDArray[np.float32]
"""Shape (n, 2): x and y in px."""
Descriptors = NDArray[np.float32]
"""Shape (n, 128): rows of length 1, so that a dot product is a likeness, 0 to 1."""
Part = tuple[int, int, int, int]
"""Left, top, right and bottom in px."""


class Features(NamedTuple):
    """Points of a picture, the strongest first, and how the picture looks round them."""

    points: Points
    descriptors: Descriptors


def features(image: GreyImage, most: int, part: Part | None = None) -> Features:
    """The strongest features of a picture that has about `PX_PER_MM`, or of a part of it."""
    left, top, right, bottom = part or (0, 0, *image.shape[::-1])
    part_of_image = np.ascontiguousarray(image[top:bottom, left:right])
    keypoints, descriptors = _sift(most).detectAndCompute(part_of_image, None)
    if not keypoints:
        return Features(np.zeros((0, 2), np.float32), np.zeros((0, 128), np.float32))
    strongest = np.argsort([-keypoint.response for keypoint in keypoints], kind="stable")[:most]
    points = np.array([keypoints[index].pt for index in strongest], np.float32).reshape(-1, 2)
    rows = np.asarray(descriptors, np.float32)[strongest]
    rows /= np.maximum(rows.sum(axis=1, keepdims=True), 1e-6)
    return Features(points + np.array([left, top], np.float32), np.sqrt(rows))


def busy_part(image: GreyImage) -> Part:
    """The part of a picture of a mat that is not as plain as most of the mat.

    It is where a thing lies; the rest would only be searched in vain, and takes most of the time.
    """
    height, width = image.shape
    down, across = height // CELL, width // CELL
    cells = image[: down * CELL, : across * CELL].reshape(down, CELL, across, CELL).astype(np.float32)
    rough = cells.std(axis=(1, 3))
    busy = (rough > min(ROUGH, BUSY * np.percentile(rough, PLAIN) + LEAST_ROUGH)).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(busy, connectivity=8)
    large = stats[1:][stats[1:, cv2.CC_STAT_AREA] >= FEWEST_CELLS] if count > 1 else stats[:0]
    if not len(large):
        return 0, 0, width, height
    left, top = large[:, :2].min(axis=0)
    right, bottom = (large[:, :2] + large[:, 2:4]).max(axis=0)
    return (
        max(0, (left - 1) * CELL),
        max(0, (top - 1) * CELL),
        min(width, (right + 1) * CELL),
        min(height, (bottom + 1) * CELL),
    )


@cache
def _sift(most: int) -> cv2.SIFT:
    return cv2.SIFT.create(nfeatures=most, contrastThreshold=CONTRAST)
