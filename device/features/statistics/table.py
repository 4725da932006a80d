"""A table of the statistics; shares of wins as bars that hold the true share with 95 %."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.screens.menu.tile import spoken
from display.screens.scoring.scoring import ICONS
from display.words import Line

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas

ROWS_ON_A_PAGE = 7
LEAST_ROWS = 5
"""Fewer rows are not higher than these would be."""
NAME, CELL, BAR = 2.1, 1.0, 2.4
"""Widths of the columns."""


@dataclass(frozen=True, slots=True)
class StatisticsRow:
    """A row: what it is about, its cells, and for a share of wins the interval, the share and what chance gives."""

    name: Line | str
    cells: tuple[Line | str, ...]
    bar: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class StatisticsTable:
    """Rows below the heads of their columns. `icons`: the heads are categories."""

    heads: tuple[str, ...]
    rows: tuple[StatisticsRow, ...]
    icons: bool = False

    def paint(self, canvas: Canvas) -> None:
        """The heads, then a row for each entry; the bars stand at the right."""
        gap = canvas.tools.screen / 90
        head, rest = canvas.box.cut_top(canvas.box.h * 0.12, gap)
        _, *heads = _columns(head, self)
        for place, key in zip(heads, self.heads, strict=False):
            if self.icons:
                canvas.icon(place, ICONS[key], canvas.theme.category(key))
            else:
                canvas.text(place, canvas.say(key), place.h * 0.7, colour=canvas.theme.dim, align="right", smallest=0.3)
        if any(row.bar for row in self.rows):
            _paint_scale(canvas, heads[-1])
        count = max(LEAST_ROWS, len(self.rows))
        for place, row in zip(rest.rows(*[1.0] * count, gap=gap), self.rows, strict=False):
            _paint_row(canvas, place, row, self)


def _columns(box: Box, table: StatisticsTable) -> tuple[Box, ...]:
    """The name's column, one for each cell, and that of the bars if there are any."""
    bars = [BAR] if any(row.bar for row in table.rows) else []
    inner = box.inset(box.h * 0.15, 0)
    return inner.columns(NAME, *[CELL] * len(table.heads), *bars, gap=inner.w * 0.015)


def _paint_scale(canvas: Canvas, box: Box) -> None:
    half = box.w / 2
    size, ink = box.h * 0.7, canvas.theme.dim
    canvas.text(box.cut_left(half)[0], "0 %", size, colour=ink, smallest=0.3)
    canvas.text(box.cut_right(half)[0], "100 %", size, colour=ink, align="right", smallest=0.3)


def _paint_row(canvas: Canvas, box: Box, row: StatisticsRow, table: StatisticsTable) -> None:
    theme = canvas.theme
    canvas.plate(box, theme.panel, canvas.tools.screen * 0.012)
    name, *cells = _columns(box, table)
    em = min(box.h * 0.62, canvas.tools.height / 18)
    canvas.text(name, _said(canvas, row.name), em, bold=True, smallest=0.35, brief=True)
    for place, cell in zip(cells, row.cells, strict=False):
        canvas.text(place, _said(canvas, cell), em, align="right", smallest=0.3, brief=True)
    if row.bar is not None:
        _paint_bar(canvas, cells[-1], row.bar)


def _paint_bar(canvas: Canvas, box: Box, bar: tuple[float, float, float, float]) -> None:
    """The interval, a tick for what chance gives, and a dot for the share."""
    theme = canvas.theme
    low, high, share, expected = (box.x + box.w * value for value in bar)
    y, thick = box.centre[1], box.h * 0.3
    canvas.line((box.x, y), (box.right, y), theme.line, max(1, box.h * 0.03))
    canvas.plate(type(box)(low, y - thick / 2, max(2.0, high - low), thick), theme.ask, thick / 2)
    canvas.line((expected, y - thick), (expected, y + thick), theme.gold, max(2, box.h * 0.06))
    dot = thick * 0.8
    canvas.plate(type(box)(share - dot / 2, y - dot / 2, dot, dot), theme.text, dot / 2)


def _said(canvas: Canvas, words: Line | str) -> str:
    return spoken(canvas, words) if isinstance(words, Line) else words
