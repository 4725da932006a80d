"""A plain score sheet, drawn as that of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.drawing.panel import paint_all
from display.facts.names import SeatName
from display.menu.reference.past_games import ALL_CATEGORIES
from display.screens.scoring.scoring import Sheet, panels_of_sheet

if TYPE_CHECKING:
    from display.drawing.canvas import Canvas
    from display.menu.reference.past_games import PlainSheet
    from display.messages.plain_sheet import SheetRow


def paint(canvas: Canvas, sheet: PlainSheet) -> None:
    """The best first."""
    seated = ((SeatName(_name(canvas, row, seat), "", seat), row) for seat, row in enumerate(sheet.rows))
    names, rows = zip(*sorted(seated, key=lambda pair: -pair[1].total), strict=True)
    points = zip(ALL_CATEGORIES, zip(*(row.points for row in rows), strict=True), strict=False)
    totals = tuple(row.total for row in rows)
    won = tuple(total == totals[0] for total in totals)
    paint_all(canvas, panels_of_sheet(canvas.box, Sheet(names, dict(points), totals, won)))


def _name(canvas: Canvas, row: SheetRow, seat: int) -> str:
    """A player's name, or the number."""
    return row.name or canvas.say("menu.sheet.player", number=seat + 1)
