"""Finds candidates for stickers in a picture: dark outlines with four straight sides."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.frame import GreyImage, halve
from vision.kit.fiducials import BITS

Quads = NDArray[np.float32]
"""Shape (n, 4, 2): x and y in px of the corners, clockwise as seen in the picture; pixel centres are whole numbers."""

NO_QUADS: Quads = np.zeros((0, 4, 2), np.float32)

FULL_SIZE = 3000
"""Pictures wider than this many px are searched at half their size: a table camera's black squares are 29 to 36 px."""

DIM, PALE = 100, 55
"""Grey levels. A picture without anything brighter, or without more contrast, is stretched first, so that halving it
does not round the contrast away."""

NOISE_MARGIN, LEAST_MARGIN, MOST_MARGIN = 5.0, 2, 9
"""A pixel is dark if it is this many standard deviations of the noise darker than its neighbourhood's mean."""

SMOOTH_MARGIN, SMOOTH_BESIDE_MARGIN = 0.4, 0.65
"""The same in a smoothed picture that is searched instead of the other, and in one that is searched as well."""

FAINT_MARGIN = 2.0
"""The same in a game for white outlines round ink that has faded. A search with it takes half as long again."""

BUSY_TILE, BUSY_SMOOTH_TILE, ROUNDED = 1.8, 1.2, 0.7
"""A tile is searched if it differs from its neighbourhood's mean by so many standard deviations of the noise, and so
many grey levels for rounding; nothing but noise differs by 0.8. A smoothed copy has few outlines, so there is time."""

NOISY = 3.5
"""Grey levels of noise from which on a plain search looks at the smoothed picture instead: the margin that noise asks
for breaks borders open where a lamp is mirrored or ink has faded. With less noise it would cost too much: so many more
outlines are found in the cards' pictures. A thorough search looks at both."""

DROWNED = 8.0
"""Grey levels of noise from which on both outline colours are searched: there are few outlines, and some are broken."""

SMOOTHING = 0.8
"""px; smaller than the border of a square of 20 px, so that hardly any contrast is lost."""

NOISE_LEFT = 0.4
"""Share of the noise that is left by it."""

MORE_NOISE = 1.6
"""A copy at half the size has at most so many times the noise, as that of neighbouring pixels is alike; the rest is the
pattern of a cloth."""

MUCH_NOISE = 1.6
"""Grey levels of noise in the copy at half the size above which a quarter of the size is searched, too."""

HALVINGS = 3
TILE = 2**HALVINGS
"""px; tiles that hold nothing but noise, as those round them, are not searched."""

ROUNDED_UP = HALVINGS / 8
"""Grey levels: the mean of four whole numbers is rounded up at a half, an eighth too much at each halving."""

NOISE_ROWS, STRETCH = 16, 8
"""About so many rows of a picture are enough to measure its noise, in stretches of so many px."""

DARKEST, BRIGHTEST = 2, 253
"""Grey levels; beyond, nothing shows noise, as it is black or white."""

QUIETEST = 0.03
"""Share of the stretches that are taken for quiet: between the things on the busiest table."""

NOISE_OF_BEND, NOISE_OF_MEDIAN = 1.14, 0.605
"""The noise, for the mean bend of the quietest stretches of an even picture, and for the median of all bends."""

LEAST_CROWDED = 5
"""Clear pixels in a neighbourhood of 25: an outline passes through with no fewer, specks of noise are dropped."""

SMALLEST = 32
"""px; smaller copies are not searched."""

GAP = np.ones((5, 5), np.uint8)
"""px; a thorough search closes gaps in borders that are narrower, as a streak of light over a sleeve leaves them."""

SHORTEST_OUTLINE = 24
LONGEST_OUTLINE = 4000
"""px, counted along the outline in the searched picture."""

LEAST_COMPACT, SLENDER, LEAST_SOLID = 48.0, 32.0, 0.9
"""A square's outline has between 8 and 16 times its area when squared, seen at a slant up to three times that; anything
frayed has more. What is as slender as the second number says must fill this share of its hull, and is not sought on a
cloth with a pattern."""


BUSY = 1200
"""Outlines in one copy from which on the ground is taken for a cloth with a pattern; cards' pictures have fewer."""


class OutlineColour(StrEnum):
    """What outlines a black square: its black border, or the white quiet zone round it.

    Uneven light can break the border open, and the quiet zone may touch something else that is white. Each misses about
    one sticker in sixty that the other finds.
    """

    BLACK = "black"
    WHITE = "white"


