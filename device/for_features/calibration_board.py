"""The calibration board, which is printed and then shown to the camera. Printed ones never change."""

from dataclasses import dataclass

import cv2


@dataclass(frozen=True, slots=True)
class CalibrationBoardSizes:
    """The calibration board: a chessboard with a marker in every white square.

    Its markers have 5 x 5 bits, unlike the kit's stickers, and are larger.
    """

    columns: int = 8
    rows: int = 10
    square: float = 24.0
    """mm."""
    marker: float = 18.0
    """mm."""

    @property
    def width(self) -> float:
        """In mm."""
        return self.columns * self.square

    @property
    def height(self) -> float:
        """In mm."""
        return self.rows * self.square


def charuco_board(sizes: CalibrationBoardSizes) -> cv2.aruco.CharucoBoard:
    """The calibration board as OpenCV knows it, in mm."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_50)
    return cv2.aruco.CharucoBoard((sizes.columns, sizes.rows), sizes.square, sizes.marker, family)
