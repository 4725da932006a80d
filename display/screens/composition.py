"""A whole screen: the view that is up and the bar below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.director import View
from display.layout import Box
from display.screens import bar, neighbours, question, ring, scoring, seats, table, waiting

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
    game, seats_at = state.game, position.bearings
    if position.asked is not None:
        return question.panels(box, state, position.asked, position.choice)
    if game is None:
        return seats.panels(box, state, seats_at) if position.view is View.SEATS else waiting.panels(box, state)
    match position.view:
        case View.SCORING:
            return scoring.panels(box, game, position.step)
        case View.CONFLICTS:
            return (ring.conflicts(box, game, table.seats_round(box, seats_at, len(game.cities)), position.step),)
        case View.MILITARY:
            return (ring.standing(box, game, table.seats_round(box, seats_at, len(game.cities))),)
        case View.CITY:
            return neighbours.panels(box, state, game, min(position.seat, len(game.cities) - 1))
        case _:
            return table.panels(box, state, game, seats_at)
