"""The camera's picture: with every sticker that is read marked and named, or with a gauge of its sharpness."""

from collections.abc import Iterator, Sequence

from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.drawing.preview import draw_preview
from display.drawing.theme import Colour
from display.menu.setup.cameras import SHARP, CameraPicture, FocusView
from display.messages.preview import Mark

LabelSize = tuple[float, float]

MOST = 1.6
"""The sharpness at the right end of the gauge."""


def paint(canvas: Canvas, view: CameraPicture) -> None:
    """The picture as large as fits; beside it how many stickers are read, are unclear, and cannot be read."""
    theme = canvas.theme
    room, side = canvas.box.cut_left(canvas.box.w * 0.76, canvas.box.w * 0.02)
    preview = view.preview
    frame = draw_preview(canvas, room, preview, radius=0.01)
    if preview is None:
        canvas.paragraph(
            side, _trouble(canvas, view) or canvas.say("menu.camera.none"), canvas.tools.height / 18, smallest=0.4
        )
        return
    draw_marks(canvas, frame, preview.marks)
    for x, y in preview.unread:
        _dot(canvas, Box(frame.x + x * frame.w, frame.y + y * frame.h, 0.0, 0.0), theme.bad)
    unsure = sum(not mark.sure for mark in preview.marks)
    head, rest = side.cut_top(side.h * 0.35)
    words = canvas.say("menu.camera.read", count=len(preview.marks) - unsure)
    canvas.paragraph(head, words, canvas.tools.height / 16, colour=theme.good, bold=True, smallest=0.4)
    problems = (("menu.camera.unsure", unsure, theme.ask), ("menu.camera.unread", len(preview.unread), theme.bad))
    for key, count, colour in problems:
        if count:
            place, rest = rest.cut_top(side.h * 0.32)
            canvas.paragraph(place, canvas.say(key, count=count), canvas.tools.height / 18, colour=colour, smallest=0.4)


def _trouble(canvas: Canvas, view: CameraPicture) -> str:
    """What is wrong with the camera, in words; "" if nothing is."""
    if not view.camera:
        return ""
    fault = view.fault
    return canvas.say(fault.key, camera=fault.camera, reason=fault.reason) if fault else canvas.error(view.camera)


def draw_marks(canvas: Canvas, frame: Box, marks: Sequence[Mark]) -> None:
    """Frame each sticker; its name beside it where there is room, else a dot. Unclear ones get their names first."""
    marks = sorted(marks, key=_naming_order)
    stickers = [_framed(canvas, frame, mark) for mark in marks]
    size = float(canvas.tools.smallest)
    names = [canvas.say(mark.name) if mark.sure else f"? {canvas.say(mark.name)}" for mark in marks]
    sizes = [(canvas.width(name, size) + size * 0.8, size * 1.1) for name in names]
    places = place_labels(frame, stickers, sizes, size * 0.15, urgent=sum(not mark.sure for mark in marks))
    for mark, sticker, place in zip(marks, stickers, places, strict=True):
        if place is None:
            _dot(canvas, sticker, _ink(canvas, mark))
    for mark, name, place in zip(marks, names, places, strict=True):
        if place is not None:
            canvas.plate(place, canvas.theme.ground, size * 0.2)
            words = place.inset(size * 0.1, 0.0)
            canvas.text(words, name, size, colour=_ink(canvas, mark), align="centre", smallest=0.4)


def _naming_order(mark: Mark) -> int:
    """The order of naming: unclear stickers, then boards, which help to find one's way, then cards."""
    return 0 if not mark.sure else 1 if mark.name.startswith("wonder.") else 2


def _ink(canvas: Canvas, mark: Mark) -> Colour:
    return canvas.theme.good if mark.sure else canvas.theme.ask


def _framed(canvas: Canvas, frame: Box, mark: Mark) -> Box:
    """Draw a frame round the sticker; returns the box round the frame."""
    points = [(frame.x + x * frame.w, frame.y + y * frame.h) for x, y in mark.corners]
    wide = max(2.0, canvas.tools.screen / 240)
    for start, end in zip(points, (*points[1:], points[0]), strict=True):
        canvas.line(start, end, _ink(canvas, mark), wide)
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    return Box(left, top, right - left, bottom - top).inset(-wide / 2)


