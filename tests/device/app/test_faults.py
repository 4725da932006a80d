"""Whatever is absent at the start or fails in the middle is said, play goes on, and when it returns nothing is lost.

Each line of the table below is one part, one way to break it and one moment; the part is a stand-in, all else is real.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import ExitStack, closing
from types import SimpleNamespace

import gpiozero
import msgspec
import numpy as np
import pygame
import pytest
from gpiozero.pins.mock import MockFactory

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import MainLoop
from device.cameras import LiveCamera
from device.cameras.camera import Camera
from device.errors import CameraError
from device.journal.archive import resumed
from device.journal.journal import Journal
from device.journal.opening import OpenedFile, open_file
from device.panel.pins import Buttons, Lights
from device.panel.screen import Screen
from device.perception.pipeline import FrameResult, LivePipeline
from device.session.session import Session
from device.settings.preferences import Preferences
from device.settings.settings import LightSettings, read_settings
from device.sound import Announcer, Speaker, speaker
from device.umpire.table import TableUmpire
from display.errors import DisplayError
from display.messages.camera_fault import CameraFault
from display.messages.intents import Change, EndTurn, Enter, SetUp
from display.messages.presses import Press
from display.navigation.navigation import handle_press, update_position
from display.navigation.position import START
from display.navigation.reveal import is_revealing
from engine import Discard
from tests.device.tables import CODEBOOK, FakeTable
from vision.frame import Frame
from vision.scene import Scene

WONDERS = [("giza", "A"), ("rhodes", "B"), ("babylon", "A")]
LIGHTS = LightSettings(advance=5, undo=6, left=12, right=13, select=16, buzzer=0)
BUTTONS = msgspec.structs.replace(read_settings(()).buttons, bounce=0.0)
ROUND = 0.1
"""Seconds of the table's time for each round of the main loop."""


class Lens(Camera):
    """A camera of this kind gives a picture every eighth of a second, as long as its cable lets it."""

    def __init__(self, cable):
        self.cable, self.taken = cable, -1.0
        if cable.state == "gone":
            raise CameraError("camera_absent", camera="stand-in")

    def read(self):
        while self.cable.rig.now < self.taken + self.cable.pause or self.cable.state == "silent":
            time.sleep(0.0005)
            if self.cable.rig.over:
                raise CameraError("camera_stopped", camera="stand-in")
        if self.cable.state == "gone":
            raise CameraError("camera_stopped", camera="stand-in")
        self.taken = self.cable.rig.now
        return Frame(self.cable.picture(), self.taken, 0)

    def close(self):
        pass


class Cable:
    """Between a camera and the rig; `state` is good, gone, silent, slow, frozen or black."""

    def __init__(self, rig):
        self.rig, self.state = rig, "good"
        self.chance = np.random.default_rng(1)
        self.last = self.noise()

    @property
    def pause(self):
        return 1.6 if self.state == "slow" else 0.125

    def noise(self):
        return self.chance.integers(100, 140, (60, 80), dtype=np.uint8)

    def picture(self):
        if self.state == "black":
            return np.zeros((60, 80), dtype=np.uint8)
        if self.state != "frozen":
            self.last = self.noise()
        return self.last.copy()


class TableSceneReader:
    """Sees in every good picture what lies on the rig's table."""

    def __init__(self, rig):
        self.rig, self.scene = rig, None

    def read(self, frame):
        if self.scene is None or self.rig.cable.state == "good":
            self.rig.table.now = self.rig.now
            self.scene = self.rig.table.scene()
        return FrameResult(self.scene, frame.number)


class Panel:
    """A screen that can be pulled out; `shown` is what somebody in front of it last saw."""

    def __init__(self, rig):
        self.rig, self.position = rig, START
        self.check()

    def check(self):
        if self.rig.screen_pulled:
            raise self.rig.screen_pulled

    def show(self, state, now):
        self.check()
        self.position = update_position(self.position, state, now)
        self.rig.shown = state

    def presses(self):
        self.check()
        found, self.rig.keys = self.rig.keys, []
        return tuple(found)

    def press(self, touch, state, now):
        self.position, intent = handle_press(update_position(self.position, state, now), state, touch, now)
        return intent

    def busy(self, state):
        return is_revealing(self.position, state)

    def close(self):
        pass


class Disk:
    """Opens the real file; while `code` is set everything that is written fails with that code of SQLite."""

    def __init__(self):
        self.code, self.mounted_read_only, self.really = None, False, os.statvfs

    def statvfs(self, path):
        found = self.really(path)
        return SimpleNamespace(f_flag=os.ST_RDONLY, f_frsize=1, f_bavail=0) if self.mounted_read_only else found

    def __call__(self, path):
        self.check()
        return OpenedFile(Written(open_file(path).connection, self))

    def check(self):
        if self.code is not None:
            problem = sqlite3.OperationalError("the disk")
            problem.sqlite_errorcode = self.code
            raise problem


