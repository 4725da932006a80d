"""Seats in the menu: their names and tiles, and which seat comes next."""

from dataclasses import replace

from display.facts.city_facts import still_to_act
from display.facts.names import SeatName, seat_name
from display.menu.page import Tile
from display.table_state import TableState
from display.words import Line, line
from engine import Game


def seat_line(game: Game, seat: int) -> Line:
    """A seat's name: its player or its wonder; for the Free City also who plays for it."""
    if seat == game.setup.free_city and game.controller is not None:
        return line("menu.seat.free_city", name=seat_name(game, game.controller))
    return line("menu.seat", name=seat_name(game, seat))


def seat_tile(state: TableState, game: Game, seat: int) -> Tile:
    """A seat to choose: its name, its coins, and whether it has acted."""
    waited = seat in still_to_act(state, game)
    acted = not waited and seat in game.acting
    icon = "hourglass" if waited else "check" if acted else ""
    note = line("menu.seat.coins", count=game.cities[seat].coins)
    return Tile(seat_line(game, seat), note, icon, seat=seat_name(game, seat), dim=acted)


def chosen_seat_tile(game: Game, seat: int) -> Tile:
    """The seat that was chosen on an earlier page, for the side of the screen: its banner shows the wonder."""
    name = seat_name(game, seat)
    return Tile(line("menu.seat", name=replace(name, wonder="") if name.player else name), seat=name)


def payees(game: Game, seat: int) -> tuple[SeatName, SeatName]:
    """The left and the right neighbour, to whom a city pays."""
    left, right = game.beside(seat)
    return seat_name(game, left), seat_name(game, right)


def next_waited_seat(state: TableState, game: Game, seat: int) -> int | None:
    """The next seat clockwise that has not acted yet; None if all have."""
    count = len(game.cities)
    waited = still_to_act(state, game)
    return next((other % count for other in range(seat + 1, seat + count + 1) if other % count in waited), None)


def name_at(state: TableState, seat: int) -> SeatName:
    """What a seat is called, also before the game."""
    if state.game is not None:
        return seat_name(state.game, seat)
    player = state.names[seat] if seat < len(state.names) else ""
    return SeatName(player, state.seats[seat].wonder, seat)


def seat_side(state: TableState, seat: int) -> Tile:
    """The seat that a page is about, for the side of the screen; also before the game."""
    name = name_at(state, seat)
    return Tile(seat_line(state.game, seat) if state.game is not None else line("menu.seat", name=name), seat=name)
