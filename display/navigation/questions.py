"""Questions on the screen: they come up one after the other, and are answered, postponed or reopened.

An answer is chosen as an option of a page is: it stands above a button, and that button takes it. UNDO puts the
question off.
"""

import math
from dataclasses import replace

from display.menu.columns import COLUMNS, Indices, chosen, columns_at
from display.messages.intents import Answer, Intent
from display.messages.presses import Press, UserInput
from display.messages.questions import Question
from display.navigation.position import Position
from display.table_state import TableState

TAKE_BACK = "take_back"
"""The answer that is carried out on the table: the question disappears by itself when the card does."""
COMES_UP = 0.7
"""s after a question has come up by itself in which nothing answers it: the press was meant for what was up before."""


def update_question(position: Position, state: TableState, time: float) -> Position:
    """The position with the question that is up at `time` (s): the first one that is not postponed."""
    postponed = tuple(question for question in position.postponed if question in state.questions)
    if position.asked is not None and position.asked in state.questions:
        return replace(position, postponed=postponed)
    asked = next((question for question in state.questions if question not in postponed), None)
    if asked is None and position.asked is None:
        return replace(position, postponed=postponed)
    return replace(
        position, asked=asked, asked_since=time, postponed=postponed, answer_path=(), removal_announced=False
    )


def answer_columns(question: Question, path: tuple[int, ...]) -> tuple[Indices, ...]:
    """The indices of the answers above each of the four buttons, after the columns `path` were pressed."""
    return columns_at([None] * len(question.choices), path)


def active_answers(position: Position, question: Question) -> frozenset[Press]:
    """The buttons that do something while this question is up."""
    columns = answer_columns(question, position.answer_path)
    return frozenset({Press.UNDO, *(button for button, column in zip(COLUMNS, columns, strict=True) if column)})


def answer_question(
    position: Position, state: TableState, user_input: UserInput, time: float
) -> tuple[Position, Intent | None]:
    """What a press or touch does while a question is up."""
    question = position.asked
    if question is None or time - position.asked_since < COMES_UP:
        return position, None
    if user_input is Press.UNDO:
        return _go_back(position, state, question, time), None
    columns = answer_columns(question, position.answer_path)
    index, path = chosen(user_input, columns, position.answer_path, len(question.choices))
    if index is None:
        return replace(position, answer_path=path), None
    if question.choices[index] == TAKE_BACK:  # the question stays up and says that the card must be removed now
        return replace(position, removal_announced=True), None
    return _without(position, state, question, time), Answer(question, index)


def _go_back(position: Position, state: TableState, question: Question, time: float) -> Position:
    """Out of a column, or the question is put off."""
    if position.answer_path:
        return replace(position, answer_path=position.answer_path[:-1])
    return replace(_without(position, state, question, time), page_left=time)


def _without(position: Position, state: TableState, question: Question, time: float) -> Position:
    """The next question comes up; this one waits for as long as it is asked."""
    return update_question(replace(position, asked=None, postponed=(*position.postponed, question)), state, time)


def reopen_question(position: Position, question: Question) -> Position:
    """The position with a postponed question up again. Somebody asked for it, so it can be answered at once."""
    postponed = tuple(other for other in position.postponed if other != question)
    return replace(
        position, asked=question, asked_since=-math.inf, postponed=postponed, answer_path=(), removal_announced=False
    )
