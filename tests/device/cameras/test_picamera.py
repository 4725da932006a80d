"""The Raspberry Pi camera works with a stand-in, and every call exists in the real library's source."""

from __future__ import annotations

import ast
import importlib.util
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from device.cameras import picamera
from device.cameras.picamera import FULL_PICTURE_AFTER, PiCamera
from device.cameras.settling import CHANGED_FOR, SETTLE_WITHIN, SETTLED_FOR, Settling
from device.cameras.watch import CameraState, CameraWatch
from device.errors import CameraError
from tests.device.cameras import picamera2_stand_in as stand_in
from tests.device.cameras.picamera2_stand_in import MappedArray, Picamera2


class Clock:
    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def opened(clock: Clock, **settings: Any) -> tuple[PiCamera, Picamera2]:
    camera = PiCamera(library=stand_in.library, clock=clock, **settings)
    return camera, Picamera2.latest


def test_a_picture_is_the_grey_plane_in_full_size_without_padding_and_colour(clock: Clock) -> None:
    camera, library = opened(clock)
    library.scene[:] = np.arange(640, dtype=np.uint16)[None, :] % 200
    frame = camera.read()
    assert np.array_equal(frame.image, library.scene)
    assert frame.image.flags["C_CONTIGUOUS"]
    assert library.held == 0


def test_two_yuv_streams_few_buffers_and_no_raw(clock: Clock) -> None:
    _, library = opened(clock, fps=10.0)
    assert library.config["main"] == {"size": (640, 480), "format": "YUV420"}
    assert library.config["lores"] == {"size": (160, 120), "format": "YUV420"}
    assert library.config["raw"] is None
    assert library.config["buffer_count"] <= 2
    assert library.config["c"] == {"FrameDurationLimits": (100_000, 100_000)}


def test_the_size_can_be_set_for_small_boards(clock: Clock) -> None:
    camera, _ = opened(clock, width=320, height=240)
    assert camera.read().image.shape == (240, 320)


def test_a_board_with_little_memory_takes_half_the_size(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picamera, "small_machine", lambda: True)
    camera, _ = opened(clock)
    assert camera.read().image.shape == (240, 320)


def test_a_picture_takes_one_request_and_never_holds_two_buffers(clock: Clock) -> None:
    camera, library = opened(clock)
    for _ in range(5):
        camera.read()
    assert (library.held, library.most_held) == (0, 1)


def test_the_full_picture_is_not_copied_if_nothing_changed(clock: Clock) -> None:
    camera, _ = opened(clock)
    first = camera.read()
    clock.now += 0.1
    second = camera.read()
    assert second.image is first.image
    assert (second.number, round(second.time - first.time, 3)) == (1, 0.1)
    assert MappedArray.copies == ["lores", "main", "lores"]


def test_a_new_card_and_a_slow_change_are_both_seen(clock: Clock) -> None:
    camera, library = opened(clock)
    before = camera.read().image
    library.scene[100:120, 200:220] = 20
    after = camera.read().image
    assert after is not before
    assert after[110, 210] == 20
    changes = 0
    for _ in range(20):
        clock.now += 0.01
        library.scene[:] += 1
        changes += camera.read().image is not after
    assert changes > 0


def test_now_and_then_the_full_picture_is_taken_anyway(clock: Clock) -> None:
    camera, _ = opened(clock)
    first = camera.read().image
    clock.now += FULL_PICTURE_AFTER
    assert camera.read().image is not first


def test_a_picture_in_which_not_even_the_noise_changes_is_frozen(clock: Clock) -> None:
    camera, library = opened(clock)
    watch = CameraWatch(clock.now)

    def watched(seconds: float) -> CameraState:
        for _ in range(int(seconds * 8)):
            clock.now += 1 / 8
            watch.saw(camera.read(), clock.now)
        return watch.state(clock.now)

    assert watched(10) is CameraState.GOOD
    library.frozen = True
    assert watched(3) is CameraState.FROZEN
    library.frozen = False
    assert watched(1) is CameraState.GOOD


