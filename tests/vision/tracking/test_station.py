"""What counts as shown at a station's mat."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.station_mat import HIGH, SIDE, WIDE
from tests.vision.station_mat import StationMat as Mat
from tests.vision.synthetic_table import CODEBOOK
from vision.frame import Frame
from vision.kit.symbols import Symbology
from vision.scene import Place
from vision.symbologies import finders
from vision.tracking.station import StationReader

FRONT, OTHER, BACK = 3, 40, 206


@pytest.mark.parametrize("fps", [3.0, 8.0, 10.0, 30.0])
def test_a_card_is_shown_from_its_second_picture_on_or_soon_after(fps):
    mat = Mat(fps).lay(FRONT)
    mat.look()
    assert mat.shown == []
    mat.wait(max(0.25, 1 / fps))
    assert mat.shown == [(1, FRONT)]
    assert mat.scene.items[0].place is Place.SHOWN


def test_a_moving_card_is_not_shown():
    mat = Mat()
    for step in range(40):
        mat.lying = [(FRONT, 300.0 + 6 * step, 300.0, 0.3, SIDE)]
        mat.look()
        assert mat.shown == []


def test_a_card_turned_in_the_air_is_not_shown():
    mat = Mat()
    for step in range(40):
        mat.lying = [(FRONT, 500.0, 300.0, 0.1 * step, SIDE)]
        mat.look()
        assert mat.shown == []


def test_a_single_reading_is_not_enough():
    mat = Mat().lay(FRONT)
    mat.look()
    mat.take().wait(2)
    assert mat.shown == []


def test_a_card_is_one_showing_however_long_it_lies_and_wherever_it_is_pushed():
    mat = Mat().lay(FRONT).wait(60)
    for step in range(20):
        mat.lying = [(FRONT, 500.0 + 9 * step, 300.0, 0.3, SIDE)]
        mat.look()
    assert mat.wait(3).shown == [(1, FRONT)]


def test_a_card_stays_while_a_hand_rests_on_it():
    mat = Mat().lay(BACK).wait(1)
    mat.hand = (500.0, 300.0)
    mat.wait(4)
    mat.hand = None
    assert mat.wait(1).shown == [(1, BACK)]


def test_an_identical_next_card_is_another_showing_even_at_the_same_place():
    mat = Mat().lay(BACK).wait(1).take().wait(0.6).lay(BACK).wait(1)
    assert mat.shown == [(2, BACK)]


def test_a_covered_card_is_the_same_showing_when_it_is_uncovered():
    mat = Mat().lay(BACK).wait(1)
    under, mat.lying = mat.lying, []
    mat.lay(FRONT, 520.0, 320.0, 1.0).wait(7)
    assert mat.shown == [(2, FRONT)]
    mat.lying = under
    assert mat.wait(2).shown == [(1, BACK)]


def test_of_two_cards_at_once_none_is_shown_until_one_is_removed():
    mat = Mat().lay(FRONT).lay(OTHER, 900.0, 300.0).wait(3)
    assert mat.shown == []
    assert mat.scene.doubts == (FRONT, OTHER)
    assert mat.take().wait(1).shown == [(1, FRONT)]
    assert mat.scene.doubts == ()


def test_a_second_card_is_shown_once_the_first_is_removed():
    mat = Mat().lay(FRONT).wait(1).lay(OTHER, 900.0, 300.0).wait(3)
    assert mat.shown == [(1, FRONT)]
    mat.lying.pop(0)
    assert mat.wait(1).shown == [(2, OTHER)]


def test_a_card_that_looks_nearer_than_earlier_ones_waits_longer():
    mat = Mat().lay(FRONT).wait(1).take().wait(1).lay(OTHER, side=SIDE * 1.15).wait(0.9)
    assert mat.shown == []
    assert mat.wait(1).shown == [(2, OTHER)], "nobody holds a card still for so long: the camera hangs lower now"


def test_a_back_that_was_there_at_the_start_is_not_sure_until_the_empty_mat_is_known():
    mat = Mat(empty=0).lay(BACK).wait(3)
    assert [item.sure for item in mat.scene.items] == [False]
    mat.take().wait(8).lay(BACK).wait(1)
    assert [(item.sure, item.maybe_another) for item in mat.scene.items] == [(False, True)], "a hand may have hidden it"
    mat.take().wait(0.8).lay(BACK, 700.0, 280.0, -0.3).wait(1)
    assert [item.sure for item in mat.scene.items] == [True]


@pytest.mark.parametrize("seconds", [0.8, 6.0])
def test_a_front_that_was_there_at_the_start_is_shown_once_it_is_lifted_and_laid_down_again(seconds):
    mat = Mat(empty=0).lay(FRONT).wait(3).take().wait(seconds).lay(FRONT, 700.0, 280.0, -0.3).wait(1)
    assert [item.sure for item in mat.scene.items] == [True]


def test_a_card_that_was_there_at_the_start_is_the_same_one_under_a_hand():
    mat = Mat(empty=0).lay(BACK).wait(3)
    mat.hand = (500.0, 300.0)
    mat.wait(2)
    mat.hand = None
    assert [item.sure for item in mat.wait(1).scene.items] == [False]


def test_a_hand_is_not_taken_for_the_empty_mat_after_a_start_with_a_card_on_it():
    mat = Mat(empty=0).lay(OTHER).wait(1).take().wait(0.8).lay(BACK).wait(1)
    assert mat.shown == [(2, BACK)]
    mat.hand = (500.0, 300.0)
    mat.wait(8)
    mat.hand = None
    assert mat.wait(1).shown == [(2, BACK)]


def test_a_back_that_a_hand_may_have_hidden_at_the_start_is_not_sure():
    mat = Mat(empty=0).lay(BACK)
    mat.hand = (500.0, 300.0)
    mat.wait(4)
    mat.hand = None
    assert [item.sure for item in mat.wait(1).scene.items] == [False]
    for sure in (False, True):
        mat.take().wait(0.8).lay(BACK, 600.0, 320.0).wait(1)
        assert [item.sure for item in mat.scene.items] == [sure]


def test_a_front_that_a_hand_may_have_hidden_at_the_start_is_sure():
    assert [item.sure for item in Mat().lay(FRONT).wait(1).scene.items] == [True]


def test_after_a_start_with_a_card_on_it_the_mat_is_known_once_it_looked_the_same_twice():
    mat = Mat(empty=0).lay(OTHER).wait(1).take().wait(0.8).lay(FRONT).wait(1).take().wait(0.8)
    for _ in range(2):
        mat.lay(BACK).wait(1).take().wait(0.8)
    assert mat.lay(BACK).wait(1).shown == [(5, BACK)]


def test_a_card_that_is_pushed_under_a_hand_is_the_same_showing_and_may_be_another():
    mat = Mat().lay(FRONT).wait(1).take().wait(1).lay(BACK).wait(1)
    mat.hand = (500.0, 300.0)
    mat.wait(8)
    mat.lying, mat.hand = [(BACK, 520.0, 310.0, 0.5, SIDE)], None
    assert mat.wait(1).shown == [(2, BACK)]
    assert mat.scene.items[0].maybe_another


def test_a_hand_that_rests_on_a_card_for_long_does_not_become_the_mat():
    mat = Mat().lay(FRONT).wait(1).take().wait(1).lay(BACK).wait(1)
    mat.hand = (500.0, 300.0)
    mat.wait(60)
    mat.hand = None
    assert mat.wait(1).shown == [(2, BACK)]


def test_a_card_that_a_hand_slides_along_is_the_same_showing_although_its_old_place_is_seen():
    mat = Mat().lay(FRONT).wait(1).take().wait(1).lay(BACK, 300.0, 200.0).wait(1)
    mat.lying, mat.hand = [(BACK, 700.0, 300.0, 0.3, SIDE)], (700.0, 300.0)
    mat.wait(2)
    mat.hand = None
    assert mat.wait(1).shown == [(2, BACK)]


def test_what_stays_on_the_mat_belongs_to_it_once_a_card_has_come_and_gone():
    mat = Mat().lay(FRONT).wait(1).take().wait(1)
    mat.lay(599, 900.0, 300.0).wait(1)
    shown = []
    for _ in range(3):
        mat.lay(BACK, 300.0, 200.0).wait(1)
        shown += mat.shown
        mat.take().wait(1)
    assert shown == [(2, BACK), (3, BACK), (4, BACK)]


def test_a_code_outside_the_kit_is_ignored():
    assert Mat().lay(599).wait(2).shown == []


def test_nothing_is_searched_while_nothing_changes():
    reader = StationReader(finders([Symbology.FIDUCIAL], CODEBOOK.codes))
    grain = np.random.default_rng(1).normal(120, 2, (HIGH, WIDE)).clip(0, 255).astype(np.uint8)
    fresh = [reader.read(Frame(grain, number / 8, number)).fresh for number in range(40)]
    assert fresh[0]
    assert sum(fresh[8:]) <= 4, "once a second"