class Written:
    """A connection through which every statement goes to the disk."""

    def __init__(self, connection, disk):
        self.connection, self.disk = connection, disk

    def execute(self, *statement):
        self.disk.check()
        return self.connection.execute(*statement)

    def close(self):
        self.connection.close()


class Loudspeaker:
    """Stands in for SDL's mixer: one card, which is silent while it is unplugged and reports no error."""

    def __init__(self, folder):
        self.folder, self.plugged, self.opened, self.heard = folder, 0, 0, 0
        folder.mkdir()
        self.plug()

    def plug(self):
        self.plugged += 1
        (self.folder / "pcmC0D0p").touch()

    def pull(self):
        (self.folder / "pcmC0D0p").rename(self.folder / f"pulled{self.plugged}")

    @property
    def there(self):
        return (self.folder / "pcmC0D0p").exists()

    def init(self, *_, **__):
        if not self.there:
            raise pygame.error("no such device")
        self.opened = self.plugged

    def quit(self):
        self.opened = 0

    def Sound(self, buffer):  # noqa: N802  pygame's name
        return self

    def set_volume(self, volume):
        pass

    def get_busy(self):
        return False

    def play(self):
        self.heard += self.there and self.opened == self.plugged
        return self


class Rig:
    """An appliance with a table, keys, buttons and a clock that a test turns; `story` yields once a round."""

    def __init__(self, folder, pins):
        self.path, self.pins = folder / "games.sqlite", pins
        self.now, self.over = 0.0, False
        self.table = FakeTable(list(WONDERS))
        self.cable, self.disk, self.loudspeaker = Cable(self), Disk(), Loudspeaker(folder / "snd")
        self.preferences = Preferences(read_settings(()), folder)
        for name in ("screen.greeted", "sound.effects"):
            self.preferences.change(name, True)
        self.appliance = self.screen_pulled = None
        self.shown, self.keys, self.said = None, [], []

    def play(self, story):
        clock = self.clock
        with ExitStack() as stack:
            camera = LiveCamera(lambda: Lens(self.cable), clock=clock, retry=0.002)
            self.pipeline = stack.enter_context(closing(LivePipeline(camera, TableSceneReader(self))))
            journal = stack.enter_context(closing(Journal(self.path, opens=self.disk)))
            self.appliance = MainLoop(
                Session(TableUmpire(CODEBOOK)),
                Inputs(self, stack.enter_context(closing(Buttons(BUTTONS)))),
                Outputs(
                    stack.enter_context(closing(Screen(lambda: Panel(self), clock))),
                    stack.enter_context(closing(Lights(LIGHTS))),
                    Announcer(stack.enter_context(closing(Speaker(0.5, clock))), self.preferences),
                    print_notice=lambda notice: self.said.append(notice.key),
                ),
                Storage(journal, preferences=self.preferences),
                clock=clock,
            )
            stack.callback(setattr, self, "over", True)
            self.story = story(self)
            self.appliance.run()

    def clock(self):
        return self.now

    def look(self):
        """One round: the story goes on, time passes, the eyes look."""
        if next(self.story, "the end") == "the end":
            return None
        self.now += ROUND
        time.sleep(0.002)
        return self.pipeline.look()

    def until(self, happened, within=1000.0):
        """Let time pass until something has happened; fails if that takes longer than `within` seconds."""
        end = self.now + within
        while not happened():
            assert self.now < end, (self.said, self.shown and self.shown.camera)
            yield

    def tap(self):
        """ADVANCE, wherever it can be pressed."""
        if self.screen_pulled is None:
            self.keys.append(Press.ADVANCE)
        else:
            pin = self.pins.pin(BUTTONS.advance)
            pin.drive_low()
            pin.drive_high()

    def start(self):
        """The boards are seen, ADVANCE begins the game."""
        yield from self.until(lambda: self.appliance.session.ready)
        self.tap()
        yield from self.until(lambda: self.game is not None)

    def turn(self):
        """Everybody discards: a turn that can be closed by hand, whatever is seen."""
        actions = len(self.game.actions)
        self.tap()
        yield from self.until(lambda: self.keys == [])
        yield
        self.appliance.press(EndTurn(self.appliance.session.waited_for))
        yield from self.until(lambda: len(self.game.actions) > actions, within=5)

    def pause(self):
        """Time enough for anything to be noticed."""
        end = self.now + 12
        yield from self.until(lambda: self.now > end)

    @property
    def game(self):
        return self.appliance.session.game


