"""What the service manager hears: up, going on, and silence when something hangs."""

from __future__ import annotations

import socket
from dataclasses import dataclass

import pytest

from device.app.service import BEATS, STUCK_AFTER, Watchdog
from device.perception.pipeline import FrameResult
from vision.scene import Scene

WATCHDOG = 30


@dataclass
class Manager:
    """systemd's end of the line."""

    socket: socket.socket
    name: str
    now: float = 0.0

    def heard(self):
        said = []
        try:
            while True:
                said.append(self.socket.recv(100).decode())
        except BlockingIOError:
            return said

    def heart(self, **more):
        environment = {"NOTIFY_SOCKET": self.name, "WATCHDOG_USEC": str(WATCHDOG * 1_000_000), **more}
        return Watchdog(environment, clock=lambda: self.now)


@pytest.fixture(params=["a file", "no file"])
def manager(request, tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.setblocking(False)
        if request.param == "a file":
            name = str(tmp_path / "notify")
            end.bind(name)
        else:
            end.bind(b"\0wondertable-test-" + str(id(end)).encode())
            name = "@" + end.getsockname()[1:].decode()
        yield Manager(end, name)


def glance(number, trouble=None, hung=False):
    return FrameResult(Scene(0.0), number, trouble=trouble, hung=hung)


def test_the_first_round_says_that_it_is_up_and_later_ones_that_it_goes_on(manager):
    heart = manager.heart()
    heart.beat(glance(0))
    assert manager.heard() == ["READY=1"]
    for number in range(1, 2 * WATCHDOG * 10):
        manager.now = number / 10
        heart.beat(glance(number))
    beats = manager.heard()
    assert set(beats) == {"WATCHDOG=1"}
    assert 2 * BEATS - 1 <= len(beats) <= 2 * BEATS, "three times in the time that is given, not thirty times a second"


def test_eyes_that_hang_are_silence(manager):
    heart = manager.heart()
    heart.beat(glance(7))
    manager.heard()
    manager.now = STUCK_AFTER + WATCHDOG / BEATS + 1
    heart.beat(glance(7))
    assert manager.heard() == []
    heart.beat(glance(8))
    assert manager.heard() == ["WATCHDOG=1"]


def test_a_camera_that_is_gone_is_not_death(manager):
    heart = manager.heart()
    for second in range(0, 100, 5):
        manager.now = second
        heart.beat(glance(7, "camera.gone"))
    assert manager.heard() == ["READY=1", *["WATCHDOG=1"] * 9]


def test_a_camera_whose_library_hangs_is_death(manager):
    heart = manager.heart()
    heart.beat(glance(7))
    manager.heard()
    manager.now = STUCK_AFTER + WATCHDOG / BEATS + 1
    heart.beat(glance(7, "camera.gone", hung=True))
    assert manager.heard() == []


def test_without_a_watchdog_it_only_says_that_it_is_up(manager):
    heart = manager.heart(WATCHDOG_USEC="")
    for second in range(5):
        manager.now = second
        heart.beat(glance(second))
    assert manager.heard() == ["READY=1"]


def test_without_a_listener_nothing_happens(tmp_path):
    heart = Watchdog({})
    assert not heart.heard
    heart.beat(glance(0))
    Watchdog({"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "1"}).beat(glance(0))
