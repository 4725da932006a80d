"""Which screen is up, and what a press does there. Pure: a press gives the next position and an intent."""

import math
from dataclasses import dataclass, replace

from display.facts.chair_facts import cards_to_take_out, chair_entry
from display.facts.city_facts import acts_without_card, still_to_act
from display.facts.names import SeatName
from display.menu import COLUMNS, OpenPage, Page, open_page
from display.menu.addition import beside_table, page_after_scoring, screen_after_game
from display.menu.entry.turn import EnterTurnPage, next_turn_pages
from display.menu.main.confirmations import LeaveGamePage, ReopenGamePage, ShutDownPage, end_turn_page
from display.menu.main.main_menu import MainMenuPage
from display.menu.reference.city_cards import CityCardsPage
from display.menu.setup.boards import PlayerCountPage
from display.menu.setup.chair import ChairCardsPage
from display.menu.setup.first_start import FirstStartPage, first_start_due
from display.menu.setup.first_turn import OFFERED, OfferedGuidePage, guide_due
from display.messages.intents import Advance, Choose, Enter, Intent, Quit, Redo, Undo
from display.messages.presses import Hold, LookAt, Pick, Press, ToMenu, UserInput
from display.messages.questions import Question
from display.navigation.position import HomeScreen, Position, ScreenId
from display.navigation.questions import active_answers, answer_question, reopen_question, update_question
from display.navigation.reveal import is_revealing, last_step, reveal_from, step_scoring, update_reveal
from display.table_state import TableState
from engine import Game, Phase

MOVE_THRESHOLD = 0.3
"""Radians by which a seat must move before its place on the screen does."""
UNDO_RESTS = 1.0
"""s in which UNDO undoes nothing after a page has closed, also by itself, or a question was put off, and after an UNDO
that did nothing for that reason: it was pressed once too often."""
UNDONE = frozenset({"notice.undone", "notice.undone_several"})
"""The notices that say what was undone."""


@dataclass(frozen=True, slots=True)
class ButtonLabel:
    """A button: the key of its word ("": only its icon is shown), or the city that it leads to.

    `alive`: it does something now. `urgent`: it is the one to press. `held`: it does so only if it is held. `row`: the
    words of all buttons that are shown and the room of each in px, since all have letters of one size.
    """

    press: Press
    key: str
    city: SeatName | None = None
    alive: bool = True
    urgent: bool = False
    held: bool = False
    row: tuple[tuple[str, SeatName | None, float], ...] = ()


Button = tuple[ButtonLabel, Position, Intent | None]
"""What a button says, where the viewer is once it is pressed, and what that asks of the table."""


def update_position(position: Position, state: TableState, time: float) -> Position:
    """Where the viewer is once the game has gone on to `state` and the clock to `time` (s, never backwards)."""
    home = home_screen(state)
    if home != position.home:
        position = replace(position, screen=home.screen, home=home, step=0, since=time)
    position = update_question(_update_viewed_payments(_update_bearings(position, state), state), state, time)
    if position.opened is None and first_start_due(state):
        position = _open_pages(position, time, FirstStartPage())
    position = _show_chairs_cards(position, state, time)
    if position.opened is not None:
        position = replace(position, opened=open_page.update_page(position.opened, state, time))
        if position.opened is None:  # a question that waited below it comes up now
            position = replace(position, page_left=time, asked_since=time)
    return update_reveal(position, state, time)


def _show_chairs_cards(position: Position, state: TableState, time: float) -> Position:
    """When an age begins, the page with the empty chair's cards opens by itself, once."""
    cards = cards_to_take_out(state)
    if not cards or cards == position.chairs_cards or position.opened is not None:
        return position
    return _open_pages(replace(position, chairs_cards=cards), time, ChairCardsPage(deals=True))


def _is_over(state: TableState) -> bool:
    return state.game is not None and (state.finished or state.game.phase is Phase.OVER)


