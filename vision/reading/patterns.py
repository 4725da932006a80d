"""Compares dark squares with the kit's codes."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import GreyImage
from vision.kit.fiducials import BITS, Bits, bits_of
from vision.reading.edges import Floats, sample
from vision.reading.squares import Quads

_log = logging.getLogger(__name__)

MODULES = BITS + 4
"""The bits, the black border and the quiet zone, along one side."""

SAMPLES = 3
"""A module is sampled at this many points squared, spread over its inner two thirds."""

BLURS = (0.15, 0.35, 0.55)
"""Standard deviations, in modules, of the blurs for which there are templates."""

SMALL_PRODUCT = 8
"""Squares that are compared with all templates in one matrix product."""

MOST_PROMISING = 2400
"""Squares that are decoded in one copy of a picture, on any ground: a table of seven has 250 stickers. In a copy at
half the size there is room for a quarter."""

AT_ONCE = 500
"""Squares that are looked at together: this bounds the memory."""

LEAST_CONTRAST = 5.0
"""Grey levels between black and white that a sticker must have to be read."""


MOST_LIGHT_IN_BORDER = 6
WIDEST_STREAK, BESIDE_STREAK = 1.5, 0.8
"""Modules: how wide a streak over a sticker may be, and how far from its middle it still makes a bit doubtful."""

MOST_UNEVEN = 0.15
"""Standard deviation within a sticker's border or quiet zone, as a share of the contrast."""

FEWEST_LIGHT, MOST_LIGHT = 0.2, 0.85
"""Share of light modules among a sticker's bits, damaged ones included."""

LEAST_VARIED = 0.2
"""Standard deviation of the levels where a sticker has its bits, as a part of its contrast: 0.27 for the plainest code
with a blur of half a module, about 0 for a square of a cloth."""

LEAST_APART = 0.1
"""How much brighter most of the quiet zone must be than most of the border, as a share of the contrast."""


def _ring(outer: int) -> NDArray[np.bool_]:
    ring = np.zeros((MODULES, MODULES), bool)
    ring[outer : MODULES - outer, outer : MODULES - outer] = True
    ring[outer + 1 : MODULES - outer - 1, outer + 1 : MODULES - outer - 1] = False
    return ring


QUIET = _ring(0)
BORDER = _ring(1)
INNER = slice(2, 2 + BITS)


def _middles(which: NDArray[np.bool_]) -> Floats:
    """The middles of these modules, in modules from the black square's first corner: shape (n, 2)."""
    return np.stack(np.nonzero(which)[::-1], axis=1).astype(np.float32) - 0.5


RING_POINTS = _middles(BORDER | QUIET)
RING_IS_QUIET = QUIET[BORDER | QUIET]


def _shares_of_corners() -> Floats:
    """What each corner adds to the places of the bits, and then of the modules of both rings: shape (4, n)."""
    x, y = np.concatenate([_middles(~(BORDER | QUIET)), RING_POINTS]).T / (BITS + 2)
    return np.stack([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y]).astype(np.float32)


_SHARES_OF_CORNERS = _shares_of_corners()


@dataclass(frozen=True, slots=True)
class Matches:
    """The best code for each dark square.

    `correlation` is that of the square's bits with the code's, 1 if they are equal, and `runner_up` that of the next
    best code. `turns` counts quarter turns from the sticker's top left to the square's first corner. `border` and
    `quiet` count wrong modules of the black border and the quiet zone. `contrast` is in grey levels, `shade`
    (n, 10, 10) from 0 (black) to 1 (white).
    """

    code: NDArray[np.int64]
    turns: NDArray[np.int64]
    correlation: Floats
    runner_up: Floats
    border: NDArray[np.int64]
    quiet: NDArray[np.int64]
    contrast: Floats
    shade: Floats

    @property
    def sticker_like(self) -> NDArray[np.bool_]:
        """Which squares have an even black border, an even quiet zone and something light within, whatever the bits."""
        uneven = np.maximum(self.shade[:, BORDER].std(axis=1), self.shade[:, QUIET].std(axis=1))
        light = (self.shade[:, INNER, INNER] > 0.5).mean(axis=(1, 2))
        even = (uneven <= MOST_UNEVEN) & (self.contrast >= LEAST_CONTRAST)
        return np.asarray(even & (light >= FEWEST_LIGHT) & (light <= MOST_LIGHT))


