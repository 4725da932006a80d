"""Which screen is up, and what a press does there. Pure: a press gives the next position and an intent."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from display.facts.chair_facts import cards_to_take_out, chair_entry
from display.facts.city_facts import acts_without_card, still_to_act
from display.menu import OpenPage, Page, open_page
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
from display.navigation.position import HomeScreen, Position, ScreenId
from display.navigation.questions import active_answers, answer_question, reopen_question, update_question
from display.navigation.reveal import is_revealing, last_step, reveal_from, step_scoring, update_reveal
from display.table_state import TableState
from engine import Phase

MOVE_THRESHOLD = 0.3
"""Radians by which a seat must move before its place on the screen does."""
UNDO_RESTS = 1.0
"""s in which UNDO undoes nothing after a page has closed, also by itself, or a question was put off, and after an UNDO
that did nothing for that reason: it was pressed once too often."""
UNDONE = frozenset({"notice.undone", "notice.undone_several"})
"""The notices that say what was undone."""
DIRECTIONS: Mapping[UserInput, int] = {Press.LEFT: -1, Press.RIGHT: 1}


class SelectAction(StrEnum):
    """What SELECT does; the value is the button's label, `button.<value>`."""

    QUESTION = "questions"
    PAYMENT_CHOICES = "choices"
    NEXT_PAYMENT = "pay"
    CITY_CARDS = "built"
    AFTER_SCORING = "share"
    REDO = "redo"
    MENU = "menu"


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
        still = open_page.update_page(position.opened, state, time)
        position = replace(position, opened=still, page_left=position.page_left if still else time)
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
    if user_input is Press.UNDO:
        return _undo(position, state, time)
    return _press_on_screen(position, state, user_input, time)


def _undo(position: Position, state: TableState, time: float) -> tuple[Position, Intent | None]:
    """UNDO where no page is open; a finished game is reopened only by somebody who means it.

    From the military, which has no room to say what was undone, it leads to the screen that says it.
    """
    if time - position.page_left < UNDO_RESTS:
        return replace(position, page_left=time), None
    if state.finished and not state.is_review:
        return _open_pages(position, time, ReopenGamePage()), None
    away = position.screen is ScreenId.MILITARY
    return replace(position, screen=position.home.screen) if away else position, Undo()


def active_buttons(position: Position, state: TableState) -> frozenset[Press]:
    """The buttons that do something when they are pressed now, without a hold."""
    if position.opened is not None:
        return open_page.active_buttons(position.opened, state)
    if position.asked is not None:
        return active_answers(position, position.asked)
    found = {Press.SELECT}
    if state.can_undo or (state.game is not None and state.game.actions):
        found.add(Press.UNDO)
    screens = len(screens_in_order(state, position))
    found |= {press for press, fewest in ((Press.RIGHT, 1), (Press.LEFT, 2)) if screens > fewest}
    may_advance = state.ready if state.game is None else not state.questions and not needs_hold(position, state)
    may_advance |= advance_enters_turn(position, state) or advance_sets_up(state)
    may_advance |= bool(position.postponed) or advance_plays_for_chair(position, state)
    return frozenset(found | {Press.ADVANCE} if may_advance or is_revealing(position, state) else found)


def select_action(position: Position, state: TableState) -> SelectAction:
    """What SELECT does on a screen without a question.

    On the table each choice of payment is shown once, in its city; after that SELECT opens the menu again. In a game
    that is entered by hand, payments are asked for on entry. Before a game SELECT opens the menu, because most
    questions are solved there.
    """
    on_home = position.screen in {ScreenId.WAITING, ScreenId.SEATS, ScreenId.TABLE, ScreenId.STATION}
    if state.game is None or just_undone(state):
        return SelectAction.MENU if state.game is None else SelectAction.REDO
    if position.postponed and on_home:
        return SelectAction.QUESTION
    if position.screen is ScreenId.CITY:
        return SelectAction.NEXT_PAYMENT if payment_count(state, position.seat) > 1 else SelectAction.CITY_CARDS
    if position.screen not in {ScreenId.TABLE, ScreenId.STATION}:
        revealed = position.screen is ScreenId.SCORING and not is_revealing(position, state)
        return SelectAction.AFTER_SCORING if revealed and page_after_scoring(state) else SelectAction.MENU
    choices = not state.by_hand and _payments_to_view(position, state)
    return SelectAction.PAYMENT_CHOICES if choices else SelectAction.MENU


def just_undone(state: TableState) -> bool:
    """True while it is said what was undone: one press redoes it then."""
    return state.can_redo and any(notice.key in UNDONE for notice in state.notices)


