"""Which screen is up, and what a press means there. Pure: position and press give the next position and an intent."""

from __future__ import annotations

import math
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from device.messages.intents import Advance, Choose, Intent, Quit, Undo
from device.messages.presses import Hold, LookAt, Pick, Press, ToMenu, Touch
from display.facts.city_facts import still_to_act
from display.menu import MainMenu, OpenPage, open_page
from display.menu.entry.turn import ByHand, turn_of
from display.menu.reference.city_cards import Built
from display.menu.setup.first_start import FirstStart, due
from display.menu.share import Share
from display.menu.shutting_down import ShuttingDown
from display.navigation.position import Occasion, Position, ScreenId
from display.navigation.questions import answer, ask, bring_back
from display.navigation.reveal import busy, leaf, skip, tell_again, told
from engine import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from display.menu import Page
    from display.table_state import TableState

MOVED = 0.3
"""Radians by which a seat must move before its place on the screen does."""


WAYS: Mapping[Touch, int] = {Press.LEFT: -1, Press.RIGHT: 1}


class Selected(StrEnum):
    """What SELECT leads to."""

    QUESTION = "questions"
    CHOICES = "choices"
    PAYMENT = "pay"
    BUILT = "built"
    BY_HAND = "by_hand"
    SHARE = "share"
    MENU = "menu"


def follow(position: Position, state: TableState, time: float) -> Position:
    """Where the viewer is after the evening went on to `state` and the clock to `time` (seconds, never backwards)."""
    occasion = occasion_of(state)
    if occasion != position.occasion:
        position = replace(position, view=occasion.view, occasion=occasion, step=0, since=time)
    position = ask(_seen(_seated(position, state), state), state)
    if position.opened is None and due(state):
        position = _open(position, time, FirstStart())
    if position.opened is not None:
        position = _turned(position, open_page.follow(position.opened, state, time))
    return told(position, state, time)


def press(position: Position, state: TableState, touch: Touch, time: float) -> tuple[Position, Intent | None]:
    """What a press or touch means: where the viewer goes, and what is asked of the table."""
    if touch is Press.QUIT:
        return position, Quit()
    if isinstance(touch, Hold | ToMenu):
        return _anywhere(position, touch, time), None
    if position.opened is not None:
        page, intent = open_page.press(position.opened, state, touch, time)
        return _turned(position, page), intent
    if touch is Press.UNDO:
        return position, Undo()
    if position.asked is not None:
        return answer(position, state, position.asked, touch)
    return _go(position, state, touch, time)


def _anywhere(position: Position, touch: Hold | ToMenu, time: float) -> Position:
    """What means the same whatever is up. What is half entered is there again afterwards."""
    half = open_page.lasting(position.opened)
    if isinstance(touch, ToMenu):
        return replace(position, opened=OpenPage(MainMenu(), before=half, since=time))
    if touch.press is not Press.ADVANCE:
        return position
    return replace(position, opened=OpenPage(ShuttingDown(half.page if half else None), before=half, since=time))


def _go(position: Position, state: TableState, touch: Touch, time: float) -> tuple[Position, Intent | None]:
    """What a press means on a screen that asks nothing."""
    match touch:
        case LookAt(seat):
            return _look(position, state, seat), None
        case Pick(category) if position.view is ScreenId.SCORING:
            position = tell_again(position, category + 1, time)
        case Press.LEFT | Press.RIGHT:
            way = WAYS[touch]
            return leaf(position, state, way, time) or _walk(position, state, way), None
        case Press.SELECT:
            return _select(position, state, time)
        case Press.ADVANCE:
            return _advance(position, state, time)
    return position, None


def _advance(position: Position, state: TableState, time: float) -> tuple[Position, Intent | None]:
    """What ADVANCE leads on to."""
    if busy(position, state):
        return skip(position, state, time), None
    if state.game is None and position.aside:  # it is what keeps the game from starting
        return bring_back(position, position.aside[0]), None
    if asks_first(position, state):
        return replace(position, view=position.occasion.view), None
    return position, Advance()


def asks_first(position: Position, state: TableState) -> bool:
    """Whether ADVANCE would close the turn for somebody who has not acted, where nobody sees for whom.

    Then it leads to the table, which says so, and only there it closes the turn.
    """
    if state.game is None or position.occasion.view not in {ScreenId.TABLE, ScreenId.STATION}:
        return False
    return position.view is not position.occasion.view and bool(still_to_act(state, state.game))


def useful(position: Position, state: TableState) -> frozenset[Press]:
    """Which of the five buttons would do something now."""
    if position.opened is not None:
        return open_page.live(position.opened, state)
    found = {Press.SELECT}
    if state.can_undo or (state.game is not None and state.game.actions):
        found.add(Press.UNDO)
    if position.asked is not None:
        found |= {Press.LEFT, Press.RIGHT} if len(position.asked.choices) > 1 else set()
        return frozenset(found | {Press.ADVANCE})
    if len(stations(state, position)) > 1:
        found |= {Press.LEFT, Press.RIGHT}
    may_go_on = state.ready or bool(position.aside) if state.game is None else not state.questions
    return frozenset(found | {Press.ADVANCE} if may_go_on or busy(position, state) else found)


def occasion_of(state: TableState) -> Occasion:
    """What the evening is at."""
    if state.game is None:
        return Occasion(ScreenId.SEATS if state.seats else ScreenId.WAITING)
    if state.finished or state.game.phase is Phase.OVER:
        return Occasion(ScreenId.SCORING)
    if state.game.phase is Phase.CONFLICTS:
        return Occasion(ScreenId.CONFLICTS, state.game.age)
    if state.station:
        return Occasion(ScreenId.STATION, booked=len(state.game.actions))
    return Occasion(ScreenId.TABLE)


