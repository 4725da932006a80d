"""Finds candidates for stickers in a picture: dark outlines with four straight sides."""

from collections.abc import Collection, Iterator
from enum import StrEnum
from itertools import pairwise

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.frame import GreyImage, halve

Quads = NDArray[np.float32]
"""Shape (n, 4, 2): x and y in px of the corners, clockwise as seen in the picture; pixel centres are whole numbers."""

FULL_SIZE = 3000
"""Pictures wider than this many px are searched at half their size: a table camera's black squares are 29 to 36 px."""

DIM = 100
"""A picture without anything brighter is brightened first, so that halving it does not round the contrast away."""

NOISE_MARGIN = 3.3
"""A pixel is dark if it is this many standard deviations of the noise darker than its neighbourhood's mean."""

MUCH_NOISE = 1.9
"""Grey levels of noise in the copy at half the size above which a quarter of the size is searched, too."""

TILE = 8
"""px; tiles that hold nothing but noise, as those round them, are not searched."""

NOISE_ROWS = 32
"""About so many rows of a picture are enough to measure its noise."""

LEAST_CROWDED = 5
"""Clear pixels in a neighbourhood of 25: an outline passes through with no fewer, specks of noise are dropped."""

SMALLEST = 32
"""px; smaller copies are not searched."""

SHORTEST_OUTLINE = 24
LONGEST_OUTLINE = 4000
"""px, counted along the outline in the searched picture."""

LEAST_COMPACT = 32.0
"""A square's outline has between 8 and 16 times its area when squared, seen at a slant up to twice that; anything
frayed has more."""


class OutlineColour(StrEnum):
    """What outlines a black square: its black border, or the white quiet zone round it.

    Uneven light can break the border open, and the quiet zone may touch something else that is white. Each misses about
    one sticker in sixty that the other finds.
    """

    BLACK = "black"
    WHITE = "white"


TOO_SMALL = {OutlineColour.BLACK: 0.0, OutlineColour.WHITE: -1.0}
"""px by which an outline lies within the square's edge: a white one runs round it outside."""

BOTH_COLOURS = (OutlineColour.BLACK, OutlineColour.WHITE)


def find_squares(
    image: GreyImage,
    *,
    thorough: bool = False,
    halved: bool | None = None,
    colours: Collection[OutlineColour] = (OutlineColour.BLACK,),
) -> Quads:
    """All outlines that may be a sticker's black square: a dozen to a few hundred, corners within about 2 px.

    `halved` says whether to search at half the size; by default the picture's width decides. A thorough search uses
    both outline colours and the full size, takes four times as long (eight times in a wide picture), and also finds
    stickers that are very small or almost washed out.
    """
    halved = image.shape[1] > FULL_SIZE if halved is None else halved
    bright = _brightened(image)
    small = halve(bright) if halved else bright
    colours = BOTH_COLOURS if thorough else colours
    found = []
    if thorough and halved:  # at half the size, a square of 20 px is hardly larger than its blur
        found.append(_outlined_quads(bright, noise_of(bright), colours, thorough=True))
    for halvings, (copy, noise) in enumerate(_smaller_and_smaller(small, to_quarter=not halved)):
        scale = 2 ** (halvings + halved)
        quads = _outlined_quads(copy, noise, colours, thorough=thorough and not halvings)
        found.append(quads * scale + (scale - 1) / 2)
    return to_clockwise(_without_duplicates(np.concatenate(found).astype(np.float32)))


def _smaller_and_smaller(image: GreyImage, *, to_quarter: bool) -> Iterator[tuple[GreyImage, float]]:
    """The picture and its noise; the same at half its size and, if that is noisy, at a quarter.

    In a smaller copy there is less noise, soft edges are sharp, and low contrast stands out.
    """
    yield image, noise_of(image)
    if min(image.shape) >= 2 * SMALLEST:
        half = halve(image)
        noise = noise_of(half)
        yield half, noise
        if to_quarter and noise > MUCH_NOISE and min(half.shape) >= 2 * SMALLEST:
            quarter = halve(half)
            yield quarter, noise_of(quarter)


def _outlined_quads(image: GreyImage, noise: float, colours: Collection[OutlineColour], *, thorough: bool) -> Quads:
    found = []
    for mean in _neighbourhood_means(image, thorough):
        for colour, edge in zip(colours, _edges(image, mean, noise, colours), strict=True):
            outlines = cv2.findContours(edge, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]
            # The length comes first, as it rejects nine in ten.
            long = (outline for outline in outlines if SHORTEST_OUTLINE <= len(outline) <= LONGEST_OUTLINE)
            cornered = (_four_corners(outline) for outline in long if _is_compact(outline))
            quads = np.array([quad for quad in cornered if quad is not None], np.float32).reshape(-1, 4, 2)
            found.append(_grown(quads, TOO_SMALL[colour]))
    return np.concatenate(found)


