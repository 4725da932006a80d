"""The doctor looks at what is plugged in: screen, buttons, and whether this user may use them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from device.buttons import Buttons
from device.doctor.finding import Finding, finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from device.settings import ButtonSettings

DEVICES = {"camera": "video*", "buttons": "gpiochip*", "screen": "dri/card*", "keyboard": "input/event*"}
"""What for -> files under /dev."""
NO_SCREEN = frozenset({"dummy", "offscreen", "evdev"})


def check_screen() -> Iterator[Finding]:
    """Which one SDL would draw on."""
    import pygame  # noqa: PLC0415  after `display`, which keeps it from greeting on standard output

    had_one = pygame.display.get_init()
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
        yield finding("screen", "none", "screen", good=False, reason=driver)
        return
    width, height = sizes[0]
    yield finding("screen", "size", "screen_small", good=width >= 480, width=width, height=height, driver=driver)


def check_buttons(settings: ButtonSettings, opens: Callable[[ButtonSettings], Buttons] = Buttons) -> Iterator[Finding]:
    """How many answer; which pins cannot be had."""
    with opens(settings) as buttons:
        connected, notices = buttons.connected, buttons.notices()
    if not connected:
        yield finding("buttons", "none", "buttons", good=False)
    else:
        yield finding("buttons", "connected", "buttons", good=len(connected) == 5, number=len(connected))
    for notice in notices:
        if notice.key == "notice.button_unusable":
            yield Finding("doctor.buttons", notice.key, False, "doctor.advice.pins", notice.placeholders)


def check_permissions(dev: Path = Path("/dev")) -> Iterator[Finding]:
    """Devices that are there but not for this user."""
    for what, pattern in DEVICES.items():
        files = sorted(dev.glob(pattern))
        locked = [str(file) for file in files if not os.access(file, os.R_OK | os.W_OK)]
        if locked:
            yield finding("permissions", "locked", "groups", good=False, purpose=what, devices=", ".join(locked))
        elif files:
            yield finding("permissions", "open", good=True, purpose=what, devices=", ".join(map(str, files)))
