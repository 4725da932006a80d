import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.synthetic_table import SEVEN, SIZES, Camera, SyntheticTable
from vision.table.plane import fit_plane


def squares(table):
    return np.stack([sighting.corners for sighting in table.look()])


def distances(points):
    return np.linalg.norm(points[:, None] - points[None], axis=2)


def error(table, plane):
    truth = np.array([[thing.sticker.x, thing.sticker.y] for thing in table.things])
    measured = plane.to_mm(squares(table)).mean(axis=1)
    return np.abs(distances(measured) - distances(truth)).max()


@given(tilt=st.floats(-0.7, 0.7), twist=st.floats(-3.1, 3.1), scale=st.floats(1.5, 6.0))
@settings(max_examples=25)
def test_distances_on_the_table_are_right_from_wherever_the_camera_looks(tilt, twist, scale):
    table = SyntheticTable(SEVEN, camera=Camera(scale, tilt, twist=twist))
    for seat in range(7):
        table.things += [
            type(thing)(thing.code, table.at(seat, 40.0 * n, 10.0)) for n, thing in enumerate(table.things[:5])
        ]
    plane = fit_plane(squares(table), SIZES.sticker.square)
    assert error(table, plane) < 15.0


def test_noise_of_half_a_pixel_costs_a_few_millimetres_across_the_table():
    table = SyntheticTable(SEVEN, noise=0.5)
    for seat in range(7):
        table.things += [
            type(thing)(thing.code, table.at(seat, 40.0 * n, 10.0)) for n, thing in enumerate(table.things[:5])
        ]
    assert error(table, fit_plane(squares(table), SIZES.sticker.square)) < 12.0


def test_x_runs_to_the_pictures_right_and_y_down():
    plane = fit_plane(squares(SyntheticTable(SEVEN)), SIZES.sticker.square)
    here, right, down = plane.to_mm(np.array(plane.reference) + np.array([[0, 0], [10, 0], [0, 10]]))
    assert here == pytest.approx([0, 0], abs=1e-6)
    assert right[0] > 3
    assert abs(right[1]) < 0.1
    assert down[1] > 3


def test_one_sticker_gives_the_scale():
    plane = fit_plane(squares(SyntheticTable(SEVEN, camera=Camera(tilt=0.0)))[:1], SIZES.sticker.square)
    assert plane.px_per_mm() == pytest.approx(2.95, rel=0.01)


def test_no_sticker_gives_no_plane():
    assert fit_plane(np.zeros((0, 4, 2)), SIZES.sticker.square) is None


def test_cards_held_above_the_table_do_not_change_the_plane():
    table = SyntheticTable(SEVEN)
    flat = fit_plane(squares(table), SIZES.sticker.square)
    for thing in table.things[:2]:
        table.things.append(type(thing)(thing.code, thing.sticker, height=150.0))
    assert fit_plane(squares(table), SIZES.sticker.square).px_per_mm() == pytest.approx(flat.px_per_mm(), rel=0.004)


def test_coordinates_stay_when_the_table_is_measured_again():
    table = SyntheticTable(SEVEN, noise=0.3)
    first = fit_plane(squares(table), SIZES.sticker.square)
    second = fit_plane(squares(table), SIZES.sticker.square, first)
    assert second.reference == first.reference
    assert np.abs(second.to_mm(squares(table)) - first.to_mm(squares(table))).max() < 12.0


def test_coordinates_stay_when_the_camera_is_knocked():
    table = SyntheticTable(SEVEN)
    plane = fit_plane(squares(table), SIZES.sticker.square)
    motion = np.array([[0.998, -0.05, 30.0], [0.05, 1.001, -12.0], [2e-6, -1e-6, 1.0]])
    before = squares(table).astype(np.float64)
    after = cv2.perspectiveTransform(before.reshape(-1, 1, 2), motion).reshape(-1, 4, 2)
    knocked = plane.shifted(motion)
    assert np.abs(knocked.to_mm(after) - plane.to_mm(before)).max() < 1e-6
    again = fit_plane(after, SIZES.sticker.square, knocked)
    assert np.abs(again.to_mm(after) - plane.to_mm(before)).max() < 1.0


def test_to_mm_and_to_px_are_inverse():
    plane = fit_plane(squares(SyntheticTable(SEVEN)), SIZES.sticker.square)
    points = np.array([[10.0, 20.0], [4000.0, 2500.0]])
    assert plane.to_px(plane.to_mm(points)) == pytest.approx(points)
