"""The hint at the first start: each button with its mark, its icon and what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.screens.menu.tile import spoken
from display.screens.signs.button_mark import BUTTONS, ICONS, draw_mark

if TYPE_CHECKING:
    from display.drawing.canvas import Canvas
    from display.menu.setup.buttons_hint import ButtonHints


def paint(canvas: Canvas, hints: ButtonHints) -> None:
    """A row for each; all in letters of one size."""
    theme = canvas.theme
    canvas.fill(theme.ground)
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
