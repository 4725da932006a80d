"""How long the winner is looked at: until somebody ends it, or nobody has touched anything for a while."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.app.main_loop import MainLoop

PATIENCE, PATIENCE_FAST = 60.0, 10.0
"""Seconds without a press after which a demonstration ends by itself."""


class LastScreen:
    """The screen that a made-up game ends with. `clock` in seconds, whatever time it is at the table."""

    def __init__(self, *, fast: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._patience = PATIENCE_FAST if fast else PATIENCE
        self._clock = clock
        self._since: float | None = None

    @property
    def begun(self) -> bool:
        """The game was over; whatever is pressed since then, nobody has to play on."""
        return self._since is not None

    def is_over(self, appliance: MainLoop) -> bool:
        """Everything has been shown, and nobody has pressed anything since."""
        now = self._clock()
        if appliance.revealing or self._since is None:
            self._since = now
        return min(now - self._since, appliance.untouched) >= self._patience