def _grown(quads: Quads, by: float) -> Quads:
    """The quadrilaterals with each side about so many px farther out."""
    middle = quads.mean(axis=1, keepdims=True)
    apart = np.linalg.norm(quads - middle, axis=2, keepdims=True)
    return np.asarray(quads + (quads - middle) * (by * 2**0.5 / np.maximum(apart, 1)), np.float32)


def _without_duplicates(quads: Quads) -> Quads:
    """Without most duplicates: quadrilaterals with about the same middle and size."""
    middle = quads.mean(axis=1)
    radius = np.linalg.norm(quads - middle[:, None], axis=2).mean(axis=1)
    alike = np.column_stack([middle / 2, 16 * np.log(np.maximum(radius, 1))]).round().astype(np.int64)
    _, first = np.unique(alike, axis=0, return_index=True)
    return quads[np.sort(first)]


def noise_of(image: GreyImage) -> float:
    """Standard deviation of the noise in grey levels, from how pixels differ from their two neighbours in a row."""
    rows = image[:: max(1, image.shape[0] // NOISE_ROWS)].astype(np.int16)
    bend = np.abs(rows[:, 2:] - 2 * rows[:, 1:-1] + rows[:, :-2])
    counts = np.bincount(bend.ravel(), minlength=1)
    return _median_of_counts(counts) / 0.6745 / float(np.sqrt(6))


def to_clockwise(quads: Quads) -> Quads:
    """The same quadrilaterals, each turned to run clockwise as seen in the picture."""
    diagonals = quads[:, :2] - quads[:, 2:]
    turning = diagonals[:, 0, 0] * diagonals[:, 1, 1] - diagonals[:, 0, 1] * diagonals[:, 1, 0]
    return np.where((turning < 0)[:, None, None], quads[:, ::-1], quads)


def _neighbourhood_means(image: GreyImage, thorough: bool) -> Iterator[MatLike]:
    """Each pixel's mean over its neighbourhood; three kinds of neighbourhood for a thorough search."""
    yield cv2.GaussianBlur(image, (7, 7), 2.0)
    if thorough:
        yield cv2.blur(image, (7, 7))
        yield cv2.blur(image, (5, 5))


def _brightened(image: GreyImage) -> GreyImage:
    brightest = float(np.percentile(image[::32, ::32], 99))
    if brightest > DIM:
        return image
    return np.asarray(cv2.convertScaleAbs(image, alpha=min(8.0, 2 * DIM / max(brightest, 1.0))), dtype=np.uint8)


def _edges(image: GreyImage, mean: MatLike, noise: float, colours: Collection[OutlineColour]) -> Iterator[GreyImage]:
    """255 where a pixel is clearly darker (or brighter) than its neighbourhood, 0 elsewhere and in noise."""
    margin = int(np.clip(round(NOISE_MARGIN * noise), 1, 14))
    height, width = image.shape
    tiles = (max(1, width // TILE), max(1, height // TILE))
    apart = cv2.absdiff(image, mean)
    contrast = cv2.resize(apart, tiles, interpolation=cv2.INTER_AREA)
    _, busy = cv2.threshold(cv2.blur(contrast.astype(np.float32), (3, 3)), 1.8 * noise + 0.7, 255, cv2.THRESH_BINARY)
    busy = cv2.resize(busy.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
    crowded = apart  # memory that is used again, here and below: to be given new pages takes longer than the sums
    for rim in colours:
        clear = cv2.subtract(mean, image) if rim is OutlineColour.BLACK else cv2.subtract(image, mean)
        cv2.threshold(clear, margin, 255, cv2.THRESH_BINARY, dst=clear)
        cv2.bitwise_and(clear, busy, dst=clear)
        cv2.blur(clear, (5, 5), dst=crowded)
        cv2.threshold(crowded, 255 * (LEAST_CROWDED - 0.5) / 25, 255, cv2.THRESH_BINARY, dst=crowded)
        cv2.bitwise_and(clear, crowded, dst=clear)
        yield np.asarray(clear)


def _is_compact(outline: MatLike) -> bool:
    return abs(cv2.contourArea(outline)) * LEAST_COMPACT > len(outline) ** 2


def _four_corners(outline: MatLike) -> NDArray[np.float32] | None:
    """The quadrilateral round an outline; a triangle has none."""
    hull = cv2.convexHull(outline)
    if len(hull) < 4:
        return None
    corners = np.asarray(cv2.approxPolyN(hull, 4, epsilon_percentage=-1.0, ensure_convex=True), dtype=np.float32)
    return corners.reshape(4, 2) if corners.size == 8 else None


def _median_of_counts(counts: NDArray[np.intp]) -> float:
    """The median of whole numbers given how often each occurs, between the numbers as if they were spread evenly."""
    total = np.concatenate([[0], np.cumsum(counts)])
    half = total[-1] / 2
    for value, (below, upto) in enumerate(pairwise(total)):
        if upto >= half:
            return float(max(0.0, value - 0.5 + (half - below) / max(1, upto - below)))
    return 0.0
