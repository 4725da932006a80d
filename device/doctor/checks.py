"""All checks of `wondertable doctor`, one after the other."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from device.cameras import is_live
from device.doctor.camera import check_camera
from device.doctor.finding import Finding
from device.doctor.machine import (
    check_clock,
    check_heat,
    check_memory,
    check_running,
    check_storage,
    check_versions,
)
from device.doctor.peripherals import (
    check_buttons,
    check_lights,
    check_permissions,
    check_screen,
    check_sound,
)
from device.feature import features, part
from device.perception.lens_calibration import lens_of
from device.settings.settings import Settings, state_directory


def run_checks(settings: Settings, *, interactive: bool = False, config: Path | None = None) -> Iterator[Finding]:
    """Yield each finding as soon as it is made; the camera takes a few seconds.

    `config`: the settings file, if it is another than usual.
    `interactive`: somebody is there to press the buttons, and the check waits for that.
    """
    yield from _safely("versions", check_versions)
    yield from _safely("program", lambda: check_running(state_directory(settings)))
    yield from _safely("memory", check_memory)
    yield from _safely("clock", check_clock)
    yield from _safely("heat", check_heat)
    yield from _safely("storage", lambda: check_storage(state_directory(settings)))
    yield from _safely("permissions", check_permissions)
    yield from _safely("screen", check_screen)
    yield from _safely("buttons", lambda: check_buttons(settings.buttons, interactive=interactive))
    yield from _safely("lights", lambda: check_lights(settings.lights))
    yield from _safely("audio", lambda: check_sound(settings.sound))
    for feature in features():
        if feature.checks:
            yield from _safely(feature.name, partial(part(feature.checks), settings, config))
    camera, own = settings.camera, is_live(settings.camera.spec)
    yield from _safely(
        "camera", lambda: check_camera(camera, settings.table.kit, lambda: lens_of(None, settings, own_camera=own))
    )


def _safely(what: str, check: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """A check that raises an exception becomes a finding, and the other checks go on."""
    try:
        yield from check()
    except Exception as problem:
        values = {"reason": repr(problem)}
        yield Finding(f"doctor.{what}", "doctor.check_failed", False, "doctor.advice.report", values)
