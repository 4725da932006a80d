"""A turn of the history: what everybody did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.drawing.canvas import signed_text
from display.screens.signs.seat_banner import draw_named
from display.screens.table.city import draw_action

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.menu.reference.history import HistoryEntry, HistoryTurn

MANY = 4
"""The most entries in one column."""


def paint(canvas: Canvas, chapter: HistoryTurn) -> None:
    """A row for each action, in two columns if there are many."""
    count = len(chapter.entries)
    columns = 1 if count <= MANY else 2
    rows = max(MANY, -(-count // columns))
    high = min(canvas.box.h, rows * canvas.tools.height / 8)
    cells = canvas.box.middle(canvas.box.w, high).grid(columns, rows, gap=canvas.tools.screen / 80)
    ordered = [cells[columns * (place % rows) + place // rows] for place in range(count)]
    for cell, entry in zip(ordered, chapter.entries, strict=True):
        _entry(canvas, cell, entry)


def _entry(canvas: Canvas, box: Box, entry: HistoryEntry) -> None:
    theme = canvas.theme
    canvas.plate(box, theme.panel, box.h * 0.2)
    inner = box.inset(box.h * 0.25, box.h * 0.1)
    name, summary = inner.columns(0.62, 1.0, gap=inner.h * 0.3)
    draw_named(canvas, name, entry.name, inner.h * 0.72, bold=True)
    if entry.summary is not None:
        draw_action(canvas, summary.middle(summary.w, summary.h * 0.85), entry.summary)
        return
    total = sum(entry.tokens)
    ink = theme.good if total > 0 else theme.bad if total < 0 else theme.dim
    words = "  ".join(signed_text(token) for token in entry.tokens) or "="
    canvas.text(summary, words, inner.h * 0.8, bold=True, colour=ink)
