"""The five buttons at the GPIO pins. Keyboard and command cards do the same, so missing pins are only reported."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from device.panel.pins import Pins
from display.messages.presses import Press

if TYPE_CHECKING:
    import gpiozero

    from device.settings.settings import ButtonSettings

NAMES = (Press.ADVANCE, Press.UNDO, Press.LEFT, Press.RIGHT, Press.SELECT)


@dataclass(slots=True)
class _Finger:
    """The state of one button. A long press counts while it lasts, a short one when it ends."""

    press: Press
    held: bool = False


class Buttons(Pins[Press]):
    """Collects presses; `presses` and `long_presses` return those since the last call. Safe to use from any thread."""

    def __init__(self, settings: ButtonSettings) -> None:
        self._settings = settings
        self._short: deque[Press] = deque(maxlen=32)
        self._long: deque[Press] = deque(maxlen=32)
        super().__init__("button", {press: getattr(settings, press.value) for press in NAMES})

    def presses(self) -> list[Press]:
        """Short presses, in order."""
        return _drain(self._short)

    def long_presses(self) -> list[Press]:
        """Buttons that were held for the time in the settings, in order."""
        return _drain(self._long)

    def _make(self, gpiozero: Any, name: Press, pin: int) -> gpiozero.Device:
        settings, finger = self._settings, _Finger(name)
        button = gpiozero.Button(pin, bounce_time=settings.bounce or None, hold_time=settings.hold)
        button.when_held = lambda: self._on_held(finger)
        button.when_released = lambda: self._on_released(finger)
        return button

    def _on_held(self, finger: _Finger) -> None:
        finger.held = True
        self._long.append(finger.press)

    def _on_released(self, finger: _Finger) -> None:
        if not finger.held:
            self._short.append(finger.press)
        finger.held = False


def _drain(queue: deque[Press]) -> list[Press]:
    """Take one by one, because another thread may be adding."""
    taken = []
    while queue:
        taken.append(queue.popleft())
    return taken