class Patterns:
    """Templates of codes in all four directions, sharp and blurred; the kit's unless other patterns are given."""

    def __init__(self, codes: Sequence[int], pattern_of: Callable[[int], Bits] = bits_of) -> None:
        self._codes = np.array(sorted(codes), dtype=np.int64)
        bits = np.stack([pattern_of(code) for code in self._codes.tolist()]).astype(np.float32)
        self._templates = [_in_all_directions(_centred(_blurred(bits, blur))) for blur in BLURS]

    def match(self, image: GreyImage, quads: Quads) -> Matches:
        """Compare each square with all codes; the quads must fit to about a quarter of a module."""
        modules = _modules(image, quads)
        shade, contrast = _normalised(modules)
        inner = _centred(shade[:, INNER, INNER]).reshape(len(quads), BITS * BITS)
        return self._matches(shade, contrast, self._correlations(inner))

    def match_beside_streaks(self, image: GreyImage, quads: Quads) -> Matches:
        """As `match`, by the bits that no streak of light covers: the others are unknown, not wrong.

        Where a streak is, the border's modules show. A square without one has a correlation of 0.
        """
        shade, contrast = _normalised(_modules(image, quads))
        correlations = np.zeros((len(quads), 4 * len(self._codes)), np.float32)
        for number, each in enumerate(shade):
            streak = _streak(each)
            if streak is not None:
                each[streak & BORDER] = 0
                each[streak & QUIET] = 1
                left = ~streak[INNER, INNER].ravel()
                bits = _centred(each[INNER, INNER].ravel()[None, left])
                parts = [_centred(templates[left].T[:, None])[:, 0] @ bits[0] for templates in self._templates]
                correlations[number] = np.maximum.reduce(parts)
        return self._matches(shade, contrast, correlations)

    def _matches(self, shade: Floats, contrast: Floats, correlations: Floats) -> Matches:
        by_turn = correlations.reshape(len(shade), 4, len(self._codes))
        by_code = by_turn.max(axis=1)
        best = by_code.argmax(axis=1)
        rows = np.arange(len(shade))
        correlation = by_code[rows, best]
        by_code[rows, best] = -1
        return Matches(
            code=self._codes[best],
            turns=by_turn[rows, :, best].argmax(axis=1),
            correlation=correlation,
            runner_up=by_code.max(axis=1, initial=-1),
            border=(shade[:, BORDER] > 0.5).sum(axis=1),
            quiet=(shade[:, QUIET] < 0.5).sum(axis=1),
            contrast=contrast,
            shade=shade,
        )

    def _correlations(self, inner: Floats) -> Floats:
        """Correlation with each turn of each code, at the blur that fits best: shape (n, 4 * codes)."""
        # Small products stay on this thread. One large product starts threads that cost more than they save.
        parts = [
            np.maximum.reduce([part @ templates for templates in self._templates])
            for part in np.split(inner, range(SMALL_PRODUCT, len(inner), SMALL_PRODUCT))
        ]
        return np.asarray(np.concatenate(parts), dtype=np.float32)


def promising(image: GreyImage, quads: Quads, most: int = MOST_PROMISING) -> NDArray[np.intp]:
    """Indices, in order, of the quads that have a dark border and a brighter quiet zone round it.

    Corners need not be exact. Of more than `most` such quads, those with the clearest frames, one at each place.
    """
    parts = range(0, max(1, len(quads)), AT_ONCE)
    clear = np.concatenate([_clearness_of_frame(image, quads[start : start + AT_ONCE]) for start in parts])
    found = np.flatnonzero(clear >= LEAST_APART)
    if len(found) > most:
        _log.info("of %d squares that look like stickers the clearest %d are decoded", len(found), most)
        found = found[np.argsort(-clear[found], kind="stable")]
        found = found[first_at_each_place(quads[found])][:most]
    return np.sort(found)


def first_at_each_place(quads: Quads) -> NDArray[np.intp]:
    """Indices, in order, of the first quad of about each size at each place of a grid that is as fine as that size."""
    middle = quads.mean(axis=1)
    size = np.round(2 * np.log2(np.maximum(np.linalg.norm(quads - middle[:, None], axis=2).mean(axis=1), 1)))
    cells = np.column_stack([np.floor(2 * middle / 2 ** (size[:, None] / 2)), size]).astype(np.int64)
    return np.sort(np.unique(cells, axis=0, return_index=True)[1])


