"""What a painter draws, as words: for tests that look at texts and icons, not at pixels."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pygame

from display.drawing.canvas import Canvas, Tools
from display.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from display.window import Window


def strict_canvas(width: int, height: int, screen: int = 480) -> Canvas:
    """A canvas of that size in px on a screen `screen` px high; a misfit is an error."""
    return Canvas(pygame.Surface((width, height)), Tools(Words(), screen, strict=True))


def drawn(paint: Callable[[Canvas, Any], None], content: object, size: tuple[int, int] = (400, 300)) -> list[str]:
    """Every text, and every icon in brackets, from left to right."""
    canvas = strict_canvas(*size)
    paint(canvas, content)
    return left_to_right(canvas)


def left_to_right(canvas: Canvas) -> list[str]:
    """What was drawn, ordered by x: texts as they are, icons in brackets."""
    found = sorted(canvas.drawn, key=lambda one: one[0].x)
    return [f"[{what[5:]}]" if what.startswith("icon ") else what[6:-1] for _, what in found]


def screenshot(window: Window) -> bytes:
    """What is on the screen, as a PNG."""
    file = io.BytesIO()
    pygame.image.save(window._surface, file, "screen.png")
    return file.getvalue()


def pixels(window: Window) -> bytes:
    """What is on the screen, four bytes a pixel."""
    return pygame.image.tobytes(window._surface, "RGBX")
