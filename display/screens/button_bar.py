"""The bar at the bottom: what each of the five buttons does now. Its parts can be touched."""

from __future__ import annotations

from dataclasses import dataclass, replace

from display.drawing import fonts
from display.drawing.box import Box
from display.drawing.canvas import Canvas
from display.drawing.panel import Panel
from display.facts.names import SeatName
from display.menu import COLUMNS
from display.messages.presses import Press
from display.navigation.navigation import (
    SelectAction,
    active_buttons,
    advance_enters_turn,
    advance_plays_for_chair,
    advance_sets_up,
    advance_shows_home_first,
    needs_hold,
    neighbour_screens,
    select_action,
)
from display.navigation.position import Position, ScreenId
from display.navigation.reveal import is_revealing
from display.screens.signs.button_mark import BUTTONS, ICONS, draw_mark
from display.screens.signs.seat_banner import BANNER, draw_named
from display.table_state import TableState

WHERE = {ScreenId.CONFLICTS: "button.go_on", ScreenId.SCORING: "button.new_game"}
"""What ADVANCE does between turns."""
WEIGHTS = (1.03, 1.15, 1.3, 1.15, 1.17)
"""Widths of the buttons."""
MENU_WEIGHTS = (0.85, 1.25, 1.25, 1.25, 1.25)
"""Widths of the buttons below a page of the menu or a question."""
SIGN, EDGE, GAP = 0.44, 0.08, 0.08
"""Widths within a button, against its height: of the mark and the icon, of its edges, and before its word."""
MOST = 0.58
"""The em of the words, at most, against the button's height."""


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


def panels(box: Box, state: TableState, position: Position) -> tuple[Panel, ...]:
    """One panel for each button, in the order of the buttons."""
    alive = active_buttons(position, state)
    labels = [replace(label, alive=label.held or label.press in alive) for label in _labels(state, position)]
    found = tuple(zip(places(box, position), labels, strict=True))
    row = tuple(
        (label.key, label.city, place.w - place.h * (SIGN + 2 * EDGE + GAP))
        for place, label in found
        if label.alive and label.key
    )
    return tuple(
        Panel(place, paint, replace(label, row=row), touch=label.press if label.alive else None)
        for place, label in found
    )


def places(box: Box, position: Position) -> tuple[Box, ...]:
    """The boxes of the five buttons, in a box as wide as the screen."""
    return box.columns(*(MENU_WEIGHTS if position.opened or position.asked else WEIGHTS), gap=box.w * 0.0085)


def paint(canvas: Canvas, label: ButtonLabel) -> None:
    """An icon and a word; gold if it is the one to press, dim if it has to be held, empty if it does nothing."""
    theme = canvas.theme
    if not label.alive:
        return
    ink = theme.ink if label.urgent else theme.dim if label.held else theme.text
    canvas.plate(canvas.box, theme.gold if label.urgent else theme.raised, canvas.box.h * 0.24)
    inner = canvas.box.inset(canvas.box.h * EDGE, canvas.box.h * 0.04)
    mark = canvas.tools.marks[BUTTONS.index(label.press)]
    if not label.key:
        sign = inner.middle(inner.h * (1.6 if mark else 0.7), inner.h * 0.7)
        if mark:
            left, sign = sign.columns(1.0, 1.0)
            draw_mark(canvas, left, mark, ink)
        canvas.icon(sign, ICONS[label.press], ink)
        return
    sign, rest = inner.cut_left(canvas.box.h * SIGN, canvas.box.h * GAP)
    if mark:
        top, sign = sign.rows(1.0, 1.0)
        draw_mark(canvas, top, mark, ink)
    canvas.icon(sign, "hourglass" if label.held else ICONS[label.press], ink)
    most = canvas.box.h * MOST
    sizes = (fonts.largest(_words(canvas, key, city, room), most, room, bold=True) for key, city, room in label.row)
    size = max(min(sizes, default=most), canvas.tools.smallest)
    if label.city is not None:
        wide = canvas.width(_words(canvas, label.key, label.city, rest.w), size, bold=True)
        roomy = wide + size * BANNER < rest.w
        draw_named(canvas, rest, label.city, size, bold=True, colour=ink, align="centre", banner=roomy)
        return
    canvas.text(rest, canvas.say(label.key), size, bold=True, colour=ink, align="centre")