def test_focus_and_exposure_settle_and_are_then_held(clock: Clock) -> None:
    camera, library = opened(clock)
    assert library.set == [{"AfMode": 1, "AfTrigger": 0}]
    library.metadata = {"AfState": 1, "AeLocked": True, "LensPosition": 0.5, "ExposureTime": 9000, "AnalogueGain": 2.0}
    for _ in range(8):
        clock.now += 0.1
        camera.read()
    library.metadata |= {"AfState": 2, "LensPosition": 0.78}
    for _ in range(8):
        clock.now += 0.1
        camera.read()
    held = {name: value for controls in library.set[1:] for name, value in controls.items()}
    assert held == {
        "AfMode": 0,
        "LensPosition": 0.78,
        "AeEnable": False,
        "ExposureTime": 9000,
        "AnalogueGain": 2.0,
    }


def test_a_moved_camera_focuses_and_exposes_again(clock: Clock) -> None:
    camera, library = opened(clock)
    library.metadata = {"AfState": 2, "AeState": 2, "LensPosition": 9.0, "ExposureTime": 9000}

    def settled() -> dict[str, Any]:
        library.set.clear()
        for _ in range(12):
            clock.now += 0.1
            camera.read()
        return {name: value for controls in library.set for name, value in controls.items()}

    assert settled() == {"AfMode": 0, "LensPosition": 9.0, "AeEnable": False, "ExposureTime": 9000}
    assert settled() == {}
    library.metadata |= {"LensPosition": 0.8}
    library.set.clear()
    camera.focus()
    assert library.set == [
        {"ExposureTime": 0, "AnalogueGain": 0.0, "AeEnable": True, "AwbEnable": True, "AfMode": 1, "AfTrigger": 0}
    ]
    assert settled() == {"AfMode": 0, "LensPosition": 0.8, "AeEnable": False, "ExposureTime": 9000}


def test_an_unplugged_camera_is_an_error_and_closes(clock: Clock) -> None:
    camera, library = opened(clock)
    camera.read()
    library.unplugged = True
    with pytest.raises(CameraError) as error:
        camera.read()
    assert error.value.key == "camera_stopped"
    camera.close()
    camera.close()
    assert library.flushed
    assert library.closed


def test_no_camera_at_the_connector_is_an_error(clock: Clock) -> None:
    def without() -> Any:
        library = stand_in.library()
        Picamera2.attached = 0
        return library

    with pytest.raises(CameraError) as error:
        PiCamera(library=without, clock=clock)
    assert error.value.key == "camera_absent"


def test_a_camera_that_fails_to_start_is_released(clock: Clock) -> None:
    class Busy(Picamera2):
        def start(self, config: Any = None, show_preview: bool = False) -> None:
            raise RuntimeError("Device or resource busy")

    stand_in.library()
    with pytest.raises(CameraError) as error:
        PiCamera(library=lambda: SimpleNamespace(Picamera2=Busy, MappedArray=MappedArray), clock=clock)
    assert error.value.key == "camera_refused"
    assert "busy" in str(error.value.placeholders["reason"])
    assert Picamera2.latest.closed


def test_retrying_a_busy_camera_leaves_nothing_open(clock: Clock) -> None:
    """The library opens a pipe before it requests the camera, and closes at most one end."""
    pipes = []

    class Taken(Picamera2):
        def __init__(self, camera_num: int = 0) -> None:
            self.notifyme_r, self.notifyme_w = os.pipe2(os.O_NONBLOCK)
            self.notifymeread = os.fdopen(self.notifyme_r, "rb")
            pipes.append(self.notifyme_w)
            raise RuntimeError("Camera __init__ sequence did not complete.")

    stand_in.library()
    with pytest.raises(CameraError) as error:
        PiCamera(library=lambda: SimpleNamespace(Picamera2=Taken, MappedArray=MappedArray), clock=clock)
    assert error.value.key == "camera_refused"
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(pipes[0])


AF = ("AfMode", "AfTrigger", "LensPosition", "AeEnable", "ExposureTime", "AnalogueGain")


def test_a_fixed_focus_is_never_searched() -> None:
    settling = Settling(AF, focus=0.75)
    assert settling.first() == {"AfMode": 0, "LensPosition": 0.75}
    assert "AfMode" not in settling.see({"AfState": 0}, 100, 0.1)


