"""A whole screen: the view that is up and the bar below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.director import View
from display.layout import Box
from display.screens import bar, scoring, seats, table, waiting

if TYPE_CHECKING:
    from display.director import Position
    from display.model import TableState
    from display.panel import Panel


def compose(state: TableState, position: Position, width: int, height: int) -> tuple[Panel, ...]:
    """Every panel of the screen; they do not overlap, and what is between them is ground."""
    unit = height / 480
    whole = Box(0, 0, width, height).inset(8 * unit, 6 * unit)
    buttons, view = whole.cut_bottom(max(44 * unit, min(48.0, height / 9)), 7 * unit)
    return *_view(view, state, position), *bar.panels(buttons, state, position)


def _view(box: Box, state: TableState, position: Position) -> tuple[Panel, ...]:
    game = state.game
    if game is None:
        return seats.panels(box, state) if position.shown is View.SEATS else waiting.panels(box, state)
    match position.shown:
        case View.SCORING:
            return scoring.panels(box, game, position.step)
        case _:
            return table.panels(box, state, game)
