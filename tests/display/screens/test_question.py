"""A question names its seat, puts each choice above its button, and waits for the choice that was taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from display.drawing.box import Box
from display.facts.names import SeatName
from display.messages.presses import Pick
from display.messages.questions import Question
from display.navigation.position import Position
from display.screens import button_bar, question
from display.screens.question import AnswerOption, QuestionContent
from display.table_state import TableState
from display.words import languages
from engine import Game
from tests.display.drawn import drawn
from tests.display.screens.test_screens import taken
from tests.display.sessions import Shot, board, marks

if TYPE_CHECKING:
    from display.drawing.panel import Panel

BOX = Box(0, 0, 784, 418)
BUTTONS = button_bar.places(Box(0, 425, 784, 44), Position(asked=Question(1, "not_affordable")))
NEW = Game.new([board(seat) for seat in range(3)])
CHOICES = ("take_back", "exception", "card:palace")


def options(choices: tuple[str, ...] = CHOICES, **more: object) -> list[Panel]:
    asked = Question(1, "not_affordable", {"card": "palace"}, choices)
    _, *rest = question.panels(BOX, BUTTONS, TableState(NEW), Position(asked=asked, **more))  # type: ignore[arg-type]
    return rest


def test_each_choice_stands_above_the_button_that_takes_it() -> None:
    for turn in range(4):
        asked = Question(1, "not_affordable", {"card": "palace"}, CHOICES)
        _, *found = question.panels(BOX, BUTTONS, TableState(NEW), Position(asked=asked), turn)
        assert [panel.content.choice for panel in found] == list(CHOICES)  # type: ignore[attr-defined]
        assert [panel.touch for panel in found] == [Pick(number) for number in range(3)]
        assert [(panel.box.x, panel.box.w) for panel in found] == [(place.x, place.w) for place in BUTTONS[1:4]]
        assert {panel.turn for panel in found} == {turn}


def test_more_than_four_choices_share_columns_until_one_is_pressed() -> None:
    many = tuple(f"wonder:{wonder}" for wonder in ("giza", "rhodes", "rome", "olympia", "babylon", "ephesus"))
    columns = [panel.box.x for panel in options(many)]
    assert columns == [BUTTONS[1].x] * 2 + [BUTTONS[2].x] * 2 + [BUTTONS[3].x, BUTTONS[4].x]
    spread = options(many, answer_path=(1,))
    assert [panel.content.choice for panel in spread] == ["wonder:rome", "wonder:olympia"]  # type: ignore[attr-defined]
    assert [panel.touch for panel in spread] == [Pick(2), Pick(3)]


@pytest.mark.parametrize("language", languages())
def test_choices_that_share_a_column_fit_on_a_flat_screen(language: str) -> None:
    cards = tuple(f"card:{card}" for card in ("shipowners_guild", "vineyard", "sawmill"))
    for seat in range(4):
        asked = Question(seat, "not_acted", {"wonder": board(seat)[0]}, ("discarded", "stage", *cards, "wait"))
        state = TableState(Game.new([board(one) for one in range(4)]), marks(4), questions=(asked,), flat=True)
        taken(Shot(state), (800, 480), language).close()


def test_only_the_choice_that_was_taken_is_waited_for() -> None:
    assert not any(panel.content.promised for panel in options())  # type: ignore[attr-defined]
    waiting = [panel.content.promised for panel in options(removal_announced=True)]  # type: ignore[attr-defined]
    assert waiting == [True, False, False]


def content(state: TableState, seat: int | None) -> QuestionContent:
    asked = Position(asked=Question(seat, "not_affordable", {"card": "palace"}))
    found = question.panels(BOX, BUTTONS, state, asked)[0].content
    assert isinstance(found, QuestionContent)
    return found


def test_a_question_names_its_seat_before_and_during_the_game() -> None:
    named = Game.new([board(seat) for seat in range(3)], ("Ada", "Bob", ""))
    assert content(TableState(named), 1).name == SeatName("Bob", "rhodes", 1)
    assert content(TableState(seats=marks(3)), 1).name == SeatName("", "rhodes", 1)
    assert content(TableState(seats=marks(3)), 3).name is None
    assert content(TableState(named), None).name is None


def test_a_choice_that_has_to_be_done_has_an_hourglass() -> None:
    def shown(*, promised: bool) -> list[str]:
        return drawn(question.paint_option, AnswerOption("take_back", promised), (160, 140))

    assert "[hourglass]" in shown(promised=True)
    assert not any(one.startswith("[") for one in shown(promised=False))
