"""Eyes that look at a live camera in a thread of their own."""

from __future__ import annotations

import time
from contextlib import closing

import numpy as np

from device.cameras import LiveCamera
from device.eyes import Glance, LiveEyes
from vision.frame import Frame
from vision.scene import Scene


class Camera:
    """A new picture every 10 ms."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def read(self):
        time.sleep(0.01)
        return Frame(np.full((8, 8), 99, np.uint8), time.monotonic(), 0)


class Sight:
    """Trips over its fourth to eighth picture."""

    def see(self, frame):
        if 3 <= frame.number <= 7:
            raise ZeroDivisionError("nobody thought of that")
        return Glance(Scene(float(frame.number)), frame.number)


def test_a_surprise_costs_its_picture_and_not_the_evening(caplog):
    glances = []
    with closing(LiveEyes(LiveCamera(Camera), Sight())) as eyes:
        until = time.monotonic() + 10
        while time.monotonic() < until and not (glances and glances[-1].number > 10):
            glances.append(eyes.look())
            time.sleep(0.001)
    troubled = [glance for glance in glances if glance.trouble == "camera.trouble"]
    assert glances[-1].number > 10
    assert glances[-1].trouble is None
    assert troubled
    assert all(glance.scene.time <= 2.0 for glance in troubled)
    assert len(caplog.records) == 1
