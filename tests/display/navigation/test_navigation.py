"""Which screen is up: evenings told step by step, in the manner of a script."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from device.messages.intents import Advance, Answer, Choose, Quit, ShutDown, Undo
from device.messages.presses import Hold, LookAt, Pick, Press, ToMenu
from device.messages.questions import Plan, Question
from display.menu import MainMenu, OpenPage
from display.menu.entry.turn import SeatTurn
from display.menu.setup.boards import Boards
from display.navigation.navigation import follow, press, useful
from display.navigation.position import REST, START, ScreenId
from display.navigation.reveal import busy
from display.screens.composition import compose
from display.table_state import TableState
from tests.display.sessions import AGE_ENDS, MIDDLE, OVER, marks, played, table

if TYPE_CHECKING:
    from device.messages.intents import Intent
    from device.messages.presses import Touch

PLAYERS = 4
WAITING = TableState()
SEATS = TableState(seats=marks(PLAYERS))
GAME = TableState(played(PLAYERS, MIDDLE), marks(PLAYERS))
CONFLICTS = TableState(played(PLAYERS, AGE_ENDS), marks(PLAYERS))
SCORING = TableState(played(PLAYERS, OVER), marks(PLAYERS), finished=True)
DOUBT = Question(2, "already_built", {"card": "palace"}, ("take_back", "exception"))
OTHER = Question(0, "no_stage_left", {}, ("take_back",))
ASKED = replace(GAME, questions=(DOUBT,))
PAYING = table(PLAYERS)
FIVE = frozenset(Press) - {Press.QUIT}


@dataclass(frozen=True)
class Step:
    """The evening goes on to `state`, the time by `wait` seconds, `touch` is pressed; what is up and asked for then."""

    state: TableState
    touch: Touch | None = None
    up: ScreenId | None = None
    asks: Intent | None = None
    seat: int | None = None
    wait: float = 0.0


def act(*steps: Step) -> None:
    """Play the steps and check each."""
    position, time = START, 100.0
    for number, step in enumerate(steps):
        time += step.wait
        position = follow(position, step.state, time)
        intent = None
        if step.touch is not None:
            position, intent = press(position, step.state, step.touch, time)
        assert intent == step.asks, f"step {number}"
        assert step.up is None or position.shown is step.up, f"step {number}"
        assert step.seat is None or position.seat == step.seat, f"step {number}"


def test_an_evening_goes_from_screen_to_screen_by_itself() -> None:
    act(
        Step(WAITING, up=ScreenId.WAITING),
        Step(SEATS, up=ScreenId.SEATS),
        Step(GAME, up=ScreenId.TABLE),
        Step(CONFLICTS, up=ScreenId.CONFLICTS),
        Step(GAME, up=ScreenId.TABLE),
        Step(SCORING, up=ScreenId.SCORING),
        Step(WAITING, up=ScreenId.WAITING),
    )


def test_right_walks_from_the_table_round_the_seats_to_the_military() -> None:
    right = Press.RIGHT
    cities = [Step(GAME, right, ScreenId.CITY, seat=seat) for seat in range(PLAYERS)]
    act(Step(GAME), *cities, Step(GAME, right, ScreenId.MILITARY), Step(GAME, right, ScreenId.TABLE))


def test_left_walks_the_other_way() -> None:
    left = Press.LEFT
    act(Step(GAME, left, ScreenId.MILITARY), Step(GAME, left, ScreenId.CITY, seat=PLAYERS - 1))


def test_who_looks_at_a_city_stays_there_while_the_game_goes_on() -> None:
    act(Step(GAME, Press.RIGHT, ScreenId.CITY), Step(PAYING, up=ScreenId.CITY), Step(CONFLICTS, up=ScreenId.CONFLICTS))


def test_advance_closes_the_turn_where_it_is_seen_who_would_discard_and_leads_there_from_elsewhere() -> None:
    act(
        Step(GAME, Press.ADVANCE, ScreenId.TABLE, Advance()),
        Step(GAME, Press.LEFT, ScreenId.MILITARY),
        Step(GAME, Press.ADVANCE, ScreenId.TABLE),
        Step(GAME, Press.ADVANCE, ScreenId.TABLE, Advance()),
        Step(GAME, LookAt(1), ScreenId.CITY),
        Step(GAME, Press.ADVANCE, ScreenId.TABLE),
    )


def test_the_button_asks_where_it_does_not_close_the_turn_yet() -> None:
    almost = replace(GAME, plans={seat: Plan("discard") for seat in range(PLAYERS - 1)}, ready=True)
    position = follow(START, almost, 0.0)
    labels = []
    for touch in (None, Press.LEFT, Press.ADVANCE):
        if touch:
            position, _ = press(position, almost, touch, 0.0)
        label = compose(almost, position, 800, 480)[-1].content
        labels.append((label.key, label.urgent))
    assert labels == [("button.close_turn", True), ("button.close_turn_asked", False), ("button.close_turn", True)]


def test_advance_goes_on_from_anywhere_when_everybody_has_acted() -> None:
    acted = replace(GAME, plans={seat: Plan("discard") for seat in range(PLAYERS)}, ready=True)
    act(Step(acted, Press.LEFT, ScreenId.MILITARY), Step(acted, Press.ADVANCE, ScreenId.MILITARY, Advance()))


def test_at_a_station_advance_leads_back_to_it_first() -> None:
    station = replace(GAME, station=True)
    act(
        Step(station, Press.RIGHT, ScreenId.TABLE),
        Step(station, Press.ADVANCE, ScreenId.STATION),
        Step(station, Press.ADVANCE, ScreenId.STATION, Advance()),
    )


def test_the_scoring_is_leafed_through_and_told_again_by_keys() -> None:
    position = follow(START, SCORING, 0.0)
    position, _ = press(position, SCORING, Press.ADVANCE, 1.0)
    last = position.step
    steps = []
    for touch in (Press.LEFT, Press.RIGHT, Press.RIGHT, Press.LEFT, Press.LEFT, Press.LEFT):
        position, intent = press(follow(position, SCORING, 2.0), SCORING, touch, 2.0)
        assert (intent, position.view) == (None, ScreenId.SCORING)
        steps.append(position.step)
    assert steps == [1, 2, 3, 2, 1, 1]
    assert follow(position, SCORING, 2.0 + 100).step == last, "it goes on by itself from there"
    position, _ = press(replace(position, step=last), SCORING, Press.RIGHT, 3.0)
    assert position.view is ScreenId.TABLE


def test_undo_and_quit_mean_the_same_everywhere() -> None:
    for state in (WAITING, SEATS, GAME, ASKED, CONFLICTS, SCORING):
        act(Step(state, Press.UNDO, asks=Undo()), Step(state, Press.QUIT, asks=Quit()))


def test_a_question_comes_before_everything() -> None:
    act(Step(GAME, Press.RIGHT, ScreenId.CITY), Step(ASKED, up=ScreenId.QUESTION), Step(GAME, up=ScreenId.CITY))


def test_select_takes_the_answer_that_left_and_right_chose() -> None:
    act(
        Step(ASKED, Press.RIGHT, ScreenId.QUESTION),
        Step(ASKED, Press.SELECT, ScreenId.TABLE, Answer(DOUBT, 1)),
        Step(GAME, up=ScreenId.TABLE),
    )
    act(Step(ASKED, Press.LEFT), Step(ASKED, Press.SELECT, asks=Answer(DOUBT, 1)))


@pytest.mark.parametrize("touch", [Press.SELECT, Pick(0)])
def test_who_will_take_the_card_back_is_told_that_it_is_to_be_done_now(touch: Touch) -> None:
    promised = Step(ASKED, touch, ScreenId.QUESTION)
    act(promised, Step(ASKED, up=ScreenId.QUESTION), Step(GAME, up=ScreenId.TABLE))
    act(promised, Step(ASKED, Press.SELECT, ScreenId.TABLE))
    act(
        promised,
        Step(ASKED, Press.RIGHT, ScreenId.QUESTION),
        Step(ASKED, Press.SELECT, ScreenId.TABLE, Answer(DOUBT, 1)),
    )
    position = follow(START, ASKED, 0.0)
    pressed, _ = press(position, ASKED, touch, 0.0)
    assert compose(ASKED, pressed, 800, 480)[0].content != compose(ASKED, position, 800, 480)[0].content


def test_a_touch_on_a_choice_answers_at_once() -> None:
    act(Step(ASKED, Pick(1), ScreenId.TABLE, Answer(DOUBT, 1)))


def test_advance_puts_a_question_off_and_select_brings_it_back() -> None:
    act(
        Step(ASKED, Press.ADVANCE, ScreenId.TABLE),
        Step(ASKED, up=ScreenId.TABLE),
        Step(ASKED, Press.SELECT, ScreenId.QUESTION),
        Step(ASKED, Press.ADVANCE, ScreenId.TABLE),
        Step(ASKED, LookAt(2), ScreenId.QUESTION),
    )


def test_a_question_that_was_put_off_and_then_settled_may_come_up_again() -> None:
    act(Step(ASKED, Press.ADVANCE, ScreenId.TABLE), Step(GAME, up=ScreenId.TABLE), Step(ASKED, up=ScreenId.QUESTION))


def test_several_questions_come_one_after_the_other() -> None:
    both = replace(GAME, questions=(DOUBT, OTHER))
    act(
        Step(both, Press.LEFT, ScreenId.QUESTION),
        Step(both, Press.SELECT, ScreenId.QUESTION, Answer(DOUBT, 1)),
        Step(both, Press.ADVANCE, ScreenId.TABLE),
    )


def test_a_question_at_set_up_is_asked_too() -> None:
    twice = replace(SEATS, questions=(Question(1, "wonder_twice", {"wonder": "giza"}, ("take_back",)),))
    act(Step(SEATS, up=ScreenId.SEATS), Step(twice, up=ScreenId.QUESTION), Step(SEATS, up=ScreenId.SEATS))


def test_advance_before_the_game_asks_again_what_was_put_off_instead_of_starting() -> None:
    twice = replace(SEATS, questions=(Question(1, "wonder_twice", {"wonder": "giza"}, ("take_back",)),))
    act(
        Step(twice, Press.ADVANCE, ScreenId.SEATS),
        Step(twice, Press.ADVANCE, ScreenId.QUESTION),
        Step(SEATS, Press.ADVANCE, ScreenId.SEATS, Advance()),
    )


def test_select_leads_to_who_may_pay_otherwise_and_then_changes_the_way() -> None:
    act(
        Step(PAYING, Press.SELECT, ScreenId.CITY, seat=0),
        Step(PAYING, Press.SELECT, ScreenId.CITY, Choose(0, 2)),
    )


def test_a_choice_of_payment_that_was_looked_at_gives_select_on_the_table_back_to_the_menu() -> None:
    choice = Plan("build", "palace", ways=2)
    both = replace(GAME, plans={1: choice, 3: choice})
    act(
        Step(both, Press.SELECT, ScreenId.CITY, seat=1),
        Step(both, Press.SELECT, ScreenId.CITY, Choose(1, 1)),
        Step(both, LookAt(1), ScreenId.TABLE),
        Step(both, Press.SELECT, ScreenId.CITY, seat=3),
        Step(both, LookAt(3), ScreenId.TABLE),
        Step(both, Press.SELECT, ScreenId.MENU),
    )


def test_a_choice_that_comes_anew_is_shown_anew() -> None:
    choice = replace(GAME, plans={1: Plan("build", "palace", ways=2)})
    act(
        Step(choice, Press.SELECT, ScreenId.CITY, seat=1),
        Step(choice, LookAt(1), ScreenId.TABLE),
        Step(GAME),
        Step(choice, Press.SELECT, ScreenId.CITY, seat=1),
    )


def test_by_hand_select_on_the_table_goes_on_entering_whoever_may_pay_otherwise() -> None:
    choice = replace(GAME, by_hand=True, plans={0: Plan("build", "palace", ways=2)})
    position = follow(START, choice, 0.0)
    position, _ = press(position, choice, Press.SELECT, 0.0)
    assert position.opened is not None
    assert position.opened.page == SeatTurn(1)
    act(Step(choice, Press.RIGHT, ScreenId.CITY, seat=0), Step(choice, Press.SELECT, ScreenId.CITY, Choose(0, 1)))


@pytest.mark.parametrize("state", [WAITING, SEATS, GAME, ASKED, PAYING, CONFLICTS, SCORING])
@pytest.mark.parametrize("before", [(), (Press.SELECT,), (Press.RIGHT,), (Press.SELECT, Press.LEFT)])
def test_the_menu_card_opens_the_main_menu_wherever_one_is(state: TableState, before: tuple[Touch, ...]) -> None:
    position = follow(START, state, 0.0)
    for touch in before:
        position, _ = press(position, state, touch, 0.0)
    position, intent = press(position, state, ToMenu(), 0.0)
    assert intent is None
    assert position.opened is not None
    assert (position.opened.page, position.opened.before) == (MainMenu(), None)


@pytest.mark.parametrize("state", [WAITING, SEATS, GAME, CONFLICTS, SCORING])
def test_select_opens_the_menu_where_nothing_is_asked_and_undo_closes_it(state: TableState) -> None:
    act(
        Step(state, Press.SELECT, ScreenId.MENU),
        Step(state, Press.UNDO),
        Step(state, up=follow(START, state, 0.0).view),
    )


def test_a_question_waits_until_the_page_is_closed() -> None:
    act(
        Step(GAME, Press.SELECT, ScreenId.MENU),
        Step(ASKED, up=ScreenId.MENU),
        Step(ASKED, Press.UNDO, ScreenId.QUESTION),
    )


def test_a_page_that_nobody_touches_closes_by_itself() -> None:
    act(
        Step(GAME, Press.SELECT, ScreenId.MENU),
        Step(GAME, up=ScreenId.MENU, wait=59.0),
        Step(GAME, up=ScreenId.TABLE, wait=2.0),
    )


@pytest.mark.parametrize("state", [WAITING, GAME, ASKED, SCORING])
def test_a_long_press_on_advance_asks_whether_to_shut_down(state: TableState) -> None:
    act(
        Step(state, Hold(Press.ADVANCE), ScreenId.MENU),
        Step(state, Press.LEFT),
        Step(state, Hold(Press.UNDO)),
        Step(state, Hold(Press.ADVANCE), ScreenId.MENU),
        Step(state, Press.SELECT, asks=ShutDown()),
    )


@pytest.mark.parametrize("state", [WAITING, SEATS, GAME, ASKED, PAYING, CONFLICTS, SCORING])
def test_the_buttons_that_are_said_to_do_nothing_do_nothing(state: TableState) -> None:
    position = follow(START, state, 0.0)
    for opening in ((), (Press.SELECT,), (Press.ADVANCE,), (Press.RIGHT,), (Press.SELECT, Press.SELECT)):
        here = position
        for touch in opening:
            here, _ = press(here, state, touch, 0.0)
        for touch in FIVE - useful(here, state):
            assert press(here, state, touch, 0.0)[0] == here


@pytest.mark.parametrize("touches", [(Hold(Press.ADVANCE), Press.LEFT), (Hold(Press.ADVANCE), Press.UNDO)])
def test_who_is_asked_whether_to_shut_down_goes_on_where_something_is_half_entered(touches: tuple[Touch, ...]) -> None:
    half = OpenPage(Boards(5, (("giza", "A"), ("rhodes", "B"))), (2,))
    position = replace(follow(START, SEATS, 0.0), opened=half)
    for touch in touches:
        position, intent = press(position, SEATS, touch, 1.0)
        assert intent is None
    assert position.opened is not None
    assert position.opened.page == half.page


def test_the_menu_card_keeps_what_is_half_entered() -> None:
    half = OpenPage(Boards(5, (("giza", "A"),)))
    position = replace(follow(START, SEATS, 0.0), opened=half)
    for touch in (ToMenu(), Hold(Press.ADVANCE), ToMenu()):
        position, _ = press(position, SEATS, touch, 1.0)
    pressed, _ = press(position, SEATS, Press.UNDO, 1.0)
    for later in (pressed, follow(position, SEATS, 100.0)):
        assert later.opened is not None
        assert later.opened.page == half.page


def test_a_touch_on_a_city_shows_it_and_a_second_one_leads_back() -> None:
    act(Step(GAME, LookAt(3), ScreenId.CITY, seat=3), Step(GAME, LookAt(3), ScreenId.TABLE))


def test_conflicts_are_told_edge_by_edge_and_advance_skips_before_it_goes_on() -> None:
    position = follow(START, CONFLICTS, 10.0)
    assert [follow(position, CONFLICTS, 10.0 + wait).step for wait in (0.0, 1.6, 3.1, 60.0)] == [0, 1, 2, PLAYERS]
    act(
        Step(CONFLICTS),
        Step(CONFLICTS, Press.ADVANCE, ScreenId.CONFLICTS, wait=2.0),
        Step(CONFLICTS, Press.ADVANCE, ScreenId.CONFLICTS, Advance()),
    )
    act(Step(CONFLICTS), Step(CONFLICTS, Press.ADVANCE, ScreenId.CONFLICTS, Advance(), wait=60.0))


def test_tokens_move_for_less_than_a_second_and_then_nothing_does() -> None:
    position = follow(START, CONFLICTS, 10.0)
    beats = [follow(position, CONFLICTS, 10.0 + hundredth / 100).beat for hundredth in range(150)]
    assert beats[0] == 0
    assert beats == sorted(beats)
    assert set(beats) == set(range(REST + 1))
    assert beats[95:] == [REST] * 55
    skipped, _ = press(position, CONFLICTS, Press.ADVANCE, 10.2)
    assert follow(skipped, CONFLICTS, 10.3).beat == REST
    assert follow(START, GAME, 10.0).beat == REST


def test_scoring_is_revealed_category_by_category_with_no_key_pressed() -> None:
    position = follow(START, SCORING, 0.0)
    steps = []
    for tenth in range(300):
        position = follow(position, SCORING, tenth / 10)
        steps.append(position.step)
    assert steps == sorted(steps)
    assert [steps.index(step) for step in range(9)] == [0, 25, 50, 75, 100, 125, 150, 175, 200]
    assert not busy(position, SCORING)


def test_who_skips_the_scoring_sees_the_end_of_it() -> None:
    position, intent = press(follow(START, SCORING, 0.0), SCORING, Press.ADVANCE, 1.0)
    assert intent is None
    assert follow(position, SCORING, 1.0).step == 8


def test_a_touch_on_a_category_tells_it_once_more() -> None:
    end = follow(START, SCORING, 60.0)
    end = follow(end, SCORING, 120.0)
    assert not busy(end, SCORING)
    again, intent = press(end, SCORING, Pick(4), 130.0)
    assert intent is None
    assert [follow(again, SCORING, 130.0 + wait).step for wait in (0.0, 2.0, 2.6, 60.0)] == [5, 5, 6, 8]
    assert press(follow(START, GAME, 0.0), GAME, Pick(4), 1.0) == (follow(START, GAME, 0.0), None)


def test_one_can_look_at_the_table_after_the_scoring_and_come_back() -> None:
    act(
        Step(SCORING, Press.ADVANCE, ScreenId.SCORING),
        Step(SCORING, Press.RIGHT, ScreenId.TABLE),
        Step(SCORING, Press.LEFT, ScreenId.SCORING, wait=30.0),
        Step(SCORING, Press.ADVANCE, ScreenId.SCORING, Advance()),
    )


def test_seats_do_not_tremble_on_the_screen() -> None:
    position = follow(START, GAME, 0.0)
    shaken = replace(GAME, seats=tuple(replace(mark, bearing=mark.bearing + 0.02) for mark in GAME.seats))
    assert follow(position, shaken, 1.0) is position
    moved = replace(GAME, seats=tuple(replace(mark, bearing=mark.bearing + 0.5) for mark in GAME.seats))
    assert follow(position, moved, 1.0).bearings != position.bearings


@pytest.mark.parametrize("state", [WAITING, SEATS, GAME, ASKED, PAYING, CONFLICTS, SCORING])
@pytest.mark.parametrize("touch", [*Press, LookAt(0), LookAt(3), Pick(0), Hold(Press.ADVANCE), ToMenu()])
def test_whatever_is_pressed_wherever_leads_somewhere(state: TableState, touch: Touch) -> None:
    position = follow(START, state, 0.0)
    for _ in range(12):
        position, _ = press(position, state, touch, 1.0)
        position = follow(position, state, 1.0)
        assert position.shown in ScreenId
