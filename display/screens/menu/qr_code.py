"""A QR code, as large as the screen allows: whole pixels for each module, dark on white, with its quiet zone."""

from __future__ import annotations

from functools import lru_cache

import pygame

from display.drawing.canvas import Canvas
from display.menu.page import QrLink

READABLE = 2
"""The least size of a module, in px, that a telephone can read."""
QUIET = 4
"""The width of the quiet zone, in modules, as the QR standard requires."""


def paint(canvas: Canvas, code: QrLink) -> None:
    """The code on the left, what to do with it on the right."""
    side, words = canvas.box.cut_left(canvas.box.h, canvas.box.w * 0.03)
    small = modules(code.address)
    times = int(side.h) // small.get_height()
    if times < READABLE:
        canvas.paragraph(canvas.box, canvas.say("menu.share.small"), canvas.tools.height / 15, smallest=0.4)
        return
    picture = pygame.transform.scale(small, (small.get_width() * times, small.get_height() * times))
    canvas.image(side.middle(*picture.get_size()), picture)
    canvas.paragraph(words, canvas.say("menu.share.how"), canvas.tools.height / 15, smallest=0.4)


@lru_cache(maxsize=4)
def modules(address: str) -> pygame.Surface:
    """The code at one pixel per module."""
    import segno  # noqa: PLC0415  takes long, and most evenings show no code

    rows = tuple(tuple(row) for row in segno.make_qr(address, error="l").matrix_iter(border=QUIET))
    flat = bytes(value for row in rows for dark in row for value in ((0,) * 3 if dark else (255,) * 3))
    return pygame.image.frombuffer(flat, (len(rows[0]), len(rows)), "RGB")
