"""The camera's picture on a panel."""

import pygame

from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.messages.preview import Preview

EMPTY = 16 / 9
"""Width to height of the frame while there is no picture."""


def draw_preview(canvas: Canvas, box: Box, preview: Preview | None, *, radius: float = 0.02, edge: float = 0.0) -> Box:
    """The picture as large as it fits, or a camera's icon while there is none; returns the frame.

    `radius` of the frame's corners and `edge` round the picture are shares of the screen's height.
    """
    frame = box.fitted(preview.width / preview.height if preview else EMPTY)
    canvas.plate(frame, canvas.theme.panel, canvas.tools.height * radius)
    if preview is None:
        canvas.icon(frame.middle(frame.h * 0.3, frame.h * 0.3), "camera", canvas.theme.line)
    else:
        canvas.image(frame.inset(canvas.tools.height * edge), _surface(preview))
    return frame


def _surface(preview: Preview) -> pygame.Surface:
    colours = bytes(value for grey in preview.grey for value in (grey, grey, grey))
    return pygame.image.frombuffer(colours, (preview.width, preview.height), "RGB")
