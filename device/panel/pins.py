"""What is wired to the GPIO pins, as far as it is there: what is missing is said once and tried again now and then."""

from __future__ import annotations

import os
import tempfile
import time
import warnings
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from device.messages.questions import Notice
from device.retrying import Retry

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import gpiozero

Name = TypeVar("Name", bound=str)

TRY_AGAIN_AFTER = 5.0
"""s between attempts to get at what could not be had."""


class Pins(Generic[Name]):
    """Things of one kind (`kind`: "button", "light", "buzzer") by name.

    `wanted`: name -> GPIO number, 0 for a thing that is not there. `make` takes gpiozero's module, name and number and
    gives one of its devices; whatever it raises becomes a notice.
    """

    def __init__(
        self,
        kind: str,
        wanted: Mapping[Name, int],
        make: Callable[[Any, Name, int], gpiozero.Device],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._kind, self._make, self._retry = kind, make, Retry(TRY_AGAIN_AFTER, clock)
        self._wanted = {name: pin for name, pin in wanted.items() if pin}
        self._things: dict[Name, Any] = {}
        self._notices: list[Notice] = []
        self._closed = False
        self._connect_missing()

    @property
    def connected(self) -> Mapping[Name, Any]:
        """The things that are there."""
        return self._things

    def look_after(self) -> None:
        """Let go of things whose pins went away, and try from time to time to have those that are missing."""
        for name in [name for name, thing in self._things.items() if thing.closed]:
            del self._things[name]
        if not self._closed and self._things.keys() != self._wanted.keys() and self._retry.due:
            self._connect_missing()

    def let_go(self, name: Name, problem: Exception) -> None:
        """This one failed while it was used: it is said, and tried again from time to time like one that is missing."""
        thing = self._things.pop(name)
        with suppress(Exception):
            thing.close()
        self._unusable(name, problem)

    def notices(self) -> tuple[Notice, ...]:
        """What should be said since the last time: no GPIO, a pin that cannot be had, everything there after all."""
        taken, self._notices = tuple(self._notices), []
        return taken

    def close(self) -> None:
        """Gives the pins back. May be called twice."""
        self._closed = True
        things, self._things = self._things, {}
        for thing in things.values():
            with suppress(Exception):
                thing.close()

    def _connect_missing(self) -> None:
        for name, pin in self._wanted.items():
            if name not in self._things and not self._connect(name, pin):
                break
        if self._things.keys() == self._wanted.keys() and self._retry.recovered():
            self._notices.append(Notice(f"notice.{self._kind}_returned"))

    def _connect(self, name: Name, pin: int) -> bool:
        """False if there are no pins at all, so that the others need not be tried."""
        gpiozero = _gpiozero()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it tells of each kind of pins it did not find
                self._things[name] = self._make(gpiozero, name, pin)
        except gpiozero.BadPinFactory:
            self._complain(Notice(f"notice.no_{self._kind}"), *self._wanted)
            return False
        except Exception as problem:  # pins in use, not there, not allowed: each kind of pins raises its own
            self._unusable(name, problem)
        return True

    def _unusable(self, name: Name, problem: Exception) -> None:
        placeholders = {self._kind: str(name), "pin": self._wanted[name], "reason": str(problem)}
        self._complain(Notice(f"notice.{self._kind}_unusable", placeholders), name)

    def _complain(self, notice: Notice, *names: Name) -> None:
        if self._retry.failed(*names):
            self._notices.append(notice)


def _gpiozero() -> Any:
    """Loaded late: lgpio leaves a pipe in $LG_WD, by default in whatever folder the program was started in."""
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    import gpiozero  # noqa: PLC0415

    return gpiozero
