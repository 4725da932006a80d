"""Films, folders of pictures and USB cameras give pictures, or an error with the reason."""

from __future__ import annotations

import errno
import os
import struct
import subprocess
import sys
import zlib
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from device.cameras import is_live, load_image, open_camera
from device.cameras.files import FilesCamera
from device.cameras.film import FilmCamera
from device.cameras.present import cameras_here
from device.cameras.usb import FOCUS_AFTER, UsbCamera
from device.errors import CameraError, ImageError
from device.settings.settings import read_settings

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = read_settings(()).camera


def picture(level: int) -> np.ndarray:
    """A ramp whose brightness identifies it."""
    ramp = np.linspace(0, 40, 160, dtype=np.uint8)
    return np.clip(ramp[None, :] + np.full((120, 160), level, np.uint8), 0, 255).astype(np.uint8)


def write_film(path: Path, frames: int = 30, fps: float = 10.0) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, (160, 120))
    for number in range(frames):
        writer.write(cv2.cvtColor(picture(number * 5), cv2.COLOR_GRAY2BGR))
    writer.release()
    return path


@pytest.fixture
def film(tmp_path: Path) -> Path:
    return write_film(tmp_path / "film.mp4")


def everything(camera: FilmCamera | FilesCamera) -> list[tuple[int, float]]:
    frames = []
    with camera:
        while frame := camera.read():
            frames.append((frame.number, round(frame.time, 3)))
    return frames


def refusal(kind: type[Exception], action: object, *arguments: object) -> tuple[str, dict[str, object]]:
    with pytest.raises(kind) as error:
        action(*arguments)  # type: ignore[operator]
    return error.value.key, error.value.placeholders  # type: ignore[attr-defined]


def test_a_film_gives_every_frame_at_its_own_time(film: Path) -> None:
    assert everything(FilmCamera(film)) == [(number, round(number / 10, 3)) for number in range(30)]


def test_a_film_gives_grey_pictures_in_order(film: Path) -> None:
    with FilmCamera(film) as camera:
        levels = [float(frame.image.mean()) for frame in iter(camera.read, None)]
        assert frame_shapes(film) == {(120, 160)}
    assert levels == sorted(levels)
    assert levels[-1] - levels[0] > 100


def frame_shapes(film: Path) -> set[tuple[int, ...]]:
    with FilmCamera(film) as camera:
        return {frame.image.shape for frame in iter(camera.read, None)}


def test_fewer_frames_a_second_skip_frames_and_keep_the_time(film: Path) -> None:
    assert everything(FilmCamera(film, fps=5)) == [(number, round(number / 5, 3)) for number in range(15)]
    assert len(everything(FilmCamera(film, fps=3))) == 9
    assert len(everything(FilmCamera(film, fps=50))) == 30


def test_after_its_end_a_film_stays_at_its_end(film: Path) -> None:
    camera = FilmCamera(film)
    while camera.read():
        pass
    assert camera.read() is None
    camera.close()
    camera.close()


def test_a_missing_or_invalid_film_is_an_error_with_its_path(tmp_path: Path) -> None:
    nothing, text = tmp_path / "nothing.mp4", tmp_path / "text.mp4"
    text.write_text("no film")
    assert refusal(CameraError, FilmCamera, nothing) == ("film_missing", {"path": str(nothing)})
    assert refusal(CameraError, FilmCamera, text) == ("film_unreadable", {"path": str(text)})
    assert refusal(CameraError, FilmCamera, tmp_path)[0] == "film_unreadable"


