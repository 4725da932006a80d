"""Eyes that look at a live camera in a thread of their own."""

from __future__ import annotations

import threading
import time
from contextlib import closing
from types import SimpleNamespace

import numpy as np
import pytest

from device.cameras import LiveCamera
from device.cameras.live import HANGS_AFTER
from device.commands.appliance.assembly import focus_is_shown
from device.errors import CameraError
from device.perception.pipeline import FOCUS_AGAIN_AFTER, FrameResult, LivePipeline
from display.menu.main.main_menu import CameraPage
from display.menu.open_page import OpenPage
from display.menu.setup.first_start import FocusPage
from display.messages.camera_fault import CameraFault
from vision.frame import Frame
from vision.scene import Scene


class Camera:
    """A new picture every 10 ms."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    focused = 0

    def focus(self):
        Camera.focused += 1

    def read(self):
        time.sleep(0.01)
        return Frame(np.full((8, 8), 99, np.uint8), time.monotonic(), 0)


class TableSceneReader:
    """Trips over its fourth to eighth picture."""

    def read(self, frame):
        if 3 <= frame.number <= 7:
            raise ZeroDivisionError("nobody thought of that")
        return FrameResult(Scene(float(frame.number)), frame.number)


def test_an_unexpected_error_costs_one_picture_only(caplog):
    glances = []
    with closing(LivePipeline(LiveCamera(Camera), TableSceneReader())) as pipeline:
        until = time.monotonic() + 10
        while time.monotonic() < until and not (glances and glances[-1].number > 10):
            glances.append(pipeline.look())
            time.sleep(0.001)
    troubled = [glance for glance in glances if glance.trouble == "camera.trouble"]
    assert glances[-1].number > 10
    assert glances[-1].trouble is None
    assert troubled
    assert all(glance.scene.time <= 2.0 for glance in troubled)
    assert len(caplog.records) == 1


class Hanging(Camera):
    """Comes back with `good` pictures, and then never."""

    def __init__(self, good, let_go):
        self.good, self.let_go, self.hanging = good, let_go, threading.Event()

    def read(self):
        if self.good:
            self.good -= 1
            return super().read()
        self.hanging.set()
        self.let_go.wait()
        return super().read()


@pytest.mark.parametrize(("good", "hung"), [(2, True), (0, False)])
def test_a_camera_whose_library_never_comes_back_is_hung_if_it_ever_saw(good, hung):
    """One that hangs from the beginning would hang in the next process as well: play goes on by hand."""
    now, let_go = [0.0], threading.Event()
    camera = Hanging(good, let_go)
    with closing(LivePipeline(LiveCamera(lambda: camera, clock=lambda: now[0]), TableSceneReader())) as pipeline:
        camera.hanging.wait(10)
        until = time.monotonic() + 10
        while time.monotonic() < until and pipeline.look().number < good - 1:
            time.sleep(0.001)
        now[0] = HANGS_AFTER - 1
        assert not pipeline.look().hung
        now[0] = HANGS_AFTER + 1
        glance = pipeline.look()
        let_go.set()
    assert (glance.hung, glance.trouble) == (hung, "camera.gone")


def test_a_camera_that_was_never_there_says_which_and_why():
    def opens():
        raise CameraError("camera_refused", camera="v4l2:0", reason="Permission denied")

    live = LiveCamera(opens, retry=0.01, others=lambda: (("v4l2:2", "C920"),))
    with closing(LivePipeline(live, TableSceneReader())) as pipeline:
        until = time.monotonic() + 10
        while time.monotonic() < until and pipeline.look().fault is None:
            time.sleep(0.001)
        glance = pipeline.look()
    assert glance.trouble == "camera.absent"
    assert glance.fault == CameraFault("error.camera_refused", "v4l2:0", "Permission denied", (("v4l2:2", "C920"),))


def test_somebody_waits_while_the_page_is_open_that_says_how_sharp_it_is():
    def in_front_of(opened):
        return focus_is_shown(SimpleNamespace(position=SimpleNamespace(opened=opened)))()

    assert in_front_of(OpenPage(FocusPage()))
    assert not in_front_of(OpenPage(CameraPage()))
    assert not in_front_of(None)
    assert not focus_is_shown(None)()


def test_the_camera_focuses_again_and_again_while_somebody_waits_for_a_sharp_picture():
    now, waiting, counts = [0.0], [False], []
    Camera.focused = 0

    def looked():
        pipeline.look()
        until = time.monotonic() + 0.1
        while time.monotonic() < until:
            time.sleep(0.005)
        counts.append(Camera.focused)

    camera = LiveCamera(Camera)
    with closing(
        LivePipeline(camera, TableSceneReader(), keep_focusing=lambda: waiting[0], clock=lambda: now[0])
    ) as pipeline:
        looked()
        waiting[0] = True
        looked()
        looked()
        now[0] += FOCUS_AGAIN_AFTER
        looked()
        waiting[0] = False
        now[0] += FOCUS_AGAIN_AFTER
        looked()
        waiting[0] = True
        looked()
    assert counts == [0, 1, 1, 2, 2, 3]
