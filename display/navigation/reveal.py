"""What is told step by step: the conflicts edge by edge, the scoring category by category."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from display.navigation.position import REST, ScreenId
from engine import categories

if TYPE_CHECKING:
    from display.navigation.position import Position
    from display.table_state import TableState

CONFLICT_STEP = 1.5
"""Seconds for which each edge's conflict is shown."""
SCORING_STEP = 2.5
"""Seconds for which each scoring category is shown."""
BEATS = 30
"""A second, of what moves on the screen."""


def told(position: Position, state: TableState, time: float) -> Position:
    """How far it has been told at `time` (seconds); never back again."""
    step = min(last_step(state, position), int((time - position.since) / _pace(position)))
    step = max(step, position.step)
    beat = _beat(position, state, step, time)
    return position if (step, beat) == (position.step, position.beat) else replace(position, step=step, beat=beat)


def busy(position: Position, state: TableState) -> bool:
    """Whether the screen that is up still has something to tell by itself."""
    return position.step < last_step(state, position)


def last_step(state: TableState, position: Position) -> int:
    """The last step of what is up: every edge and then all of them, every category and then the winner."""
    if state.game is None:
        return 0
    if position.view is ScreenId.CONFLICTS:
        return len(state.game.cities)
    return len(categories(state.game)) + 1 if position.view is ScreenId.SCORING else 0


def tell_again(position: Position, step: int, time: float) -> Position:
    """The scoring goes on from a category that was touched."""
    return replace(position, step=step, since=time - step * SCORING_STEP)


def leaf(position: Position, state: TableState, way: int, time: float) -> Position | None:
    """The scoring told from the category before (`way` -1) or after (1); once it is all told, -1 begins anew.

    None where there is nothing to leaf through.
    """
    if position.view is not ScreenId.SCORING:
        return None
    last = last_step(state, position)
    if position.step < last:
        return tell_again(position, min(last, max(1, position.step + way)), time)
    return tell_again(position, 1, time) if way < 0 else None


def skip(position: Position, state: TableState, time: float) -> Position:
    """All of it is told at once."""
    last = last_step(state, position)
    return replace(position, step=last, since=time - last * _pace(position))


def _beat(position: Position, state: TableState, step: int, time: float) -> int:
    if position.view is not ScreenId.CONFLICTS or step >= last_step(state, position):
        return REST
    return max(0, min(REST, int((time - position.since - step * CONFLICT_STEP) * BEATS)))


def _pace(position: Position) -> float:
    return SCORING_STEP if position.view is ScreenId.SCORING else CONFLICT_STEP
