"""Keys that act as the five buttons; a key that is held is one long press."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pygame

from device.messages.presses import Hold, Press

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.messages.presses import UserInput

KEYS = {
    pygame.K_SPACE: Press.ADVANCE,
    pygame.K_RETURN: Press.SELECT,
    pygame.K_KP_ENTER: Press.SELECT,
    pygame.K_LEFT: Press.LEFT,
    pygame.K_RIGHT: Press.RIGHT,
    pygame.K_BACKSPACE: Press.UNDO,
    pygame.K_u: Press.UNDO,
    pygame.K_ESCAPE: Press.QUIT,
    pygame.K_q: Press.QUIT,
}
"""Key -> press."""
HELD = frozenset({Press.ADVANCE})
"""Presses that have a long form; all others take effect as soon as the key goes down."""
HOLD = 3.0
"""Default duration of a long press, in seconds."""


class Keyboard:
    """Turns keys that go down and up into presses. `hold` and `clock` in seconds."""

    def __init__(self, hold: float = HOLD, clock: Callable[[], float] = time.monotonic) -> None:
        self._hold, self._clock = hold, clock
        self._down: dict[int, float] = {}

    def down(self, key: int) -> tuple[UserInput, ...]:
        """A key went down: its press, unless it may become a long one."""
        press = KEYS.get(key)
        if press is None:
            return ()
        if press not in HELD:
            return (press,)
        self._down[key] = self._clock()
        return ()

    def up(self, key: int) -> tuple[UserInput, ...]:
        """A key came up: its press, if that was not returned before."""
        long = self.held()
        return (*long, KEYS[key]) if self._down.pop(key, None) is not None else long

    def held(self) -> tuple[UserInput, ...]:
        """The presses that have become long since the last call."""
        long = [key for key, since in self._down.items() if self._clock() - since >= self._hold]
        for key in long:
            del self._down[key]
        return tuple(Hold(KEYS[key]) for key in long)