class Fault:
    """A way in which a part fails: how it breaks and heals, and what must be said within three seconds of each."""

    def __init__(self, name, breaks, heals, said, healed, *, plays=True):
        self.name, self.breaks, self.heals = name, breaks, heals
        self.said, self.healed = said, healed
        self.plays = plays
        """A game can begin without the part."""

    def __repr__(self):
        return self.name


def camera(state):
    def breaks(rig):
        rig.cable.state = state

    def heals(rig):
        rig.cable.state = "good"

    keys = {f"camera.{'gone' if state == 'silent' else state}"} | ({"camera.absent"} if state == "gone" else set())
    return Fault(
        f"camera {state}",
        breaks,
        heals,
        said=lambda rig: rig.shown is not None and rig.shown.camera in keys,
        healed=lambda rig: rig.shown.camera is None,
        plays=False,
    )


def disk(code, key):
    return Fault(
        f"disk {key}",
        lambda rig: setattr(rig.disk, "code", code),
        lambda rig: setattr(rig.disk, "code", None),
        said=lambda rig: f"notice.journal_{key}" in rig.said,
        healed=lambda rig: "notice.journal_made_good" in rig.said,
    )


def turned_read_only(rig, code):
    """An SD card that wears out: the kernel mounts it read-only, and SQLite sees I/O errors."""
    rig.disk.code, rig.disk.mounted_read_only = code, code is not None


def screen(problem):
    return Fault(
        f"screen {type(problem).__name__}",
        lambda rig: setattr(rig, "screen_pulled", problem),
        lambda rig: setattr(rig, "screen_pulled", None),
        said=lambda rig: rig.appliance._outputs.screen.error is problem,  # there is nowhere to say it
        healed=lambda rig: "notice.screen_returned" in rig.said,
    )


SOUND = Fault(
    "sound",
    lambda rig: rig.loudspeaker.pull(),
    lambda rig: rig.loudspeaker.plug(),
    said=lambda rig: (
        rig.shown is not None and rig.shown.setting_problems.get("sound.effects") == "menu.settings.no_sound"
    ),
    healed=lambda rig: "sound.effects" not in rig.shown.setting_problems,
)


PINS = Fault(
    "pins",
    lambda rig: setattr(gpiozero.Device, "pin_factory", None),
    lambda rig: None,
    said=lambda rig: "notice.no_button" in rig.said,
    healed=lambda rig: True,
)
"""They do not come while the program runs."""
FAULTS = [
    *map(camera, ("gone", "silent", "slow", "frozen", "black")),
    SOUND,
    screen(DisplayError("error.no_screen", problem="pulled out")),
    screen(pygame.error("page flip failed")),
    disk(sqlite3.SQLITE_FULL, "full"),
    disk(sqlite3.SQLITE_READONLY, "read_only"),
    disk(sqlite3.SQLITE_IOERR, "failed"),
    Fault(
        "disk mounted read-only",
        lambda rig: turned_read_only(rig, sqlite3.SQLITE_IOERR),
        lambda rig: turned_read_only(rig, None),
        said=lambda rig: "notice.journal_read_only" in rig.said,
        healed=lambda rig: "notice.journal_made_good" in rig.said,
    ),
]


LIKE_OTHERS = {"camera silent", "camera slow", "camera frozen", "screen error", "disk full", "disk read_only"}
"""At the start; in the middle of a game each is quick."""


