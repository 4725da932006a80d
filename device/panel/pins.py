"""Devices at the GPIO pins. One that cannot be used is reported and left out."""

from __future__ import annotations

import os
import tempfile
import warnings
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from display.messages.questions import Notice

if TYPE_CHECKING:
    from collections.abc import Mapping

    import gpiozero

Name = TypeVar("Name", bound=str)


class Pins(ABC, Generic[Name]):
    """Devices of one kind (`kind`: "button", "light", "buzzer") by name.

    `wanted`: name -> GPIO number, 0 for a device that is not wired.
    """

    def __init__(self, kind: str, wanted: Mapping[Name, int]) -> None:
        self._kind = kind
        self._wanted = {name: pin for name, pin in wanted.items() if pin}
        self.connected: dict[Name, Any] = {}
        """The devices that work."""
        self._notices: list[Notice] = []
        if self._wanted:
            self._connect(_gpiozero())

    @abstractmethod
    def _make(self, gpiozero: Any, name: Name, pin: int) -> gpiozero.Device:
        """One of gpiozero's devices at this pin; whatever is raised becomes a notice."""

    def fail(self, name: Name, problem: Exception) -> None:
        """Report a device that cannot be used, and leave it out from now on."""
        with suppress(Exception):
            self.connected.pop(name).close()
        placeholders = {self._kind: str(name), "pin": self._wanted[name], "reason": str(problem)}
        self._notices.append(Notice(f"notice.{self._kind}_unusable", placeholders))

    def notices(self) -> tuple[Notice, ...]:
        """The notices since the last call: no GPIO, a pin that does not work."""
        taken, self._notices = tuple(self._notices), []
        return taken

    def close(self) -> None:
        """Release the pins. May be called twice."""
        things, self.connected = self.connected, {}
        for thing in things.values():
            with suppress(Exception):
                thing.close()

    def _connect(self, gpiozero: Any) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # one for each pin library that is not installed
            for name, pin in self._wanted.items():
                try:
                    self.connected[name] = self._make(gpiozero, name, pin)
                except gpiozero.BadPinFactory:
                    self._notices.append(Notice(f"notice.no_{self._kind}"))
                    return
                except Exception as problem:  # pins in use, not there, not allowed: each kind of pins raises its own
                    self.fail(name, problem)


def _gpiozero() -> Any:
    """Import late, after setting $LG_WD: lgpio leaves a pipe there, by default in the current folder."""
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    import gpiozero  # noqa: PLC0415

    return gpiozero
