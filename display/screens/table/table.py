"""The table: every city where its player sits, the age and the turn in the middle."""

from collections.abc import Sequence
from dataclasses import replace

from display.drawing.box import Box
from display.drawing.panel import Panel, upright
from display.drawing.seating import SeatArrangement, arrange, even
from display.facts.city_details import NO_DETAILS, city_details
from display.facts.city_facts import city_facts, only_named
from display.messages.presses import LookAt
from display.screens.table import city, large_city, turn_status
from display.screens.table.city import PlacedCity
from display.screens.table.city_rows import common_rows
from display.screens.table.large_city import LargeCity, large_rows
from display.screens.table.payment import AS_SEATED, Arrows, arrows_to_neighbours
from display.table_state import TableState
from engine import Game

TWO_ROWS = 2
FOUR = ((1, 1), (0, 1), (0, 0), (1, 0))
"""The corners, clockwise, as `SeatArrangement.corners` has them."""
BETWEEN = 0.17
"""The width of what stands between the panels of four cities, against theirs and its own."""


def panels(seating: SeatArrangement, state: TableState, game: Game, *, large: bool = False) -> tuple[Panel, ...]:
    """A panel for each city, and the middle; `large`: with all that a large screen has room for.

    The panels' letters are measured by the names only, which stay the same when a card is laid.
    """
    facts = tuple(city_facts(state, game, seat) for seat in range(len(game.cities)))
    turned = turns(seating, state)
    large = large and not any(turn % 2 for turn in turned)
    beside: tuple[Box, ...] = ()
    if large:
        four = len(seating.places) == len(FOUR) and not any(turned)
        seating, beside = _in_corners(seating) if four else _without_strip(seating)
    boxes = tuple(upright(place, turn) for place, turn in zip(seating.places, turned, strict=True))
    arrows = _arrows(seating, state, game)
    paint = large_city.paint if large else city.paint
    shown: Sequence[LargeCity | PlacedCity]
    named: Sequence[LargeCity | PlacedCity]
    if large:
        heights = large_rows(boxes)
        shown = [LargeCity(one, city_details(game, seat), arrows[seat], heights) for seat, one in enumerate(facts)]
        named = [
            LargeCity(only_named(one), NO_DETAILS, arrow, heights) for one, arrow in zip(facts, arrows, strict=True)
        ]
    else:
        rows = common_rows(boxes, tuple(one.units for one in facts))
        shown = [PlacedCity(one, arrow, rows) for one, arrow in zip(facts, arrows, strict=True)]
        named = [replace(one, facts=only_named(one.facts)) for one in shown]
    family = tuple(Panel(box, paint, one) for box, one in zip(boxes, named, strict=True))
    paints = (turn_status.paint_turn, turn_status.paint_status) if beside else (turn_status.paint,)
    status = turn_status.content(state, game)
    middle = (Panel(box, one, status) for box, one in zip(beside or (seating.centre,), paints, strict=True))
    cities = (
        Panel(place, paint, one, touch=LookAt(seat), turn=turn, family=family)
        for seat, (place, turn, one) in enumerate(zip(seating.places, turned, shown, strict=True))
    )
    return *middle, *cities


def _without_strip(seating: SeatArrangement) -> tuple[SeatArrangement, tuple[Box, ...]]:
    """If one panel has a row of its own, its row and the other fill the screen: what else there is stands beside it.

    Returns the seating and the boxes at the sides of that panel, or the seating as it is and none, as where the middle
    lies between panels.
    """
    rows: dict[float, list[Box]] = {}
    for place in seating.places:
        rows.setdefault(place.y, []).append(place)
    alone = [row[0] for row in rows.values() if len(row) == 1]
    if len(rows) != TWO_ROWS or not alone or seating.centre.y in rows:
        return seating, ()
    top, bottom, gap = min(rows), max(place.bottom for place in seating.places), seating.gap
    high = (bottom - top - gap) / 2
    places = tuple(Box(place.x, top if place.y == top else bottom - high, place.w, high) for place in seating.places)
    one = places[seating.places.index(alone[0])]
    left = min(place.x for place in places)
    sides = Box(left, one.y, one.x - left - gap, high), Box(one.right + gap, one.y, one.x - left - gap, high)
    return replace(seating, places=places), sides


def _in_corners(seating: SeatArrangement) -> tuple[SeatArrangement, tuple[Box, ...]]:
    """Four panels that fill the corners of a screen that stands upright, each as near as can be to where it was.

    Returns the seating and the boxes between the upper and between the lower panels.
    """
    left, right = min(place.x for place in seating.places), max(place.right for place in seating.places)
    top, bottom = min(place.y for place in seating.places), max(place.bottom for place in seating.places)
    grid = [
        row.columns(1 - BETWEEN, 2 * BETWEEN, 1 - BETWEEN, gap=seating.gap)
        for row in Box(left, top, right - left, bottom - top).rows(1.0, 1.0, gap=seating.gap)
    ]
    first = min(range(len(FOUR)), key=lambda turn: _away(seating.corners, _from(turn)))
    places = tuple(grid[y][2 * x] for x, y in _from(first))
    return replace(seating, places=places), (grid[0][1], grid[1][1])


def _from(first: int) -> tuple[tuple[int, int], ...]:
    return (*FOUR[first:], *FOUR[:first])


def _away(points: Sequence[tuple[float, float]], others: Sequence[tuple[float, float]]) -> float:
    return sum((x - u) ** 2 + (y - v) ** 2 for (x, y), (u, v) in zip(points, others, strict=True))


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
