"""Questions on the screen: one after the other, answered, put aside and brought back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from display.model import Answer, Press
from display.panel import Pick

if TYPE_CHECKING:
    from display.model import Intent, Question, TableState
    from display.panel import Touch
    from display.position import Position


def ask(position: Position, state: TableState) -> Position:
    """The question that is up now, if there is one that was not put aside."""
    aside = tuple(question for question in position.aside if question in state.questions)
    if position.asked is not None and position.asked in state.questions:
        return position if aside == position.aside else replace(position, aside=aside)
    asked = next((question for question in state.questions if question not in aside), None)
    if asked is None and position.asked is None and aside == position.aside:
        return position
    return replace(position, asked=asked, aside=aside, choice=asked.chosen if asked else 0)


def answer(position: Position, state: TableState, question: Question, touch: Touch) -> tuple[Position, Intent | None]:
    """What a press means while a question is up."""
    count = max(1, len(question.choices))
    later = replace(position, asked=None, aside=(*position.aside, question))
    match touch:
        case Press.LEFT:
            return replace(position, choice=(position.choice - 1) % count), None
        case Press.RIGHT:
            return replace(position, choice=(position.choice + 1) % count), None
        case Pick(index) if question.choices:
            return ask(later, state), Answer(question, index)
        case Press.SELECT if question.choices:
            return ask(later, state), Answer(question, position.choice)
        case Press.SELECT | Press.ADVANCE:
            return ask(later, state), None
    return position, None


def bring_back(position: Position, question: Question) -> Position:
    """A question that was put aside comes up again."""
    aside = tuple(other for other in position.aside if other != question)
    return replace(position, asked=question, aside=aside, choice=question.chosen)
