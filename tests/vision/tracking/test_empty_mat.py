"""When a picture without stickers shows the empty mat."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.station_mat import CARD, HAND, HIGH, MAT, WIDE, square
from vision.reading.change import Changes
from vision.tracking.empty_mat import EmptyMat, ReadSticker

STICKER = square(500.0, 300.0)
STILL = np.zeros((HIGH // 16, WIDE // 16), bool)


def picture(*things, light=1.0):
    """A small picture of the mat. Each thing: left, top, right, bottom (px) and its grey level."""
    small = np.full((HIGH // 8, WIDE // 8), MAT, np.float32)
    for left, top, right, bottom, grey in things:
        small[top // 8 : bottom // 8, left // 8 : right // 8] = grey
    return small * light


THE_CARD = (440, 240, 740, 690, CARD)
FINGER = (470, 270, 540, 640, HAND)
ARM = (300, 200, 640, 640, HAND)


def seen(*pictures, on_token=False):
    """The empty mat after these pictures. Each: what is in it, and whether the sticker is read."""
    mat = EmptyMat()
    for things, is_read in pictures:
        mat.update([ReadSticker(STICKER, on_token)] if is_read else [], Changes(STILL, STILL, picture(*things)))
    return mat


def test_the_mat_is_known_if_it_looks_the_same_before_and_after_a_card():
    assert seen(([], False), ([THE_CARD], True), ([], False)).is_known


def test_a_single_picture_is_not_enough():
    assert not seen(([], False)).is_known
    assert not seen(([THE_CARD], True), ([], False), ([], False)).is_known


@pytest.mark.parametrize("hand", [FINGER, ARM])
def test_a_hand_on_a_card_is_not_the_mat(hand):
    elsewhere = (hand[0] + 30, *hand[1:])
    mat = seen(([THE_CARD, hand], False), ([THE_CARD], True), ([THE_CARD, elsewhere], False))
    assert not mat.is_known


def test_a_finger_that_hides_only_the_sticker_twice_in_the_same_way_is_not_the_mat():
    assert not seen(([THE_CARD, FINGER], False), ([THE_CARD], True), ([THE_CARD, FINGER], False)).is_known


def test_a_card_that_is_not_read_for_a_while_is_not_the_mat():
    assert not seen(([THE_CARD], False), ([THE_CARD], True), ([THE_CARD], False)).is_known


def test_the_empty_mat_is_seen_in_any_light_but_not_under_a_card_or_beside_a_large_hand():
    mat = seen(([], False), ([THE_CARD], True), ([], False))
    for things, light, expected in [
        ([], 0.6, True),
        ([THE_CARD], 1.0, False),
        ([(760, 100, 1100, 640, HAND)], 1.0, False),
    ]:
        mat.update([], Changes(~STILL, ~STILL, picture(*things, light=light)))
        assert mat.is_seen_at(STICKER, 0) == expected, things


def test_a_token_is_enough_to_know_what_the_mat_looks_like_without_it():
    token = (464, 264, 536, 336, CARD)
    assert seen(([], False), ([token], True), ([], False), on_token=True).is_known
    assert not seen(([], False), ([token], True), ([], False)).is_known, "a card is larger"


def test_the_mat_becomes_known_although_something_moves_at_the_edge_of_the_picture():
    mat, moving = EmptyMat(), STILL.copy()
    moving[:5, :5] = True
    for number, is_read in enumerate([False, True, False]):
        things = [(0, 0, 64, 64, MAT + 20 * number), *([THE_CARD] if is_read else [])]
        mat.update([ReadSticker(STICKER)] if is_read else [], Changes(moving, moving, picture(*things)))
    assert mat.is_known


def test_a_shadow_is_no_card():
    """It makes a place doubtful only where it falls."""
    shadow = (760, 0, 1152, 640, MAT * 0.93)
    mat = seen(([], False), ([THE_CARD, shadow], True), ([shadow], False))
    assert mat.is_known
    for things, expected in [([shadow], True), ([], True), ([(0, 0, 760, 640, MAT * 0.93)], False)]:
        mat.update([], Changes(~STILL, ~STILL, picture(*things)))
        assert mat.is_seen_at(STICKER, 0) == expected, things


def test_pictures_of_another_size_start_anew():
    mat = seen(([], False), ([THE_CARD], True), ([], False))
    mat.update([], Changes(STILL[::2], STILL[::2], picture()[::2]))
    assert not mat.is_known
