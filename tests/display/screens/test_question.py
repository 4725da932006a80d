"""A question names its seat, highlights one choice, and waits for the choice that was taken."""

from __future__ import annotations

from device.messages.presses import Pick
from device.messages.questions import Question
from display.drawing.box import Box
from display.facts.names import SeatName
from display.screens import question
from display.screens.question import AnswerOption, QuestionContent
from display.table_state import TableState
from engine import Game
from tests.display.drawn import drawn
from tests.display.sessions import board, marks

BOX = Box(0, 0, 784, 418)
NEW = Game.new([board(seat) for seat in range(3)])
CHOICES = ("take_back", "exception", "card:palace")


def options(state: TableState, choice: int, *, promised: bool = False) -> list[AnswerOption]:
    asked = Question(1, "not_affordable", {"card": "palace"}, CHOICES)
    _, *rest = question.panels(BOX, state, asked, choice, promised=promised)
    assert [panel.touch for panel in rest] == [Pick(number) for number in range(len(CHOICES))]
    return [panel.content for panel in rest]  # type: ignore[misc]


def test_one_choice_is_highlighted() -> None:
    assert [one.picked for one in options(TableState(NEW), 2)] == [False, False, True]
    assert [one.choice for one in options(TableState(NEW), 2)] == list(CHOICES)
    assert not any(one.promised for one in options(TableState(NEW), 2))


def test_only_the_choice_that_was_taken_is_waited_for() -> None:
    assert [one.promised for one in options(TableState(NEW), 1, promised=True)] == [False, True, False]


def content(state: TableState, seat: int | None) -> QuestionContent:
    found = question.panels(BOX, state, Question(seat, "not_affordable", {"card": "palace"}), 0)[0].content
    assert isinstance(found, QuestionContent)
    return found


def test_a_question_names_its_seat_before_and_during_the_game() -> None:
    named = Game.new([board(seat) for seat in range(3)], ("Ada", "Bob", ""))
    assert content(TableState(named), 1).name == SeatName("Bob", "rhodes", 1)
    assert content(TableState(seats=marks(3)), 1).name == SeatName("", "rhodes", 1)
    assert content(TableState(seats=marks(3)), 3).name is None
    assert content(TableState(named), None).name is None


def test_a_taken_choice_has_an_hourglass_and_a_highlighted_one_a_check() -> None:
    def shown(*, picked: bool, promised: bool) -> list[str]:
        return drawn(question.paint_option, AnswerOption("take_back", picked, promised), (240, 80))

    assert "[check]" in shown(picked=True, promised=False)
    assert "[hourglass]" in shown(picked=True, promised=True)
    assert not any(one.startswith("[") for one in shown(picked=False, promised=False))