def _dot(canvas: Canvas, sticker: Box, colour: Colour) -> None:
    size = max(6.0, canvas.tools.height / 60, min(sticker.w, sticker.h) * 0.6)
    canvas.plate(sticker.middle(size, size), colour, size / 2)


def place_labels(
    frame: Box, things: Sequence[Box], sizes: Sequence[LabelSize], gap: float, urgent: int = 0
) -> tuple[Box | None, ...]:
    """A box inside the frame for the label of each thing, of these sizes; None where there is no room. All in px.

    Earlier things choose first: below the thing, above it, right of it, left of it. The labels of the first `urgent`
    things may cover other things if necessary, the others cover none.
    """
    found: list[Box | None] = []
    for number, (thing, size) in enumerate(zip(things, sizes, strict=True)):
        labels = [label for label in found if label is not None]
        around = [place for place in _label_spots(thing, size, frame, gap) if _is_free(place, frame, labels)]
        clear = (place for place in around if _is_free(place, frame, things))
        found.append(next(clear, around[0] if around and number < urgent else None))
    return tuple(found)


def _label_spots(thing: Box, size: LabelSize, frame: Box, gap: float) -> Iterator[Box]:
    w, h = size
    x, y = thing.centre
    level = min(max(frame.x, x - w / 2), frame.right - w)
    yield Box(level, thing.bottom + gap, w, h)
    yield Box(level, thing.y - gap - h, w, h)
    yield Box(thing.right + gap, y - h / 2, w, h)
    yield Box(thing.x - gap - w, y - h / 2, w, h)


def _is_free(place: Box, frame: Box, taken: Sequence[Box]) -> bool:
    return frame.holds(place, 0.01) and not any(place.overlaps(other) for other in taken)


def paint_focus(canvas: Canvas, focus: FocusView) -> None:
    """The picture on the left; on the right what to do, and the gauge."""
    theme = canvas.theme
    view, rest = canvas.box.columns(1.25, 1.0, gap=canvas.box.w * 0.03)
    draw_preview(canvas, view, focus.preview, edge=0.008)
    words, gauge = rest.rows(2.6, 1.0, gap=rest.h * 0.06)
    said = _trouble(canvas, focus) or canvas.say(_advice(focus))
    ink = theme.bad if focus.camera else theme.gold if focus.sharp else theme.text
    canvas.paragraph(words, said, canvas.tools.height / 15, bold=True, colour=ink, smallest=0.4)
    if focus.preview is not None and focus.preview.sharpness is not None:
        _gauge(canvas, gauge.middle(gauge.w, min(gauge.h, canvas.tools.height / 10)), focus.preview.sharpness)


def _advice(focus: FocusView) -> str:
    if focus.preview is None:
        return "menu.focus.no_picture"
    if focus.preview.sharpness is None:
        return "menu.focus.no_sticker"
    return "menu.focus.sharp" if focus.sharp else "menu.focus.blurred"


def _gauge(canvas: Canvas, box: Box, sharpness: float) -> None:
    """A bar that grows with the sharpness, and a mark where it is sharp enough."""
    theme = canvas.theme
    good = sharpness >= SHARP
    sign, bar = box.cut_top(box.h * 0.45, box.h * 0.08)
    place = bar.x + bar.w * SHARP / MOST
    size = sign.h
    canvas.icon(type(sign)(place - size / 2, sign.y, size, size), "check", theme.gold if good else theme.dim)
    canvas.plate(bar, theme.raised, bar.h / 3)
    filled = bar.cut_left(bar.w * min(1.0, sharpness / MOST))[0]
    canvas.plate(filled, theme.gold if good else theme.dim, bar.h / 3)
    canvas.line((place, bar.y), (place, bar.bottom), theme.text, max(2.0, canvas.tools.screen / 200))
