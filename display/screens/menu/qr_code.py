"""A QR code, as large as the screen allows: every module whole pixels, dark on white with its quiet zone."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pygame
import segno

if TYPE_CHECKING:
    from display.drawing.canvas import Canvas
    from display.menu.share import Code

READABLE = 2
"""Pixels of a module that a telephone can tell apart."""
QUIET = 4
"""Modules of white that the standard asks for round a code."""


def paint(canvas: Canvas, code: Code) -> None:
    """The code on the left, what to do with it on the right."""
    canvas.fill(canvas.theme.ground)
    side, words = canvas.box.cut_left(canvas.box.h, canvas.box.w * 0.03)
    small = modules(code.address)
    times = int(side.h) // small.get_height()
    if times < READABLE:
        canvas.paragraph(canvas.box, canvas.say("menu.share.small"), canvas.tools.height / 15, smallest=0.4)
        return
    picture = pygame.transform.scale_by(small, times)
    canvas.image(side.middle(*picture.get_size()), picture)
    canvas.paragraph(words, canvas.say("menu.share.how"), canvas.tools.height / 15, smallest=0.4)


@lru_cache(maxsize=2)
def modules(address: str) -> pygame.Surface:
    """The code, a pixel a module."""
    rows = tuple(tuple(row) for row in segno.make_qr(address, error="l").matrix_iter(border=QUIET))
    flat = bytes(value for row in rows for dark in row for value in ((0,) * 3 if dark else (255,) * 3))
    return pygame.image.frombuffer(flat, (len(rows[0]), len(rows)), "RGB")
