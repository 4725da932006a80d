"""The five buttons at the GPIO pins. Without pins there is a notice, and keyboard and command cards do the same."""

from __future__ import annotations

import os
import tempfile
import time
import warnings
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from display.model import Notice, Press

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

    import gpiozero

    from device.settings import ButtonSettings

TRY_AGAIN_AFTER = 5.0
"""s between attempts to get at buttons that could not be had."""
NAMES = (Press.ADVANCE, Press.UNDO, Press.LEFT, Press.RIGHT, Press.SELECT)


@dataclass(slots=True)
class _Finger:
    """What one button is doing. A long press is said while it lasts, a short one when it ends."""

    press: Press
    held: bool = False


class Buttons:
    """Listens from its making on; `presses` and `long_presses` hand out what came since they were asked last.

    Safe to ask from any thread: gpiozero reports from one of its own.
    """

    def __init__(self, settings: ButtonSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings, self._clock = settings, clock
        self._short: deque[Press] = deque(maxlen=32)
        self._long: deque[Press] = deque(maxlen=32)
        self._buttons: dict[Press, gpiozero.Button] = {}
        self._notices: list[Notice] = []
        self._wanted = {press: pin for press in NAMES if (pin := getattr(settings, press.value))}
        self._complained: set[Press] = set()
        self._closed = False
        self._try_again_at = 0.0
        self._connect_missing()

    @property
    def connected(self) -> tuple[Press, ...]:
        """The buttons that are there."""
        return tuple(self._buttons)

    def presses(self) -> list[Press]:
        """Short presses, in order."""
        self._look_after()
        return _drain(self._short)

    def long_presses(self) -> list[Press]:
        """Buttons that were held for the time set, in order."""
        return _drain(self._long)

    def notices(self) -> tuple[Notice, ...]:
        """What should be said since the last time: no GPIO, a pin that cannot be had."""
        taken, self._notices = tuple(self._notices), []
        return taken

    def close(self) -> None:
        """Gives the pins back. May be called twice."""
        self._closed = True
        buttons, self._buttons = self._buttons, {}
        for button in buttons.values():
            button.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _look_after(self) -> None:
        """Let go of buttons whose pins went away, and try from time to time to have those that are missing."""
        for press in [press for press, button in self._buttons.items() if button.closed]:
            del self._buttons[press]
        if not self._closed and self._buttons.keys() != self._wanted.keys() and self._clock() >= self._try_again_at:
            self._connect_missing()

    def _connect_missing(self) -> None:
        """What cannot be had is said once, and when it is there after all."""
        self._try_again_at = self._clock() + TRY_AGAIN_AFTER
        for press, pin in self._wanted.items():
            if press not in self._buttons and not self._connect(press, pin):
                break
        if self._complained and self._buttons.keys() == self._wanted.keys():
            self._complained.clear()
            self._notices.append(Notice("notice.buttons_returned"))

    def _complain(self, notice: Notice, *presses: Press) -> None:
        if not self._complained.issuperset(presses):
            self._notices.append(notice)
            self._complained.update(presses)

    def _connect(self, press: Press, pin: int) -> bool:
        """False if there are no pins at all, so that the others need not be tried."""
        settings = self._settings
        gpiozero = _gpiozero()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it tells of each kind of pins it did not find
                button = gpiozero.Button(pin, bounce_time=settings.bounce or None, hold_time=settings.hold)
        except gpiozero.BadPinFactory:
            self._complain(Notice("notice.no_buttons"), *self._wanted)
            return False
        except Exception as problem:  # pins in use, not there, not allowed: each kind of pins raises its own
            placeholders = {"button": press.value, "pin": pin, "reason": str(problem)}
            self._complain(Notice("notice.button_unusable", placeholders), press)
            return True
        finger = _Finger(press)
        button.when_held = lambda: self._on_held(finger)
        button.when_released = lambda: self._on_released(finger)
        self._buttons[press] = button
        return True

    def _on_held(self, finger: _Finger) -> None:
        finger.held = True
        self._long.append(finger.press)

    def _on_released(self, finger: _Finger) -> None:
        if not finger.held:
            self._short.append(finger.press)
        finger.held = False


def _drain(queue: deque[Press]) -> list[Press]:
    """One by one: another thread may be adding."""
    taken = []
    while queue:
        taken.append(queue.popleft())
    return taken


def _gpiozero() -> Any:
    """Loaded late: lgpio leaves a pipe in $LG_WD, by default in whatever folder the program was started in."""
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    import gpiozero  # noqa: PLC0415

    return gpiozero
