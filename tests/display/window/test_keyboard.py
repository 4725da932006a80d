"""Each key press counts once, as a short or a long one."""

from __future__ import annotations

import pygame
import pytest

from display.messages.presses import Hold, Pick, Press, UserInput
from display.window import FINGER, Keyboard


class Fingers:
    """A keyboard with its clock."""

    def __init__(self) -> None:
        self.now = 50.0
        self.keyboard = Keyboard(3.0, lambda: self.now)


@pytest.fixture
def fingers() -> Fingers:
    return Fingers()


def test_a_short_press_of_space_counts_when_it_ends(fingers: Fingers) -> None:
    assert fingers.keyboard.down(pygame.K_SPACE) == ()
    fingers.now += 2.9
    assert fingers.keyboard.held() == ()
    assert fingers.keyboard.up(pygame.K_SPACE) == (Press.ADVANCE,)


def test_space_that_is_held_is_one_long_press_only(fingers: Fingers) -> None:
    fingers.keyboard.down(pygame.K_SPACE)
    fingers.now += 3.0
    assert fingers.keyboard.held() == (Hold(Press.ADVANCE),)
    fingers.now += 3.0
    assert fingers.keyboard.held() == ()
    assert fingers.keyboard.up(pygame.K_SPACE) == ()


def test_a_long_press_is_long_even_if_it_was_not_polled(fingers: Fingers) -> None:
    fingers.keyboard.down(pygame.K_SPACE)
    fingers.now += 4.0
    assert fingers.keyboard.up(pygame.K_SPACE) == (Hold(Press.ADVANCE),)
    assert fingers.keyboard.held() == ()


def test_a_finger_on_advance_can_be_held_like_the_key(fingers: Fingers) -> None:
    assert fingers.keyboard.down(FINGER, Press.ADVANCE) == ()
    assert fingers.keyboard.up(FINGER) == (Press.ADVANCE,)
    fingers.keyboard.down(FINGER, Press.ADVANCE)
    fingers.now += 3.0
    assert fingers.keyboard.held() == (Hold(Press.ADVANCE),)
    assert fingers.keyboard.up(FINGER) == ()


@pytest.mark.parametrize("touched", [Press.UNDO, Pick(2)])
def test_whatever_else_is_touched_counts_as_the_finger_goes_down(fingers: Fingers, touched: UserInput) -> None:
    assert fingers.keyboard.down(FINGER, touched) == (touched,)
    assert fingers.keyboard.up(FINGER) == ()


def test_the_other_keys_count_as_they_go_down(fingers: Fingers) -> None:
    assert fingers.keyboard.down(pygame.K_RETURN) == (Press.SELECT,)
    fingers.now += 9.0
    assert fingers.keyboard.held() == fingers.keyboard.up(pygame.K_RETURN) == ()


def test_unknown_keys_do_nothing(fingers: Fingers) -> None:
    assert fingers.keyboard.down(pygame.K_F5) == fingers.keyboard.up(pygame.K_F5) == ()
