"""Panels lie round the edge as the players sit."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.drawing.box import Box
from display.drawing.seating import arrange, even

AREA = Box(8, 6, 784, 418)


@given(st.lists(st.floats(0, math.tau, exclude_max=True), min_size=1, max_size=8).map(sorted))
def test_wherever_people_sit_no_panel_covers_another(bearings: list[float]) -> None:
    found = arrange(bearings, AREA, 8)
    boxes = (*found.places, found.centre)
    assert len(found.places) == len(found.corners) == len(bearings)
    assert all(AREA.holds(box, 0.01) for box in boxes)
    assert not any(one.overlaps(other, 0.01) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize("players", range(3, 8))
def test_seats_follow_each_other_clockwise(players: int) -> None:
    found = arrange(even(players), AREA, 8)
    x, y = AREA.centre
    angles = [math.atan2(x - place.centre[0], place.centre[1] - y) % math.tau for place in found.places]
    steps = [(after - before) % math.tau for before, after in zip(angles, angles[1:] + angles[:1], strict=True)]
    assert sum(steps) == pytest.approx(math.tau)


def test_players_at_the_four_sides_are_shown_at_the_four_sides() -> None:
    bottom, left, top, right = arrange(even(4), AREA, 8).places
    assert bottom.y > left.y > top.y
    assert left.x < top.x < right.x
    assert bottom.centre[0] == pytest.approx(top.centre[0])


def test_two_players_on_each_long_side_are_shown_there() -> None:
    found = arrange([math.radians(angle) for angle in (40, 140, 220, 320)], AREA, 8)
    assert found.corners == ((0.0, 1.0), (0.0, 0.0), (1.0, 0.0), (1.0, 1.0))


def test_small_changes_of_the_bearings_move_no_panel() -> None:
    first = arrange(even(5), AREA, 8)
    assert arrange([bearing + 0.001 for bearing in even(5)], AREA, 8) == first
