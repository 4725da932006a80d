"""Measures a lens in pictures of the kit's calibration board."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians
from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.for_features.calibration_board import CalibrationBoardSizes, charuco_board
from vision.errors import CalibrationError
from vision.lens.calibration import Array, Calibration

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from vision.frame import GreyImage


FEWEST_MARKERS = 4
FEWEST_CORNERS = 20
"""A picture must show at least so many of the board's 63 corners."""
FEWEST_VIEWS = 6
LEAST_COVERED = 0.5
"""Share of the picture's 6 x 4 parts that must have a corner in some view; elsewhere nothing was measured."""
LEAST_TILT = radians(12)
"""The board's directions must differ by so much; otherwise focal length and distance cannot be separated."""
LARGEST_MISFIT = 0.04
"""Share of the board's width in the picture by which a lens can shift a corner at most."""
LARGEST_ERROR = 1 / 2500
"""Share of the picture's width; the root mean square error must be below."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """Where the board's corners are in one picture: `ids` (n,), `pixels` (n, 2), and its markers' corners (m, 4, 2)."""

    name: str
    width: int
    height: int
    ids: NDArray[np.int32]
    pixels: NDArray[np.float32]
    markers: NDArray[np.float32]


class LensCalibrator:
    """Finds the calibration board in pictures and measures the lens in them."""

    def __init__(self) -> None:
        board = charuco_board(CalibrationBoardSizes())
        self._corners = np.asarray(board.getChessboardCorners(), dtype=np.float32)
        self._markers = np.array(board.getObjPoints(), dtype=np.float32)[..., :2]
        parameters = cv2.aruco.DetectorParameters()
        parameters.minMarkerPerimeterRate = 0.012
        self._detector = cv2.aruco.CharucoDetector(board, detectorParams=parameters)

    def find(self, image: GreyImage, name: str = "") -> BoardView:
        """Where the board is in a picture; `name` names the picture in errors.

        Raises:
            CalibrationError: the picture shows no board, another board, or too little of it.
        """
        found, ids, squares, codes = self._detector.detectBoard(image)
        markers = np.array([] if squares is None else squares, dtype=np.float32).reshape(-1, 4, 2)
        if len(markers) < FEWEST_MARKERS:
            raise CalibrationError("error.calibration_no_board", picture=name)
        if not self._fits(np.asarray(codes, dtype=np.int32).ravel(), markers):
            raise CalibrationError("error.calibration_other_board", picture=name)
        if ids is None or len(ids) < FEWEST_CORNERS:
            seen = 0 if ids is None else len(ids)
            raise CalibrationError("error.calibration_hidden", picture=name, found=seen, needed=FEWEST_CORNERS)
        height, width = image.shape
        pixels = np.asarray(found, dtype=np.float32).reshape(-1, 2)
        return BoardView(name, width, height, np.asarray(ids, dtype=np.int32).ravel(), pixels, markers)

    def measure(self, views: Sequence[BoardView]) -> Calibration:
        """The lens through which the views were taken.

        Raises:
            CalibrationError: the views are too few or too similar; the key says what to do.
        """
        _require_enough_views(views)
        width, height = views[0].width, views[0].height
        _require_coverage(views, width, height)
        error, matrix, bends, turns, _ = cv2.calibrateCamera(
            [self._corners[view.ids] for view in views],
            [view.pixels for view in views],
            (width, height),
            np.eye(3),
            np.zeros(5),
        )
        if _spread([np.asarray(turn, dtype=np.float64) for turn in turns]) < LEAST_TILT:
            raise CalibrationError("error.calibration_flat")
        if error > LARGEST_ERROR * width:
            raise CalibrationError("error.calibration_inexact", error=round(error, 2))
        k1, k2, p1, p2, k3 = np.asarray(bends).ravel()[:5].tolist()
        return Calibration(
            width,
            height,
            (float(matrix[0, 0]), float(matrix[1, 1])),
            (float(matrix[0, 2]), float(matrix[1, 2])),
            (k1, k2, p1, p2, k3),
            float(error),
            len(views),
        )

    def _fits(self, codes: NDArray[np.int32], markers: NDArray[np.float32]) -> bool:
        """True if the markers lie as on this board, apart from the lens's distortion."""
        if codes.max() >= len(self._markers):
            return False
        flat, pixels = self._markers[codes].reshape(-1, 2), markers.reshape(-1, 2)
        plane, _ = cv2.findHomography(flat, pixels)
        miss = np.linalg.norm(cv2.perspectiveTransform(flat[:, None], plane)[:, 0] - pixels, axis=1)
        return bool(np.sqrt((miss**2).mean()) < LARGEST_MISFIT * float(np.ptp(pixels, axis=0).max()))


def is_new_view(view: BoardView, others: Iterable[BoardView]) -> bool:
    """True if the board is elsewhere or tilted differently than in all other views."""
    return all(_mean_distance(view, other) > 0.04 * view.width for other in others)


def is_still(view: BoardView, before: BoardView | None) -> bool:
    """True if the board has not moved since the view before."""
    return before is not None and _mean_distance(view, before) < max(1.0, view.width / 2000)


def _mean_distance(one: BoardView, other: BoardView) -> float:
    """Mean distance in px of the corners in both views; infinite without any."""
    _, here, there = np.intersect1d(one.ids, other.ids, return_indices=True)
    if not len(here):
        return float("inf")
    return float(np.linalg.norm(one.pixels[here] - other.pixels[there], axis=1).mean())


def coverage(views: Iterable[BoardView], width: int, height: int) -> float:
    """Share of the picture's 6 x 4 parts with a corner in any of the views."""
    parts = np.zeros((4, 6), bool)
    for view in views:
        columns = np.clip(view.pixels[:, 0] * 6 / width, 0, 5).astype(int)
        rows = np.clip(view.pixels[:, 1] * 4 / height, 0, 3).astype(int)
        parts[rows, columns] = True
    return float(parts.mean())


def _require_enough_views(views: Sequence[BoardView]) -> None:
    for view in views[1:]:
        if (view.width, view.height) != (views[0].width, views[0].height):
            raise CalibrationError(
                "error.calibration_sizes", picture=view.name, width=views[0].width, height=views[0].height
            )
    different: list[BoardView] = []
    for view in views:
        if is_new_view(view, different):
            different.append(view)
    if len(different) < FEWEST_VIEWS:
        raise CalibrationError("error.calibration_few", found=len(different), needed=FEWEST_VIEWS)


def _require_coverage(views: Sequence[BoardView], width: int, height: int) -> None:
    share = coverage(views, width, height)
    if share < LEAST_COVERED:
        raise CalibrationError(
            "error.calibration_uncovered", percent=round(100 * share), needed=round(100 * LEAST_COVERED)
        )


def _spread(turns: Sequence[Array]) -> float:
    """The largest angle in radians between two of the board's directions."""
    faced = np.stack([cv2.Rodrigues(turn)[0][:, 2] for turn in turns])
    cosines = np.clip(faced @ faced.T, cos(np.pi), 1.0)
    return float(np.arccos(cosines.min()))
