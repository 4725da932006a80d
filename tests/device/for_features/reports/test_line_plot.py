"""Where the lines of a plot and their names are."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.for_features.reports.line_plot import LinePlot, PlotLine, spread
from display.facts.names import SeatName

GIZA = SeatName("", "giza")


def plot(*values: int) -> LinePlot:
    return LinePlot((PlotLine(GIZA, values),))


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ((0, 4), (0, 1, 2, 3, 4)),
        ((1, 54), (0, 20, 40, 60)),
        ((-3, 9), (-5, 0, 5, 10)),
        ((-6, 47), (-20, 0, 20, 40, 60)),
        ((0, 0), (0, 1)),
        ((0, 900), tuple(range(0, 1000, 100))),
    ],
)
def test_the_horizontal_lines_are_at_round_values(values: tuple[int, ...], ticks: tuple[int, ...]) -> None:
    assert plot(*values).ticks == ticks


@given(st.lists(st.integers(-40, 250), min_size=1, max_size=25))
def test_every_value_lies_between_the_lowest_and_the_highest_line(values: list[int]) -> None:
    drawn = plot(*values)
    assert all(0 <= drawn.y(value) <= 1 for value in values)
    assert drawn.y(drawn.ticks[0]) == 1
    assert drawn.x(0) == 0


def test_the_last_place_is_at_the_right() -> None:
    assert plot(1, 2, 3).x(2) == 1


def test_names_keep_their_places_where_there_is_room() -> None:
    assert spread([0.1, 0.9, 0.5], 0.2) == (0.1, 0.9, 0.5)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=7), st.floats(0.01, 0.4))
def test_names_are_apart_in_the_order_of_their_ends(wanted: list[float], gap: float) -> None:
    found = spread(wanted, gap)
    apart = min(gap, 1 / max(1, len(wanted) - 1))
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    places = [found[index] for index in order]
    assert all(later - sooner >= apart - 1e-9 for sooner, later in itertools.pairwise(places))
    assert min(places) >= -1e-9
    assert max(places) <= 1 + 1e-9
