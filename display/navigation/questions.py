"""Questions on the screen: they come up one after the other, and are answered, postponed or reopened."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.messages.intents import Answer
from device.messages.presses import Pick, Press

TAKE_BACK = "take_back"
"""The answer that is carried out on the table: the question disappears by itself when the card does."""
TAKEN_BY_ADVANCE = ("correct_past", "correct_one_of", "card_moved")
"""Kinds of questions in which ADVANCE takes the highlighted answer, as SELECT does; others it postpones."""

if TYPE_CHECKING:
    from device.messages.intents import Intent
    from device.messages.presses import UserInput
    from device.messages.questions import Question
    from display.navigation.position import Position
    from display.table_state import TableState


def update_question(position: Position, state: TableState) -> Position:
    """The position with the question that is up now: the first one that is not postponed."""
    postponed = tuple(question for question in position.postponed if question in state.questions)
    if position.asked is not None and position.asked in state.questions:
        return position if postponed == position.postponed else replace(position, postponed=postponed)
    asked = next((question for question in state.questions if question not in postponed), None)
    if asked is None and position.asked is None and postponed == position.postponed:
        return position
    choice = asked.chosen if asked else 0
    return replace(position, asked=asked, postponed=postponed, choice=choice, removal_announced=False)


def answer_question(
    position: Position, state: TableState, question: Question, user_input: UserInput
) -> tuple[Position, Intent | None]:
    """What a press does while a question is up."""
    count = max(1, len(question.choices))
    later = replace(position, asked=None, removal_announced=False, postponed=(*position.postponed, question))
    match user_input:
        case Press.LEFT:
            return replace(position, choice=(position.choice - 1) % count, removal_announced=False), None
        case Press.RIGHT:
            return replace(position, choice=(position.choice + 1) % count, removal_announced=False), None
        case Pick(index) if index < len(question.choices):
            return _choose(position, later, state, index)
        case Press.SELECT if question.choices and not position.removal_announced:
            return _choose(position, later, state, position.choice)
        case Press.SELECT | Press.ADVANCE:
            taken = user_input is Press.ADVANCE and question.kind in TAKEN_BY_ADVANCE
            return _choose(position, later, state, position.choice) if taken else (update_question(later, state), None)
    return position, None


def _choose(position: Position, later: Position, state: TableState, index: int) -> tuple[Position, Intent | None]:
    """Answer the question. After TAKE_BACK it stays up and says that the card must be removed now."""
    question = position.asked
    if question is None or question.choices[index] == TAKE_BACK:
        return replace(position, choice=index, removal_announced=True), None
    return update_question(later, state), Answer(question, index)


def reopen_question(position: Position, question: Question) -> Position:
    """The position with a postponed question up again."""
    postponed = tuple(other for other in position.postponed if other != question)
    return replace(position, asked=question, postponed=postponed, choice=question.chosen, removal_announced=False)
