"""Checks of what is plugged in: screen, buttons, lights, loudspeaker, and permission to use them."""

import os
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from pathlib import Path

from device.doctor.finding import Finding, finding
from device.panel.pins import NAMES, Buttons, Buzzer, Lights
from device.settings.settings import ButtonSettings, LightSettings, SoundSettings
from device.sound.speaker import SOUND_ERRORS, has_loudspeaker, output_names, play_once
from device.sound.voice import can_speak
from display.messages.presses import Press
from display.messages.questions import Notice
from display.runtime import private_runtime

DEVICES = {"camera": "video*", "buttons": "gpiochip*", "screen": "dri/card*", "keyboard": "input/event*"}
"""Purpose -> files under /dev."""
OF_DESKTOP = frozenset({"screen", "keyboard"})
"""What a desktop uses for the program, which then needs no access of its own."""
PRESS_WITHIN = 20.0
"""Seconds in which somebody must press every button."""
SHINE = 0.6
"""Seconds for which the lights are on."""
NO_SCREEN = frozenset({"dummy", "offscreen", "evdev"})


def check_screen() -> Iterator[Finding]:
    """The screen that SDL would draw on, and its size."""
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
    height, width = sorted(sizes[0])  # one that is higher than wide is turned
    yield finding("screen", "size", "screen_small", good=width >= 480, width=width, height=height, driver=driver)


def check_buttons(
    settings: ButtonSettings,
    opens: Callable[[ButtonSettings], Buttons] = Buttons,
    clock: Callable[[], float] = time.monotonic,
    *,
    interactive: bool = False,
) -> Iterator[Finding]:
    """How many buttons are connected (none need be, nor one without a pin in the settings), and which pins fail.

    `interactive`: also wait until somebody has pressed each of them.
    """
    with closing(opens(settings)) as buttons:
        connected, notices = buttons.connected, buttons.notices()
        if not connected:
            yield finding("buttons", "none", good=True)
        else:
            wanted = sum(1 for press in NAMES if getattr(settings, press.value))
            yield finding("buttons", "connected", "buttons", good=len(connected) == wanted, number=len(connected))
        yield from _unusable("buttons", notices)
        if connected and interactive:
            yield finding("buttons", "press", good=True, names=_listed(connected), seconds=round(PRESS_WITHIN))
            yield _wait_for_presses(buttons, clock)


def _wait_for_presses(buttons: Buttons, clock: Callable[[], float]) -> Finding:
    """Wait until every button has been pressed, for PRESS_WITHIN at most."""
    missing, until = set(buttons.connected), clock() + PRESS_WITHIN
    while missing and clock() < until:
        missing.difference_update(buttons.presses(), buttons.long_presses())
        time.sleep(0.02)
    if missing:
        return finding("buttons", "not_felt", "wires", good=False, names=_listed(missing))
    return finding("buttons", "felt", good=True)


def _listed(presses: Collection[Press]) -> str:
    """The names of the buttons, as at the bottom of the screen."""
    return ", ".join(press.value.upper() for press in NAMES if press in presses)


def check_lights(settings: LightSettings) -> Iterator[Finding]:
    """Switch the wired lights and the buzzer on for a moment; none need be wired."""
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
    """Pins that cannot be used. Missing buttons are left out: `check_buttons` reports them already."""
    for notice in notices:
        if notice.key != "notice.no_button":
            advice = "doctor.advice.pins" if notice.key.endswith("_unusable") else "doctor.advice.no_pins"
            yield Finding(f"doctor.{what}", notice.key, False, advice, notice.placeholders)


def check_sound(settings: SoundSettings) -> Iterator[Finding]:
    """Play a sound if there is a loudspeaker. A missing voice is a fault only if the settings want one."""
    if not has_loudspeaker():
        yield finding("audio", "none", good=True)
    else:
        try:
            play_once("booked", settings.output)
        except SOUND_ERRORS as problem:
            yield finding("audio", "failed", "audio", good=False, reason=str(problem))
        else:
            yield finding("audio", "played", good=True)
    if can_speak():
        yield finding("voice", "there", good=True)
    else:
        yield finding("voice", "none", "voice", good=not settings.voice)
    if has_loudspeaker() and (names := output_names()):
        yield finding("audio", "outputs", good=True, names="; ".join(names))


def check_permissions(dev: Path = Path("/dev")) -> Iterator[Finding]:
    """Devices that exist but that this user may not use."""
    desktop = any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    for what, pattern in DEVICES.items():
        if desktop and what in OF_DESKTOP:
            continue
        files = sorted(dev.glob(pattern))
        locked = [str(file) for file in files if not os.access(file, os.R_OK | os.W_OK)]
        if locked:
            yield finding("permissions", "locked", "groups", good=False, purpose=what, devices=", ".join(locked))
        elif files:
            yield finding("permissions", "open", good=True, purpose=what, devices=", ".join(map(str, files)))
