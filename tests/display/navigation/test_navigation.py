"""Which screen is up and what each press does: sessions as scripts of steps."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from device.features.bgstats.share import SharedGame, SharePage
from display.facts.city_facts import still_to_act
from display.menu import OpenPage
from display.menu.entry.turn import EnterTurnPage, SeatTurnPage
from display.menu.main.confirmations import LeaveGamePage, ReopenGamePage
from display.menu.main.main_menu import MainMenuPage
from display.menu.page import PAGE_TIMEOUT
from display.menu.reference.city_cards import CityCardsPage
from display.menu.setup.boards import BoardsPage, PlayerCountPage
from display.menu.setup.first_start import FirstStartPage, RigPage
from display.messages.intents import Advance, Answer, Choose, EndTurn, Leave, Quit, Redo, ShutDown, Undo
from display.messages.presses import Hold, LookAt, Pick, Press, ToMenu
from display.messages.questions import Notice, Plan, Question
from display.navigation.navigation import active_buttons, handle_press, update_position
from display.navigation.position import START, ScreenId
from display.navigation.reveal import is_revealing, revealed_steps
from display.screens.layout import compose
from display.screens.table import turn_status
from display.table_state import TableState
from engine import Discard
from tests.display.sessions import AGE_ENDS, MIDDLE, marks, over, played, table, undone

if TYPE_CHECKING:
    from display.menu import Page
    from display.messages.intents import Intent
    from display.messages.presses import UserInput

PLAYERS = 4
A_LOOK = 1.0
"""s between what is shown and the press that follows."""
WAITING = TableState()
SEATS = TableState(seats=marks(PLAYERS))
GAME = TableState(played(PLAYERS, MIDDLE), marks(PLAYERS))
CONFLICTS = TableState(played(PLAYERS, AGE_ENDS), marks(PLAYERS))
SCORING = over(PLAYERS)
DOUBT = Question(2, "already_built", {"card": "palace"}, ("take_back", "exception"))
OTHER = Question(0, "no_stage_left", {}, ("take_back",))
ASKED = replace(GAME, questions=(DOUBT,))
PAYING = table(PLAYERS)
FIVE = frozenset(Press) - {Press.QUIT}


@dataclass(frozen=True)
class Step:
    """The game goes on to `state` and the time by `wait` seconds, `touch` is pressed; then `up` is shown.

    `asks`: the intent that the press gives.
    """

    state: TableState
    touch: UserInput | None = None
    up: ScreenId | None = None
    asks: Intent | None = None
    seat: int | None = None
    wait: float = 0.0


def act(*steps: Step) -> None:
    """Play the steps and check each."""
    position, time = START, 100.0
    for number, step in enumerate(steps):
        time += step.wait
        position = update_position(position, step.state, time)
        time += A_LOOK
        intent = None
        if step.touch is not None:
            position, intent = handle_press(position, step.state, step.touch, time)
        assert intent == step.asks, f"step {number}"
        assert step.up is None or position.shown is step.up, f"step {number}"
        assert step.seat is None or position.seat == step.seat, f"step {number}"


def test_a_session_goes_from_screen_to_screen_by_itself() -> None:
    act(
        Step(WAITING, up=ScreenId.WAITING),
        Step(SEATS, up=ScreenId.SEATS),
        Step(GAME, up=ScreenId.TABLE),
        Step(CONFLICTS, up=ScreenId.CONFLICTS),
        Step(GAME, up=ScreenId.TABLE),
        Step(SCORING, up=ScreenId.SCORING),
        Step(WAITING, up=ScreenId.WAITING),
    )


def test_right_goes_from_the_table_through_the_cities_to_the_military() -> None:
    right = Press.RIGHT
    cities = [Step(GAME, right, ScreenId.CITY, seat=seat) for seat in range(PLAYERS)]
    act(Step(GAME), *cities, Step(GAME, right, ScreenId.MILITARY), Step(GAME, right, ScreenId.TABLE))


def test_the_story_follows_the_winner() -> None:
    end = update_position(update_position(START, SCORING, 0.0), SCORING, 60.0)
    screens = []
    for _ in range(3):
        end, _ = handle_press(end, SCORING, Press.RIGHT, 61.0)
        screens.append(end.screen)
    assert screens == [ScreenId.STORY, ScreenId.TABLE, ScreenId.CITY]
    back, intent = handle_press(replace(end, screen=ScreenId.STORY), SCORING, Press.LEFT, 62.0)
    assert (back.screen, intent) == (ScreenId.SCORING, None)


def test_left_goes_the_other_way() -> None:
    left = Press.LEFT
    act(Step(GAME, left, ScreenId.MILITARY), Step(GAME, left, ScreenId.CITY, seat=PLAYERS - 1))


def test_a_city_stays_up_while_the_turn_goes_on() -> None:
    act(Step(GAME, Press.RIGHT, ScreenId.CITY), Step(PAYING, up=ScreenId.CITY), Step(CONFLICTS, up=ScreenId.CONFLICTS))


def test_advance_shows_the_table_before_it_says_who_has_not_acted() -> None:
    act(
        Step(GAME, Press.ADVANCE, ScreenId.TABLE, Advance()),
        Step(GAME, Press.LEFT, ScreenId.MILITARY),
        Step(GAME, Press.ADVANCE, ScreenId.TABLE),
        Step(GAME, Press.ADVANCE, ScreenId.TABLE, Advance()),
        Step(GAME, LookAt(1), ScreenId.CITY),
        Step(GAME, Press.ADVANCE, ScreenId.TABLE),
    )


def test_the_button_says_that_it_has_to_be_held_and_elsewhere_that_it_leads_to_the_table() -> None:
    almost = replace(GAME, plans={seat: Plan("discard") for seat in range(PLAYERS - 1)}, ready=True)
    position = update_position(START, almost, 0.0)
    labels = []
    for touch in (None, Press.LEFT, Press.ADVANCE):
        if touch:
            position, _ = handle_press(position, almost, touch, 0.0)
        label = compose(almost, position, 800, 480)[-1].content
        labels.append((label.key, label.urgent))
    assert labels == [("button.hold", False), ("button.table", False), ("button.hold", False)]


def test_advance_closes_the_turn_from_any_screen_when_everybody_has_acted() -> None:
    acted = replace(GAME, plans={seat: Plan("discard") for seat in range(PLAYERS)}, ready=True)
    act(Step(acted, Press.LEFT, ScreenId.MILITARY), Step(acted, Press.ADVANCE, ScreenId.MILITARY, Advance()))


def test_at_a_station_advance_leads_back_to_it_first() -> None:
    station = replace(GAME, station=True)
    act(
        Step(station, Press.RIGHT, ScreenId.TABLE),
        Step(station, Press.ADVANCE, ScreenId.STATION),
        Step(station, Press.ADVANCE, ScreenId.STATION, Advance()),
    )


def test_left_and_right_step_through_the_scoring_and_replay_it() -> None:
    position = update_position(START, SCORING, 0.0)
    position, _ = handle_press(position, SCORING, Press.ADVANCE, 1.0)
    last = position.step
    steps = []
    for touch in (Press.LEFT, Press.RIGHT, Press.RIGHT, Press.LEFT, Press.LEFT, Press.LEFT):
        position, intent = handle_press(update_position(position, SCORING, 2.0), SCORING, touch, 2.0)
        assert (intent, position.screen) == (None, ScreenId.SCORING)
        steps.append(position.step)
    assert steps == [1, 2, 3, 2, 1, 1]
    assert update_position(position, SCORING, 2.0 + 100).step == last, "it goes on by itself from there"
    position, _ = handle_press(replace(position, step=last), SCORING, Press.RIGHT, 3.0)
    assert position.screen is ScreenId.STORY


def test_before_the_first_category_of_the_scoring_left_leads_nowhere() -> None:
    position = update_position(START, SCORING, 0.0)
    for step, active in ((0, False), (1, False), (2, True)):
        at = replace(position, step=step)
        assert (Press.LEFT in active_buttons(at, SCORING)) is active
        assert handle_press(at, SCORING, Press.LEFT, 1.0)[0].step == (step - 1 if active else step)
        assert Press.RIGHT in active_buttons(at, SCORING)


def test_undo_and_quit_mean_the_same_on_every_screen() -> None:
    for state in (WAITING, SEATS, GAME, CONFLICTS):
        act(Step(state, Press.UNDO, asks=Undo()), Step(state, Press.QUIT, asks=Quit()))
    act(Step(ASKED, Press.QUIT, asks=Quit()))


def test_a_question_hides_the_screen() -> None:
    act(Step(GAME, Press.RIGHT, ScreenId.CITY), Step(ASKED, up=ScreenId.QUESTION), Step(GAME, up=ScreenId.CITY))


def test_the_button_below_an_answer_takes_it() -> None:
    act(Step(ASKED, Press.SELECT, ScreenId.TABLE, Answer(DOUBT, 1)), Step(GAME, up=ScreenId.TABLE))
    four = replace(DOUBT, choices=("exception", "here", "discarded", "stage"))
    for number, button in enumerate((Press.LEFT, Press.SELECT, Press.RIGHT, Press.ADVANCE)):
        act(Step(replace(GAME, questions=(four,)), button, ScreenId.TABLE, Answer(four, number)))


def test_a_column_of_several_answers_spreads_and_undo_goes_back() -> None:
    many = replace(
        DOUBT, choices=tuple(f"wonder:{wonder}" for wonder in ("giza", "rhodes", "rome", "olympia", "babylon"))
    )
    asked = replace(GAME, questions=(many,))
    act(
        Step(asked, Press.LEFT, ScreenId.QUESTION),
        Step(asked, Press.SELECT, ScreenId.TABLE, Answer(many, 1)),
    )
    act(
        Step(asked, Press.LEFT, ScreenId.QUESTION),
        Step(asked, Press.UNDO, ScreenId.QUESTION),
        Step(asked, Press.SELECT, ScreenId.TABLE, Answer(many, 2)),
    )


@pytest.mark.parametrize("touch", [Press.LEFT, Press.SELECT, Press.UNDO, Press.ADVANCE, Pick(1)])
def test_a_press_that_was_meant_for_what_was_up_before_answers_no_question(touch: UserInput) -> None:
    position = update_position(START, ASKED, 10.0)
    assert handle_press(position, ASKED, touch, 10.5) == (position, None)
    assert handle_press(position, ASKED, touch, 10.8)[0] != position or touch is Press.ADVANCE


@pytest.mark.parametrize("touch", [Press.LEFT, Pick(0)])
def test_the_answer_to_remove_a_card_keeps_the_question_up_until_the_card_is_gone(touch: UserInput) -> None:
    announced = Step(ASKED, touch, ScreenId.QUESTION)
    act(announced, Step(ASKED, up=ScreenId.QUESTION), Step(GAME, up=ScreenId.TABLE))
    act(announced, Step(ASKED, Press.UNDO, ScreenId.TABLE))
    act(announced, Step(ASKED, Press.SELECT, ScreenId.TABLE, Answer(DOUBT, 1)))
    position = update_position(START, ASKED, 0.0)
    pressed, _ = handle_press(position, ASKED, touch, 1.0)
    assert compose(ASKED, pressed, 800, 480)[0].content != compose(ASKED, position, 800, 480)[0].content


def test_a_touch_on_a_choice_answers_at_once() -> None:
    act(Step(ASKED, Pick(1), ScreenId.TABLE, Answer(DOUBT, 1)))


def test_undo_postpones_a_question_and_select_reopens_it() -> None:
    act(
        Step(ASKED, Press.UNDO, ScreenId.TABLE),
        Step(ASKED, up=ScreenId.TABLE),
        Step(ASKED, Press.SELECT, ScreenId.QUESTION),
        Step(ASKED, Press.UNDO, ScreenId.TABLE),
        Step(ASKED, LookAt(2), ScreenId.QUESTION),
    )


def test_a_postponed_question_that_was_settled_can_come_up_again() -> None:
    act(Step(ASKED, Press.UNDO, ScreenId.TABLE), Step(GAME, up=ScreenId.TABLE), Step(ASKED, up=ScreenId.QUESTION))


def test_several_questions_come_one_after_the_other() -> None:
    both = replace(GAME, questions=(DOUBT, OTHER))
    act(
        Step(both, Press.SELECT, ScreenId.QUESTION, Answer(DOUBT, 1)),
        Step(both, Press.UNDO, ScreenId.TABLE),
    )


def test_a_question_at_setup_comes_up_too() -> None:
    twice = replace(SEATS, questions=(Question(1, "wonder_twice", {"wonder": "giza"}, ("take_back",)),))
    act(Step(SEATS, up=ScreenId.SEATS), Step(twice, up=ScreenId.QUESTION), Step(SEATS, up=ScreenId.SEATS))


def test_select_shows_a_city_with_a_choice_of_payment_and_then_changes_the_payment() -> None:
    act(
        Step(PAYING, Press.SELECT, ScreenId.CITY, seat=0),
        Step(PAYING, Press.SELECT, ScreenId.CITY, Choose(0, 2)),
    )


def test_select_on_the_table_opens_the_menu_once_every_choice_of_payment_was_viewed() -> None:
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


def test_a_new_choice_of_payment_is_shown_again() -> None:
    choice = replace(GAME, plans={1: Plan("build", "palace", ways=2)})
    act(
        Step(choice, Press.SELECT, ScreenId.CITY, seat=1),
        Step(choice, LookAt(1), ScreenId.TABLE),
        Step(GAME),
        Step(choice, Press.SELECT, ScreenId.CITY, seat=1),
    )


def test_advance_enters_the_next_turn_in_a_game_by_hand_and_select_is_the_menu_whatever_the_payments() -> None:
    choice = replace(GAME, by_hand=True, plans={0: Plan("build", "palace", ways=2)})
    position = update_position(START, choice, 0.0)
    menu, _ = handle_press(position, choice, Press.SELECT, 0.0)
    assert menu.opened is not None
    assert menu.opened.page == MainMenuPage()
    position, _ = handle_press(position, choice, Press.ADVANCE, 0.0)
    assert position.opened is not None
    assert position.opened.page == SeatTurnPage(1)
    act(Step(choice, Press.RIGHT, ScreenId.CITY, seat=0), Step(choice, Press.SELECT, ScreenId.CITY, Choose(0, 1)))


@pytest.mark.parametrize("state", [WAITING, SEATS, GAME, ASKED, PAYING, CONFLICTS, SCORING])
@pytest.mark.parametrize("before", [(), (Press.SELECT,), (Press.RIGHT,), (Press.SELECT, Press.LEFT)])
def test_the_menu_card_opens_the_main_menu_over_any_screen(state: TableState, before: tuple[UserInput, ...]) -> None:
    position = update_position(START, state, 0.0)
    for touch in before:
        position, _ = handle_press(position, state, touch, 0.0)
    position, intent = handle_press(position, state, ToMenu(), 0.0)
    assert intent is None
    assert position.opened is not None
    assert (position.opened.page, position.opened.before) == (MainMenuPage(), None)


@pytest.mark.parametrize("state", [WAITING, SEATS, GAME, CONFLICTS, SCORING])
def test_select_opens_the_menu_and_undo_closes_it(state: TableState) -> None:
    act(
        Step(state, Press.SELECT, ScreenId.MENU),
        Step(state, Press.UNDO),
        Step(state, up=update_position(START, state, 0.0).screen),
    )


def test_a_question_waits_until_the_page_is_closed() -> None:
    act(
        Step(GAME, Press.SELECT, ScreenId.MENU),
        Step(ASKED, up=ScreenId.MENU),
        Step(ASKED, Press.UNDO, ScreenId.QUESTION),
    )


def test_a_page_closes_by_itself_after_a_minute() -> None:
    act(
        Step(GAME, Press.SELECT, ScreenId.MENU),
        Step(GAME, up=ScreenId.MENU, wait=59.0),
        Step(GAME, up=ScreenId.TABLE, wait=2.0),
    )


@pytest.mark.parametrize("state", [WAITING, CONFLICTS, ASKED, SCORING])
def test_a_long_press_on_advance_asks_whether_to_shut_down(state: TableState) -> None:
    act(
        Step(state, Hold(Press.ADVANCE), ScreenId.MENU),
        Step(state, Press.LEFT),
        Step(state, Hold(Press.UNDO)),
        Step(state, Hold(Press.ADVANCE), ScreenId.MENU),
        Step(state, Press.SELECT, asks=ShutDown()),
    )


@pytest.mark.parametrize("state", [GAME, PAYING])
def test_a_long_press_on_advance_in_a_turn_asks_whether_to_end_it(state: TableState) -> None:
    waited = still_to_act(state, state.game)
    act(
        Step(state, Hold(Press.ADVANCE), ScreenId.MENU),
        Step(state, Press.LEFT, ScreenId.TABLE),
        Step(state, Hold(Press.ADVANCE), ScreenId.MENU),
        Step(state, Press.SELECT, ScreenId.TABLE, asks=EndTurn(waited)),
        Step(state, Hold(Press.ADVANCE), ScreenId.MENU),
        Step(state, Press.RIGHT, ScreenId.MENU),
        Step(state, Press.SELECT, asks=ShutDown()),
    )


@pytest.mark.parametrize("state", [WAITING, SEATS, GAME, ASKED, PAYING, CONFLICTS, SCORING])
def test_inactive_buttons_do_nothing(state: TableState) -> None:
    position = update_position(START, state, 0.0)
    for opening in ((), (Press.SELECT,), (Press.ADVANCE,), (Press.RIGHT,), (Press.SELECT, Press.SELECT)):
        here = position
        for touch in opening:
            here, _ = handle_press(here, state, touch, 0.0)
        for touch in FIVE - active_buttons(here, state):
            assert handle_press(here, state, touch, 0.0)[0] == here


@pytest.mark.parametrize("touches", [(Hold(Press.ADVANCE), Press.LEFT), (Hold(Press.ADVANCE), Press.UNDO)])
def test_an_unfinished_page_is_shown_again_after_not_shutting_down(touches: tuple[UserInput, ...]) -> None:
    half = OpenPage(BoardsPage(5, (("giza", "A"), ("rhodes", "B"))), (2,))
    position = replace(update_position(START, SEATS, 0.0), opened=half)
    for touch in touches:
        position, intent = handle_press(position, SEATS, touch, 1.0)
        assert intent is None
    assert position.opened is not None
    assert position.opened.page == half.page


def test_the_menu_card_keeps_an_unfinished_page() -> None:
    half = OpenPage(BoardsPage(5, (("giza", "A"),)))
    position = replace(update_position(START, SEATS, 0.0), opened=half)
    for touch in (ToMenu(), Hold(Press.ADVANCE), ToMenu()):
        position, _ = handle_press(position, SEATS, touch, 1.0)
    pressed, _ = handle_press(position, SEATS, Press.UNDO, 1.0)
    for later in (pressed, update_position(position, SEATS, 100.0)):
        assert later.opened is not None
        assert later.opened.page == half.page


def test_a_touch_on_a_seat_shows_its_city_and_a_second_one_the_table() -> None:
    act(Step(GAME, LookAt(3), ScreenId.CITY, seat=3), Step(GAME, LookAt(3), ScreenId.TABLE))


def test_conflicts_are_revealed_edge_by_edge_and_advance_first_skips_to_the_end() -> None:
    position = update_position(START, CONFLICTS, 10.0)
    assert [update_position(position, CONFLICTS, 10.0 + wait).step for wait in (0.0, 1.6, 3.1, 60.0)] == [
        0,
        1,
        2,
        PLAYERS,
    ]
    act(
        Step(CONFLICTS),
        Step(CONFLICTS, Press.ADVANCE, ScreenId.CONFLICTS, wait=2.0),
        Step(CONFLICTS, Press.ADVANCE, ScreenId.CONFLICTS, Advance()),
    )
    act(Step(CONFLICTS), Step(CONFLICTS, Press.ADVANCE, ScreenId.CONFLICTS, Advance(), wait=60.0))


def test_scoring_is_revealed_category_by_category_with_no_key_pressed() -> None:
    position = update_position(START, SCORING, 0.0)
    steps = []
    for tenth in range(300):
        position = update_position(position, SCORING, tenth / 10)
        steps.append(position.step)
    assert steps == sorted(steps)
    assert [steps.index(step) for step in range(9)] == [0, 25, 50, 75, 100, 125, 150, 175, 200]
    assert not is_revealing(position, SCORING)


def test_advance_skips_to_the_end_of_the_scoring() -> None:
    position, intent = handle_press(update_position(START, SCORING, 0.0), SCORING, Press.ADVANCE, 1.0)
    assert intent is None
    assert update_position(position, SCORING, 1.0).step == 8


def test_the_winner_stays_known_while_another_screen_is_up() -> None:
    end = update_position(update_position(START, SCORING, 0.0), SCORING, 60.0)
    for press in (Press.RIGHT, LookAt(1)):
        other = update_position(handle_press(end, SCORING, press, 61.0)[0], SCORING, 62.0)
        assert other.screen is not ScreenId.SCORING
        assert revealed_steps(SCORING, other) == revealed_steps(SCORING, end) == 8


def test_a_touch_on_a_category_replays_the_scoring_from_there() -> None:
    end = update_position(START, SCORING, 60.0)
    end = update_position(end, SCORING, 120.0)
    assert not is_revealing(end, SCORING)
    again, intent = handle_press(end, SCORING, Pick(4), 130.0)
    assert intent is None
    assert [update_position(again, SCORING, 130.0 + wait).step for wait in (0.0, 2.0, 2.6, 60.0)] == [5, 5, 6, 8]
    assert handle_press(update_position(START, GAME, 0.0), GAME, Pick(4), 1.0) == (
        update_position(START, GAME, 0.0),
        None,
    )


def test_the_table_can_be_shown_after_the_scoring_and_back() -> None:
    act(
        Step(SCORING, Press.ADVANCE, ScreenId.SCORING),
        Step(SCORING, Press.RIGHT, ScreenId.STORY),
        Step(SCORING, Press.RIGHT, ScreenId.TABLE),
        Step(SCORING, Press.LEFT, ScreenId.STORY, wait=30.0),
        Step(SCORING, Press.LEFT, ScreenId.SCORING),
    )


def test_advance_asks_before_the_winner_goes_and_more_presses_do_nothing() -> None:
    position = update_position(update_position(START, SCORING, 0.0), SCORING, 60.0)
    for _ in range(4):
        position, intent = handle_press(position, SCORING, Press.ADVANCE, 60.0)
        assert (intent, position.opened and position.opened.page) == (None, LeaveGamePage())
    position, intent = handle_press(position, SCORING, Press.SELECT, 60.0)
    assert (intent, position.opened) == (Leave(), None)


def test_one_undo_too_many_on_leaving_a_page_undoes_nothing() -> None:
    position, _ = handle_press(update_position(START, GAME, 0.0), GAME, Press.SELECT, 1.0)
    assert position.opened is not None
    position, _ = handle_press(position, GAME, Press.UNDO, 2.0)
    assert position.opened is None
    assert [handle_press(position, GAME, Press.UNDO, time)[1] for time in (2.2, 2.9, 3.1)] == [None, None, Undo()]


def test_pressing_back_on_pages_that_have_just_closed_by_themselves_undoes_nothing() -> None:
    """However often it is pressed: each press that did nothing was still meant for a page."""
    position, _ = handle_press(update_position(START, GAME, 0.0), GAME, Press.SELECT, 1.0)
    position = update_position(position, GAME, 1.0 + PAGE_TIMEOUT)
    assert position.opened is None
    asked = []
    for time in (0.3, 0.8, 1.5, 2.2, 3.3):
        position, intent = handle_press(position, GAME, Press.UNDO, 1.0 + PAGE_TIMEOUT + time)
        asked.append(intent)
    assert asked == [None, None, None, None, Undo()]


def test_a_press_meant_for_a_page_that_has_just_closed_by_itself_answers_no_question() -> None:
    position, _ = handle_press(update_position(START, GAME, 0.0), GAME, Press.SELECT, 1.0)
    position = update_position(position, ASKED, 10.0)
    assert position.shown is ScreenId.MENU
    closed = 1.0 + PAGE_TIMEOUT
    position = update_position(position, ASKED, closed)
    assert position.shown is ScreenId.QUESTION
    assert handle_press(position, ASKED, Press.SELECT, closed + 0.3) == (position, None)
    assert handle_press(position, ASKED, Press.SELECT, closed + 1.0)[1] == Answer(DOUBT, 1)


def test_what_was_undone_is_said_where_it_was_undone() -> None:
    city, _ = handle_press(update_position(START, GAME, 0.0), GAME, Press.RIGHT, 1.0)
    assert handle_press(city, GAME, Press.UNDO, 2.0)[0].screen is ScreenId.CITY
    military, _ = handle_press(update_position(START, GAME, 0.0), GAME, Press.LEFT, 1.0)
    assert military.screen is ScreenId.MILITARY
    assert handle_press(military, GAME, Press.UNDO, 2.0)[0].screen is ScreenId.TABLE
    words = turn_status.told(undone(GAME), GAME.game)
    assert words is not None
    assert words.notice.key == "notice.undone"
    own = compose(undone(GAME), city, 800, 480)
    assert words in [panel.content for panel in own]


def test_a_finished_game_is_reopened_only_by_somebody_who_says_yes() -> None:
    shown = update_position(update_position(START, SCORING, 0.0), SCORING, 60.0)
    asking, intent = handle_press(shown, SCORING, Press.UNDO, 60.0)
    assert (asking.opened and asking.opened.page, intent) == (ReopenGamePage(), None)
    assert handle_press(asking, SCORING, Press.LEFT, 61.0)[1] is None
    assert handle_press(asking, SCORING, Press.SELECT, 61.0)[1] == Undo()
    again, intent = handle_press(asking, SCORING, Press.UNDO, 61.0)
    assert (again.opened, intent) == (None, None)
    assert handle_press(shown, replace(SCORING, is_review=True), Press.UNDO, 60.0)[1] == Undo(), "it leaves the review"
    (undo,) = (one for one in MainMenuPage().menu(SCORING).options if one.tile.icon == "undo")
    assert (undo.leads_to, undo.intent) == (ReopenGamePage(), None)


def test_small_movements_of_boards_do_not_move_seats_on_the_screen() -> None:
    position = update_position(START, GAME, 0.0)
    shaken = replace(GAME, seats=tuple(replace(mark, bearing=mark.bearing + 0.02) for mark in GAME.seats))
    assert update_position(position, shaken, 1.0) == position
    moved = replace(GAME, seats=tuple(replace(mark, bearing=mark.bearing + 0.5) for mark in GAME.seats))
    assert update_position(position, moved, 1.0).bearings != position.bearings


@pytest.mark.parametrize("state", [WAITING, SEATS, GAME, ASKED, PAYING, CONFLICTS, SCORING])
@pytest.mark.parametrize("touch", [*Press, LookAt(0), LookAt(3), Pick(0), Hold(Press.ADVANCE), ToMenu()])
def test_every_press_on_every_screen_leads_to_a_screen(state: TableState, touch: UserInput) -> None:
    position = update_position(START, state, 0.0)
    for _ in range(12):
        position, _ = handle_press(position, state, touch, 1.0)
        position = update_position(position, state, 1.0)
        assert position.shown in ScreenId


def labels(state: TableState, *touches: UserInput) -> dict[Press, str]:
    """The words on the five buttons after these touches, by key."""
    position = update_position(START, state, 0.0)
    for number, touch in enumerate(touches):
        position, _ = handle_press(position, state, touch, A_LOOK * (number + 1))
    return {panel.content.press: panel.content.key for panel in compose(state, position, 800, 480)[-5:]}


def test_advance_before_a_game_reopens_a_postponed_question_instead_of_starting() -> None:
    asked = replace(SEATS, ready=True, questions=(DOUBT, OTHER))
    act(
        Step(asked, Press.UNDO, ScreenId.QUESTION),
        Step(asked, Press.UNDO, ScreenId.SEATS),
        Step(asked, Press.ADVANCE, ScreenId.QUESTION),
        Step(asked, Press.UNDO, ScreenId.SEATS),
        Step(replace(SEATS, ready=True), Press.ADVANCE, ScreenId.SEATS, Advance()),
    )
    alone = replace(SEATS, questions=(DOUBT,))
    assert labels(alone, Press.UNDO)[Press.ADVANCE] == "button.questions"
    position, _ = handle_press(update_position(START, alone, 0.0), alone, Press.UNDO, 1.0)
    assert Press.ADVANCE in active_buttons(position, alone)
    reopened, intent = handle_press(position, alone, Press.ADVANCE, 2.0)
    assert (reopened.asked, reopened.postponed, intent) == (DOUBT, (), None)


def test_advance_before_a_game_is_active_only_once_the_game_can_start() -> None:
    for state, active in ((SEATS, False), (replace(SEATS, ready=True), True), (WAITING, False)):
        assert (Press.ADVANCE in active_buttons(update_position(START, state, 0.0), state)) is active


def test_advance_brings_a_postponed_question_back_in_a_game_too() -> None:
    position, _ = handle_press(update_position(START, ASKED, 0.0), ASKED, Press.UNDO, 1.0)
    assert Press.ADVANCE in active_buttons(position, ASKED)
    again, intent = handle_press(position, ASKED, Press.ADVANCE, 2.0)
    assert (again.asked, intent) == (ASKED.questions[0], None)


def test_advance_in_a_turn_is_dark_while_somebody_has_still_to_act() -> None:
    assert Press.ADVANCE not in active_buttons(update_position(START, GAME, 0.0), GAME)
    acted = replace(GAME, plans={seat: Plan("discard") for seat in range(PLAYERS)})
    assert Press.ADVANCE in active_buttons(update_position(START, acted, 0.0), acted)


def test_select_redoes_while_it_is_said_what_was_undone() -> None:
    undone = replace(GAME, can_redo=True, notices=(Notice("notice.undone_several", {"count": 3}),))
    act(Step(undone, Press.SELECT, ScreenId.TABLE, Redo()))
    act(Step(replace(undone, notices=()), Press.SELECT, ScreenId.MENU))


def test_undo_is_active_if_there_is_anything_to_undo() -> None:
    new_game = TableState(played(PLAYERS, 0), marks(PLAYERS))
    for state, active in ((WAITING, False), (new_game, False), (GAME, True), (replace(new_game, can_undo=True), True)):
        assert (Press.UNDO in active_buttons(update_position(START, state, 0.0), state)) is active


def test_left_and_right_are_active_where_there_is_a_choice() -> None:
    for state, active in ((SEATS, False), (GAME, True)):
        found = active_buttons(update_position(START, state, 0.0), state)
        assert ({Press.LEFT, Press.RIGHT} <= found, Press.LEFT in found) == (active, active)


def test_in_a_question_the_buttons_below_answers_are_active_and_undo() -> None:
    for state, alive in ((replace(GAME, questions=(OTHER,)), {Press.LEFT}), (ASKED, {Press.LEFT, Press.SELECT})):
        assert active_buttons(update_position(START, state, 0.0), state) == alive | {Press.UNDO}


def test_postponed_questions_are_reopened_in_their_order() -> None:
    both = replace(GAME, questions=(DOUBT, OTHER))
    position = update_position(START, both, 0.0)
    for time, asked in ((1.0, DOUBT), (2.0, OTHER)):
        assert position.asked == asked
        position, _ = handle_press(position, both, Press.UNDO, time)
    for asked in (DOUBT, OTHER, DOUBT):
        position, _ = handle_press(position, both, Press.SELECT, 3.0)
        assert position.asked == asked
        position, _ = handle_press(position, both, Press.UNDO, 3.0)


def test_a_touch_on_a_seat_before_a_game_shows_nothing_new() -> None:
    act(Step(SEATS, LookAt(1), ScreenId.SEATS))


def test_each_card_at_a_station_brings_its_screen_back() -> None:
    station = replace(GAME, station=True)
    assert station.game is not None
    shown = replace(station, game=station.game.apply(Discard(station.game.to_act[0])))
    act(
        Step(station, LookAt(1), ScreenId.CITY),
        Step(station, up=ScreenId.CITY),
        Step(shown, up=ScreenId.STATION),
    )


def test_the_button_names_what_select_does() -> None:
    shared = replace(SCORING, features={"bgstats": SharedGame("https://example.org")})
    cases = (
        (WAITING, (), "button.menu"),
        (GAME, (), "button.menu"),
        (GAME, (LookAt(1),), "button.built"),
        (PAYING, (), "button.choices"),
        (PAYING, (LookAt(0),), "button.pay"),
        (ASKED, (Press.UNDO,), "button.questions"),
        (ASKED, (Press.UNDO, LookAt(1)), "button.built"),
        (replace(GAME, by_hand=True), (), "button.menu"),
        (replace(CONFLICTS, by_hand=True), (Press.RIGHT,), "button.menu"),
        (shared, (), "button.menu"),
        (shared, (Press.ADVANCE,), "button.share"),
        (SCORING, (Press.ADVANCE,), "button.menu"),
    )
    assert [labels(state, *touches)[Press.SELECT] for state, touches, _ in cases] == [key for _, _, key in cases]


def opened(state: TableState, *touches: UserInput) -> list[Page]:
    """The open page after these touches, then the pages to which UNDO goes back."""
    position = update_position(START, state, 0.0)
    for touch in touches:
        position, _ = handle_press(position, state, touch, 0.0)
    pages, page = [], position.opened
    while page is not None:
        pages.append(page.page)
        page = page.before
    return pages


def test_undo_goes_back_to_the_main_menu_from_pages_that_select_opens() -> None:
    shared = replace(SCORING, features={"bgstats": SharedGame("https://example.org")})
    assert opened(shared, Press.ADVANCE, Press.SELECT) == [SharePage(), MainMenuPage()]
    entering = replace(GAME, by_hand=True)
    assert opened(entering, Press.ADVANCE) == [SeatTurnPage(0), EnterTurnPage(), MainMenuPage()]
    assert labels(entering)[Press.ADVANCE] == "button.by_hand"
    empty = replace(WAITING, by_hand=True)
    assert opened(empty, Press.ADVANCE) == [PlayerCountPage(), MainMenuPage()]
    assert labels(empty)[Press.ADVANCE] == "button.set_up"
    assert opened(replace(SEATS, by_hand=True), Press.ADVANCE) == []
    assert opened(GAME, LookAt(2), Press.SELECT) == [CityCardsPage(2)]


def test_a_new_appliance_opens_the_pages_of_the_first_start_by_itself() -> None:
    new = TableState(settings={"screen.greeted": False})
    assert opened(new) == [FirstStartPage()]
    assert opened(replace(new, game=GAME.game, seats=GAME.seats)) == []
    assert opened(TableState(settings={"screen.greeted": True})) == []
    position = replace(update_position(START, new, 0.0), opened=OpenPage(RigPage()))
    assert update_position(position, new, 1.0).opened == OpenPage(RigPage())


def test_buttons_name_the_screens_to_which_left_and_right_lead() -> None:
    assert labels(GAME)[Press.LEFT] == "button.military"
    assert labels(GAME, Press.LEFT)[Press.RIGHT] == "button.table"
    conflicts = labels(CONFLICTS, Press.ADVANCE)
    assert (conflicts[Press.LEFT], conflicts[Press.RIGHT]) == ("button.military", "button.table")


def test_undo_on_a_screen_gives_its_intent_and_on_a_page_goes_back() -> None:
    act(Step(GAME, Press.SELECT, ScreenId.MENU), Step(GAME, Press.UNDO, ScreenId.TABLE))
    act(
        Step(ASKED, Press.UNDO, ScreenId.TABLE),
        Step(ASKED, Press.UNDO, ScreenId.TABLE, Undo()),
    )
    pressed_twice, _ = handle_press(update_position(START, ASKED, 0.0), ASKED, Press.UNDO, 1.0)
    assert handle_press(pressed_twice, ASKED, Press.UNDO, 1.5)[1] is None


def test_a_seat_that_moves_takes_the_others_along_only_beyond_the_threshold() -> None:
    position = update_position(START, GAME, 0.0)
    last = GAME.seats[-1]
    moved = replace(GAME, seats=(*GAME.seats[:-1], replace(last, bearing=last.bearing + 0.4)))
    assert update_position(position, moved, 1.0).bearings == tuple(mark.bearing for mark in moved.seats)
    turned = replace(GAME, seats=tuple(replace(mark, bearing=mark.bearing + math.tau) for mark in GAME.seats))
    assert update_position(position, turned, 1.0).bearings == position.bearings, "a full circle is no movement"


def test_a_game_with_fewer_seats_replaces_the_bearings() -> None:
    position = update_position(START, SEATS, 0.0)
    assert len(update_position(position, TableState(seats=marks(3)), 1.0).bearings) == 3