def test_a_truncated_film_gives_its_frames_and_then_an_error(tmp_path: Path) -> None:
    film = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10, (160, 120))
    for number in range(40):
        writer.write(cv2.cvtColor(picture(number * 5), cv2.COLOR_GRAY2BGR))
    writer.release()
    film.write_bytes(film.read_bytes()[: film.stat().st_size // 2])
    camera = FilmCamera(film)
    key, placeholders = refusal(CameraError, everything, camera)
    assert (key, placeholders["path"]) == ("film_cut_off", str(film))
    assert placeholders["claimed"] == 40
    assert 10 < int(str(placeholders["frames"])) < 30
    assert camera.read() is None


def test_a_folder_gives_its_pictures_by_name_at_the_pace_asked_for(tmp_path: Path) -> None:
    for number in (2, 0, 1):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture(number * 50))
    (tmp_path / "notes.txt").write_text("not a picture and not named like one")
    with FilesCamera(tmp_path, fps=4) as camera:
        frames = list(iter(camera.read, None))
    assert [(frame.number, frame.time) for frame in frames] == [(0, 0.0), (1, 0.25), (2, 0.5)]
    assert [int(frame.image[0, 0]) for frame in frames] == [0, 50, 100]


def test_a_file_that_is_not_a_picture_is_reported_and_skipped(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), picture(10))
    (tmp_path / "b.png").write_bytes(b"no picture")
    cv2.imwrite(str(tmp_path / "c.png"), picture(20))
    with FilesCamera(tmp_path) as camera:
        assert camera.read() is not None
        key, placeholders = refusal(CameraError, camera.read)
        last = camera.read()
        assert (key, placeholders) == ("image_not_a_picture", {"path": str(tmp_path / "b.png")})
        assert last is not None
        assert (last.number, last.time) == (2, 2.0)
        assert camera.read() is None


def test_a_folder_that_is_missing_or_has_no_pictures_is_an_error(tmp_path: Path) -> None:
    assert refusal(CameraError, FilesCamera, tmp_path / "none")[0] == "folder_unreadable"
    assert refusal(CameraError, FilesCamera, tmp_path)[0] == "folder_without_pictures"


@pytest.mark.parametrize("ending", ["png", "jpg", "webp", "bmp", "tiff"])
def test_pictures_of_all_usual_kinds_are_read_grey(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"picture.{ending}"
    cv2.imwrite(str(path), cv2.cvtColor(picture(100), cv2.COLOR_GRAY2BGR))
    image = load_image(path)
    assert (image.shape, image.dtype) == ((120, 160), np.uint8)
    assert abs(float(image.mean()) - float(picture(100).mean())) < 2


def test_a_picture_with_transparency_or_16_bits_is_read_grey(tmp_path: Path) -> None:
    deep, clear = tmp_path / "deep.png", tmp_path / "clear.png"
    cv2.imwrite(str(deep), picture(100).astype(np.uint16) * 257)
    cv2.imwrite(str(clear), cv2.cvtColor(picture(100), cv2.COLOR_GRAY2BGRA))
    for path in (deep, clear):
        assert abs(float(load_image(path).mean()) - float(picture(100).mean())) < 2


def test_a_missing_empty_or_truncated_file_is_not_a_picture(tmp_path: Path) -> None:
    whole, cut, empty = tmp_path / "whole.jpg", tmp_path / "cut.jpg", tmp_path / "empty.jpg"
    cv2.imwrite(str(whole), picture(100))
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    empty.touch()
    assert refusal(ImageError, load_image, cut) == ("image_not_a_picture", {"path": str(cut)})
    assert refusal(ImageError, load_image, empty)[0] == "image_not_a_picture"
    assert refusal(ImageError, load_image, tmp_path / "missing.jpg")[0] == "image_unreadable"
    assert refusal(ImageError, load_image, tmp_path)[0] == "image_unreadable"


def test_a_picture_too_small_to_hold_a_sticker_is_refused(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "dot.png"), picture(10)[:10, :10])
    key, placeholders = refusal(ImageError, load_image, tmp_path / "dot.png")
    assert key == "error.frame_size"
    assert placeholders == {"path": str(tmp_path / "dot.png"), "width": 10, "height": 10}


@pytest.mark.parametrize("spec", ["", "webcam", "film", "film:", "files:", "picamera2:x", "v4l2:x", "FILM:x"])
def test_an_unknown_camera_is_an_error(spec: str) -> None:
    assert refusal(CameraError, open_camera, spec, SETTINGS) == ("camera_unknown", {"camera": spec})


