"""The table: every city where its player sits, the age and the turn in the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.messages.presses import LookAt
from display.drawing.panel import Panel, upright
from display.drawing.seating import SeatArrangement, arrange, even
from display.facts.city_facts import city_facts
from display.screens.table import city, turn_status
from display.screens.table.city import PlacedCity
from display.screens.table.city_rows import alike
from display.screens.table.payment import OWN_HANDS, between

if TYPE_CHECKING:
    from display.drawing.box import Box
    from display.screens.table.payment import Arrows
    from display.table_state import TableState
    from engine import Game


def panels(round_: SeatArrangement, state: TableState, game: Game) -> tuple[Panel, ...]:
    """A panel for each city, and the middle."""
    facts = tuple(city_facts(state, game, seat) for seat in range(len(game.cities)))
    turned = turns(round_, state)
    boxes = tuple(upright(place, turn) for place, turn in zip(round_.places, turned, strict=True))
    rows = alike(boxes, tuple(one.units for one in facts))
    middle = Panel(round_.centre, turn_status.paint, turn_status.content(state, game))
    cities = (
        Panel(place, city.paint, PlacedCity(one, arrow, rows), touch=LookAt(seat), turn=turn)
        for seat, (place, turn, arrow, one) in enumerate(
            zip(round_.places, turned, _arrows(round_, state, game), facts, strict=True)
        )
    )
    return middle, *cities


def _arrows(round_: SeatArrangement, state: TableState, game: Game) -> tuple[Arrows, ...]:
    """For each seat those to its neighbours' panels; a panel that is turned is read by the player as the table is."""
    if state.flat:
        return (OWN_HANDS,) * len(game.cities)
    return between(round_.places, [game.beside(seat) for seat in range(len(game.cities))])


def turns(round_: SeatArrangement, state: TableState) -> tuple[int, ...]:
    """How each seat's panel is turned: towards its player if the screen lies on the table, else not at all."""
    return round_.turns if state.flat else (0,) * len(round_.places)


def seats_around(box: Box, bearings: tuple[float, ...], seats: int) -> SeatArrangement:
    """Where each seat's panel goes; evenly round the table if nobody knows where they sit."""
    return arrange(bearings if len(bearings) == seats else even(seats), box, gap=box.h * 0.018)
