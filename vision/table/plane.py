"""The table's plane: from pixels to millimetres, fitted to squares of known size that lie on it.

Places and directions of the squares are unknown; the lengths of their four sides and two diagonals are known. Five
numbers are fitted to these lengths: two for perspective, two for the shape of a pixel on the table, one for scale. Few
squares say little about perspective, so a weak prior assumes a camera that looks straight down; it weighs less the more
squares there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.lens.calibration import Calibration

Array = NDArray[np.float64]

_REACH = 1000.0
"""px; the unit of distances from the reference point, so that all five numbers have a similar size."""
_PAIRS = np.array(list(combinations(range(4), 2)))
_LENGTHS = np.array([1.0, 2**0.5, 1.0, 1.0, 2**0.5, 1.0])
"""Of `_PAIRS`, in units of the square's side."""
_NOISE = 0.02
"""Expected error of a side, as a share of its length."""
_PRIOR = np.array([0.04, 0.04, 0.03, 0.03])
"""Standard deviations of the prior on perspective (per `_REACH`) and shape: a camera that looks straight down."""
_ROUNDS = 12
_NUDGE = 1e-6
_NUDGES = np.vstack([np.zeros(5), np.eye(5) * _NUDGE])
"""What is added to the five numbers to see how much each changes the lengths; first nothing."""
_EXACT = 0.01
"""The square of an error, in `_NOISE`, below which squares fit exactly."""


@dataclass(frozen=True, slots=True)
class Plane:
    """From pixels to the table's millimetres: undistortion, then a homography.

    As fitted, at `reference` (px), which is the origin, x points to the picture's right and y down.
    """

    reference: tuple[float, float]
    """px, undistorted."""
    numbers: tuple[float, float, float, float, float]
    """Perspective in x and y, stretch, skew, log of mm per px."""
    support: int = 0
    """Number of squares that fit."""
    turn: float = 0.0
    """Radians from the picture's right to the table's x; 0 until the camera moves."""
    origin: tuple[float, float] = (0.0, 0.0)
    """mm, of `reference`."""
    lens: Calibration | None = None
    doubt: Array = field(default_factory=lambda: np.zeros((5, 5)), repr=False, compare=False)
    """Shape (5, 5): the covariance of the numbers."""
    _matrix: Array = field(init=False, repr=False, compare=False)
    """Shape (3, 3): undistorted homogeneous pixels to homogeneous millimetres."""
    _inverse: Array = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        matrix = _rigid(self.turn, self.origin) @ _homography(self.reference, self.numbers)
        object.__setattr__(self, "_matrix", matrix)
        object.__setattr__(self, "_inverse", np.linalg.inv(matrix))

    def to_mm(self, pixels: NDArray[np.floating]) -> Array:
        """Shape (..., 2) to the same shape."""
        return _apply(self._matrix, undistorted(pixels, self.lens))

    def to_px(self, millimetres: NDArray[np.floating]) -> Array:
        """Shape (..., 2) to the same shape."""
        pixels = _apply(self._inverse, millimetres)
        return self.lens.distort(pixels) if self.lens else pixels

    def px_per_mm(self) -> float:
        """Scale at the reference."""
        origin, right, down = self._steps()
        area = float(np.linalg.det(np.stack([right - origin, down - origin])))
        return float(abs(area) ** -0.5)

    def doubt_at(self, square: NDArray[np.floating], side: float) -> float:
        """The standard deviation of the size of a square (4, 2), px, as a share: far from others little is known."""
        points = (undistorted(square, self.lens) - np.array(self.reference)) / _REACH
        here, *nudged = _residuals(points[None], side, np.array(self.numbers) + _NUDGES).mean(axis=(1, 2))
        change = (np.array(nudged) - here) / _NUDGE
        return _NOISE * float(np.sqrt(max(0.0, change @ self.doubt @ change)))

    @property
    def down(self) -> tuple[float, float]:
        """The direction on the table, of length 1, that points to the picture's bottom edge."""
        origin, _, below = self._steps()
        x, y = ((below - origin) / np.linalg.norm(below - origin)).tolist()
        return x, y

    def _steps(self) -> Array:
        """Shape (3, 2): the reference, the pixel to its right and the one below it, in mm."""
        return _apply(self._matrix, np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]) + self.reference)

    def shifted(self, motion: Array) -> "Plane":
        """The same table after the camera moved; `motion` (3, 3) leads from old to new undistorted pixels."""
        matrix = self._matrix @ np.linalg.inv(motion)
        reference = _apply(motion, np.array(self.reference))
        matrix /= float(matrix[2] @ [*reference, 1.0])
        origin = (matrix @ [*reference, 1.0])[:2]
        linear = matrix[:2, :2] - np.outer(origin, matrix[2, :2])
        left, sizes, right = np.linalg.svd(linear)
        rotation, shape = left @ right, right.T @ np.diag(sizes) @ right
        scale = float(np.trace(shape)) / 2
        pull = matrix[2, :2] * _REACH
        return Plane(
            (float(reference[0]), float(reference[1])),
            _five(np.array([*pull, shape[0, 0] / scale - 1, shape[0, 1] / scale, np.log(scale * _REACH)])),
            self.support,
            float(np.arctan2(rotation[1, 0], rotation[0, 0])),
            (float(origin[0]), float(origin[1])),
            self.lens,
            self.doubt,
        )


def undistorted(pixels: NDArray[np.floating], lens: Calibration | None) -> Array:
    """Points (..., 2), px, without the lens's distortion; unchanged without a lens."""
    return lens.undistort(pixels) if lens else np.asarray(pixels, dtype=np.float64)


