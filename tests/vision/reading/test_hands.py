"""A hand hides what is under it. A table that looks different all over was moved in the picture, or lit differently."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reading.change import ChangeDetector
from vision.reading.hands import UNMOVED, HandDetector
from vision.sighting import Sighting


class Views:
    """Pictures of a table at ten a second, and where hands are detected."""

    def __init__(self) -> None:
        rough = np.random.default_rng(3).normal(120, 60, (54, 96)).clip(20, 235).astype(np.uint8)
        self.table = cv2.resize(rough, (1536, 864), interpolation=cv2.INTER_CUBIC)
        self.watch, self.hands, self.time = ChangeDetector(), HandDetector(), 0.0

    def look(self, picture, seconds=0.1, seen=()):
        for _ in range(round(seconds * 10)):
            hidden = self.hands.detect(self.watch.compare(picture), seen, self.time)
            self.time += 0.1
        return hidden

    def with_hand(self, moved=0):
        picture = self.table.copy()
        cv2.rectangle(picture, (600 + moved, 500), (800 + moved, 864), 182, -1)
        return picture


def test_a_resting_hand_hides_what_is_under_it():
    views = Views()
    views.look(views.table, 1.0)
    hidden = views.look(views.with_hand(), 20.0)
    assert hidden[45, 43]
    assert hidden.mean() < 0.15
    assert not views.look(views.table, 0.3).any()


def test_what_comes_to_light_under_a_board_is_no_hand_for_long():
    views = Views()
    views.look(views.table, 1.0)
    without_board = views.with_hand()
    assert views.look(without_board, 20.0)[45, 43]
    assert not views.look(without_board, 8.0).any()


def test_a_resting_hand_that_moves_a_little_is_a_hand():
    views = Views()
    views.look(views.table, 1.0)
    for number in range(4):
        hidden = views.look(views.with_hand(16 * (number % 2)), 15.0)
    assert hidden[45, 43]


def test_nothing_is_hidden_after_the_camera_was_knocked():
    views = Views()
    views.look(views.table, 1.0)
    shifted = np.roll(views.table, (40, 60), axis=(0, 1))
    assert not views.look(shifted, 0.5).any()
    assert views.look(np.roll(views.with_hand(), (40, 60), axis=(0, 1)), 0.3).any()


def test_nothing_is_hidden_after_the_light_has_changed():
    views = Views()
    views.look(views.table, 1.0)
    light = np.linspace(0.5, 1.3, 1536, dtype=np.float32)
    assert not views.look((views.table * light).clip(0, 255).astype(np.uint8), 0.5).any()


def test_a_hand_that_was_there_when_a_lamp_was_switched_is_forgotten_once_it_has_left():
    views = Views()
    views.look(views.table, 1.0)
    views.look(views.with_hand(), 0.5)
    light = np.linspace(1.2, 1.7, 1536, dtype=np.float32)
    lit = [(picture * light).clip(0, 255).astype(np.uint8) for picture in (views.with_hand(), views.table)]
    views.look(lit[0], 0.3)
    assert not views.look(lit[1], UNMOVED + 1).any()
    views.look(lit[1], 1.5)
    assert views.look(lit[0], 5.0)[45, 43]


def stickers(*middles):
    return tuple(Sighting(code, square(*middle)) for code, middle in enumerate(middles))


def square(x, y):
    return np.array([(x - 20, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 20, y + 20)], dtype=np.float32)


def test_a_board_that_was_pushed_with_its_city_is_soon_no_hand():
    views = Views()
    views.look(views.table, 1.0)
    pushed = views.with_hand()
    on_it = stickers((640, 540), (640, 640), (740, 640))
    assert views.look(pushed, 0.5, on_it).any()
    assert not views.look(pushed, 1.5, on_it).any()
    assert not views.look(pushed, 0.2).any()


def test_a_hand_beside_a_card_that_it_has_laid_is_a_hand():
    views = Views()
    views.look(views.table, 1.0)
    assert views.look(views.with_hand(), 5.0, stickers((640, 540)))[50, 43]


def test_a_hand_that_crosses_a_pushed_city_is_a_hand_until_it_rests():
    views = Views()
    views.look(views.table, 1.0)
    on_it = stickers((640, 540), (640, 640), (740, 640))
    for number in range(12):
        hidden = views.look(views.with_hand(16 * (number % 2)), 0.5, on_it)
    assert hidden[50, 46]


def test_a_hand_that_was_there_when_the_camera_was_knocked_is_forgotten_once_it_has_left():
    """On a plain cloth, in which hardly anything looks different when the camera has moved."""
    views = Views()
    views.table = cv2.GaussianBlur(views.table, (0, 0), 25)
    cv2.rectangle(views.table, (100, 100), (400, 300), 60, -1)
    places = [(150, 150), (350, 250), (900, 200), (1200, 700)]
    views.look(views.table, 1.0, stickers(*places))
    views.look(views.with_hand(), 0.3, stickers(*places))
    moved = stickers(*((x + 32, y + 24) for x, y in places))
    knocked = [np.roll(picture, (24, 32), axis=(0, 1)) for picture in (views.with_hand(), views.table)]
    assert not views.look(knocked[0], 0.5, moved).any()
    assert not views.look(knocked[1], UNMOVED + 1, moved).any()
    assert views.look(knocked[0], 0.5, moved)[46, 45]


def test_a_board_that_was_pushed_does_not_move_the_table():
    views = Views()
    places = [(150, 150), (350, 250), (900, 200), (1200, 700), (640, 640)]
    views.look(views.table, 1.0, stickers(*places))
    pushed = [*places[:2], *((x + 32, y + 24) for x, y in places[2:3]), *places[3:]]
    assert views.look(views.with_hand(), 0.5, stickers(*pushed))[45, 43]
