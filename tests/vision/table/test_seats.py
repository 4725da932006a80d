from itertools import pairwise
from math import cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.table.seats import seat_order


def ring(n, offset=0.0):
    """Codes 0 to n-1 clockwise as the camera sees it: bottom, left, top, right."""
    bearings = [2 * pi * k / n + offset for k in range(n)]
    return {k: (-600 * sin(bearing), 350 * cos(bearing)) for k, bearing in enumerate(bearings)}


@pytest.mark.parametrize("n", range(2, 8))
def test_seats_run_clockwise_from_the_bottom(n):
    assert [code for code, _ in seat_order(ring(n))] == list(range(n))


@given(st.integers(3, 7), st.floats(-0.3, 0.3), st.permutations(range(7)))
def test_the_order_in_which_boards_are_read_does_not_matter(n, offset, order):
    boards = ring(n, offset)
    shuffled = {code: boards[code] for code in order if code in boards}
    assert seat_order(shuffled) == seat_order(boards)


@given(st.integers(3, 7), st.floats(0, 6.28))
def test_the_next_seat_is_the_next_clockwise_wherever_the_table_is_turned(n, offset):
    codes = [code for code, _ in seat_order(ring(n, offset))]
    assert all((b - a) % n == 1 for a, b in pairwise(codes))


def test_bearings_grow_clockwise_from_the_bottom_edge():
    assert [bearing for _, bearing in seat_order(ring(4))] == pytest.approx([0, pi / 2, pi, 3 * pi / 2])


def test_two_boards_equally_near_do_not_swap_seat_0():
    boards = {1: (-300.0, 400.0), 2: (300.0, 405.0), 3: (0.0, -400.0)}
    assert [code for code, _ in seat_order(boards, before=(1, 3, 2))] == [1, 3, 2]
    boards[2] = (300.0, 460.0)
    assert [code for code, _ in seat_order(boards, before=(1, 3, 2))] == [2, 1, 3]


def test_seats_start_at_the_bottom_edge_of_an_upside_down_camera():
    assert [code for code, _ in seat_order(ring(4), down=(0.0, -1.0))] == [2, 3, 0, 1]


def test_without_boards_there_are_no_seats():
    assert seat_order({}) == ()