def fit_plane(
    squares: NDArray[np.floating],
    side: float,
    previous: Plane | None = None,
    anchor: Sequence[float] | None = None,
    lens: Calibration | None = None,
) -> Plane | None:
    """The plane on which squares of `side` mm lie; without any square, `previous`.

    `squares` has shape (n, 4, 2), px. Squares above the table or read inaccurately count little. The origin is at the
    `anchor` (px) or in the middle of the squares, or where it is in `previous`, from which the search starts. All
    pixels are distorted by `lens`.
    """
    if len(squares) == 0:
        return previous
    corners = undistorted(squares, lens)
    reference = corners.reshape(-1, 2).mean(axis=0) if anchor is None else undistorted(np.array(anchor), lens)
    if previous is not None:
        reference = np.array(previous.reference)
    points = (corners - reference) / _REACH
    numbers = _first_guess(points, side) if previous is None else np.array(previous.numbers)
    weights = np.ones(len(points))
    for _ in range(_ROUNDS):
        left, right = _equations(points, side, numbers, weights)
        step = np.clip(-np.linalg.lstsq(left, right, rcond=None)[0], -0.3, 0.3)
        numbers = numbers + step
        weights = _weights(_residuals(points, side, numbers))
        if np.abs(step).max() < 1e-7:
            break
    good, doubt = int((weights > 0.25).sum()), np.asarray(np.linalg.inv(left.T @ left), np.float64)
    if previous is not None:
        return replace(previous, numbers=_five(numbers), support=good, lens=lens, doubt=doubt)
    return Plane((float(reference[0]), float(reference[1])), _five(numbers), good, lens=lens, doubt=doubt)


def misfit(squares: NDArray[np.floating], side: float, plane: Plane) -> float:
    """The usual error of a square's sides and diagonals on a fitted plane, as a share of their length.

    A geometric mean, so that squares above the table hardly count.
    """
    points = (undistorted(squares, plane.lens) - np.array(plane.reference)) / _REACH
    size = (_residuals(points, side, np.array(plane.numbers)) ** 2).mean(axis=1)
    return _NOISE * float(np.exp(np.log(size + _EXACT).mean() / 2))


def _five(numbers: Array) -> tuple[float, float, float, float, float]:
    a, b, c, d, e = (float(number) for number in numbers)
    return a, b, c, d, e


def _first_guess(points: Array, side: float) -> Array:
    lengths = np.linalg.norm(points - np.roll(points, 1, axis=1), axis=2)
    return np.array([0.0, 0.0, 0.0, 0.0, np.log(side / float(np.median(lengths)))])


def _equations(points: Array, side: float, numbers: Array, weights: Array) -> tuple[Array, Array]:
    """Both sides of the equations of a Gauss-Newton step, with the prior as four more."""
    here, *nudged = _residuals(points, side, numbers + _NUDGES)
    root = np.sqrt(weights)[:, None]
    jacobian = np.stack([((there - here) / _NUDGE * root).ravel() for there in nudged], axis=1)
    prior = np.hstack([np.diag(1 / _PRIOR), np.zeros((4, 1))])
    left = np.vstack([jacobian, prior])
    return left, np.concatenate([(here * root).ravel(), numbers[:4] / _PRIOR])


def _residuals(points: Array, side: float, numbers: Array) -> Array:
    """Shape (..., n, 6): by how many expected errors each side and diagonal is too long, with `numbers` (..., 5)."""
    flat = _flatten(points, numbers)
    lengths = np.linalg.norm(flat[..., _PAIRS[:, 0], :] - flat[..., _PAIRS[:, 1], :], axis=-1)
    residuals: Array = (lengths / side / _LENGTHS - 1) / _NOISE
    return residuals


def _weights(residuals: Array) -> Array:
    """Shape (n,): near 1 for squares that fit, near 0 for those that cannot lie on this plane (Cauchy's weights)."""
    size = (residuals**2).mean(axis=1)
    spread = max(1.0, float(np.median(size)))
    weights: Array = 1 / (1 + size / spread / 4) ** 2
    return weights


def _flatten(points: Array, numbers: Array) -> Array:
    """Shape (..., n, 4, 2): the corners of squares on the table, with `numbers` (..., 5)."""
    pull_x, pull_y, stretch, skew, scale = np.moveaxis(numbers, -1, 0)[..., None, None]
    depth = 1 + points[..., 0] * pull_x + points[..., 1] * pull_y
    x = ((1 + stretch) * points[..., 0] + skew * points[..., 1]) / depth
    y = (skew * points[..., 0] + (1 - stretch) * points[..., 1]) / depth
    flat: Array = np.stack([x, y], axis=-1) * np.exp(scale)[..., None]
    return flat


def _homography(reference: tuple[float, float], numbers: Sequence[float]) -> Array:
    pull_x, pull_y, stretch, skew, scale = numbers
    centre = np.array([[1, 0, -reference[0]], [0, 1, -reference[1]], [0, 0, _REACH]]) / _REACH
    size = float(np.exp(scale))
    shape = np.array(
        [[size * (1 + stretch), size * skew, 0], [size * skew, size * (1 - stretch), 0], [pull_x, pull_y, 1]]
    )
    return shape @ centre


def _rigid(turn: float, origin: tuple[float, float]) -> Array:
    cosine, sine = float(np.cos(turn)), float(np.sin(turn))
    return np.array([[cosine, -sine, origin[0]], [sine, cosine, origin[1]], [0, 0, 1]])


def _apply(matrix: Array, points: NDArray[np.floating]) -> Array:
    flat = np.asarray(points, dtype=np.float64)
    homogeneous = np.concatenate([flat, np.ones((*flat.shape[:-1], 1))], axis=-1) @ matrix.T
    result: Array = homogeneous[..., :2] / homogeneous[..., 2:]
    return result
