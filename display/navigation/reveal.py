"""What is revealed step by step: the conflicts edge by edge, the scoring category by category."""

from dataclasses import replace

from display.navigation.position import Position, ScreenId
from display.table_state import TableState
from engine import categories

CONFLICT_STEP = 1.5
"""Seconds for which each edge's conflict is shown."""
SCORING_STEP = 2.5
"""Seconds for which each scoring category is shown."""
DEMO_STEP, DEMO_SCORING_STEP = 0.9, 1.6
"""The same two in a demonstration, whose winner is to be known soon."""


def update_reveal(position: Position, state: TableState, time: float) -> Position:
    """The position with the step for `time` (s). It never goes back."""
    step = min(last_step(state, position), int((time - position.since) / _step_seconds(position, state)))
    return replace(position, step=max(step, position.step))


def is_revealing(position: Position, state: TableState) -> bool:
    """True while the screen that is up still has steps to reveal."""
    return position.step < last_step(state, position)


def has_revealed(position: Position, state: TableState) -> bool:
    """True once conflicts and scoring have been revealed; not while another screen was looked at before that."""
    return not is_revealing(replace(position, screen=position.home.screen), state)


def last_step(state: TableState, position: Position) -> int:
    """The last step of the screen that is up: after every edge, all edges; after every category, the winner."""
    if state.game is None:
        return 0
    if position.screen is ScreenId.CONFLICTS:
        return len(state.game.cities)
    return len(categories(state.game)) + 1 if position.screen is ScreenId.SCORING else 0


def revealed_steps(state: TableState, position: Position | None) -> int:
    """How many steps of the scoring have been shown: a category each, then the winner; all where there is no screen.

    They stay shown while another screen is up.
    """
    if state.game is None or not state.finished:
        return 0
    if position is None:
        return len(categories(state.game)) + 1
    return position.step if position.home.screen is ScreenId.SCORING else 0


def reveal_from(position: Position, state: TableState, step: int, time: float) -> Position:
    """The conflicts or the scoring go on from this step."""
    return replace(position, step=step, since=time - step * _step_seconds(position, state))


def step_scoring(position: Position, state: TableState, way: int, time: float) -> Position | None:
    """The scoring goes on from the category before (`way` -1) or after (1). Once all is revealed, -1 starts it again.

    Before the first category there is none: the position stays. None if there is no step to go to.
    """
    if position.screen is not ScreenId.SCORING:
        return None
    last = last_step(state, position)
    if position.step < last:
        step = min(last, position.step + way)
        return reveal_from(position, state, step, time) if step >= 1 else position
    return reveal_from(position, state, 1, time) if way < 0 else None


def _step_seconds(position: Position, state: TableState) -> float:
    if position.screen is ScreenId.SCORING:
        return DEMO_SCORING_STEP if state.simulated else SCORING_STEP
    return DEMO_STEP if state.simulated else CONFLICT_STEP