@pytest.fixture
def rig(tmp_path, monkeypatch):
    def no_pins():
        raise gpiozero.BadPinFactory

    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", staticmethod(no_pins))
    monkeypatch.setattr(gpiozero.Device, "pin_factory", MockFactory())
    for name in ("SDL_AUDIODRIVER", "PULSE_SERVER", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    rig = Rig(tmp_path, gpiozero.Device.pin_factory)
    monkeypatch.setattr(os, "statvfs", rig.disk.statvfs)
    monkeypatch.setattr(speaker, "SOUND_CARDS", rig.loudspeaker.folder)
    monkeypatch.setattr(pygame, "mixer", rig.loudspeaker)
    return rig


def kept(rig):
    """The game as the file has it, for somebody who comes later."""
    with closing(Journal(rig.path)) as journal:
        assert journal.durable
        return resumed(Session(TableUmpire(CODEBOOK)), journal, journal.open_game()).game


@pytest.mark.parametrize(
    "fault",
    [pytest.param(one, marks=pytest.mark.slow if one.name in LIKE_OTHERS else ()) for one in (*FAULTS, PINS)],
    ids=repr,
)
def test_what_is_absent_at_the_start_is_said_and_taken_up_when_it_comes(rig, fault):
    fault.breaks(rig)

    def story(rig):
        yield
        yield from rig.until(lambda: fault.said(rig), within=13)
        if fault.plays:
            yield from rig.start()
            yield from rig.turn()
        fault.heals(rig)
        if not fault.plays:
            yield from rig.until(lambda: fault.healed(rig), within=3)
            yield from rig.start()
        yield from rig.pause()
        yield from rig.turn()
        yield from rig.until(lambda: fault.healed(rig), within=3)

    rig.play(story)
    assert len(rig.game.actions) == 3 * (2 if fault.plays else 1)
    assert kept(rig) == rig.game


@pytest.mark.parametrize("fault", FAULTS, ids=repr)
def test_what_fails_in_the_middle_is_said_and_play_goes_on_by_hand(rig, fault):
    def story(rig):
        yield from rig.start()
        yield from rig.turn()
        fault.breaks(rig)
        if "disk" not in fault.name:  # a disk is only noticed when it is written to
            yield from rig.until(lambda: fault.said(rig), within=3.5)
        yield from rig.turn()
        yield from rig.until(lambda: fault.said(rig), within=3)
        yield from rig.turn()
        fault.heals(rig)
        yield from rig.pause()
        yield from rig.turn()
        yield from rig.until(lambda: fault.healed(rig), within=3)

    rig.play(story)
    assert [type(action) for action in rig.game.actions] == [Discard] * 12
    assert (rig.game.age, rig.game.turn) == (1, 5)
    assert kept(rig) == rig.game


def test_a_loudspeaker_that_returns_is_heard_again(rig):
    heard = []

    def lay(rig, seat, card):
        rig.table.now = rig.now
        rig.table.lay(seat, card)
        yield from rig.pause()
        heard.append(rig.loudspeaker.heard)

    def story(rig):
        yield from rig.start()
        yield from lay(rig, 0, "lumber_yard")
        rig.loudspeaker.pull()
        yield from lay(rig, 1, "stone_pit")
        rig.loudspeaker.plug()
        yield from lay(rig, 2, "clay_pool")

    rig.play(story)
    assert heard == [1, 1, 2]


def test_the_buttons_that_would_do_something_are_lit(rig):
    lit = []

    def story(rig):
        yield from rig.start()
        yield
        lit.append({pin for pin in (5, 6, 12, 13, 16) if rig.pins.pin(pin).state})
        yield from rig.turn()
        yield
        lit.append({pin for pin in (5, 6, 12, 13, 16) if rig.pins.pin(pin).state})

    rig.play(story)
    assert lit == [{12, 13, 16}, {6, 12, 13, 16}], "ADVANCE is dark while somebody has still to act"


@pytest.mark.parametrize("state", ["gone", "silent", "black"])
def test_without_a_camera_the_table_is_set_by_hand_and_taken_up_when_it_comes(rig, state):
    rig.cable.state = state

    def story(rig):
        yield
        rig.appliance.press(SetUp(tuple(WONDERS)))
        yield from rig.start()
        for seat in range(3):
            rig.appliance.press(Enter(Discard(seat)))
        assert rig.game.turn == 2
        rig.cable.state = "good"
        yield from rig.until(lambda: rig.shown.camera is None, within=3)
        assert rig.game.setup.seats == tuple(WONDERS)
        for seat, card in enumerate(("lumber_yard", "stone_pit", "clay_pool")):
            rig.table.now = rig.now
            rig.table.lay(seat, card)
        yield from rig.until(lambda: rig.game.turn == 3, within=5)

    rig.play(story)
    assert [city.cards for city in rig.game.cities] == [("lumber_yard",), ("stone_pit",), ("clay_pool",)]
    assert kept(rig) == rig.game


def test_without_any_fault_nothing_is_said(rig):
    def story(rig):
        yield from rig.start()
        yield from rig.turn()
        yield from rig.pause()
        yield from rig.turn()

    rig.play(story)
    assert rig.said == []
    assert rig.shown.camera is None
    assert kept(rig) == rig.game


def test_another_camera_is_taken_on_the_screen(tmp_path):
    """The terminal says why there is none, once, although there is a screen."""
    taken, told = [], []
    fault = CameraFault("error.camera_absent", "picamera2", others=(("v4l2:2", "C920"),))
    results = iter([FrameResult(Scene(0.0), -1, trouble="camera.absent", fault=fault)] * 3)

    class Absent:
        def look(self):
            return next(results, None)

    preferences = Preferences(read_settings(()), tmp_path)
    loop = MainLoop(
        Session(TableUmpire(CODEBOOK)),
        Inputs(Absent(), switch_camera=taken.append),
        Outputs(print_fault=told.append),
        Storage(preferences=preferences),
    )
    loop.run()
    assert told == [fault]
    loop.press(Change("camera.spec", "v4l2:2"))
    assert taken == ["v4l2:2"]
    assert preferences.settings.camera.spec == "v4l2:2"
    assert 'spec = "v4l2:2"' in (tmp_path / "settings.toml").read_text()