def _clearness_of_frame(image: GreyImage, quads: Quads) -> Floats:
    """How much brighter most of the quiet zone is than most of the border, of the contrast; 0 if plain inside."""
    clear = np.zeros(len(quads), np.float32)
    varied = np.flatnonzero(_are_varied(image, quads))
    levels = sample(image, project(quads[varied], RING_POINTS))
    quiet, border = np.sort(levels[:, RING_IS_QUIET], axis=1), np.sort(levels[:, ~RING_IS_QUIET], axis=1)
    contrast = _at_share(quiet, 0.5) - _at_share(border, 0.5)
    apart = _at_share(quiet, 0.4) - _at_share(border, 0.7)
    clear[varied] = np.where(contrast >= LEAST_CONTRAST, apart / np.maximum(contrast, LEAST_CONTRAST), 0)
    return clear


def _are_varied(image: GreyImage, quads: Quads) -> NDArray[np.bool_]:
    """Which quads are not plain inside, by the nearest pixels: shape (n,). Most squares of a chequered cloth are."""
    levels = _nearest_levels(image, quads)
    bits, ring = levels[:, : BITS**2], levels[:, BITS**2 :]
    contrast = ring[:, RING_IS_QUIET].mean(axis=1) - ring[:, ~RING_IS_QUIET].mean(axis=1)
    return np.asarray((contrast > 0) & (bits.std(axis=1) >= LEAST_VARIED * contrast))


def _nearest_levels(image: GreyImage, quads: Quads) -> Floats:
    """Grey levels of the pixels nearest to the middles of the bits, and then of the modules of both rings."""
    places = quads.transpose(2, 0, 1) @ _SHARES_OF_CORNERS + np.float32(0.5)
    x, y = (np.clip(each, 0, side - 1).astype(np.intp) for each, side in zip(places, image.shape[::-1], strict=True))
    return np.asarray(image[y, x], np.float32)


def _streak(shade: Floats) -> NDArray[np.bool_] | None:
    """The modules (10, 10) under a straight streak, from the border's modules that are light; None without a streak."""
    light = np.argwhere((shade > 0.5) & BORDER)
    if not 2 <= len(light) <= MOST_LIGHT_IN_BORDER:
        return None
    middle = light.mean(axis=0)
    along = np.linalg.svd(light - middle)[2][0]
    aside = np.abs((np.indices((MODULES, MODULES)).transpose(1, 2, 0) - middle) @ (along[1], -along[0]))
    width = aside[tuple(light.T)].max()
    if np.ptp((light - middle) @ along) < BITS or width > WIDEST_STREAK / 2:
        return None
    return np.asarray(aside <= width + BESIDE_STREAK)


def _at_share(ordered: Floats, share: float) -> Floats:
    return np.asarray(ordered[:, round(share * (ordered.shape[1] - 1))])


def project(quads: Quads, points: Floats) -> Floats:
    """Points (m, 2), in modules from the black square's first corner, as px in the picture: shape (n, m, 2)."""
    x, y = quads[..., 0].astype(np.float64), quads[..., 1].astype(np.float64)
    skew_x, skew_y = x[:, 0] - x[:, 1] + x[:, 2] - x[:, 3], y[:, 0] - y[:, 1] + y[:, 2] - y[:, 3]
    right_x, right_y = x[:, 1] - x[:, 2], y[:, 1] - y[:, 2]
    low_x, low_y = x[:, 3] - x[:, 2], y[:, 3] - y[:, 2]
    determinant = right_x * low_y - low_x * right_y
    determinant = np.where(np.abs(determinant) < 1e-9, 1e-9, determinant)
    g = ((skew_x * low_y - low_x * skew_y) / determinant)[:, None]
    h = ((right_x * skew_y - skew_x * right_y) / determinant)[:, None]
    across, down = (points / (BITS + 2)).T
    depth = g * across + h * down + 1
    depth = np.where(np.abs(depth) < 1e-6, 1e-6, depth)
    out = [
        (c[:, :1] + (c[:, 1:2] - c[:, :1] + g * c[:, 1:2]) * across + (c[:, 3:] - c[:, :1] + h * c[:, 3:]) * down)
        / depth
        for c in (x, y)
    ]
    return np.asarray(np.clip(np.stack(out, axis=-1), -1e4, 1e5), dtype=np.float32)


@lru_cache(maxsize=4)
def patterns_of(codes: tuple[int, ...], pattern_of: Callable[[int], Bits] = bits_of) -> Patterns:
    """The templates of these codes, made once: a program has several readers of one kit."""
    return Patterns(codes, pattern_of)


