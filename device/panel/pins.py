"""What is at the GPIO pins: five buttons, a light in each, and a buzzer. What cannot be used is reported and left out.

Keyboard and command cards do what buttons do, so nothing needs to be wired.
"""

from __future__ import annotations

import os
import tempfile
import warnings
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from device.session.session import Session
from device.settings.settings import ButtonSettings, LightSettings
from display.messages.events import Asked, Booked, Event, Redone, Refused
from display.messages.presses import Press
from display.messages.questions import Notice

if TYPE_CHECKING:
    import gpiozero

NAMES = (Press.ADVANCE, Press.UNDO, Press.LEFT, Press.RIGHT, Press.SELECT)
BUZZER = "buzzer"
SHORT = 0.06
"""s for which the buzzer sounds at a time, and is silent between two."""
BUZZES: dict[type[Event], int] = {Booked: 1, Redone: 1, Asked: 2, Refused: 3}
"""Event -> how often it sounds."""
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
            with _staying():
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


class Buttons(Pins[Press]):
    """Collects presses; `presses` and `long_presses` return those since the last call. Safe to use from any thread.

    A long press counts while it lasts, a short one when it ends. A button that is down from the start on, as while the
    machine is switched on, counts once it is pressed again.
    """

    def __init__(self, settings: ButtonSettings) -> None:
        self._settings = settings
        self._down: set[Press] = set()
        self._held: set[Press] = set()
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
        settings = self._settings
        button = gpiozero.Button(pin, bounce_time=settings.bounce or None, hold_time=settings.hold)
        button.when_pressed = lambda: self._down.add(name)
        button.when_held = lambda: self._on_held(name)
        button.when_released = lambda: self._on_released(name)
        return button

    def _on_held(self, press: Press) -> None:
        self._held.add(press)
        self._long.append(press)

    def _on_released(self, press: Press) -> None:
        if press in self._down - self._held:
            self._short.append(press)
        self._down.discard(press)
        self._held.discard(press)


def _drain(queue: deque[Press]) -> list[Press]:
    """Take one by one, because another thread may be adding."""
    taken = []
    while queue:
        taken.append(queue.popleft())
    return taken


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


@contextmanager
def _staying() -> Iterator[None]:
    """Come back to the current folder, to which files are relative: lgpio takes the whole program to $LG_WD."""
    here = Path()
    with suppress(OSError):  # the folder is gone
        here = Path.cwd()
    yield
    with suppress(OSError):  # gone, or another user's
        os.chdir(here)


def _gpiozero() -> Any:
    """Import late, after setting $LG_WD: lgpio leaves a pipe there, by default in the current folder."""
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    import gpiozero  # noqa: PLC0415

    return gpiozero