def home_screen(state: TableState) -> HomeScreen:
    """The screen that fits the state of the game."""
    if state.game is None:
        return HomeScreen(ScreenId.SEATS if state.seats else ScreenId.WAITING)
    if _is_over(state):
        return HomeScreen(ScreenId.SCORING)
    if state.game.phase is Phase.CONFLICTS:
        return HomeScreen(ScreenId.CONFLICTS, state.game.age)
    if state.station:
        return HomeScreen(ScreenId.STATION, booked=len(state.game.actions))
    return HomeScreen(ScreenId.TABLE)


def handle_press(
    position: Position, state: TableState, user_input: UserInput, time: float
) -> tuple[Position, Intent | None]:
    """What a press or touch does: where the viewer is afterwards, and the intent, if any."""
    if user_input is Press.QUIT:
        return position, Quit()
    if isinstance(user_input, Hold | ToMenu):
        return _open_over_everything(position, state, user_input, time), None
    if position.opened is not None:
        page, intent = open_page.press_on_page(position.opened, state, user_input, time)
        return replace(position, opened=page, page_left=position.page_left if page else time), intent
    if position.asked is not None:
        return answer_question(position, state, user_input, time)
    return _press_on_screen(position, state, user_input, time)


def active_buttons(position: Position, state: TableState) -> frozenset[Press]:
    """The buttons that do something when they are pressed now, without a hold."""
    return frozenset(label.press for label in button_labels(position, state) if label.alive and not label.held)


def button_labels(position: Position, state: TableState) -> tuple[ButtonLabel, ...]:
    """What the five buttons say, from left to right."""
    if position.opened is not None:
        active, undo = open_page.active_buttons(position.opened, state), "button.back"
    elif position.asked is not None:
        active, undo = active_answers(position, position.asked), _undo_of_question(position, position.asked)
    else:
        return tuple(label for label, _, _ in _buttons(position, state, 0.0))
    keys = {Press.UNDO: undo, **dict.fromkeys(COLUMNS, "")}
    return tuple(ButtonLabel(press, key, alive=press in active) for press, key in keys.items())


def _undo_of_question(position: Position, asked: Question) -> str:
    """What UNDO does while a question is up: out of a column, or away from the question."""
    if position.answer_path:
        return "button.back"
    return "button.close" if position.removal_announced or not asked.choices else "button.later"


def _buttons(position: Position, state: TableState, time: float) -> tuple[Button, ...]:
    """The five buttons on a screen without page and question, from left to right."""
    return (
        _undo(position, state, time),
        _beside(Press.LEFT, position, state, time),
        _select(position, state, time),
        _beside(Press.RIGHT, position, state, time),
        _advance(position, state, time),
    )


def _undo(position: Position, state: TableState, time: float) -> Button:
    """UNDO; a finished game is reopened only by somebody who means it.

    From the military, which has no room to say what was undone, it leads to the screen that says it.
    """
    alive = state.can_undo or (state.game is not None and bool(state.game.actions))
    label = ButtonLabel(Press.UNDO, "button.back" if state.is_review else "button.undo", alive=alive)
    if time - position.page_left < UNDO_RESTS:
        return label, replace(position, page_left=time), None
    if state.finished and not state.is_review:
        return label, _open_pages(position, time, ReopenGamePage()), None
    away = position.screen is ScreenId.MILITARY
    return label, replace(position, screen=position.home.screen) if away else position, Undo()


def _beside(press: Press, position: Position, state: TableState, time: float) -> Button:
    """LEFT or RIGHT: a screen on, or a category of the scoring."""
    way = 1 if press is Press.RIGHT else -1
    order, here = screens_in_order(state, position), (position.screen, position.seat)
    screen, seat = order[((order.index(here) if here in order else 0) + way) % len(order)]
    label = ButtonLabel(press, f"button.{screen}", alive=len(order) > (1 if way > 0 else 2))
    if position.screen is ScreenId.SCORING and is_revealing(position, state):
        key, alive = ("button.next", True) if way > 0 else ("button.previous", position.step > 1)
        label = replace(label, key=key, alive=alive)
    elif position.screen is ScreenId.SCORING and way < 0:
        label = replace(label, key="button.tell_again")
    elif screen is ScreenId.CITY:
        label = replace(label, city=SeatName("", state.playing.cities[seat].wonder.id, seat))
    return label, step_scoring(position, state, way, time) or replace(position, screen=screen, seat=seat), None