def stations(state: TableState, position: Position) -> tuple[tuple[ScreenId, int], ...]:
    """The screens that LEFT and RIGHT walk through, with the seat they look at."""
    if state.game is None:
        return ((position.occasion.view, position.seat),)
    cities = tuple((ScreenId.CITY, seat) for seat in range(len(state.game.cities)))
    walk = ((ScreenId.TABLE, position.seat), *cities, (ScreenId.MILITARY, position.seat))
    return walk if position.occasion.view is ScreenId.TABLE else ((position.occasion.view, position.seat), *walk)


def neighbour_stations(state: TableState, position: Position) -> tuple[tuple[ScreenId, int], tuple[ScreenId, int]]:
    """Where LEFT and RIGHT lead from here."""
    walk = stations(state, position)
    here = _here(position, walk)
    return walk[here - 1], walk[(here + 1) % len(walk)]


def ways_of(state: TableState, seat: int) -> int:
    """In how many ways what the seat does this turn could be paid."""
    plan = state.plans.get(seat)
    return plan.ways if plan else 1


def _seated(position: Position, state: TableState) -> Position:
    """The seats stay where they are on the screen until somebody really moves."""
    bearings = tuple(mark.bearing for mark in state.seats)
    if len(bearings) == len(position.bearings) and all(
        abs(math.remainder(new - old, math.tau)) < MOVED for new, old in zip(bearings, position.bearings, strict=True)
    ):
        return position
    return replace(position, bearings=bearings)


def _seen(position: Position, state: TableState) -> Position:
    """Whose choice of payment was looked at in its city, as long as there is one."""
    here = {position.seat} if position.view is ScreenId.CITY else set()
    seen = frozenset(seat for seat in position.seen | here if ways_of(state, seat) > 1)
    return position if seen == position.seen else replace(position, seen=seen)


def _unseen(position: Position, state: TableState) -> tuple[int, ...]:
    """The seats with a choice of payment that nobody has looked at."""
    return tuple(seat for seat in sorted(state.plans) if ways_of(state, seat) > 1 and seat not in position.seen)


def _look(position: Position, state: TableState, seat: int) -> Position:
    put_off = next((question for question in state.questions if question.seat == seat), None)
    if put_off is not None:
        return bring_back(position, put_off)
    if position.occasion.view in {ScreenId.WAITING, ScreenId.SEATS}:
        return position
    if position.view is ScreenId.CITY and position.seat == seat:
        return replace(position, view=ScreenId.TABLE)
    return replace(position, view=ScreenId.CITY, seat=seat)


def _here(position: Position, walk: tuple[tuple[ScreenId, int], ...]) -> int:
    return walk.index((position.view, position.seat)) if (position.view, position.seat) in walk else 0


def _walk(position: Position, state: TableState, way: int) -> Position:
    walk = stations(state, position)
    view, seat = walk[(_here(position, walk) + way) % len(walk)]
    return replace(position, view=view, seat=seat)


def selected(position: Position, state: TableState) -> Selected:
    """What SELECT leads to from a screen that asks nothing.

    On the table each choice of payment is shown once, in its city; then SELECT is the menu again. By hand payments are
    asked for as a turn is entered, so SELECT goes on entering. Before a game the menu is how most questions are solved.
    """
    by_itself = position.view in {ScreenId.WAITING, ScreenId.SEATS, ScreenId.TABLE, ScreenId.STATION}
    if state.game is None:
        return Selected.MENU
    if position.aside and by_itself:
        return Selected.QUESTION
    if position.view is ScreenId.CITY:
        return Selected.PAYMENT if ways_of(state, position.seat) > 1 else Selected.BUILT
    if position.view not in {ScreenId.TABLE, ScreenId.STATION}:
        told_all = position.view is ScreenId.SCORING and not busy(position, state)
        return Selected.SHARE if told_all and state.link else Selected.MENU
    if state.by_hand and state.game.acting:
        return Selected.BY_HAND
    return Selected.CHOICES if _unseen(position, state) else Selected.MENU


def _select(position: Position, state: TableState, time: float) -> tuple[Position, Intent | None]:
    chosen = selected(position, state)
    match chosen:
        case Selected.QUESTION:
            return bring_back(position, position.aside[0]), None
        case Selected.PAYMENT:
            plan = state.plans[position.seat]
            return position, Choose(position.seat, (plan.chosen + 1) % plan.ways)
        case Selected.CHOICES:
            return replace(position, view=ScreenId.CITY, seat=_unseen(position, state)[0]), None
    return _open(position, time, *_pages(chosen, position, state)), None


def _pages(chosen: Selected, position: Position, state: TableState) -> tuple[Page, ...]:
    """The page that SELECT opens, after those through which it could be come by."""
    match chosen:
        case Selected.BUILT:
            return (Built(position.seat),)
        case Selected.SHARE:
            return MainMenu(), Share()
        case Selected.BY_HAND:
            return MainMenu(), ByHand(), *turn_of(state)
    return (MainMenu(),)


def _open(position: Position, time: float, *pages: Page) -> Position:
    """Open the last of the pages, as if one had come by the others."""
    page: OpenPage | None = None
    for each in pages:
        page = OpenPage(each, before=page, since=time)
    return replace(position, opened=page)


def _turned(position: Position, page: OpenPage | None) -> Position:
    return position if page is position.opened else replace(position, opened=page)