def needs_hold(position: Position, state: TableState) -> bool:
    """True if only holding ADVANCE ends the turn: somebody may still be thinking."""
    return _on_home(position) and bool(acts_without_card(state)) and not advance_plays_for_chair(position, state)


def advance_plays_for_chair(position: Position, state: TableState) -> bool:
    """True if ADVANCE says that what the empty chair does is done: it is next, or everybody waits for it alone."""
    return _on_home(position) and chair_entry(state) is not None


def _on_home(position: Position) -> bool:
    return position.screen is position.home.screen and position.screen in {ScreenId.TABLE, ScreenId.STATION}


def advance_enters_turn(position: Position, state: TableState) -> bool:
    """True in a game that is entered by hand while somebody has yet to act."""
    return state.by_hand and needs_hold(position, state)


def advance_sets_up(state: TableState) -> bool:
    """True before a game that no camera can begin: the boards are entered by hand."""
    return state.game is None and state.by_hand and not state.seats and not state.ready


def advance_shows_home_first(position: Position, state: TableState) -> bool:
    """True if ADVANCE must first show the table (or the station).

    Only that screen shows for which seats everybody waits.
    """
    if state.game is None or position.home.screen not in {ScreenId.TABLE, ScreenId.STATION}:
        return False
    return position.screen is not position.home.screen and bool(still_to_act(state, state.game))


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


def neighbour_screens(state: TableState, position: Position) -> tuple[tuple[ScreenId, int], tuple[ScreenId, int]]:
    """The screens to which LEFT and RIGHT lead from here."""
    order = screens_in_order(state, position)
    here = _index_in(order, position)
    return order[here - 1], order[(here + 1) % len(order)]


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
        case Press.LEFT | Press.RIGHT:
            way = DIRECTIONS[user_input]
            return step_scoring(position, state, way, time) or _next_screen(position, state, way), None
        case Press.SELECT:
            return _select(position, state, time)
        case Press.ADVANCE:
            return _advance(position, state, time)
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


def _next_screen(position: Position, state: TableState, way: int) -> Position:
    """The next screen (`way` 1) or the one before (-1)."""
    order = screens_in_order(state, position)
    screen, seat = order[(_index_in(order, position) + way) % len(order)]
    return replace(position, screen=screen, seat=seat)


def _index_in(order: tuple[tuple[ScreenId, int], ...], position: Position) -> int:
    """The index of the screen that is up; 0 if it is not among them."""
    return order.index((position.screen, position.seat)) if (position.screen, position.seat) in order else 0


def _advance(position: Position, state: TableState, time: float) -> tuple[Position, Intent | None]:
    if is_revealing(position, state):
        return reveal_from(position, state, last_step(state, position), time), None
    if position.postponed:  # nothing goes on before this question is answered
        return reopen_question(position, position.postponed[0]), None
    if advance_shows_home_first(position, state):
        return replace(position, screen=position.home.screen), None
    if advance_plays_for_chair(position, state) and (action := chair_entry(state)):
        return position, Enter(action)
    if state.ready and guide_due(state):
        return _open_pages(position, time, OfferedGuidePage()), Advance(also=OFFERED)
    pages = _pages_on_advance(position, state)
    return (_open_pages(position, time, *pages), None) if pages else (position, Advance())


def _pages_on_advance(position: Position, state: TableState) -> tuple[Page, ...]:
    """The page that ADVANCE opens, last, after the pages to which UNDO goes back from it; none if it goes on."""
    if advance_enters_turn(position, state):
        return MainMenuPage(), EnterTurnPage(), *next_turn_pages(state)
    if advance_sets_up(state):
        return MainMenuPage(), PlayerCountPage()
    return (LeaveGamePage(),) if state.finished else ()


def _select(position: Position, state: TableState, time: float) -> tuple[Position, Intent | None]:
    action = select_action(position, state)
    match action:
        case SelectAction.REDO:
            return position, Redo()
        case SelectAction.QUESTION:
            return reopen_question(position, position.postponed[0]), None
        case SelectAction.NEXT_PAYMENT:
            plan = state.plans[position.seat]
            return position, Choose(position.seat, (plan.chosen + 1) % plan.ways)
        case SelectAction.PAYMENT_CHOICES:
            return replace(position, screen=ScreenId.CITY, seat=_payments_to_view(position, state)[0]), None
    return _open_pages(position, time, *_pages_for(action, position, state)), None


def _pages_for(action: SelectAction, position: Position, state: TableState) -> tuple[Page, ...]:
    """The page that SELECT opens, last, after the pages to which UNDO goes back from it."""
    match action:
        case SelectAction.CITY_CARDS:
            return (CityCardsPage(position.seat),)
        case SelectAction.AFTER_SCORING if page := page_after_scoring(state):
            return MainMenuPage(), page
    return (MainMenuPage(),)


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