TOO_SMALL = {OutlineColour.BLACK: 0.5, OutlineColour.WHITE: -1.0}
"""px by which an outline lies within the square's edge: it runs through the middle of the pixels at the edge, and a
white one round the square outside."""

BOTH_COLOURS = (OutlineColour.BLACK, OutlineColour.WHITE)


class SquareSearch:
    """The outlines that may be a sticker's black square, in a picture and then in smaller copies of it.

    `halved` says whether to search at half the size; by default the picture's width decides. A thorough search uses
    both outline colours and the full size, takes four times as long (eight times in a wide picture), and also finds
    stickers that are very small or almost washed out.
    """

    def __init__(
        self,
        image: GreyImage,
        *,
        thorough: bool = False,
        halved: bool | None = None,
        colours: Collection[OutlineColour] = (OutlineColour.BLACK,),
        margin: float = NOISE_MARGIN,
        left_out: Quads = NO_QUADS,
    ) -> None:
        self._image, self.thorough, self._margin = image, thorough, margin
        self._halved = image.shape[1] > FULL_SIZE if halved is None else halved
        self._colours = BOTH_COLOURS if thorough else colours
        self._left_out = left_out

    def leave_out(self, quads: Quads) -> None:
        """From the next copy on, find nothing in these squares: they have been read."""
        self._left_out = quads

    def __iter__(self) -> Iterator[Quads]:
        """What is found in each copy, the largest first: a dozen to a few hundred, corners within about 2 px."""
        bright = _stretched(self._image)
        if self.thorough and self._halved:  # at half the size, a square of 20 px is hardly larger than its blur
            yield self._found(bright, noise_of(bright), 1, thorough=True, smooth=True)
        small, most = (halve(bright), MORE_NOISE * noise_of(bright)) if self._halved else (bright, float("inf"))
        for halvings, (copy, noise) in enumerate(_smaller_and_smaller(small, most, to_quarter=not self._halved)):
            yield self._found(
                copy,
                noise,
                2 ** (halvings + self._halved),
                thorough=self.thorough and not halvings,
                smooth=not halvings,
            )

    def _found(self, copy: GreyImage, noise: float, scale: int, *, thorough: bool, smooth: bool) -> Quads:
        offset = (scale - 1) / 2
        left_out = np.asarray((_with_edges(self._left_out) - offset) / scale, np.float32)
        searched = _Copy(copy, noise, self._margin * noise, BUSY_TILE * noise + ROUNDED)
        quads = _outlined_quads(searched, self._colours, left_out, thorough=thorough, smooth=smooth)
        return to_clockwise(_without_duplicates((quads * scale + offset).astype(np.float32)))


def find_squares(
    image: GreyImage,
    *,
    thorough: bool = False,
    colours: Collection[OutlineColour] = (OutlineColour.BLACK,),
) -> Quads:
    """All that a search finds (see `SquareSearch`) if nothing is left out."""
    search = SquareSearch(image, thorough=thorough, colours=colours)
    return _without_duplicates(np.concatenate(list(search)))


def _smaller_and_smaller(image: GreyImage, most: float, *, to_quarter: bool) -> Iterator[tuple[GreyImage, float]]:
    """The picture and its noise, `most` at most; the same at half its size and, if that is noisy, at a quarter.

    In a smaller copy there is less noise, soft edges are sharp, and low contrast stands out.
    """
    noise = min(noise_of(image), most)
    yield image, noise
    if min(image.shape) >= 2 * SMALLEST:
        half = halve(image)
        noise = min(noise_of(half), MORE_NOISE * noise)
        yield half, noise
        if to_quarter and noise > MUCH_NOISE and min(half.shape) >= 2 * SMALLEST:
            quarter = halve(half)
            yield quarter, min(noise_of(quarter), MORE_NOISE * noise)


@dataclass(frozen=True, slots=True)
class _Copy:
    """What is searched: a picture, its noise, by how much a pixel of an outline must differ, and a tile on average."""

    image: GreyImage
    noise: float
    margin: float
    busy: float
    """All three in grey levels."""


