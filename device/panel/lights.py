"""Lights in the buttons, which show what would do something now, and a buzzer, which tells what was done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from device.panel.buttons import NAMES
from device.panel.pins import Pins
from display.messages.events import Asked, Booked, Event, Redone, Refused
from display.messages.presses import Press

if TYPE_CHECKING:
    from collections.abc import Collection

    import gpiozero

    from device.session.session import Session
    from device.settings.settings import LightSettings

BUZZER = "buzzer"
SHORT = 0.06
"""s for which the buzzer sounds at a time, and is silent between two."""
BUZZES: dict[type[Event], int] = {Booked: 1, Redone: 1, Asked: 2, Refused: 3}
"""Event -> how often it sounds."""


class Lights(Pins[Press]):
    """The lights in the buttons that would do something now."""

    def __init__(self, settings: LightSettings) -> None:
        self._shining: dict[Press, bool] = {}
        super().__init__("light", {press: getattr(settings, press.value) for press in NAMES})

    def show(self, useful: Collection[Press]) -> None:
        """Switch these on and the others off."""
        for press, led in tuple(self.connected.items()):
            on = press in useful
            if self._shining.get(press) is on:
                continue
            self._shining[press] = on
            try:
                (led.on if on else led.off)()
            except Exception as problem:  # each kind of pins raises its own errors; a light must not stop the game
                self.fail(press, problem)

    def close(self) -> None:
        """Switch them off and release the pins. May be called twice."""
        self.show(())
        super().close()

    def _make(self, gpiozero: Any, name: Press, pin: int) -> gpiozero.Device:  # noqa: ARG002  all lights are alike
        return gpiozero.LED(pin)


class Buzzer(Pins[str]):
    """Sounds once for what was booked, twice for a question, three times for what cannot be; it never waits."""

    def __init__(self, settings: LightSettings) -> None:
        super().__init__(BUZZER, {BUZZER: settings.buzzer})

    def __call__(self, event: Event, session: Session) -> None:  # noqa: ARG002  a listener hears the state, too
        """Sound for an event."""
        conflicts = isinstance(event, Booked) and event.seat is None
        if (times := BUZZES.get(type(event))) and not conflicts:
            self.buzz(times)

    def buzz(self, times: int) -> None:
        """Sound so often."""
        for name, buzzer in tuple(self.connected.items()):
            try:
                buzzer.beep(on_time=SHORT, off_time=SHORT, n=times, background=True)
            except Exception as problem:
                self.fail(name, problem)

    def _make(self, gpiozero: Any, name: str, pin: int) -> gpiozero.Device:  # noqa: ARG002  there is one
        return gpiozero.Buzzer(pin)
