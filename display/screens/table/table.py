"""The table: every city where its player sits, the age and the turn in the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.messages.presses import LookAt
from display.drawing.panel import Panel, upright
from display.drawing.seating import SeatArrangement, arrange, even
from display.facts.city_facts import city_facts
from display.screens.table import city, turn_status
from display.screens.table.city import PlacedCity
from display.screens.table.city_rows import common_rows
from display.screens.table.payment import AS_SEATED, arrows_to_neighbours

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.screens.table.payment import Arrows
    from display.table_state import TableState
    from engine import Game


def panels(seating: SeatArrangement, state: TableState, game: Game) -> tuple[Panel, ...]:
    """A panel for each city, and the middle."""
    facts = tuple(city_facts(state, game, seat) for seat in range(len(game.cities)))
    turned = turns(seating, state)
    boxes = tuple(upright(place, turn) for place, turn in zip(seating.places, turned, strict=True))
    rows = common_rows(boxes, tuple(one.units for one in facts))
    middle = Panel(seating.centre, turn_status.paint, turn_status.content(state, game))
    cities = (
        Panel(place, city.paint, PlacedCity(one, arrow, rows), touch=LookAt(seat), turn=turn)
        for seat, (place, turn, arrow, one) in enumerate(
            zip(seating.places, turned, _arrows(seating, state, game), facts, strict=True)
        )
    )
    return middle, *cities


def _arrows(seating: SeatArrangement, state: TableState, game: Game) -> tuple[Arrows, ...]:
    """For each seat the arrows to its neighbours. On a flat screen every player sees them at the left and right."""
    if state.flat:
        return (AS_SEATED,) * len(game.cities)
    return arrows_to_neighbours(seating.places, [game.beside(seat) for seat in range(len(game.cities))])


def turns(seating: SeatArrangement, state: TableState) -> tuple[int, ...]:
    """Quarter turns of each seat's panel: towards its player if the screen lies flat, else none."""
    return seating.turns if state.flat else (0,) * len(seating.places)


def seats_around(box: Box, bearings: tuple[float, ...], seats: int) -> SeatArrangement:
    """Where each seat's panel goes; evenly round the table if the bearings are unknown."""
    return arrange(bearings if len(bearings) == seats else even(seats), box, gap=box.h * 0.018)
