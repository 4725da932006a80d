"""The camera's view with what is read marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.drawing.layout import Box
from display.screens import labels
from display.screens.waiting import picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.messages.preview import Mark
    from display.drawing.canvas import Canvas
    from display.drawing.theme import Colour
    from display.menu.camera import CameraPicture


def paint(canvas: Canvas, view: CameraPicture) -> None:
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
    _marks(canvas, frame, preview.marks)
    unsure = sum(not mark.sure for mark in preview.marks)
    head, rest = side.cut_top(side.h * 0.5)
    words = canvas.say("menu.camera.read", count=len(preview.marks) - unsure)
    canvas.paragraph(head, words, canvas.tools.height / 16, colour=theme.good, bold=True, smallest=0.4)
    if unsure:
        words = canvas.say("menu.camera.unsure", count=unsure)
        canvas.paragraph(rest, words, canvas.tools.height / 18, colour=theme.ask, smallest=0.4)


def _marks(canvas: Canvas, frame: Box, marks: Sequence[Mark]) -> None:
    """Each sticker framed; its name beside it where there is room, else a dot. What is unclear is named first."""
    marks = sorted(marks, key=_last_named)
    stickers = [_framed(canvas, frame, mark) for mark in marks]
    size = canvas.tools.height / 32
    names = [canvas.say(mark.name) if mark.sure else f"? {canvas.say(mark.name)}" for mark in marks]
    sizes = [(canvas.width(name, size) + size * 0.3, size * 1.1) for name in names]
    places = labels.placed(frame, stickers, sizes, size * 0.15, urgent=sum(not mark.sure for mark in marks))
    for mark, sticker, place in zip(marks, stickers, places, strict=True):
        if place is None:
            _dot(canvas, sticker, mark)
    for mark, name, place in zip(marks, names, places, strict=True):
        if place is not None:
            _label(canvas, place, name, size, mark)


def _last_named(mark: Mark) -> int:
    """What lies badly first, then boards, by which one finds one's way, then cards."""
    return 0 if not mark.sure else 1 if mark.name.startswith("wonder.") else 2


def _ink(canvas: Canvas, mark: Mark) -> Colour:
    return canvas.theme.good if mark.sure else canvas.theme.ask


def _framed(canvas: Canvas, frame: Box, mark: Mark) -> Box:
    """A frame round the sticker; returns the box round that."""
    points = [(frame.x + x * frame.w, frame.y + y * frame.h) for x, y in mark.corners]
    wide = max(2.0, canvas.tools.height / 240)
    for start, end in zip(points, (*points[1:], points[0]), strict=True):
        canvas.line(start, end, _ink(canvas, mark), wide)
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    return Box(left, top, right - left, bottom - top).inset(-wide / 2)


def _dot(canvas: Canvas, sticker: Box, mark: Mark) -> None:
    size = max(6.0, min(sticker.w, sticker.h) * 0.6)
    canvas.plate(sticker.middle(size, size), _ink(canvas, mark), size / 2)


def _label(canvas: Canvas, place: Box, name: str, size: float, mark: Mark) -> None:
    canvas.plate(place, canvas.theme.ground, size * 0.2)
    canvas.text(place.inset(size * 0.1, 0.0), name, size, colour=_ink(canvas, mark), align="centre", smallest=0.4)
