"""A QR code on the screen: whole pixels for each module, dark on white, with its quiet zone."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas

READABLE = 2
"""The least size of a module, in px, that a telephone can read."""
QUIET = 4
"""The width of the quiet zone, in modules, as the QR standard requires."""


def draw_code(canvas: Canvas, box: Box, text: str) -> bool:
    """Draw the code in the middle of the box; False if there is no room for one that can be read, or none so large."""
    try:
        small = modules(text)
    except ValueError:  # more than 2953 bytes
        return False
    times = int(min(box.w, box.h)) // small.get_height()
    if times < READABLE:
        return False
    picture = pygame.transform.scale(small, (small.get_width() * times, small.get_height() * times))
    canvas.image(box.middle(*picture.get_size()), picture)
    return True


@lru_cache(maxsize=4)
def modules(text: str) -> pygame.Surface:
    """The code at one pixel per module."""
    import segno  # noqa: PLC0415  takes long, and most evenings show no code

    rows = tuple(tuple(row) for row in segno.make_qr(text, error="l").matrix_iter(border=QUIET))
    flat = bytes(value for row in rows for dark in row for value in ((0,) * 3 if dark else (255,) * 3))
    return pygame.image.frombuffer(flat, (len(rows[0]), len(rows)), "RGB")
