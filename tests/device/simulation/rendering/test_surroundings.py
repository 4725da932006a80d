"""The surroundings of a simulated table behave like real ones: knocks, lamps, clouds, exposure."""

from __future__ import annotations

from math import cos

import numpy as np
import pytest

from device.simulation.table.tabletop import Thing, ThingKind
from tests.device.simulation.rendering.surroundings import (
    AutoExposure,
    Cloud,
    Knock,
    KnockedProjection,
    LampSwitch,
    Room,
    relit,
)
from tests.device.simulation.table.disturbances import PushedCard, RestingHand
from vision.table.pose import Pose

KNOCK = Knock(2.0, (0.01, -0.02, 0.03))
LENS = KnockedProjection(1200.0, 0.01, 0.02, 0.03)


def test_a_knocked_camera_swings_beyond_its_new_place_and_rests_there() -> None:
    assert KNOCK.at(2.0) == (0.0, 0.0, 0.0)
    assert max(KNOCK.at(2.0 + late / 50)[2] for late in range(50)) > 0.035
    assert KNOCK.at(5.0) == KNOCK.rotation
    assert Room(knocks=(KNOCK, KNOCK)).rotation(9.0) == (0.02, -0.04, 0.06)


def test_a_knocked_picture_is_that_of_the_rotated_camera() -> None:
    """This holds at any height over the table, as the camera turns about its own centre."""
    turned = KnockedProjection(1200.0, 0.01, 0.02, 0.03, knocked=KNOCK.rotation)
    for height in (0.0, 80.0):
        points = [(-300.0, 100.0), (250.0, -200.0)]
        before = np.column_stack([LENS.project(points, height), np.ones(2)]) @ LENS.homography_to(KNOCK.rotation).T
        assert before[:, :2] / before[:, 2:] == pytest.approx(turned.project(points, height), abs=1e-6)


def test_exposure_follows_the_light_within_two_seconds() -> None:
    exposure, room = AutoExposure(), Room(switches=(LampSwitch(1.0, 1, 0.5),))
    seen = {step: room.light(step / 10) * exposure.follow(step / 10, room.light(step / 10)) for step in range(40)}
    assert seen[9] == pytest.approx(1.0)
    assert seen[10] == pytest.approx(0.5)
    assert seen[30] == pytest.approx(1.0, abs=0.02)
    assert [room.lamp(0.9), room.lamp(1.0)] == [0, 1]


def test_a_cloud_dims_the_light_and_passes() -> None:
    cloud = Cloud(1.0, 6.0, left=0.4, edge=1.0)
    assert [cloud.at(0.5), cloud.at(3.0), cloud.at(7.0)] == pytest.approx([1.0, 0.4, 1.0])


def test_too_much_light_is_white_and_flicker_gives_bands() -> None:
    picture = np.full((100, 10), 100, np.uint8)
    assert relit(picture, 3.0, None, 0).max() == 255
    bands = Room(ripple=0.5).bands(1.0, 100, 1 / 40)
    rows = relit(picture, 1.0, bands, 0)[:, 0].astype(int)
    assert 4 < np.ptp(rows) < 20


def test_a_resting_hand_sways_a_little() -> None:
    rest = RestingHand(0, (0.0, 500.0), Pose(0.0, 0.0, 0.0), 0.0, 1.0, 30.0, 31.0)
    tips = np.array([arm.tip for time in range(2, 29) if (arm := rest.at(float(time)))])
    assert 0.5 < np.ptp(tips, axis=0).max() < 5.0


def test_a_pushed_card_lies_before_and_after_and_is_in_the_hand_between() -> None:
    before = Thing(12, ThingKind.FRONT, Pose(0.0, 0.0, 0.0), 50, "front", 0)
    after = Thing(12, ThingKind.FRONT, Pose(400.0, 0.0, 1.0), 49, "front", 1)
    push = PushedCard((0.0, 600.0), before, after, 0.0, 1.0, 2.0, 3.0)
    assert [push.lying(0.5), push.lying(1.5), push.lying(2.5)] == [before, None, after]
    arm = push.at(1.5)
    assert arm is not None
    assert arm.carried is not None
    assert arm.carried.pose.x == pytest.approx(200.0)
    assert cos(arm.carried.pose.angle) == pytest.approx(cos(0.5))
