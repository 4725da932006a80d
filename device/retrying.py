"""When to try again what failed, and when to say that it failed or works again."""

import time
from collections.abc import Callable, Hashable


class Retry:
    """One thing that may fail and come back, such as a screen or a disk.

    The owner makes an attempt when one is `due` and reports how it went. `failed` and `recovered` return True when
    people should be notified, so that each failure and each recovery is reported once.
    """

    def __init__(
        self, interval: float, clock: Callable[[], float] = time.monotonic, longest: float | None = None
    ) -> None:
        """`interval`: seconds from a failure to the next attempt; with `longest`, doubled after each one up to that."""
        self._first = self._interval = interval
        self._longest, self._clock = longest or interval, clock
        self._next_attempt = float("-inf")
        self._reported: set[Hashable] = set()

    @property
    def due(self) -> bool:
        """True if another attempt may be made now."""
        return self.remaining <= 0

    @property
    def remaining(self) -> float:
        """Seconds until the next attempt; infinite after `stop`."""
        return max(0.0, self._next_attempt - self._clock())

    def failed(self, *parts: Hashable) -> bool:
        """Note a failure, of some parts only if the thing has several. True if it has not been reported yet."""
        self._next_attempt = self._clock() + self._interval
        self._interval = min(2 * self._interval, self._longest)
        parts = parts or (None,)
        known = self._reported.issuperset(parts)
        self._reported.update(parts)
        return not known

    def recovered(self) -> bool:
        """Note that everything works. True if a failure had been reported."""
        reported = bool(self._reported)
        self._reported.clear()
        self._interval = self._first
        return reported

    def at_once(self) -> None:
        """Let the next attempt be made now."""
        self._next_attempt = float("-inf")

    def stop(self) -> None:
        """Make no more attempts, unless a later failure asks for one."""
        self._next_attempt = float("inf")
