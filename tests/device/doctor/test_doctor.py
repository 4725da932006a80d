"""The doctor's findings: what is good is said to be, what is not comes with advice."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import gpiozero
import msgspec
import numpy as np
import pytest
import segno
from gpiozero.pins.mock import MockFactory

from device.cameras.camera import Camera
from device.doctor.camera import check_camera, check_lens, check_stickers
from device.doctor.checks import run_checks
from device.doctor.machine import (
    check_clock,
    check_heat,
    check_memory,
    check_running,
    check_storage,
    check_versions,
)
from device.doctor.peripherals import check_buttons, check_lights, check_permissions
from device.errors import CameraError
from device.features.hall.checks import ask_broker, check_hall
from device.features.hall.table.settings import HallSettings
from device.journal.journal import JOURNAL, Journal
from device.machine_memory import small_machine
from device.perception.lens_calibration import LensCalibration, read_calibration
from device.perception.pipeline import preview_of
from device.settings.settings import CameraSettings, LightSettings, read_settings
from display.menu.setup.cameras import SHARP
from display.messages.presses import Press
from display.messages.questions import Notice
from display.words import Words, languages
from tests.vision.wide_lens import through, wide_lens
from vision.frame import Frame
from vision.lens.calibration import Calibration
from vision.reading.reader import Reader
from vision.reading.sharpness import edge_width, module_size, sharpness

if TYPE_CHECKING:
    from collections.abc import Iterable

    from device.doctor.finding import Finding
    from device.panel.pins import Buttons

SETTINGS = read_settings(())


def by_key(findings: Iterable[Finding]) -> dict[str, Finding]:
    return {finding.found: finding for finding in findings}


def table(sticker: int = 40, blur: float = 0.8, level: int = 150) -> np.ndarray:
    """A table with six stickers whose black squares are `sticker` px wide."""
    image = np.full((1296, 2304), level, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
    quiet = sticker // 8
    for number in range(6):
        left, top = 300 + 250 * number, 500
        image[top - quiet : top + sticker + quiet, left - quiet : left + sticker + quiet] = 255
        image[top : top + sticker, left : left + sticker] = cv2.aruco.generateImageMarker(dictionary, number, sticker)
    return cv2.GaussianBlur(image, (0, 0), blur).astype(np.uint8)


class Still(Camera):
    """One picture for ever, every 0.2 s."""

    def __init__(self, image: np.ndarray, seconds: float = 0.2, count: int = 1000) -> None:
        self.image, self.seconds, self.count = image, seconds, count
        self.number = -1

    def read(self) -> Frame | None:
        self.number += 1
        return Frame(self.image, self.number * self.seconds, self.number) if self.number < self.count else None

    def close(self) -> None:
        self.closed = True


def seen(camera: Still, spec: str = "picamera2") -> dict[str, Finding]:
    settings = msgspec.structs.replace(SETTINGS.camera, spec=spec)
    return by_key(check_camera(settings, opens=lambda *_: camera, clock=lambda: camera.number * camera.seconds))


def test_every_finding_about_a_good_camera_is_good() -> None:
    camera = Still(table())
    findings = seen(camera)
    assert set(findings) == {
        "doctor.camera.size",
        "doctor.camera.rate",
        "doctor.brightness.level",
        "doctor.stickers.seen",
        "doctor.sharpness.edges",
        "doctor.lens.straight",
    }
    assert all(finding.good and finding.advice is None for finding in findings.values())
    assert findings["doctor.camera.rate"].values["rate"] == 5.0
    assert findings["doctor.stickers.seen"].values["number"] == 6
    assert camera.closed


@pytest.mark.parametrize(
    ("camera", "found", "advice"),
    [
        (Still(table(level=20)), "doctor.brightness.level", "doctor.advice.more_light"),
        (Still(table(level=250)), "doctor.brightness.level", "doctor.advice.less_light"),
        (Still(table(), seconds=1.0), "doctor.camera.rate", "doctor.advice.camera_slow"),
        (Still(table()[:, ::2]), "doctor.camera.size", "doctor.advice.camera_size"),
        (Still(table(sticker=80, blur=5.0)), "doctor.sharpness.edges", "doctor.advice.focus"),
        (Still(np.full((1296, 2304), 128, np.uint8)), "doctor.stickers.none", "doctor.advice.lay_board"),
    ],
)
def test_each_fault_of_the_picture_comes_with_advice(camera: Still, found: str, advice: str) -> None:
    finding = seen(camera)[found]
    assert (finding.good, finding.advice) == (False, advice)


def test_for_small_stickers_the_advice_is_a_lower_camera() -> None:
    finding = by_key(check_stickers(table(sticker=20, blur=0.6)))["doctor.stickers.seen"]
    assert (finding.good, finding.advice) == (False, "doctor.advice.camera_lower")


def test_a_blurred_picture_has_wider_edges() -> None:
    corners = np.array([[300, 500], [340, 500], [340, 540], [300, 540]], np.float32)
    sharp, soft = (edge_width(table(blur=blur), [corners]) for blur in (0.6, 2.0))
    assert module_size(corners) == 5.0
    assert sharp is not None
    assert soft is not None
    assert sharp < 2.5 < soft
    assert edge_width(table(), []) is None


@pytest.mark.parametrize("key", ["camera_absent", "camera_refused", "picamera2_absent", "film_missing"])
def test_a_camera_that_does_not_open_gives_one_finding_with_advice(key: str) -> None:
    def opens(spec: str, settings: CameraSettings) -> Camera:
        raise CameraError(key, camera=spec)

    (finding,) = check_camera(SETTINGS.camera, opens=opens)
    assert finding.found == f"error.{key}"
    assert not finding.good
    (sentence, *more) = Words().say(finding.found, **finding.values).split(". ")
    assert sentence
    assert bool(more) != bool(finding.advice)


def test_a_camera_without_a_single_picture_is_a_finding() -> None:
    (finding,) = seen(Still(table(), count=0)).values()
    assert finding.found == "error.camera_stopped"


def test_a_simulated_camera_is_not_checked() -> None:
    assert list(seen(Still(table()), spec="simulated")) == ["doctor.camera.simulated"]


def test_a_table_without_a_camera_is_no_fault() -> None:
    assert list(seen(Still(table()), spec="none")) == ["doctor.camera.none"]


def test_writable_storage_says_how_fast_it_is(tmp_path: Path) -> None:
    findings = by_key(check_storage(tmp_path / "not" / "yet"))
    assert findings["doctor.storage.free"].good
    assert float(str(findings["doctor.storage.fsync"].values["milliseconds"])) >= 0
    assert list(tmp_path.iterdir()) == [], "the doctor leaves nothing behind"


def test_storage_in_memory_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.doctor.machine.is_in_memory", lambda _: True)
    found = by_key(check_storage(tmp_path))["doctor.storage.in_memory"]
    assert (found.good, found.advice) == (False, "doctor.advice.storage_in_memory")


def test_a_running_appliance_must_be_stopped_before_the_checks(tmp_path: Path) -> None:
    assert list(check_running(tmp_path)) == [], "nobody ever played here"
    with closing(Journal(tmp_path / JOURNAL)):
        (finding,) = check_running(tmp_path)
        assert (finding.found, finding.advice) == ("doctor.program.running", "doctor.advice.stop")
    assert list(check_running(tmp_path)) == []


def test_a_full_disk_wants_room_and_no_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    (finding,) = check_storage(tmp_path)
    assert (finding.found, finding.advice) == ("doctor.storage.unwritable", "doctor.advice.free_storage")


def test_unwritable_storage_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    (finding,) = check_storage(tmp_path / "file" / "state")
    assert (finding.found, finding.advice) == ("doctor.storage.unwritable", "doctor.advice.storage_writable")
    assert finding.values["reason"]


def test_memory_is_good_while_the_program_has_room(tmp_path: Path) -> None:
    meminfo = tmp_path / "meminfo"
    meminfo.write_text("MemTotal:  8000000 kB\nMemAvailable:  900000 kB\n")
    assert [finding.good for finding in check_memory(meminfo)] == [True]
    meminfo.write_text("MemTotal:  424000 kB\nMemAvailable:  150000 kB\n")
    assert [finding.good for finding in check_memory(meminfo)] == [False, True]
    meminfo.write_text("MemTotal:  424000 kB\nMemAvailable:  270000 kB\n")
    assert [finding.good for finding in check_memory(meminfo)] == [True, True], "a Zero 2 W on which nothing else runs"
    meminfo.write_text("MemTotal:  8000000 kB\nMemAvailable:  270000 kB\n")
    assert [finding.good for finding in check_memory(meminfo)] == [False]
    assert list(check_memory(tmp_path / "missing")) == []


@pytest.mark.parametrize(
    ("total", "small"), [(424_000, True), (481_000, True), (885_000, False), (948_000, False), (3_880_000, False)]
)
def test_a_board_with_1_gb_takes_full_pictures_and_a_smaller_one_says_that_it_does_not(
    tmp_path: Path, total: int, small: bool
) -> None:
    """What boards with 512 MB, 1 GB and 4 GB report: graphics and kernel have taken theirs."""
    meminfo = tmp_path / "meminfo"
    meminfo.write_text(f"MemTotal:  {total} kB\nMemAvailable:  400000 kB\n")
    assert small_machine(meminfo) == small
    assert ("doctor.memory.small" in [finding.found for finding in check_memory(meminfo)]) == small


def test_a_clock_before_the_date_of_the_program_is_wrong(tmp_path: Path) -> None:
    (wrong,) = check_clock(datetime(2000, 1, 1, tzinfo=UTC))
    (right,) = check_clock(datetime(2100, 1, 1, tzinfo=UTC), tmp_path)
    assert (wrong.good, wrong.advice) == (False, "doctor.advice.clock")
    assert (right.good, right.found) == (True, "doctor.clock.synchronised")


@pytest.mark.parametrize("soc", ["soc/soc:firmware", "soc@107c000000/soc@107c000000:firmware"], ids=["Pi 4", "Pi 5"])
@pytest.mark.parametrize(
    ("celsius", "flags", "good"),
    [(55_000, "0", [True, True]), (84_000, "50005", [False, False]), (60_000, "4", [True, False])],
)
def test_temperature_and_power_are_reported_if_the_board_knows_them(
    tmp_path: Path, soc: str, celsius: int, flags: str, good: list[bool]
) -> None:
    thermal, throttled = tmp_path / "temp", tmp_path / soc / "get_throttled"
    throttled.parent.mkdir(parents=True)
    thermal.write_text(f"{celsius}\n")
    throttled.write_text(f"{flags}\n")
    assert [finding.good for finding in check_heat(thermal, tmp_path)] == good
    assert list(check_heat(tmp_path / "none", tmp_path / "none")) == []


def test_the_installed_opencv_reads_codes_reliably() -> None:
    findings = by_key(check_versions())
    assert findings["doctor.versions.opencv"].good
    assert findings["doctor.versions.dictionary"].values["bits"] == 5


def test_qr_stickers_are_measured_by_their_modules() -> None:
    modules = np.array(
        [list(row) for row in segno.make("7W1/042", error="q", micro=False).matrix_iter(border=4)], np.uint8
    )
    for pixels, good in ((4, True), (2, False)):
        code = np.kron(255 * (1 - modules), np.ones((pixels, pixels), np.uint8)).astype(np.uint8)
        image = np.full((600, 800), 150, np.uint8)
        image[100 : 100 + len(code), 200 : 200 + len(code)] = code
        (finding,) = check_stickers(image, "qr")
        assert (finding.found, finding.good) == ("doctor.stickers.written", good)
        assert finding.values["pixels"] == pytest.approx(pixels, abs=0.2)
    assert [finding.found for finding in check_stickers(table(), "qr")] == ["doctor.stickers.none"]
    assert "doctor.stickers.seen" in by_key(check_stickers(table(), "both"))


CALIBRATED = Calibration(4608, 2592, (4000.0, 4000.0), (2304.0, 1296.0), (0.01, 0.0, 0.0, 0.0, 0.0), 0.31, 12)


def test_a_calibration_must_be_for_pictures_of_this_shape() -> None:
    good = check_lens(table(), lambda: LensCalibration(CALIBRATED, sure=True))
    assert (good.found, good.good, good.values["pixels"]) == ("doctor.lens.calibrated", True, 0.15), (
        "in pictures of half the size"
    )
    bad = check_lens(table()[:, :1296], lambda: LensCalibration(CALIBRATED, sure=True))
    assert (bad.good, bad.advice) == (False, "doctor.advice.calibrate")


def test_a_lens_that_bends_the_picture_and_is_not_calibrated_is_a_finding() -> None:
    straight = table()
    assert check_lens(straight, LensCalibration).good
    bad = check_lens(through(wide_lens(-0.3, straight.shape), straight), LensCalibration)
    assert (bad.found, bad.good, bad.advice) == ("doctor.lens.bent", False, "doctor.advice.calibrate")
    assert bad.values["percent"] == pytest.approx(17, abs=2)


def test_a_calibration_that_cannot_be_read_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "lens.json").write_text("{")
    bad = check_lens(table(), lambda: LensCalibration(read_calibration(tmp_path / "lens.json"), sure=True))
    assert (bad.good, bad.advice) == (False, "doctor.advice.calibrate")
    assert Words().say(bad.found, **bad.values) != bad.found


class Panel:
    def __init__(self, connected: tuple[Press, ...], notices: tuple[Notice, ...] = ()) -> None:
        self.connected, self._notices = connected, notices
        self.pressed: list[Press] = []
        self.held: list[Press] = []

    def presses(self) -> list[Press]:
        return self.pressed

    def long_presses(self) -> list[Press]:
        return self.held

    def close(self) -> None:
        pass

    def notices(self) -> tuple[Notice, ...]:
        return self._notices


ALL = (Press.ADVANCE, Press.UNDO, Press.LEFT, Press.RIGHT, Press.SELECT)
UNUSABLE = Notice("notice.button_unusable", {"button": "undo", "pin": 17, "reason": "in use"})


@pytest.mark.parametrize(
    ("panel", "good"),
    [(Panel(ALL), [True]), (Panel(()), [True]), (Panel(ALL[:4], (UNUSABLE,)), [False, False])],
)
def test_buttons_are_good_if_all_five_are_connected_or_none(panel: Buttons, good: list[bool]) -> None:
    assert [finding.good for finding in check_buttons(SETTINGS.buttons, opens=lambda _: panel)] == good


def test_buttons_that_the_settings_leave_out_are_not_missed() -> None:
    three = msgspec.structs.replace(SETTINGS.buttons, left=0, right=0)
    panel = Panel((Press.ADVANCE, Press.UNDO, Press.SELECT))
    assert [finding.good for finding in check_buttons(three, opens=lambda _: panel)] == [True]


def test_every_button_must_be_pressed_in_an_interactive_check() -> None:
    panel = Panel(ALL)
    panel.pressed, panel.held = [Press.UNDO, Press.LEFT, Press.RIGHT], [Press.ADVANCE]
    seconds = iter(range(0, 100, 8))
    *_, asked, missed = check_buttons(SETTINGS.buttons, lambda _: panel, lambda: float(next(seconds)), interactive=True)
    assert asked.values["names"] == "ADVANCE, UNDO, LEFT, RIGHT, SELECT"
    assert (missed.found, missed.good, missed.values["names"]) == ("doctor.buttons.not_felt", False, "SELECT")
    panel.pressed = list(ALL)
    assert [finding.found for finding in check_buttons(SETTINGS.buttons, lambda _: panel, interactive=True)][-1] == (
        "doctor.buttons.felt"
    )


WIRED = LightSettings(advance=5, undo=6, left=0, right=0, select=0, buzzer=19)


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> MockFactory:
    factory = MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    return factory


def test_wired_lights_and_buzzer_are_switched_on(pins: MockFactory) -> None:
    assert [finding.found for finding in check_lights(SETTINGS.lights)] == ["doctor.lights.none"]
    wired = [pins.pin(pin) for pin in (5, 6, 19)]
    assert [finding.found for finding in check_lights(WIRED)] == ["doctor.lights.shone", "doctor.buzzer.buzzed"]
    for pin in wired:
        assert any(state.state for state in pin.states), "it was lit or heard"
        assert not pin.state


def test_unusable_pins_of_lights_come_with_advice(monkeypatch: pytest.MonkeyPatch, pins: MockFactory) -> None:
    with gpiozero.LED(5):
        findings = list(check_lights(WIRED))
    assert [(finding.found, finding.advice) for finding in findings] == [
        ("notice.light_unusable", "doctor.advice.pins"),
        ("doctor.buzzer.buzzed", None),
    ]
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", staticmethod(no_pins))
    assert {finding.advice for finding in check_lights(WIRED)} == {"doctor.advice.no_pins"}


def no_pins() -> None:
    raise gpiozero.BadPinFactory


def test_devices_without_permission_name_their_purpose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("video0", "gpiochip0"):
        (tmp_path / name).touch()
    monkeypatch.setattr("os.access", lambda file, mode: "video" in str(file))
    findings = {str(finding.values["purpose"]): finding for finding in check_permissions(tmp_path)}
    assert set(findings) == {"camera", "buttons"}
    assert findings["camera"].good
    assert findings["buttons"].advice == "doctor.advice.groups"


@pytest.mark.parametrize(("desktop", "checked"), [("", {"keyboard", "screen"}), ("wayland-0", set())])
def test_a_desktops_user_needs_no_access_to_its_keyboard_and_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, desktop: str, checked: set[str]
) -> None:
    for name in ("input/event0", "dri/card0"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).touch()
    monkeypatch.setattr("os.access", lambda file, mode: False)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", desktop)
    assert {finding.values["purpose"] for finding in check_permissions(tmp_path)} == checked


def test_every_finding_is_a_line_of_json_and_only_bad_ones_have_advice(tmp_path: Path) -> None:
    storage = msgspec.structs.replace(SETTINGS.storage, directory=str(tmp_path))
    camera = msgspec.structs.replace(SETTINGS.camera, spec=f"film:{tmp_path / 'missing.mp4'}")
    findings = list(run_checks(msgspec.structs.replace(SETTINGS, storage=storage, camera=camera)))
    looked_at = {finding.what.split(".")[1] for finding in findings}
    assert looked_at >= {"versions", "memory", "clock", "storage", "screen", "buttons", "camera"}
    for finding in findings:
        advised = finding.advice is not None or finding.found.startswith("error.")  # an error's sentence may advise
        assert not finding.good or finding.advice is None
        assert finding.good or advised
        msgspec.json.encode(dict(finding.values))


def test_libraries_print_nothing_during_the_checks() -> None:
    code = "from device.doctor import checks; from device.settings import settings; "
    code += "list(checks.run_checks(settings.load_settings()))"
    hidden = {"XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, check=True, cwd=Path(__file__).parents[3], env=environment)
    assert done.stdout == b""
    assert b"XDG_RUNTIME_DIR" not in done.stderr


@pytest.mark.parametrize(("blur", "sharp"), [(0.8, True), (3.0, False)])
def test_the_focus_is_measured_at_the_stickers_before_a_game(blur: float, sharp: bool) -> None:
    sightings = Reader().look(table(blur=blur))
    assert len(sightings) == 6
    measured = preview_of(Frame(table(blur=blur), 0.0, 0), sightings).sharpness
    assert measured is not None
    assert (measured >= SHARP) is sharp


def test_sharpness_is_unknown_without_a_sticker() -> None:
    assert sharpness(table(), []) is None
    assert preview_of(Frame(table(), 0.0, 0)).sharpness is None


@pytest.mark.parametrize(
    ("said", "found", "good"),
    [
        ("ok", "doctor.hall.accepted", True),
        ("refused Not authorized", "doctor.hall.refused", False),
        ("unreachable [Errno 111] Connection refused", "doctor.hall.unreachable", False),
        ("password Permission denied", "doctor.hall.password", False),
        ("", "doctor.hall.unreachable", False),
    ],
)
def test_the_doctor_says_how_the_table_stands_with_the_hall(said: str, found: str, good: bool) -> None:
    wanted = msgspec.structs.replace(HallSettings(), broker="mqtts://hall.example", user="table-1")
    (only,) = check_hall(wanted, lambda: said)
    assert (only.found, only.good, only.advice is None) == (found, good, good)
    for language in languages():
        assert "{" not in Words(language).say(only.found, **only.values)


def test_without_a_hall_nobody_is_asked_and_a_wrong_address_is_said() -> None:
    hall = HallSettings()
    (off,) = check_hall(hall, lambda: pytest.fail("asked"))
    assert (off.found, off.good) == ("doctor.hall.off", True)
    (wrong,) = check_hall(msgspec.structs.replace(hall, broker="mqtt://h", table="", user="no name"), lambda: "ok")
    assert (wrong.found, wrong.good) == ("doctor.hall.wrong", False)
    assert "no name" in Words().say(wrong.found, **wrong.values)


def test_a_key_that_cannot_be_read_is_said_and_is_no_fault_of_the_broker(tmp_path: Path) -> None:
    wanted = HallSettings(broker="mqtt://hall.example", user="table-1", key_file=str(tmp_path / "key"))
    (found,) = check_hall(wanted, lambda: pytest.fail("asked"))
    assert (found.found, found.good) == ("error.hall_key", False)
    assert str(tmp_path / "key") in Words().say(found.found, **found.values)


def test_the_doctor_asks_the_broker_by_a_process_of_its_own(tmp_path: Path) -> None:
    """No server listens at port 1."""
    (tmp_path / "config.toml").write_text('[hall]\nbroker = "mqtt://127.0.0.1:1"\n')
    assert ask_broker(tmp_path, tmp_path / "config.toml").startswith("unreachable ")
    (tmp_path / "config.toml").write_text('[hall]\nbroker = "mqtt://"\n')
    assert "broker" in ask_broker(tmp_path, tmp_path / "config.toml")