def _words(canvas: Canvas, key: str, city: SeatName | None, room: float) -> str:
    """What the button says; a city by the longest of its names that can be read there."""
    if city is None:
        return canvas.say(key)
    names = (city.text(canvas.say), city.short_text(canvas.tools.words), city.player)
    least = canvas.tools.smallest
    return next((one for one in names if one and canvas.width(one, least, bold=True) <= room), names[1])


def _labels(state: TableState, position: Position) -> tuple[ButtonLabel, ...]:
    if position.opened is not None:
        return ButtonLabel(Press.UNDO, "button.back"), *(ButtonLabel(press, "") for press in COLUMNS)
    if position.asked is not None:
        return ButtonLabel(Press.UNDO, _question(position)), *(ButtonLabel(press, "") for press in COLUMNS)
    left, select, right = _middle(state, position)
    undo = ButtonLabel(Press.UNDO, "button.back" if state.is_review else "button.undo")
    return undo, left, select, right, _advance(state, position)


def _question(position: Position) -> str:
    """What UNDO does while a question is up: out of a column, or away from the question."""
    if position.answer_path:
        return "button.back"
    answered = position.removal_announced or position.asked is None or not position.asked.choices
    return "button.close" if answered else "button.later"


def _middle(state: TableState, position: Position) -> tuple[ButtonLabel, ButtonLabel, ButtonLabel]:
    left, right = (
        _station(press, state, station)
        for press, station in zip((Press.LEFT, Press.RIGHT), neighbour_screens(state, position), strict=True)
    )
    if position.screen is ScreenId.SCORING and is_revealing(position, state):
        left, right = ButtonLabel(Press.LEFT, "button.previous"), ButtonLabel(Press.RIGHT, "button.next")
    elif position.screen is ScreenId.SCORING:
        left = ButtonLabel(Press.LEFT, "button.tell_again")
    return left, ButtonLabel(Press.SELECT, f"button.{select_action(position, state)}"), right


def _station(press: Press, state: TableState, station: tuple[ScreenId, int]) -> ButtonLabel:
    view, seat = station
    if view is ScreenId.CITY and state.game is not None:
        return ButtonLabel(press, "button.city", SeatName("", state.game.cities[seat].wonder.id, seat))
    return ButtonLabel(press, f"button.{view}")


def _advance(state: TableState, position: Position) -> ButtonLabel:
    if is_revealing(position, state):
        return ButtonLabel(Press.ADVANCE, "button.skip")
    if position.postponed:
        return ButtonLabel(Press.ADVANCE, f"button.{SelectAction.QUESTION}")
    if advance_sets_up(state):
        return ButtonLabel(Press.ADVANCE, "button.set_up", urgent=True)
    if state.game is None:
        return ButtonLabel(Press.ADVANCE, "button.start", urgent=state.ready)
    if advance_shows_home_first(position, state) or advance_enters_turn(position, state):
        enters = advance_enters_turn(position, state)
        return ButtonLabel(
            Press.ADVANCE, "button.by_hand" if enters else f"button.{position.home.screen}", urgent=enters
        )
    held, for_chair = needs_hold(position, state), advance_plays_for_chair(position, state)
    held_key = "button.hold_no_card" if state.station else "button.hold"
    other_key = "button.chair_done" if for_chair else WHERE.get(position.home.screen, "button.close_turn")
    leads_on = for_chair or position.home.screen is ScreenId.CONFLICTS
    return ButtonLabel(Press.ADVANCE, held_key if held else other_key, urgent=leads_on, held=held)
