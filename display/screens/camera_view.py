"""The camera's view with what is read marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.layout import Box
from display.screens.waiting import picture

if TYPE_CHECKING:
    from display.canvas import Canvas
    from display.menu.camera import View
    from display.model import Mark


def paint(canvas: Canvas, view: View) -> None:
    """The picture as large as it fits; beside it how many things are read in it."""
    theme = canvas.theme
    canvas.fill(theme.ground)
    room, side = canvas.box.cut_left(canvas.box.w * 0.76, canvas.box.w * 0.02)
    preview = view.preview
    frame = room.fitted(preview.width / preview.height if preview else 16 / 9)
    canvas.plate(frame, theme.panel, canvas.tools.height * 0.01)
    if preview is None:
        canvas.icon(frame.middle(frame.h * 0.3, frame.h * 0.3), "camera", theme.line)
        words = canvas.error(view.camera) if view.camera else canvas.say("menu.camera.none")
        canvas.paragraph(side, words, canvas.tools.height / 18, smallest=0.4)
        return
    canvas.image(frame, picture(preview))
    for mark in preview.marks:
        _mark(canvas, frame, mark)
    unsure = sum(not mark.sure for mark in preview.marks)
    head, rest = side.cut_top(side.h * 0.5)
    words = canvas.say("menu.camera.read", count=len(preview.marks) - unsure)
    canvas.paragraph(head, words, canvas.tools.height / 16, colour=theme.good, bold=True, smallest=0.4)
    if unsure:
        words = canvas.say("menu.camera.unsure", count=unsure)
        canvas.paragraph(rest, words, canvas.tools.height / 18, colour=theme.ask, smallest=0.4)


def _mark(canvas: Canvas, frame: Box, mark: Mark) -> None:
    """A frame round the sticker, solid or with a question mark, and its name below as far as there is room."""
    theme = canvas.theme
    ink = theme.good if mark.sure else theme.ask
    points = [(frame.x + x * frame.w, frame.y + y * frame.h) for x, y in mark.corners]
    for start, end in zip(points, (*points[1:], points[0]), strict=True):
        canvas.line(start, end, ink, max(2.0, canvas.tools.height / 240))
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low = max(y for _, y in points)
    size = canvas.tools.height / 34
    words = canvas.say(mark.name) if mark.sure else f"? {canvas.say(mark.name)}"
    wide = canvas.width(words, size)
    x = min(max(frame.x, (left + right - wide) / 2), frame.right - wide)
    if low + size * 1.3 < frame.bottom:
        place = Box(x, low + size * 0.1, wide + 2, size * 1.1)
        canvas.plate(place, theme.ground, size * 0.2)
        canvas.text(place, words, size, colour=ink, over=True, smallest=0.4)
