"""Does with the pages what people do: renders a PDF at 300 dpi and cuts every piece out along its line."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pypdfium2

from device.features.kit_printing.pieces import Outline, PieceSheets
from vision.frame import GreyImage
from vision.kit.codebook import Codebook
from vision.symbologies import FiducialFinder

DPI = 300
PX = DPI / 25.4
TABLE = 120
"""Grey level of the table that the piece lies on."""
AROUND = 30
FINDER = FiducialFinder(Codebook.load().codes)


def pages(path: Path) -> Iterator[GreyImage]:
    for page in pypdfium2.PdfDocument(path):
        image = page.render(scale=DPI / 72, grayscale=True).to_numpy()
        yield np.ascontiguousarray(image.reshape(image.shape[:2]))


def cut(page: GreyImage, outline: Outline) -> GreyImage:
    """The piece alone, on a grey table; `outline` in mm."""
    corners = np.round(np.array(outline) * PX).astype(np.int32)
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    paper = page[top:bottom, left:right]
    mask = cv2.fillPoly(np.zeros_like(paper), [corners - (left, top)], 255)
    piece = np.where(mask > 0, paper, TABLE).astype(np.uint8)
    return np.asarray(cv2.copyMakeBorder(piece, *[AROUND] * 4, cv2.BORDER_CONSTANT, value=TABLE), np.uint8)


def codes_on(piece: GreyImage) -> list[int]:
    """The codes that are read on a piece; half its size is as near as people look."""
    return [one.code for one in FINDER.look(cv2.resize(piece, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))]


def misread(path: Path, sheets: PieceSheets) -> list[tuple[int, list[int]]]:
    """The pieces, once for each code, that do not show their own code and no other: what they are, what is read."""
    seen, wrong = set(), []
    for page, image in zip(sheets.pages, pages(path), strict=True):
        for piece in page:
            if piece.entry.code not in seen and (read := codes_on(cut(image, piece.outline))) != [piece.entry.code]:
                wrong.append((piece.entry.code, read))
            seen.add(piece.entry.code)
    return wrong