def test_a_camera_without_autofocus_is_only_exposed() -> None:
    settling = Settling(("AeEnable", "ExposureTime"))
    assert settling.first() == {}
    settling.see({"AeLocked": True}, 100, 0.0)
    held = settling.see({"AeLocked": True, "ExposureTime": 5, "AnalogueGain": 1.0}, 100, SETTLED_FOR)
    assert held == {"AeEnable": False, "ExposureTime": 5}
    assert settling.steady


@pytest.mark.parametrize("settled", [{"AeLocked": True}, {"AeState": 2}], ids=["before libcamera 0.5", "since"])
def test_a_settled_exposure_is_held_at_once(settled: dict[str, object]) -> None:
    settling = Settling(("AeEnable", "ExposureTime"))
    settling.see({"AeState": 1}, 100, 0.0)
    settling.see(settled | {"ExposureTime": 5}, 100, 0.1)
    assert settling.see(settled | {"ExposureTime": 5}, 100, 0.1 + SETTLED_FOR) == {"AeEnable": False, "ExposureTime": 5}
    assert SETTLED_FOR + 0.1 < SETTLE_WITHIN


def test_a_lost_focus_trigger_is_sent_again_once() -> None:
    settling = Settling(AF)
    assert settling.see({"AfState": 0}, 100, 0.1) == settling.first()
    assert settling.see({"AfState": 0}, 100, 0.2) == {}


def test_focus_and_exposure_that_never_settle_are_held_after_a_while() -> None:
    settling = Settling(AF)
    settling.see({"AfState": 1}, 100, 0.0)
    held = settling.see({"AfState": 1, "AeLocked": False, "ExposureTime": 7, "LensPosition": 1.0}, 100, SETTLE_WITHIN)
    assert held == {"AfMode": 0, "LensPosition": 1.0, "AeEnable": False, "ExposureTime": 7}
    assert settling.steady


def steady() -> Settling:
    settling = Settling(("AeEnable", "ExposureTime"))
    settling.see({}, 100, 0.0)
    settling.see({"ExposureTime": 7}, 100, SETTLE_WITHIN)
    assert settling.steady
    return settling


def test_a_hand_over_the_table_does_not_change_the_exposure() -> None:
    settling = steady()
    for tenth in range(20):
        assert settling.see({}, 80, SETTLE_WITHIN + tenth / 10) == {}
    assert settling.see({}, 20, SETTLE_WITHIN + 2.1) == {}
    assert settling.see({}, 100, SETTLE_WITHIN + 2.2) == {}


def test_a_change_of_light_settles_the_exposure_again() -> None:
    settling = steady()
    settling.see({}, 30, SETTLE_WITHIN + 1)
    assert settling.see({}, 30, SETTLE_WITHIN + 1 + CHANGED_FOR) == {"ExposureTime": 0, "AeEnable": True}
    assert not settling.steady


class HalfOpen:
    """picamera2 whose constructor fails after it has got hold of the camera; `held` while it has."""

    held = 0

    @staticmethod
    def global_camera_info() -> list[object]:
        return [object()]

    def __init__(self) -> None:
        self.is_open = False
        self.read_end, self.notifyme_w = os.pipe()
        if HalfOpen.held:
            raise RuntimeError("Camera __init__ sequence did not complete.") from OSError("pipeline handler in use")
        HalfOpen.held += 1
        self.is_open = True
        try:
            {}["no sensor mode"]
        except KeyError:
            raise RuntimeError("Camera __init__ sequence did not complete.")  # noqa: B904  as picamera2 does

    def close(self) -> None:
        HalfOpen.held -= 1
        self.is_open = False
        os.close(self.read_end)
        os.close(self.notifyme_w)


def test_a_camera_whose_constructor_fails_half_way_is_released_and_the_reason_is_said() -> None:
    library = SimpleNamespace(Picamera2=HalfOpen)
    for _ in range(3):
        with pytest.raises(CameraError) as error:
            PiCamera(library=lambda: library)
        assert HalfOpen.held == 0, "or no other attempt of this process can succeed"
        said = error.value.placeholders["reason"]
        assert said == "Camera __init__ sequence did not complete. ← 'no sensor mode'"


