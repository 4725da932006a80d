"""Photographs of made-up cards that lie side by side, as people lay them for a telephone."""

from __future__ import annotations

from math import cos, sin
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.vision.procedural_cards import TEXELS, _light, _worn, mat, of_entry, random_look
from tests.vision.synthetic_table import CODEBOOK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.frame import GreyImage

APART, ROW, EDGE = 80, 120, 30
"""mm from card to card, from row to row, and round them all."""


def turn_photograph(codes: Sequence[int], seed: int, px_per_mm: float = 4.0, rows: int = 1) -> GreyImage:
    """Cards with these codes, of another printing than the owner's pictures, from the left in so many rows."""
    random = np.random.default_rng(seed)
    in_row = -(-len(codes) // rows)
    wide, high = (round((count * mm + 2 * EDGE) * px_per_mm) for count, mm in ((in_row, APART), (rows, ROW)))
    picture = mat(random, wide, high)
    for number, code in enumerate(codes):
        row, column = divmod(number, in_row)
        x = (EDGE + APART * (column + 0.5) + random.uniform(-5, 5)) * px_per_mm
        y = (EDGE + ROW * (row + 0.5) + random.uniform(-6, 6)) * px_per_mm
        face = _worn(of_entry(CODEBOOK.entries[code], printing=1), random_look(random), random)
        turn, zoom = random.uniform(-0.15, 0.15), px_per_mm / TEXELS
        across, down = zoom * cos(turn), zoom * sin(turn)
        middle_x, middle_y = face.shape[1] / 2, face.shape[0] / 2
        matrix = np.array(
            [
                [across, -down, x - across * middle_x + down * middle_y],
                [down, across, y - down * middle_x - across * middle_y],
            ]
        )
        fine = cv2.GaussianBlur(face, (0, 0), max(0.1, 0.4 * TEXELS / px_per_mm))
        cover = cv2.warpAffine(np.ones(face.shape, np.float32), matrix, (wide, high))
        picture = picture * (1 - cover) + cv2.warpAffine(fine, matrix, (wide, high))
    lit = picture * _light(random, 0.4, wide, high) + random.normal(0, 2.5, picture.shape)
    return np.clip(lit, 0, 255).astype(np.uint8)
