"""Poses and rectangles: y points down, so angles grow clockwise."""

from math import pi, radians

import pytest

from vision.kit.sizes import KitSizes
from vision.table.pose import Pose, Rectangle, back_area, front_area

SIZES = KitSizes()
ORIGIN = Pose(0.0, 0.0, 0.0)


def same(one, other):
    return one.is_near(other, 1e-9, 1e-9)


def test_own_right_points_down_after_a_quarter_turn_clockwise():
    assert Pose(10, 20, pi / 2).to_table((5, 0)) == pytest.approx((10, 25))


def test_to_own_is_the_inverse_of_to_table():
    pose = Pose(10, -20, 0.7)
    assert pose.to_own(pose.to_table((3, 4))) == pytest.approx((3, 4))


def test_a_pose_within_a_turned_thing_is_turned_with_it():
    assert same(Pose(10, 20, pi / 2).at(5, 0, 0.1), Pose(10, 25, pi / 2 + 0.1))


def test_near_means_both_place_and_direction():
    assert ORIGIN.is_near(Pose(3, 4, 0.09), 5.1, 0.1)
    assert not ORIGIN.is_near(Pose(3, 4.3, 0.09), 5.1, 0.1)
    assert not ORIGIN.is_near(Pose(3, 4, -0.11), 5.1, 0.1)


def test_directions_are_compared_across_the_full_turn():
    assert Pose(0, 0, radians(179)).is_near(Pose(0, 0, radians(-179)), 1.0, radians(3))


def test_a_card_is_carried_along_with_the_mat_that_is_pushed_and_turned():
    mat, card = Pose(100, 50, 0.2), Pose(130, 40, 1.0)
    after = Pose(-20, 60, 0.2 + pi / 2)
    carried = card.carried(mat, after)
    assert after.to_own((carried.x, carried.y)) == pytest.approx(mat.to_own((card.x, card.y)))
    assert after.angle_to(carried) == pytest.approx(mat.angle_to(card))


def test_a_rectangle_contains_what_is_inside_it_and_its_margin():
    card = Rectangle(Pose(0, 0, pi / 2), 65, 100)
    assert card.contains((49, 31))
    assert not card.contains((51, 0))
    assert card.contains((51, 0), margin=2)
    assert card.enlarged(2).contains((51, 33))


def test_fronts_have_their_sticker_at_the_top_right_and_backs_at_the_bottom_right():
    front, back = front_area(ORIGIN, SIZES), back_area(ORIGIN, SIZES)
    assert (front.pose.x, front.pose.y) == pytest.approx((-22.0, 39.5))
    assert (back.pose.x, back.pose.y) == pytest.approx((-22.0, -39.5))
