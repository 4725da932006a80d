"""The first start: what each button does; the camera's picture with a gauge of its sharpness, to focus the lens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.drawing.preview import draw_preview
from display.menu.setup.cameras import SHARP, FocusView
from display.screens.menu.camera_view import trouble
from display.screens.menu.tile import spoken
from display.screens.signs.button_mark import BUTTONS, ICONS, draw_mark

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.menu.setup.first_start import ButtonHints

MOST = 1.6
"""The sharpness at the gauge's right end."""


def paint(canvas: Canvas, focus: FocusView) -> None:
    """The picture on the left; on the right what to do, and the gauge."""
    theme = canvas.theme
    view, rest = canvas.box.columns(1.25, 1.0, gap=canvas.box.w * 0.03)
    draw_preview(canvas, view, focus.preview, edge=0.008)
    words, gauge = rest.rows(2.6, 1.0, gap=rest.h * 0.06)
    said = trouble(canvas, focus) or canvas.say(_advice(focus))
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


def paint_hints(canvas: Canvas, hints: ButtonHints) -> None:
    """A row for each; all in letters of one size."""
    theme = canvas.theme
    *rows, last = canvas.box.rows(*[1.0] * (len(hints.rows) + 1), gap=canvas.tools.screen / 80)
    signs = rows[0].h * 2.9
    texts = [spoken(canvas, words) for _, words in hints.rows]
    size = canvas.common(texts, rows[0].w - signs - rows[0].h * 0.5, canvas.tools.height / 17)
    for row, (presses, _), text in zip(rows, hints.rows, texts, strict=True):
        canvas.plate(row, theme.panel, row.h * 0.2)
        place, words = row.cut_left(signs, row.h * 0.2)
        for side, press in zip(place.columns(*[1.0] * len(presses)), presses, strict=True):
            high = row.h * 0.6
            left, right = side.middle(high * 1.9, high).columns(1.0, 1.0)
            draw_mark(canvas, left, canvas.tools.marks[BUTTONS.index(press)], theme.gold)
            canvas.icon(right.inset(high * 0.1), ICONS[press], theme.text)
        canvas.text(words, text, size)
    canvas.paragraph(last, spoken(canvas, hints.menus), canvas.tools.height / 17, bold=True, colour=theme.gold)