def _outlined_quads(
    whole: _Copy, colours: Collection[OutlineColour], left_out: Quads, *, thorough: bool, smooth: bool
) -> Quads:
    found: list[Quads] = []
    taken = left_out.round().astype(np.int32)
    copies = [whole]
    drowned = smooth and whole.noise >= DROWNED and OutlineColour.WHITE not in colours
    if drowned:
        colours = BOTH_COLOURS
    if smooth and (thorough or whole.noise >= NOISY):
        margin = (SMOOTH_BESIDE_MARGIN if thorough else SMOOTH_MARGIN) * whole.noise
        smoothed = _smoothed(whole.image, whole.noise, margin)
        copies = [whole, smoothed] if thorough else [smoothed]
    for number, copy in enumerate(copies):
        for kind, mean in enumerate(_neighbourhood_means(copy.image, 3 if thorough and not number else 1)):
            busy = _busy_columns(np.asarray(cv2.absdiff(copy.image, mean), np.uint8), copy.busy)
            for colour in colours:
                if drowned and colour is OutlineColour.WHITE and len(found[-1]) > BUSY:
                    break  # a cloth, whose pattern is clear in spite of the noise
                edge = _edge(copy, mean, busy, colour)
                for place in taken:
                    cv2.fillConvexPoly(edge, place, 0)
                found.append(_grown(_quads_of(edge), TOO_SMALL[colour]))
                if thorough and not kind and colour is OutlineColour.BLACK:
                    closed = np.asarray(cv2.morphologyEx(edge, cv2.MORPH_CLOSE, GAP), np.uint8)
                    found.append(_grown(_quads_of(closed), TOO_SMALL[colour]))
    return np.concatenate(found)


def _smoothed(image: GreyImage, noise: float, margin: float) -> _Copy:
    smooth = np.asarray(cv2.GaussianBlur(image, (3, 3), SMOOTHING), np.uint8)
    left = noise * NOISE_LEFT
    return _Copy(smooth, left, margin, BUSY_SMOOTH_TILE * left + ROUNDED)


def _quads_of(edge: GreyImage) -> Quads:
    """The quadrilaterals among the outlines of what is not 0."""
    outlines = cv2.findContours(edge, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]
    # The length comes first, as it rejects nine in ten.
    lengths = np.fromiter(map(len, outlines), np.int64, len(outlines))
    long = [
        outlines[number]
        for number in np.flatnonzero((lengths >= SHORTEST_OUTLINE) & (lengths <= LONGEST_OUTLINE)).tolist()
    ]
    least_compact = SLENDER if len(long) > BUSY else LEAST_COMPACT
    cornered = (_four_corners(outline, least_compact) for outline in long)
    return np.array([quad for quad in cornered if quad is not None], np.float32).reshape(-1, 4, 2)


def _grown(quads: Quads, by: float) -> Quads:
    middle = quads.mean(axis=1, keepdims=True)
    apart = np.linalg.norm(quads - middle, axis=2, keepdims=True)
    return np.asarray(quads + (quads - middle) * (by * 2**0.5 / np.maximum(apart, 1)), np.float32)


def _with_edges(quads: Quads) -> Quads:
    """The squares with half a module more on each side: what lies beyond may be another sticker's."""
    middle = quads.mean(axis=1, keepdims=True)
    return np.asarray(middle + (quads - middle) * (BITS + 3) / (BITS + 2), np.float32)


def _without_duplicates(quads: Quads) -> Quads:
    """Without most duplicates: quadrilaterals with about the same middle and size."""
    middle = quads.mean(axis=1)
    radius = np.linalg.norm(quads - middle[:, None], axis=2).mean(axis=1)
    alike = np.column_stack([middle / 2, 16 * np.log(np.maximum(radius, 1))]).round().astype(np.int64)
    _, first = np.unique(alike, axis=0, return_index=True)
    return quads[np.sort(first)]