def _select(position: Position, state: TableState, time: float) -> Button:
    """SELECT: most often the menu.

    On the table each choice of payment is shown once, in its city; after that SELECT opens the menu again. In a game
    that is entered by hand, payments are asked for on entry.
    """
    at_home = position.screen in {ScreenId.TABLE, ScreenId.STATION}
    plan = state.plans.get(position.seat)
    key, to = "menu", position
    intent: Intent | None = None
    if state.game is None:
        to = _open_pages(position, time, MainMenuPage())
    elif just_undone(state):
        key, intent = "redo", Redo()
    elif position.postponed and at_home:
        key, to = "questions", reopen_question(position, position.postponed[0])
    elif position.screen is ScreenId.CITY and plan is not None and plan.ways > 1:
        key, intent = "pay", Choose(position.seat, (plan.chosen + 1) % plan.ways)
    elif position.screen is ScreenId.CITY:
        key, to = "built", _open_pages(position, time, CityCardsPage(position.seat))
    elif at_home and not state.by_hand and (seats := _payments_to_view(position, state)):
        key, to = "choices", replace(position, screen=ScreenId.CITY, seat=seats[0])
    elif page := _page_after_scoring(position, state):
        key, to = "share", _open_pages(position, time, MainMenuPage(), page)
    else:
        to = _open_pages(position, time, MainMenuPage())
    return ButtonLabel(Press.SELECT, f"button.{key}"), to, intent


def _advance(position: Position, state: TableState, time: float) -> Button:
    """ADVANCE: on with what is shown, or with the game."""
    if is_revealing(position, state):
        return _on("skip"), reveal_from(position, state, last_step(state, position), time), None
    if position.postponed:  # nothing goes on before this question is answered
        return _on("questions"), reopen_question(position, position.postponed[0]), None
    if state.game is None:
        return _start(position, state, time)
    if position.home.screen in {ScreenId.TABLE, ScreenId.STATION}:
        return _turn(position, state, state.game, time)
    fought = position.home.screen is ScreenId.CONFLICTS
    label = _on("go_on" if fought else "new_game", urgent=fought)
    if state.finished:
        return label, _open_pages(position, time, LeaveGamePage()), None
    return label, position, Advance()


def _turn(position: Position, state: TableState, game: Game, time: float) -> Button:
    """ADVANCE in a turn."""
    home = position.home.screen
    if position.screen is not home:
        if still_to_act(state, game):  # only that screen shows for whom everybody waits
            return _on(str(home)), replace(position, screen=home), None
    elif action := chair_entry(state):
        return _on("chair_done", urgent=True), position, Enter(action)
    elif acts_without_card(state) and state.by_hand:
        pages = MainMenuPage(), EnterTurnPage(), *next_turn_pages(state)
        return _on("by_hand", urgent=True), _open_pages(position, time, *pages), None
    elif acts_without_card(state):
        return _on("hold_no_card" if state.station else "hold", held=True), position, Advance()
    return _on("close_turn"), position, Advance()


def _start(position: Position, state: TableState, time: float) -> Button:
    """ADVANCE before a game; one that no camera can begin is set up by hand."""
    label = _on("start", alive=state.ready, urgent=state.ready)
    if state.by_hand and not state.seats and not state.ready:
        return _on("set_up", urgent=True), _open_pages(position, time, MainMenuPage(), PlayerCountPage()), None
    if state.ready and guide_due(state):
        return label, _open_pages(position, time, OfferedGuidePage()), Advance(also=OFFERED)
    return label, position, Advance()


def _on(key: str, *, alive: bool = True, urgent: bool = False, held: bool = False) -> ButtonLabel:
    return ButtonLabel(Press.ADVANCE, f"button.{key}", alive=alive, urgent=urgent, held=held)


def _page_after_scoring(position: Position, state: TableState) -> Page | None:
    """What a feature offers once the scoring is revealed."""
    revealed = position.screen is ScreenId.SCORING and not is_revealing(position, state)
    return page_after_scoring(state) if revealed else None


