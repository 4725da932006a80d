"""Devices at the GPIO pins. Missing ones are reported once and tried again from time to time."""

from __future__ import annotations

import os
import tempfile
import warnings
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from device.retrying import Retry
from display.messages.questions import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import gpiozero

Name = TypeVar("Name", bound=str)

TRY_AGAIN_AFTER = 5.0
"""s between attempts to get at what could not be had."""


class Pins(ABC, Generic[Name]):
    """Devices of one kind (`kind`: "button", "light", "buzzer") by name.

    `wanted`: name -> GPIO number, 0 for a device that is not wired.
    """

    def __init__(self, kind: str, wanted: Mapping[Name, int], clock: Callable[[], float]) -> None:
        self._kind, self._retry = kind, Retry(TRY_AGAIN_AFTER, clock)
        self._wanted = {name: pin for name, pin in wanted.items() if pin}
        self._devices: dict[Name, Any] = {}
        self._notices: list[Notice] = []
        self._closed = False
        self._connect_missing()

    @abstractmethod
    def _make(self, gpiozero: Any, name: Name, pin: int) -> gpiozero.Device:
        """One of gpiozero's devices at this pin; whatever is raised becomes a notice."""

    @property
    def connected(self) -> Mapping[Name, Any]:
        """The devices that work now."""
        return self._devices

    def look_after(self) -> None:
        """Drop devices whose pins went away, and try from time to time to connect those that are missing."""
        for name in [name for name, thing in self._devices.items() if thing.closed]:
            del self._devices[name]
        if not self._closed and self._devices.keys() != self._wanted.keys() and self._retry.due:
            self._connect_missing()

    def let_go(self, name: Name, problem: Exception) -> None:
        """Close a device that failed in use. It is reported, and tried again like one that is missing."""
        thing = self._devices.pop(name)
        with suppress(Exception):
            thing.close()
        self._unusable(name, problem)

    def notices(self) -> tuple[Notice, ...]:
        """The notices since the last call: no GPIO, a pin that does not work, everything works again."""
        taken, self._notices = tuple(self._notices), []
        return taken

    def close(self) -> None:
        """Release the pins. May be called twice."""
        self._closed = True
        things, self._devices = self._devices, {}
        for thing in things.values():
            with suppress(Exception):
                thing.close()

    def _connect_missing(self) -> None:
        for name, pin in self._wanted.items():
            if name not in self._devices and not self._connect(name, pin):
                break
        if self._devices.keys() == self._wanted.keys() and self._retry.recovered():
            self._notices.append(Notice(f"notice.{self._kind}_returned"))

    def _connect(self, name: Name, pin: int) -> bool:
        """Connect one; False if there are no pins at all, so that the others need not be tried."""
        gpiozero = _gpiozero()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # one for each pin library that is not installed
                self._devices[name] = self._make(gpiozero, name, pin)
        except gpiozero.BadPinFactory:
            self._report(Notice(f"notice.no_{self._kind}"), *self._wanted)
            return False
        except Exception as problem:  # pins in use, not there, not allowed: each kind of pins raises its own
            self._unusable(name, problem)
        return True

    def _unusable(self, name: Name, problem: Exception) -> None:
        placeholders = {self._kind: str(name), "pin": self._wanted[name], "reason": str(problem)}
        self._report(Notice(f"notice.{self._kind}_unusable", placeholders), name)

    def _report(self, notice: Notice, *names: Name) -> None:
        if self._retry.failed(*names):
            self._notices.append(notice)


def _gpiozero() -> Any:
    """Import late, after setting $LG_WD: lgpio leaves a pipe there, by default in the current folder."""
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    import gpiozero  # noqa: PLC0415

    return gpiozero
