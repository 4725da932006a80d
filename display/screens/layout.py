"""The panels of a whole screen: the current view, and the button bar below it."""

from display.drawing.box import Box
from display.drawing.panel import Panel, paint_itself, turned, upright
from display.menu.addition import BesideTable, beside_table, screen_after_game
from display.navigation.position import Position, ScreenId
from display.screens import button_bar, demonstration, question, seats, station, waiting
from display.screens.menu import menu_page
from display.screens.scoring import scoring
from display.screens.table import city_detail, military, table, turn_status
from display.screens.table.large_city import is_large
from display.table_state import TableState
from engine import Game

NOTICE = 0.17
"""The height of what there is to say before a game, against that of the view."""


def compose(state: TableState, position: Position, width: int, height: int) -> tuple[Panel, ...]:
    """Every panel of a screen of `width` x `height` px. They do not overlap; between them is the ground colour."""
    unit = height / 480
    whole = Box(0, 0, width, height).inset(8 * unit, 6 * unit)
    buttons, view = whole.cut_bottom(max(44 * unit, min(48.0, height / 9)), 7 * unit)
    return *_view(view, buttons, state, position), *button_bar.panels(buttons, state, position)


def _view(box: Box, buttons: Box, state: TableState, position: Position) -> tuple[Panel, ...]:
    places = button_bar.places(buttons, position)
    if demonstration.takes_turn(state, position):
        return demonstration.panels(box, state, position)
    if position.opened is not None:
        return menu_page.panels(box, places, state, position.opened)
    if position.asked is not None:
        turn = _turn(box, state, position, position.asked.seat)
        return question.panels(box, places, state, position, turn)
    if added := _added(state, position):
        return (Panel(box, paint_itself, added),)
    if state.game is not None:
        return _game(box, state, state.game, position)
    return _before_game(box, state, position)


def _before_game(box: Box, state: TableState, position: Position) -> tuple[Panel, ...]:
    told: tuple[Panel, ...] = ()
    if (notice := turn_status.table_notice(state)) is not None:
        place, box = box.cut_bottom(box.h * NOTICE, box.h * 0.02)
        told = (Panel(place, turn_status.paint_notice, notice),)
    return *told, *(seats.panels(box, state, position.bearings) if state.seats else waiting.panels(box, state))


def _added(state: TableState, position: Position) -> BesideTable | None:
    if position.screen is ScreenId.JOIN:
        return beside_table(state)
    return screen_after_game(state) if position.screen is ScreenId.STORY else None


def _game(box: Box, state: TableState, game: Game, position: Position) -> tuple[Panel, ...]:
    if position.screen in {ScreenId.SCORING, ScreenId.STORY}:
        return scoring.panels(box, game, position.step)
    if position.screen is ScreenId.CITY:
        seat = min(position.seat, len(game.cities) - 1)
        across = _turn(box, state, position, seat) == 2
        # Three columns do not fit when turned by a quarter: players at the sides read them as they are.
        turn = 2 if across else 0
        return turned(city_detail.panels(upright(box, turn), state, game, seat), box, turn)
    if position.screen is ScreenId.STATION:
        return station.panels(box, state, game)
    around = table.seats_around(box, position.bearings, len(game.cities))
    if position.screen is ScreenId.CONFLICTS:
        return (military.conflicts(box, game, around, position.step),)
    if position.screen is ScreenId.MILITARY:
        return (military.outlook(box, game, around),)
    return table.panels(around, state, game, large=is_large(box) and state.settings.get("screen.text") != "large")


def _turn(box: Box, state: TableState, position: Position, seat: int | None) -> int:
    """Clockwise quarter turns by which the panels for one seat are turned towards it."""
    seats = len(state.seats)
    if seat is None or seat >= seats:
        return 0
    return table.turns(table.seats_around(box, position.bearings, seats), state)[seat]