def _in_all_directions(templates: Floats) -> Floats:
    """All templates (n, 6, 6) as columns, then all turned by a quarter, by two, by three: shape (36, 4 * n)."""
    turned = np.stack([np.rot90(templates, turn, axes=(1, 2)) for turn in range(4)])
    return turned.reshape(-1, BITS * BITS).T.copy()


def _blurred(bits: NDArray[np.float32], blur: float) -> Floats:
    """The bits as `_modules` would measure them through a blur: shape (n, 6, 6)."""
    fine = 6
    whole = np.full((len(bits), MODULES, MODULES), 1.0, np.float32)
    whole[:, 1:-1, 1:-1] = 0
    whole[:, INNER, INNER] = bits
    drawn = whole.repeat(fine, axis=1).repeat(fine, axis=2)
    soft = np.stack([cv2.GaussianBlur(one, (0, 0), blur * fine) for one in drawn])
    parts = soft.reshape(len(bits), MODULES, fine, MODULES, fine)[:, :, 1:-1, :, 1:-1]
    return np.asarray(parts.mean(axis=(2, 4))[:, INNER, INNER], dtype=np.float32)


def _centred(templates: Floats) -> Floats:
    """With mean 0 and length 1 over the last two axes, so that products are correlations."""
    templates = templates - templates.mean(axis=(-2, -1), keepdims=True)
    return np.asarray(templates / (np.sqrt((templates**2).sum(axis=(-2, -1), keepdims=True)) + 1e-6), dtype=np.float32)


def _sample_points() -> Floats:
    within = (np.arange(SAMPLES) - (SAMPLES - 1) / 2) / SAMPLES * (2 / 3) + 0.5
    line = (np.arange(MODULES)[:, None] - 1 + within).ravel()
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2).astype(np.float32)


SAMPLE_POINTS = _sample_points()


def _modules(image: GreyImage, quads: Quads) -> Floats:
    """Mean grey level of each module, quiet zone included: shape (n, 10, 10)."""
    parts = np.split(quads, range(AT_ONCE, len(quads), AT_ONCE))
    levels = (sample(image, project(part, SAMPLE_POINTS)) for part in parts)
    return np.concatenate([each.reshape(-1, MODULES, SAMPLES, MODULES, SAMPLES).mean(axis=(2, 4)) for each in levels])


def _normalised(modules: Floats) -> tuple[Floats, Floats]:
    """Shades from 0 (black) to 1 (white) with the light evened out, and the contrast in grey levels."""
    black, white = _fitted_plane(modules, BORDER, *_PLANE_OF_BORDER), _fitted_plane(modules, QUIET, *_PLANE_OF_QUIET)
    contrast = white - black
    return (modules - black) / np.maximum(contrast, LEAST_CONTRAST), contrast.mean(axis=(1, 2))


_REDUCED = (np.arange(MODULES, dtype=np.float32) - (MODULES - 1) / 2) / (MODULES / 2)
"""A module's row or column, from -1 to 1."""


def _plane_basis(ring: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """A plane's level, slope to the right and slope down at each module of a ring, and what solves for them."""
    rows, columns = np.nonzero(ring)
    basis = np.stack([np.ones(len(rows), np.float32), _REDUCED[columns], _REDUCED[rows]], axis=1)
    return basis, np.asarray(np.linalg.pinv(basis).T, np.float32)


_PLANE_OF_BORDER, _PLANE_OF_QUIET = _plane_basis(BORDER), _plane_basis(QUIET)


def _fitted_plane(modules: Floats, ring: NDArray[np.bool_], basis: Floats, solve: Floats) -> Floats:
    """A plane fitted to the grey levels of one ring; a few modules that show something else hardly count."""
    levels = modules[:, ring]
    plane = levels @ solve
    for _ in range(2):
        miss = levels - plane @ basis.T
        usual = 2 * np.median(np.abs(miss), axis=1, keepdims=True) + 1
        trust = 1 / (1 + (miss / usual) ** 2)
        normal = np.einsum("nk,ki,kj->nij", trust, basis, basis) + 0.05 * np.eye(3, dtype=np.float32)
        plane = np.linalg.solve(normal, ((trust * levels) @ basis)[..., None])[..., 0]
    flat, right, down = plane.T[:, :, None, None]
    return np.asarray(flat + right * _REDUCED + down * _REDUCED[:, None], dtype=np.float32)
