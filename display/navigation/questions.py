"""Questions on the screen: one after the other, answered, put aside and brought back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.messages.intents import Answer
from device.messages.presses import Pick, Press

TAKE_BACK = "take_back"
"""The answer that is given on the table: the question goes away by itself as soon as the card does."""

if TYPE_CHECKING:
    from device.messages.intents import Intent
    from device.messages.presses import Touch
    from device.messages.questions import Question
    from display.navigation.position import Position
    from display.table_state import TableState


def ask(position: Position, state: TableState) -> Position:
    """The question that is up now, if there is one that was not put aside."""
    aside = tuple(question for question in position.aside if question in state.questions)
    if position.asked is not None and position.asked in state.questions:
        return position if aside == position.aside else replace(position, aside=aside)
    asked = next((question for question in state.questions if question not in aside), None)
    if asked is None and position.asked is None and aside == position.aside:
        return position
    return replace(position, asked=asked, aside=aside, choice=asked.chosen if asked else 0, promised=False)


def answer(position: Position, state: TableState, question: Question, touch: Touch) -> tuple[Position, Intent | None]:
    """What a press means while a question is up."""
    count = max(1, len(question.choices))
    later = replace(position, asked=None, promised=False, aside=(*position.aside, question))
    match touch:
        case Press.LEFT:
            return replace(position, choice=(position.choice - 1) % count, promised=False), None
        case Press.RIGHT:
            return replace(position, choice=(position.choice + 1) % count, promised=False), None
        case Pick(index) if index < len(question.choices):
            return _choose(position, later, state, index)
        case Press.SELECT if question.choices and not position.promised:
            return _choose(position, later, state, position.choice)
        case Press.SELECT | Press.ADVANCE:
            return ask(later, state), None
    return position, None


def _choose(position: Position, later: Position, state: TableState, index: int) -> tuple[Position, Intent | None]:
    """An answer is asked of the table; who promises to take the card back is told that this is to be done now."""
    question = position.asked
    if question is None or question.choices[index] == TAKE_BACK:
        return replace(position, choice=index, promised=True), None
    return ask(later, state), Answer(question, index)


def bring_back(position: Position, question: Question) -> Position:
    """A question that was put aside comes up again."""
    aside = tuple(other for other in position.aside if other != question)
    return replace(position, asked=question, aside=aside, choice=question.chosen, promised=False)