@pytest.mark.parametrize(("found", "refused"), [("0.3.19", True), ("0.3.20", False), ("0.4.0", False), ("odd", False)])
def test_a_picamera2_that_is_too_old_is_refused(monkeypatch: pytest.MonkeyPatch, found: str, refused: bool) -> None:
    monkeypatch.setattr(picamera, "import_module", lambda _: SimpleNamespace())
    monkeypatch.setattr(picamera, "version", lambda _: found)
    if refused:
        with pytest.raises(CameraError) as error:
            picamera._picamera2()
        assert (error.value.key, error.value.placeholders["needed"]) == ("picamera2_old", "0.3.20")
    else:
        picamera._picamera2()


def real_source() -> Path:
    """The real library's folder: installed (it need not be importable), or the folder in $PICAMERA2_SOURCE."""
    if told := os.environ.get("PICAMERA2_SOURCE"):
        return Path(told)
    spec = importlib.util.find_spec("picamera2")
    if spec is None or spec.origin is None:
        pytest.skip("picamera2 is not installed: pip install --no-deps -r tests/device/requirements.txt")
    return Path(spec.origin).parent


def classes(file: Path) -> dict[str, ast.ClassDef]:
    return {node.name: node for node in ast.parse(file.read_text()).body if isinstance(node, ast.ClassDef)}


def parameters(cls: ast.ClassDef) -> dict[str, set[str]]:
    """Method -> its parameters; the last definition counts; earlier ones are overloads."""
    functions = [node for node in cls.body if isinstance(node, ast.FunctionDef)]
    return {node.name: {argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)} for node in functions}


def assigned(cls: ast.ClassDef) -> set[str]:
    """Attributes that some method sets on self."""
    return {
        node.attr
        for node in ast.walk(cls)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
    }


OURS = {"self._camera": "Picamera2", "camera": "Picamera2", "self._library.Picamera2": "Picamera2"}
OURS |= {"request": "CompletedRequest", "mapped": "MappedArray"}


def our_uses() -> list[tuple[str, str, set[str]]]:
    """(class, attribute, keywords of the call) of everything our camera uses of the library."""
    tree = ast.parse(Path(picamera.__file__).read_text())
    calls = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    uses = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and (cls := OURS.get(ast.unparse(node.value))):
            call = calls.get(id(node))
            uses.append((cls, node.attr, {keyword.arg or "**" for keyword in call.keywords} if call else set()))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in {
            f"self._library.{name}" for name in OURS.values()
        }:
            uses.append((ast.unparse(node.func).split(".")[-1], "__init__", {key.arg or "**" for key in node.keywords}))
    return uses


def test_every_call_of_the_library_is_found() -> None:
    used = {name for _, name, _ in our_uses()}
    assert used >= {"capture_request", "configure", "start", "get_metadata", "release", "array", "sensor_resolution"}
    assert ("MappedArray", "__init__", {"write"}) in our_uses()


def test_every_method_keyword_and_format_we_use_exists_in_the_real_library() -> None:
    source = real_source()
    real = classes(source / "picamera2.py") | classes(source / "request.py")
    for cls, name, keywords in our_uses():
        methods = parameters(real[cls])
        assert name in methods or name in assigned(real[cls]), f"{cls}.{name}"
        assert keywords <= methods.get(name, set()), f"{cls}.{name}({keywords})"
    assert "YUV420" in (source / "formats.py").read_text().split("RGB_FORMATS")[0]
    text = "".join(file.read_text() for file in source.glob("*.py"))
    for control in ("AfMode", "AfTrigger", "AfState", "ExposureTime", "AnalogueGain", "FrameDurationLimits"):
        assert control in text


def test_the_stand_in_takes_the_parameters_of_the_real_library() -> None:
    source = real_source()
    real = classes(source / "picamera2.py") | classes(source / "request.py")
    for name, cls in classes(Path(stand_in.__file__)).items():
        for method, names in parameters(cls).items():
            if (name, method) != ("CompletedRequest", "__init__"):
                assert names <= parameters(real[name])[method], f"{name}.{method}"


def test_zero_makes_the_exposure_automatic_in_the_real_library() -> None:
    """`Settling` sets ExposureTime and AnalogueGain to 0 to have them automatic again."""
    text = (real_source() / "request.py").read_text()
    assert "ExposureTimeMode" in text
    assert "no need to set the zero value" in text