def test_a_camera_is_opened_by_its_name(film: Path) -> None:
    with open_camera(f"film:{film}", SETTINGS, fps=1) as camera:
        assert isinstance(camera, FilmCamera)
        assert len(list(iter(camera.read, None))) == 3
    assert isinstance(open_camera(f"files:{picture_folder(film.parent)}", SETTINGS), FilesCamera)
    assert refusal(CameraError, open_camera, "v4l2:97", SETTINGS) == ("camera_absent", {"camera": "v4l2:97"})
    assert refusal(CameraError, open_camera, "picamera2", SETTINGS)[0] == "picamera2_absent"


def picture_folder(folder: Path) -> Path:
    cv2.imwrite(str(folder / "a.png"), picture(1))
    return folder


def test_only_cameras_in_real_time_are_live() -> None:
    assert [is_live(spec) for spec in ("picamera2", "v4l2:0", "film:x", "files:x", "simulated")] == [
        True,
        True,
        False,
        False,
        False,
    ]


class Capture:
    """Stands in for `cv2.VideoCapture` on a camera that gives a picture every 0.1 s of `now`."""

    def __init__(self) -> None:
        self.now = 0.0
        self.wishes: dict[int, float] = {}
        self.unplugged = self.released = False
        self.decoded = 0
        self.logged: set[int] = set()
        """OpenCV's log levels while it was asked for a picture, and released."""

    def opens(self, device: str | int, backend: int) -> Capture:
        assert backend == cv2.CAP_V4L2
        self.device = device
        return self

    def isOpened(self) -> bool:  # noqa: N802
        return not self.unplugged

    def set(self, prop: int, value: float) -> bool:
        self.wishes[prop] = value
        return True

    def get(self, prop: int) -> float:
        return self.wishes.get(prop, 0.0)

    def grab(self) -> bool:
        self.now += 0.1
        self.logged.add(cv2.utils.logging.getLogLevel())
        return not self.unplugged

    def retrieve(self) -> tuple[bool, np.ndarray]:
        self.decoded += 1
        return True, cv2.cvtColor(picture(100), cv2.COLOR_GRAY2BGR)

    def release(self) -> None:
        self.logged.add(cv2.utils.logging.getLogLevel())
        self.released = True


def usb(capture: Capture, fps: float | None = None) -> UsbCamera:
    return UsbCamera(0, fps=fps, opens=capture.opens, clock=lambda: capture.now)


