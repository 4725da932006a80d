"""A live camera that stops seeing is noticed within three seconds, and used again when it recovers."""

from __future__ import annotations

import threading
from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from device.cameras.camera import Camera
from device.cameras.live import LiveCamera
from device.cameras.watch import CameraState, CameraWatch
from device.errors import CameraError
from display.messages.camera_fault import CameraFault
from vision.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Callable

    from vision.frame import GreyImage

WITHIN = 3.0
BEAT = 0.125


def noisy(seed: int, level: int = 120) -> GreyImage:
    noise = np.random.default_rng(seed).integers(0, 6, (120, 160), dtype=np.uint8)
    return (noise + level).astype(np.uint8)


def watched(seconds: float, image: Callable[[int], GreyImage | None], beat: float = BEAT) -> tuple[CameraWatch, float]:
    """A camera that was good for two seconds, then gives `image` (None: nothing)."""
    watch, now = CameraWatch(0.0), 0.0
    for number in range(16):
        now += BEAT
        watch.saw(Frame(noisy(number), now, number), now)
    assert watch.state(now) is CameraState.GOOD
    for number in range(int(seconds / beat)):
        now += beat
        if (picture := image(number)) is not None:
            watch.saw(Frame(picture, now, 100 + number), now)
        picture = None  # so that the next one may lie at its address
    return watch, now


def test_a_working_camera_has_no_trouble() -> None:
    watch, now = watched(20, lambda number: noisy(1000 + number))
    assert watch.state(now) is CameraState.GOOD
    assert watch.state(now).trouble is None


def test_a_camera_without_new_pictures_is_gone() -> None:
    watch, now = watched(WITHIN, lambda number: None)
    assert watch.state(now) is CameraState.GONE
    assert watch.state(now).trouble == "camera.gone"


def test_a_failed_camera_is_gone_at_once_with_the_reason() -> None:
    watch, now = watched(0, lambda number: None)
    watch.failed(CameraError("camera_stopped", camera="v4l2:0"))
    assert watch.state(now) is CameraState.GONE
    assert watch.error is not None
    assert watch.error.key == "camera_stopped"


def test_a_camera_that_repeats_the_same_pixels_is_frozen() -> None:
    """Each picture is a new one, though it may lie at the address of the last."""
    watch, now = watched(WITHIN, lambda number: noisy(7).copy())
    assert watch.state(now) is CameraState.FROZEN


def test_a_camera_that_reports_no_change_is_not_frozen() -> None:
    still = noisy(7)
    watch, now = watched(10, lambda number: still)
    assert watch.state(now) is CameraState.GOOD


def test_darkness_is_black_even_if_a_few_pixels_glow() -> None:
    def dark(number: int) -> GreyImage:
        image = noisy(number, level=0)
        image[0, :3] = 255
        return image

    watch, now = watched(WITHIN, dark)
    assert watch.state(now) is CameraState.BLACK


def test_a_dark_table_with_light_cards_is_not_black() -> None:
    def dim(number: int) -> GreyImage:
        image = noisy(number, level=0)
        image[:20, :40] = 60
        return image

    watch, now = watched(WITHIN, dim)
    assert watch.state(now) is CameraState.GOOD


def test_fewer_than_one_picture_a_second_is_slow() -> None:
    watch, now = watched(4.5, noisy, beat=1.4)
    assert watch.state(now) is CameraState.SLOW


def test_a_camera_that_recovers_is_good_again() -> None:
    watch, now = watched(5, lambda number: noisy(7).copy())
    watch.failed(CameraError("camera_stopped", camera=""))
    for number in range(4):
        now += BEAT
        watch.saw(Frame(noisy(number), now, number), now)
    assert watch.state(now) is CameraState.GOOD
    assert watch.error is None


def test_a_starting_camera_has_more_time() -> None:
    watch = CameraWatch(0.0)
    assert watch.state(5.0) is CameraState.STARTING
    assert watch.state(5.0).trouble is None
    assert watch.state(12.0) is CameraState.GONE


class Scripted(Camera):
    """Gives pictures of the given grey levels, then fails; waits for `go` before each."""

    def __init__(self, levels: list[int], go: threading.Semaphore) -> None:
        self.levels, self.go, self.closed = levels, go, False

    def read(self) -> Frame | None:
        self.go.acquire(timeout=5)
        if not self.levels:
            raise CameraError("camera_stopped", camera="scripted")
        return Frame(noisy(1, self.levels.pop(0)), 0.0, 0)

    def close(self) -> None:
        self.closed = True


def test_a_live_camera_hands_out_the_newest_picture_once() -> None:
    go = threading.Semaphore(0)
    camera = Scripted([10, 20, 30, 40], go)
    with closing(LiveCamera(lambda: camera)) as live:
        go.release()
        first = live.newest(timeout=5)
        assert first is not None
        assert live.newest() is None
        for _ in range(3):
            go.release()
        while camera.levels:
            threading.Event().wait(0.005)
        last = first
        while last.number < 3:
            last = live.newest(timeout=5) or last
        assert int(last.image.min()) // 10 == 4
        assert last.time >= first.time
        go.release()
    assert camera.closed


def test_a_live_camera_that_fails_is_opened_again_and_numbers_go_on() -> None:
    go = threading.Semaphore(100)
    opened: list[Scripted] = []

    def opens() -> Camera:
        if len(opened) == 1:
            opened.append(Scripted([], go))
            raise CameraError("camera_absent", camera="scripted")
        opened.append(Scripted([10 * len(opened) + 50], go))
        return opened[-1]

    with closing(LiveCamera(opens, retry=0.01)) as live:
        numbers = []
        while len(opened) < 5:
            if frame := live.newest(timeout=0.02):
                numbers.append(frame.number)
    assert numbers == sorted(set(numbers))
    assert all(camera.closed for camera in opened if not camera.levels and camera is not opened[1])


def test_an_absent_live_camera_never_raises() -> None:
    def opens() -> Camera:
        raise CameraError("camera_absent", camera="v4l2:0")

    with closing(LiveCamera(opens, retry=0.01, others=lambda: (("v4l2:2", "C920"),))) as live:
        while live.error is None:
            threading.Event().wait(0.005)
        assert live.newest() is None
        assert live.fault == CameraFault("error.camera_absent", "v4l2:0", others=(("v4l2:2", "C920"),))
        assert live.state is CameraState.GONE
        assert live.error.key == "camera_absent"
    live.close()


def test_an_unexpected_driver_error_does_not_end_the_game() -> None:
    def opens() -> Camera:
        raise RuntimeError("libsomething")

    with closing(LiveCamera(opens, retry=0.01)) as live:
        while live.error is None:
            threading.Event().wait(0.005)
        assert live.error.key == "camera_stopped"