def noise_of(image: GreyImage) -> float:
    """Standard deviation of the noise in grey levels, from how pixels differ from their two neighbours in a row.

    Measured where the picture is quietest, as the pattern of a cloth is no noise, but neither black nor white.
    """
    stretches = (image.shape[1] - 2) // STRETCH
    rows = image[:: max(1, image.shape[0] // NOISE_ROWS), : stretches * STRETCH + 2].astype(np.float32)
    level = rows[:, 1:-1]
    bend = np.abs(rows[:, 2:] - 2 * level + rows[:, :-2])
    some = bend[:, ::8][_is_grey(level[:, ::8])]
    usual = float(np.median(some)) * NOISE_OF_MEDIAN if len(some) else 0.0
    size = stretches, len(rows)
    bend, level = (
        np.asarray(cv2.resize(each, size, interpolation=cv2.INTER_AREA), np.float32) for each in (bend, level)
    )
    quiet = bend[_is_grey(level)]
    place = int(QUIETEST * len(quiet))
    return min(usual, float(np.partition(quiet, place)[place]) * NOISE_OF_BEND) if len(quiet) else usual


def _is_grey(level: NDArray[np.float32]) -> NDArray[np.bool_]:
    return (level > DARKEST) & (level < BRIGHTEST)


def to_clockwise(quads: Quads) -> Quads:
    """The same quadrilaterals, each turned to run clockwise as seen in the picture."""
    diagonals = quads[:, :2] - quads[:, 2:]
    turning = diagonals[:, 0, 0] * diagonals[:, 1, 1] - diagonals[:, 0, 1] * diagonals[:, 1, 0]
    return np.where((turning < 0)[:, None, None], quads[:, ::-1], quads)


def _neighbourhood_means(image: GreyImage, count: int) -> Iterator[GreyImage]:
    """Each pixel's mean over its neighbourhood, in up to three kinds of neighbourhood."""
    yield np.asarray(cv2.GaussianBlur(image, (7, 7), 2.0), np.uint8)
    for side in (7, 5)[: count - 1]:
        yield np.asarray(cv2.blur(image, (side, side)), np.uint8)


def _stretched(image: GreyImage) -> GreyImage:
    brightest = float(np.percentile(image[::32, ::32], 99))
    some = image[::8, ::8]
    darkest, span = float(some.min()), float(np.ptp(some))
    if brightest > DIM and span > PALE:
        return image
    if brightest <= DIM:
        darkest, span = 0.0, brightest
    levels = (np.arange(256) - darkest) * min(8.0, 2 * DIM / max(span, 1.0))
    return np.asarray(cv2.LUT(image, np.clip(levels.round(), 0, 255).astype(np.uint8)), dtype=np.uint8)


def _edge(copy: _Copy, mean: GreyImage, busy: GreyImage, colour: OutlineColour) -> GreyImage:
    """255 where a pixel is clearly darker (or brighter) than its neighbourhood, 0 elsewhere and in noise."""
    margin = int(np.clip(round(copy.margin), LEAST_MARGIN, MOST_MARGIN))
    darker, brighter = (copy.image, mean) if colour is OutlineColour.BLACK else (mean, copy.image)
    clear = np.asarray(cv2.subtract(brighter, darker), np.uint8)
    cv2.threshold(clear, margin, 255, cv2.THRESH_BINARY, dst=clear)
    _keep_busy(clear, busy)
    crowded = cv2.blur(clear, (5, 5))
    cv2.threshold(crowded, 255 * (LEAST_CROWDED - 0.5) / 25, 255, cv2.THRESH_BINARY, dst=crowded)
    return np.asarray(cv2.bitwise_and(clear, crowded, dst=clear), np.uint8)


def _busy_columns(apart: GreyImage, least: float) -> GreyImage:
    """255 in the columns of each row of tiles in which more than noise differs from its neighbourhood, 0 elsewhere.

    Shape (tiles below one another, px across). A picture that is smaller than a tile has no tiles, and nothing in it.
    """
    tiles = apart[: len(apart) // TILE * TILE, : apart.shape[1] // TILE * TILE]
    if tiles.size == 0:
        return np.zeros((0, apart.shape[1]), np.uint8)
    for _ in range(HALVINGS):  # far quicker than once by eight
        tiles = halve(tiles)
    around = cv2.blur(tiles.astype(np.float32) - ROUNDED_UP, (3, 3))
    _, busy = cv2.threshold(around, least, 255, cv2.THRESH_BINARY)
    wide = np.repeat(np.asarray(busy, np.float32).astype(np.uint8), TILE, axis=1)
    return np.pad(wide, ((0, 0), (0, apart.shape[1] - wide.shape[1])), mode="edge")


def _keep_busy(clear: GreyImage, busy: GreyImage) -> None:
    """Set pixels to 0 that are in no busy tile; rows and columns beyond the last tile go with it."""
    if len(busy) == 0:
        clear[:] = 0
        return
    whole = len(busy) * TILE
    rows = clear[:whole].reshape(len(busy), TILE, -1)
    np.bitwise_and(rows, busy[:, None], out=rows)
    clear[whole:] &= busy[-1]


def _four_corners(outline: MatLike, least_compact: float = LEAST_COMPACT) -> NDArray[np.float32] | None:
    """The quadrilateral round an outline; a triangle has none, nor what is frayed."""
    area, length = abs(cv2.contourArea(outline)), len(outline) ** 2
    if area * least_compact <= length:
        return None
    hull = cv2.convexHull(outline)
    if len(hull) < 4 or (area * SLENDER <= length and area < LEAST_SOLID * cv2.contourArea(hull)):
        return None
    corners = np.asarray(cv2.approxPolyN(hull, 4, epsilon_percentage=-1.0, ensure_convex=True), dtype=np.float32)
    return corners.reshape(4, 2) if corners.size == 8 else None
