"""The doctor looks at what is plugged in: screen, buttons, lights, and whether this user may use them."""

from __future__ import annotations

import os
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from device.doctor.finding import Finding, finding
from device.panel.buttons import NAMES, Buttons
from device.panel.lights import Buzzer, Lights
from display.runtime import private_runtime

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from device.messages.presses import Press
    from device.messages.questions import Notice
    from device.settings.settings import ButtonSettings, LightSettings

DEVICES = {"camera": "video*", "buttons": "gpiochip*", "screen": "dri/card*", "keyboard": "input/event*"}
"""What for -> files under /dev."""
PRESS_WITHIN = 20.0
"""s for somebody to press each button."""
SHINE = 0.6
"""s for which lights are lit."""
NO_SCREEN = frozenset({"dummy", "offscreen", "evdev"})


def check_screen() -> Iterator[Finding]:
    """Which one SDL would draw on."""
    import pygame  # noqa: PLC0415  after `display`, which keeps it from greeting on standard output

    had_one = pygame.display.get_init()
    private_runtime()
    try:
        pygame.display.init()
        driver, sizes = pygame.display.get_driver(), pygame.display.get_desktop_sizes()
    except pygame.error as problem:
        yield finding("screen", "none", "screen", good=False, reason=str(problem))
        return
    finally:
        if not had_one:
            pygame.display.quit()
    if driver in NO_SCREEN or not sizes:
        yield finding("screen", "absent", "screen", good=False, driver=driver)
        return
    width, height = sizes[0]
    yield finding("screen", "size", "screen_small", good=width >= 480, width=width, height=height, driver=driver)


def check_buttons(
    settings: ButtonSettings,
    opens: Callable[[ButtonSettings], Buttons] = Buttons,
    clock: Callable[[], float] = time.monotonic,
    *,
    somebody: bool = False,
) -> Iterator[Finding]:
    """How many answer (none need to), which pins cannot be had, and which are felt if `somebody` is there to press."""
    with opens(settings) as buttons:
        connected, notices = buttons.connected, buttons.notices()
        if not connected:
            yield finding("buttons", "none", good=True)
        else:
            yield finding("buttons", "connected", "buttons", good=len(connected) == 5, number=len(connected))
        yield from _unusable("buttons", notices)
        if connected and somebody:
            yield finding("buttons", "press", good=True, names=_listed(connected), seconds=round(PRESS_WITHIN))
            yield _felt(buttons, clock)


def _felt(buttons: Buttons, clock: Callable[[], float]) -> Finding:
    """Wait until each has been pressed, or long enough."""
    missing, until = set(buttons.connected), clock() + PRESS_WITHIN
    while missing and clock() < until:
        missing.difference_update(buttons.presses(), buttons.long_presses())
        time.sleep(0.02)
    if missing:
        return finding("buttons", "not_felt", "wires", good=False, names=_listed(missing))
    return finding("buttons", "felt", good=True)


def _listed(presses: Collection[Press]) -> str:
    """By the names on the bottom of the screen."""
    return ", ".join(press.value.upper() for press in NAMES if press in presses)


def check_lights(settings: LightSettings) -> Iterator[Finding]:
    """Lets those that are wired be seen and heard for a moment; none need be."""
    wanted = sum(1 for press in NAMES if getattr(settings, press.value))
    if wanted:
        with closing(Lights(settings)) as lights:
            lights.show(NAMES)
            notices = lights.notices()
            time.sleep(0.0 if notices else SHINE)
        yield from _unusable("lights", notices) if notices else [finding("lights", "shone", good=True, number=wanted)]
    else:
        yield finding("lights", "none", good=True)
    if settings.buzzer:
        with closing(Buzzer(settings)) as buzzer:
            notices = buzzer.notices()
            buzzer.buzz(1)
            time.sleep(0.0 if notices else SHINE)
        yield from _unusable("buzzer", notices) if notices else [finding("buzzer", "buzzed", good=True)]


def _unusable(what: str, notices: Collection[Notice]) -> Iterator[Finding]:
    """Pins that cannot be had; that there are none at all goes without saying where buttons are asked for."""
    for notice in notices:
        if notice.key != "notice.no_button":
            advice = "doctor.advice.pins" if notice.key.endswith("_unusable") else "doctor.advice.no_pins"
            yield Finding(f"doctor.{what}", notice.key, False, advice, notice.placeholders)


def check_permissions(dev: Path = Path("/dev")) -> Iterator[Finding]:
    """Devices that are there but not for this user."""
    for what, pattern in DEVICES.items():
        files = sorted(dev.glob(pattern))
        locked = [str(file) for file in files if not os.access(file, os.R_OK | os.W_OK)]
        if locked:
            yield finding("permissions", "locked", "groups", good=False, purpose=what, devices=", ".join(locked))
        elif files:
            yield finding("permissions", "open", good=True, purpose=what, devices=", ".join(map(str, files)))
