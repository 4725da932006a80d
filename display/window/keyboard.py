"""Keys and a finger that act as the five buttons; what is held is one long press."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pygame

from display.messages.presses import Hold, Press

if TYPE_CHECKING:
    from collections.abc import Callable

    from display.messages.presses import UserInput

KEYS = {
    pygame.K_SPACE: Press.ADVANCE,
    pygame.K_RETURN: Press.SELECT,
    pygame.K_KP_ENTER: Press.SELECT,
    pygame.K_LEFT: Press.LEFT,
    pygame.K_RIGHT: Press.RIGHT,
    pygame.K_BACKSPACE: Press.UNDO,
    pygame.K_u: Press.UNDO,
    pygame.K_1: Press.UNDO,
    pygame.K_2: Press.LEFT,
    pygame.K_3: Press.SELECT,
    pygame.K_4: Press.RIGHT,
    pygame.K_5: Press.ADVANCE,
    pygame.K_ESCAPE: Press.QUIT,
    pygame.K_q: Press.QUIT,
}
"""Key -> press."""
HELD = frozenset({Press.ADVANCE})
"""Presses that have a long form; all others take effect as soon as the key or the finger goes down."""
FINGER = -1
"""Stands for the finger among the keys."""
HOLD = 3.0
"""Default duration of a long press, in seconds."""


class Keyboard:
    """Turns keys and a finger that go down and up into presses. `hold` and `clock` in seconds."""

    def __init__(self, hold: float = HOLD, clock: Callable[[], float] = time.monotonic) -> None:
        self._hold, self._clock = hold, clock
        self._down: dict[int, tuple[Press, float]] = {}

    def down(self, key: int, touched: UserInput | None = None) -> tuple[UserInput, ...]:
        """A key went down, or the finger on what was `touched`: the press, unless it may become a long one."""
        pressed = touched or KEYS.get(key)
        if pressed is None:
            return ()
        if not isinstance(pressed, Press) or pressed not in HELD:
            return (pressed,)
        self._down[key] = pressed, self._clock()
        return ()

    def up(self, key: int) -> tuple[UserInput, ...]:
        """A key or the finger came up: the press, if that was not returned before."""
        long = self.held()
        down = self._down.pop(key, None)
        return long if down is None else (*long, down[0])

    def held(self) -> tuple[UserInput, ...]:
        """The presses that have become long since the last call."""
        long = [key for key, (_, since) in self._down.items() if self._clock() - since >= self._hold]
        return tuple(Hold(self._down.pop(key)[0]) for key in long)
