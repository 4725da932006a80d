"""The score sheet: a row for each city, a column for each category."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.drawing.canvas import number_text
from display.drawing.theme import mix
from display.screens.signs.seat_banner import draw_named

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.drawing.theme import Colour
    from display.facts.names import SeatName

ICONS = {
    "military": "shield",
    "treasury": "coin",
    "wonder": "stage",
    "civilian": "mark.blue",
    "scientific": "gear",
    "commercial": "mark.yellow",
    "guilds": "mark.purple",
    "leaders": "mark.white",
    "cities": "mark.black",
}


@dataclass(frozen=True, slots=True)
class NameColumn:
    """The row heads, and who has won, once that is known."""

    names: tuple[SeatName, ...]
    won: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class CategoryColumn:
    """A category and each seat's points in it, once they are known."""

    category: str
    points: tuple[int, ...] | None
    seats: int


@dataclass(frozen=True, slots=True)
class TotalColumn:
    """The total of the points revealed so far; who has won, once that is known."""

    points: tuple[int, ...]
    won: tuple[bool, ...]


def paint_names(canvas: Canvas, names: NameColumn) -> None:
    """The row heads; a crown for the winner."""
    theme = canvas.theme
    for row, name, won in zip(rows_of(canvas.box, len(names.names)), names.names, names.won, strict=True):
        canvas.plate(row, mix(theme.panel, theme.gold, 0.3) if won else theme.panel, canvas.tools.screen * 0.012)
        inner = row.inset(row.w * 0.05, row.h * 0.08)
        if won:
            sign, inner = inner.cut_right(min(inner.h * 0.8, inner.w * 0.2), inner.w * 0.03)
            canvas.icon(sign, "crown", theme.gold)
        draw_named(
            canvas, inner, name, min(inner.h * 0.72, canvas.tools.height / 17), bold=True, smallest=0.42, label="seat"
        )


def paint_column(canvas: Canvas, column: CategoryColumn) -> None:
    """The category's icon and word, and the points once they are known."""
    theme = canvas.theme
    words = canvas.say(f"category.{column.category}")
    _column_head(canvas, head_of(canvas.box), ICONS[column.category], theme.category(column.category), words)
    for seat, row in enumerate(rows_of(canvas.box, column.seats)):
        canvas.plate(row, theme.panel, canvas.tools.screen * 0.012)
        if column.points is not None:
            number = number_text(column.points[seat])
            canvas.number(row.inset(row.w * 0.04, 0), number, number_size(canvas, row), align="centre")


def paint_totals(canvas: Canvas, sums: TotalColumn) -> None:
    """The totals so far."""
    theme = canvas.theme
    _column_head(canvas, head_of(canvas.box), "laurel", theme.gold, canvas.say("screen.scoring.sum"))
    rows = rows_of(canvas.box, len(sums.points))
    for row, points, won in zip(rows, sums.points, sums.won, strict=True):
        canvas.plate(row, theme.gold if won else theme.raised, canvas.tools.screen * 0.012)
        colour = theme.ink if won else theme.gold
        canvas.number(
            row.inset(row.w * 0.04, 0), number_text(points), number_size(canvas, row), colour=colour, align="centre"
        )


HEAD = 0.145
"""Height of the column heads, against the table's."""


def head_of(box: Box) -> Box:
    """The part of a column above its rows."""
    return box.cut_top(box.h * HEAD)[0]


def rows_of(box: Box, count: int) -> tuple[Box, ...]:
    """The rows of a column below its head."""
    rest = box.cut_top(box.h * HEAD, box.h * 0.015)[1]
    return rest.rows(*[1.0] * count, gap=box.h * 0.012)


def number_size(canvas: Canvas, row: Box) -> float:
    """The em of points in a cell; in low rows they are as large as important numbers have to be."""
    return min(max(row.h * 0.86, min(row.h, canvas.tools.number + 1)), row.w * 0.6)


def _column_head(canvas: Canvas, box: Box, icon: str, colour: Colour, word: str) -> None:
    sign, words = box.rows(1.35, 1.0, gap=box.h * 0.02)
    canvas.icon(sign, icon, colour)
    size = canvas.tools.height / 24
    if canvas.width(word, size) > words.w:
        word = canvas.tools.words.short(word)
        size = max(canvas.tools.smallest, canvas.common((word,), words.w, size))
    canvas.text(words, word, size, colour=canvas.theme.dim, align="centre")