def just_undone(state: TableState) -> bool:
    """True while it is said what was undone: one press redoes it then."""
    return state.can_redo and any(notice.key in UNDONE for notice in state.notices)


def screens_in_order(state: TableState, position: Position) -> tuple[tuple[ScreenId, int], ...]:
    """The screens that LEFT and RIGHT go through, each with the seat whose city it shows."""
    if state.game is None:
        screens = (position.home.screen, *((ScreenId.JOIN,) if beside_table(state) else ()))
        return tuple((screen, position.seat) for screen in screens)
    cities = tuple((ScreenId.CITY, seat) for seat in range(len(state.game.cities)))
    order = ((ScreenId.TABLE, position.seat), *cities, (ScreenId.MILITARY, position.seat))
    if position.home.screen is ScreenId.TABLE:
        return order
    story = ((ScreenId.STORY, position.seat),) if _is_over(state) and screen_after_game(state) else ()
    return ((position.home.screen, position.seat), *story, *order)


def payment_count(state: TableState, seat: int) -> int:
    """In how many ways the seat could pay for what it does this turn."""
    plan = state.plans.get(seat)
    return plan.ways if plan else 1


def _open_over_everything(position: Position, state: TableState, user_input: Hold | ToMenu, time: float) -> Position:
    """The main menu, ending the turn, or shutting down. An unfinished page is shown again afterwards."""
    unfinished = open_page.unfinished_page(position.opened)
    if isinstance(user_input, ToMenu):
        return replace(position, opened=OpenPage(MainMenuPage(), before=unfinished, since=time))
    if user_input.press is not Press.ADVANCE:
        return position
    end_turn = None if position.opened or position.asked else end_turn_page(state)
    page = end_turn or ShutDownPage(unfinished.page if unfinished else None)
    return replace(position, opened=OpenPage(page, before=unfinished, since=time))


def _press_on_screen(
    position: Position, state: TableState, user_input: UserInput, time: float
) -> tuple[Position, Intent | None]:
    match user_input:
        case LookAt(seat):
            return _look_at_seat(position, state, seat), None
        case Pick(category) if position.screen is ScreenId.SCORING:
            return reveal_from(position, state, category + 1, time), None
        case Press():
            found = next(button for button in _buttons(position, state, time) if button[0].press is user_input)
            return found[1:]
    return position, None


def _look_at_seat(position: Position, state: TableState, seat: int) -> Position:
    """A touch on a seat: its postponed question, else its city, or back to the table from its city."""
    postponed = next((question for question in state.questions if question.seat == seat), None)
    if postponed is not None:
        return reopen_question(position, postponed)
    if position.home.screen in {ScreenId.WAITING, ScreenId.SEATS}:
        return position
    if position.screen is ScreenId.CITY and position.seat == seat:
        return replace(position, screen=ScreenId.TABLE)
    return replace(position, screen=ScreenId.CITY, seat=seat)


def _open_pages(position: Position, time: float, *pages: Page) -> Position:
    """The last page opens; UNDO goes back through the others."""
    opened: OpenPage | None = None
    for page in pages:
        opened = OpenPage(page, before=opened, since=time)
    return replace(position, opened=opened)


def _update_bearings(position: Position, state: TableState) -> Position:
    """Seats stay where they are on the screen until one of them really moves."""
    bearings = tuple(mark.bearing for mark in state.seats)
    if len(bearings) == len(position.bearings) and all(
        abs(math.remainder(new - old, math.tau)) < MOVE_THRESHOLD
        for new, old in zip(bearings, position.bearings, strict=True)
    ):
        return position
    return replace(position, bearings=bearings)


def _update_viewed_payments(position: Position, state: TableState) -> Position:
    """A choice of payment counts as viewed once its city was up, for as long as there is a choice."""
    here = {position.seat} if position.screen is ScreenId.CITY else set()
    viewed = frozenset(seat for seat in position.viewed_payments | here if payment_count(state, seat) > 1)
    return replace(position, viewed_payments=viewed)


def _payments_to_view(position: Position, state: TableState) -> tuple[int, ...]:
    return tuple(
        seat for seat in sorted(state.plans) if payment_count(state, seat) > 1 and seat not in position.viewed_payments
    )
