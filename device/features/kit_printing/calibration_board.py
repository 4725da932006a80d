"""Prints the calibration board: one page, with instructions below the board."""

from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from device.features.kit_printing.sheets import Paper
from device.for_features.calibration_board import CalibrationBoardSizes, charuco_board
from device.for_features.kit_wording import Wording
from vision.frame import GreyImage

_TOP = 12.0
_TEXT_PT = 8.0
_BIT = 6
"""Units per module of a marker, so that squares, markers and modules are all whole numbers of units."""


def board_picture(zoom: int = 1) -> GreyImage:
    """The board without a margin, `zoom` px a unit; a marker's module has 6 units."""
    sizes = CalibrationBoardSizes()
    unit = sizes.marker / 7 / _BIT
    width, height = (round(side / unit) for side in (sizes.width, sizes.height))
    image = charuco_board(sizes).generateImage((width, height))
    return np.asarray(np.kron(np.asarray(image), np.ones((zoom, zoom))), dtype=np.uint8)


def make_board_page(
    path: Path, *, paper: Paper | str = Paper.A4, wording: Wording | None = None, font: Path | None = None
) -> int:
    """Write the page as a PDF and return 1, the number of pages.

    Raises:
        OSError: the file or the font cannot be written or read.
        ValueError: no such paper.
    """
    wording, sizes = wording or Wording(), CalibrationBoardSizes()
    width, height = Paper(paper).size
    canvas = Canvas(str(path), pagesize=(width * mm, height * mm), invariant=1)
    canvas.setTitle(wording.board)
    left = (width - sizes.width) / 2
    _draw(canvas, board_picture() == 0, left * mm, (height - _TOP) * mm, sizes.width * mm)
    name = "Helvetica"
    if font:
        pdfmetrics.registerFont(TTFont(font.stem, str(font)))
        name = font.stem
    canvas.setFont(name, _TEXT_PT)
    lines = simpleSplit(f"{wording.board}. {wording.board_use}", name, _TEXT_PT, sizes.width * mm)
    for number, line in enumerate(lines):
        canvas.drawString(left * mm, (height - _TOP - sizes.height - 6 - 4 * number) * mm, line)
    canvas.showPage()
    canvas.save()
    return 1


def _draw(canvas: Canvas, dark: NDArray[np.bool_], left: float, top: float, width: float) -> None:
    """Fill the dark units as one path, equal rows together, so that no seams show. In points."""
    unit = width / dark.shape[1]
    path = canvas.beginPath()
    y = 0
    for _, alike in groupby(dark, key=bytes):
        rows = list(alike)
        edges = np.flatnonzero(np.diff(np.concatenate([[0], rows[0].astype(np.int8), [0]])))
        for start, end in edges.reshape(-1, 2).tolist():
            path.rect(left + start * unit, top - (y + len(rows)) * unit, (end - start) * unit, len(rows) * unit)
        y += len(rows)
    canvas.drawPath(path, stroke=0, fill=1)
