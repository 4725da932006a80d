"""The arrow of a payment points to the panel that gets the coins."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.drawing.box import Box
from display.drawing.seating import SeatArrangement, arrange, even
from display.facts.names import seat_name
from display.screens import station
from display.screens.station import LastAction
from display.screens.table.city import PlacedCity
from display.screens.table.payment import AS_SEATED, POINTING, arrows_to_neighbours
from engine import BuildStage
from tests.display.drawn import drawn
from tests.display.screens.test_screens import Shot, panels_of
from tests.display.sessions import crowded, shots

AREA = Box(8, 6, 784, 418)
STEPS = {icon: step for step, icon in POINTING.items()}


def beside(seats: int) -> list[tuple[int, int]]:
    return [((seat + 1) % seats, (seat - 1) % seats) for seat in range(seats)]


def arrows(seating: SeatArrangement) -> tuple[tuple[str, str], ...]:
    return arrows_to_neighbours(seating.places, beside(len(seating.places)))


@given(st.lists(st.floats(0, math.tau, exclude_max=True), min_size=3, max_size=7).map(sorted))
def test_wherever_people_sit_the_arrows_point_to_where_their_neighbours_are_drawn(bearings: list[float]) -> None:
    places = arrange(bearings, AREA, 8).places
    pairs = arrows_to_neighbours(places, beside(len(places)))
    for one, neighbours, pair in zip(places, beside(len(places)), pairs, strict=True):
        assert pair[0] != pair[1]
        for seat, icon in zip(neighbours, pair, strict=True):
            other, (right, down) = places[seat], STEPS[icon]
            assert right == 0 or (other.centre[0] - one.centre[0]) * right > 0
            assert down == 0 or (other.centre[1] - one.centre[1]) * down > 0
            assert right != 0 or other.bottom < one.y or other.y > one.bottom
            assert down != 0 or other.right < one.x or other.x > one.right


def test_in_the_top_row_the_right_neighbour_is_drawn_at_the_left() -> None:
    assert arrows(arrange(even(6), AREA, 8))[3] == ("arrow", "back")


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (0, ("back", "arrow")),
        (1, ("arrow.up", "arrow")),
        (2, ("arrow.up", "arrow.down")),
        (3, ("arrow", "arrow.down")),
        (4, ("arrow.down", "back")),
        (5, ("arrow.down", "arrow.up")),
        (6, ("back", "arrow.up")),
    ],
)
def test_seven_seats_go_round_the_corners(seat: int, expected: tuple[str, str]) -> None:
    assert arrows(arrange(even(7), AREA, 8))[seat] == expected


def test_three_seats_pay_across_the_middle() -> None:
    assert arrows(arrange(even(3), AREA, 8)) == (
        ("arrow.up_left", "arrow.up_right"),
        ("arrow", "arrow.down_right"),
        ("arrow.down_left", "back"),
    )


@pytest.mark.parametrize("seats", [3, 7])
def test_a_panel_that_is_turned_to_its_player_keeps_left_and_right(seats: int) -> None:
    for flat in (False, True):
        state = replace(crowded(seats), flat=flat)
        shown = [one.content for one in panels_of(Shot(state), (800, 480)) if isinstance(one.content, PlacedCity)]
        assert len(shown) == seats
        assert ({placed.arrows for placed in shown} == {AS_SEATED}) is flat


def test_a_station_shows_the_banners_of_the_seats_that_are_paid() -> None:
    shot = shots(7)["station"]
    game = shot.state.game
    assert game is not None
    paid = game.pending[1]
    assert isinstance(paid, BuildStage)
    assert paid.pays.left > 0 < paid.pays.right
    [last] = [one.content for one in panels_of(shot, (800, 480)) if isinstance(one.content, LastAction)]
    assert last.payees == (seat_name(game, 2), seat_name(game, 0))
    shown = drawn(station.paint_last, last, (784, 100))
    left, right = (f"[banner.{game.cities[seat].wonder.id}]" for seat in (2, 0))
    assert shown[-4:] == [str(paid.pays.left), left, str(paid.pays.right), right]
