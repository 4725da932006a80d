"""What the pages show of a table that is scored as it lies: what the camera sees of it, and its score sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.drawing.panel import paint_all
from display.screens.menu.tile import spoken
from display.screens.scoring import scoring
from display.screens.signs.seat_banner import draw_named

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.drawing.canvas import Canvas
    from display.facts.names import SeatName
    from display.words import Line
    from engine import Game

ROW = 1 / 11
"""The height of a city's row, at most, against the screen's."""


@dataclass(frozen=True, slots=True)
class SeenCityRow:
    """What the camera sees of a city; `tokens` is what its shields won."""

    name: SeatName
    cards: int
    stages: int
    tokens: int
    scored: bool = True
    """False for the Free City."""


@dataclass(frozen=True, slots=True)
class SeenCities:
    """The cities, clockwise, and what is unsure about them."""

    rows: tuple[SeenCityRow, ...]
    remarks: tuple[Line, ...] = ()

    def paint(self, canvas: Canvas) -> None:
        """Draw a row for each city; below, or beside them, what is unsure."""
        box = canvas.box
        if self.remarks:
            said, box = box.cut_right(box.w * 0.42, box.w * 0.02)
            canvas.plate(said, canvas.theme.panel, canvas.tools.screen / 40)
            words = "\n".join(spoken(canvas, one) for one in self.remarks)
            canvas.paragraph(said.inset(canvas.tools.screen / 40), words, canvas.tools.height / 20, smallest=0.3)
        high = min(box.h / len(self.rows), canvas.tools.height * ROW)
        for row in self.rows:
            line, box = box.cut_top(high)
            _paint_city(canvas, line.inset(0, high * 0.04), row)


@dataclass(frozen=True)
class FinalSheet:
    """The score sheet of a table."""

    game: Game

    def __hash__(self) -> int:
        return hash(self.game.setup.seats)

    def paint(self, canvas: Canvas) -> None:
        """Draw the sheet as after a game; the winner is marked."""
        paint_all(canvas, scoring.sheet_panels(canvas.box, self.game, over=True))


def signed(points: int) -> str:
    """Points with their sign, as on conflict tokens."""
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points else "0"


def _paint_city(canvas: Canvas, box: Box, row: SeenCityRow) -> None:
    theme = canvas.theme
    canvas.plate(box, theme.panel, canvas.tools.screen * 0.012)
    name, *numbers = box.inset(box.w * 0.02, box.h * 0.08).columns(2.6, 1.0, 1.0, 1.1, gap=box.w * 0.01)
    colour = theme.text if row.scored else theme.dim
    draw_named(canvas, name, row.name, box.h * 0.6, bold=True, colour=colour)
    shown = (("card", str(row.cards)), ("stage", str(row.stages)), ("shield", signed(row.tokens)))
    for place, (icon, number) in zip(numbers, shown, strict=True):
        sign, words = place.cut_left(place.h * 0.7, place.w * 0.06)
        canvas.icon(sign.inset(0, sign.h * 0.15), icon, theme.dim)
        canvas.text(words, number, box.h * 0.6, colour=colour, smallest=0.4)