def test_a_usb_camera_is_asked_for_its_largest_jpegs_and_one_buffer() -> None:
    capture = Capture()
    usb(capture, fps=8)
    order = list(capture.wishes)
    assert capture.wishes[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert capture.wishes[cv2.CAP_PROP_BUFFERSIZE] == 1
    assert capture.wishes[cv2.CAP_PROP_FRAME_WIDTH] > 4608
    assert order.index(cv2.CAP_PROP_FOURCC) < order.index(cv2.CAP_PROP_FRAME_WIDTH), "the size depends on the format"


def test_pictures_that_are_not_due_are_dropped_without_decoding() -> None:
    capture = Capture()
    with usb(capture, fps=2) as camera:
        frames = [camera.read() for _ in range(5)]
    assert capture.decoded == 5
    assert frames[-1].time - frames[0].time == pytest.approx(4 / 2, abs=0.11)
    assert capture.released


def test_opencv_says_nothing_by_itself_of_a_usb_camera() -> None:
    capture = Capture()
    with usb(capture) as camera:
        camera.read()
    assert capture.logged == {cv2.utils.logging.LOG_LEVEL_SILENT}
    assert cv2.utils.logging.getLogLevel() != cv2.utils.logging.LOG_LEVEL_SILENT


def test_a_usb_cameras_autofocus_is_switched_off_after_set_up() -> None:
    capture = Capture()
    camera = usb(capture)
    while capture.now < FOCUS_AFTER - 0.2:
        camera.read()
    assert capture.wishes[cv2.CAP_PROP_AUTOFOCUS] == 1
    for _ in range(3):
        camera.read()
    assert capture.wishes[cv2.CAP_PROP_AUTOFOCUS] == 0
    camera.focus()
    camera.read()
    assert capture.wishes[cv2.CAP_PROP_AUTOFOCUS] == 1, "the camera was moved"
    end = capture.now + FOCUS_AFTER + 0.2
    while capture.now < end:
        camera.read()
    assert capture.wishes[cv2.CAP_PROP_AUTOFOCUS] == 0


def test_an_unplugged_usb_camera_is_an_error() -> None:
    capture = Capture()
    camera = usb(capture)
    camera.read()
    capture.unplugged = True
    assert refusal(CameraError, camera.read) == ("camera_stopped", {"camera": "v4l2:0"})
    assert refusal(CameraError, usb, capture)[0].startswith("camera_")


def test_a_usb_camera_that_cannot_be_opened_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    capture, device = Capture(), tmp_path / "video7"
    capture.unplugged = True

    def why() -> tuple[str, dict[str, object]]:
        return refusal(CameraError, lambda: UsbCamera(str(device), opens=capture.opens))

    assert why() == ("camera_absent", {"camera": f"v4l2:{device}"})
    device.touch()
    assert why()[0] == "camera_busy"

    def denied(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    assert why() == ("camera_refused", {"camera": f"v4l2:{device}", "reason": "Permission denied"})


def test_the_cameras_that_are_there_are_listed_and_decoders_are_not(tmp_path: Path) -> None:
    """As Linux lists them: a link for each device, and a webcam has a second one for its metadata."""
    devices = {
        "video0": ("usb1/1-2/video4linux", "HD Pro Webcam C920\n", "0"),
        "video1": ("usb1/1-2/video4linux", "HD Pro Webcam C920\n", "1"),
        "video10": ("soc/bcm2835-codec/video4linux", "bcm2835-codec-decode", "0"),
        "video19": ("soc/unicam/video4linux", "unicam-image", "0"),
        "video2": ("usb1/1-3/video4linux", "USB 2.0 Camera", "0"),
    }
    listed = tmp_path / "class"
    listed.mkdir()
    for name, (bus, maker, index) in devices.items():
        folder = tmp_path / "devices" / bus / name
        folder.mkdir(parents=True)
        (folder / "name").write_text(maker)
        (folder / "index").write_text(index)
        (listed / name).symlink_to(folder)
    assert cameras_here(listed) == (
        ("v4l2:0", "HD Pro Webcam C920"),
        ("v4l2:2", "USB 2.0 Camera"),
        ("picamera2", "Raspberry Pi"),
    )
    assert cameras_here(tmp_path / "nothing") == ()


def bomb(side: int) -> bytes:
    """A grey PNG of this size, all black."""
    data = zlib.compressobj()
    rows = b"".join(data.compress(bytes(side + 1)) for _ in range(side)) + data.flush()
    header = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", rows), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(what)) + name + what + struct.pack(">I", zlib.crc32(name + what)) for name, what in chunks
    )


def test_a_small_file_that_claims_a_huge_picture_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    file = tmp_path / "bomb.png"
    file.write_bytes(bomb(12_000))
    assert file.stat().st_size < 200_000
    script = f"""
import resource, sys
from pathlib import Path
from device.cameras import load_image
from device.errors import ImageError
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    load_image(Path({str(file)!r}))
except ImageError as error:
    print(error.key, error.placeholders["most"], resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000)
"""
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout.split() == ["image_too_large", "130", "True"]


def test_a_pipe_is_no_picture(tmp_path: Path) -> None:
    """Reading it would wait for ever."""
    os.mkfifo(tmp_path / "pipe.png")
    with pytest.raises(ImageError) as error:
        load_image(tmp_path / "pipe.png")
    assert error.value.key == "image_unreadable"
