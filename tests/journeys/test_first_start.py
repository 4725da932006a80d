"""The first evening of a new appliance, by its five buttons alone: language, rig, a sharp picture; and never again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import MainLoop
from device.messages.presses import Press
from device.messages.preview import Preview
from device.panel.screen import Screen
from device.perception.pipeline import FrameResult
from device.perception.rig import Rig, SwitchableSceneReader
from device.session.session import Session
from device.settings.preferences import Preferences
from device.settings.settings import load_settings
from device.umpire.station import StationUmpire
from device.umpire.table import TableUmpire
from display.menu import COLUMNS
from display.navigation.navigation import useful
from display.navigation.position import ScreenId
from display.window import Window
from tests.device.tables import CODEBOOK, code_of
from vision.frame import Frame
from vision.kit.sizes import KitSizes
from vision.scene import Place, Scene

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SIZE = (480, 320)
GREY = bytes(64 * 36)


class Evenings:
    """An appliance that is switched on and off again; `sharpness` is the lens's, None: no sticker in sight."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
        monkeypatch.setenv("WONDERTABLE_STATE", str(folder / "state"))
        self.state = folder / "state"
        self.config = folder / "config.toml"
        self.config.write_text("")
        self.sharpness: float | None = None
        self.camera: str | None = None
        self.blind = False
        self.waiting: list[Press] = []
        self.now, self.looks, self.frames = 0.0, 0, 0
        self.scene_reader = SwitchableSceneReader(
            Rig("table", "fiducial", CODEBOOK, KitSizes()).scene_reader(previews=True)
        )

    def on(self, story: Iterator[None]) -> None:
        """Switch it on, live through the story, and pull the plug."""
        settings = load_settings(self.config)
        self.preferences = Preferences(settings, self.state)
        language = settings.screen.language
        with Screen(lambda: self.opened(language), lambda: self.now) as screen:
            self.story = story
            self.appliance = MainLoop(
                Session(TableUmpire(CODEBOOK)),
                Inputs(self, buttons=self, switch_rig=self.set_up_as),
                Outputs(screen),
                Storage(preferences=self.preferences),
                clock=lambda: self.now,
            )
            self.appliance.run()

    def set_up_as(self, name: str) -> Rig:
        """The pictures are seen in the rig's way from now on."""
        rig = Rig(name, "fiducial", CODEBOOK, KitSizes())
        self.scene_reader.switch_to(rig.scene_reader(previews=True))
        return rig

    def places_of_a_card(self) -> set[Place]:
        """Where one is found that lies under the camera for three seconds."""
        image = np.full((480, 640), 190, np.uint8)
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12)
        frames = []
        for number in range(30):
            if number == 10:
                image = image.copy()
                image[200:280, 300:380] = 255
                image[210:270, 310:370] = cv2.aruco.generateImageMarker(dictionary, code_of("altar"), 60)
            self.frames += 1
            frames.append(self.scene_reader.read(Frame(image, self.frames * 0.15, self.frames)))
        return {item.place for glance in frames for item in glance.scene.items}

    def opened(self, language: str) -> Window:
        self.window = Window(SIZE, language=language, strict=True)
        return self.window

    def look(self) -> FrameResult | None:
        self.now, self.looks = self.now + 0.5, self.looks + 1
        if next(self.story, "the end") == "the end":
            return None
        preview = None if self.camera else Preview(64, 36, GREY, sharpness=self.sharpness)
        return FrameResult(Scene(self.now), self.looks, preview, self.camera, blind=self.blind)

    def presses(self) -> list[Press]:
        taken, self.waiting = self.waiting, []
        return taken

    def long_presses(self) -> list[Press]:
        return []

    def notices(self) -> tuple[()]:
        return ()

    def press(self, press: Press) -> Iterator[None]:
        self.waiting.append(press)
        yield
        yield

    def choose(self, key: str) -> Iterator[None]:
        """Press what leads to the option with these words on the page that is open."""
        page = self.page
        for _ in range(3):
            menu = self.window.position.opened.page.menu(self.window._state)
            wanted = next(i for i, option in enumerate(menu.options) if option.tile.words.key == key)
            columns = self.window.position.opened.columns(menu)
            yield from self.press(COLUMNS[next(i for i, column in enumerate(columns) if wanted in column)])
            if self.page != page or not self.window.position.opened.path:
                return
        raise AssertionError(key)

    @property
    def page(self) -> str | None:
        opened = self.window.position.opened
        return type(opened.page).__name__ if opened else None

    @property
    def language(self) -> str:
        return self.window.tools.words.language


@pytest.fixture
def sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evenings:
    return Evenings(tmp_path, monkeypatch)


def first_evening(sessions: Evenings) -> Iterator[None]:
    yield
    yield
    assert sessions.page == "FirstStart"
    assert Press.UNDO not in useful(sessions.window.position, sessions.window._state), "nothing comes before it"
    yield from sessions.press(Press.UNDO)
    assert sessions.page == "FirstStart"
    yield from sessions.press(Press.RIGHT)
    assert (sessions.page, sessions.language) == ("Rigs", "pt_BR")
    assert Place.SHOWN not in sessions.places_of_a_card()
    yield from sessions.press(Press.SELECT)
    assert sessions.page == "Focusing"
    assert isinstance(sessions.appliance.session.umpire, StationUmpire)
    assert Place.SHOWN in sessions.places_of_a_card(), "the camera's pictures are seen in the station's way at once"
    for sessions.sharpness, chosen in ((None, False), (0.4, False), (1.2, True)):
        yield
        yield
        tile = sessions.window.position.opened.page.menu(sessions.window._state).options[0].tile
        assert tile.chosen is chosen
    sessions.now += 600.0
    yield
    yield
    assert sessions.page == "Focusing", "it waits for as long as somebody turns the lens"
    yield from sessions.press(Press.LEFT)
    assert (sessions.page, sessions.window.position.view) == (None, ScreenId.WAITING)


def test_three_presses_set_up_a_new_appliance_for_good(sessions: Evenings) -> None:
    sessions.on(first_evening(sessions))
    kept = load_settings(sessions.config)
    assert (kept.screen.language, kept.play.rig, kept.screen.greeted) == ("pt_BR", "station", True)

    def second_evening() -> Iterator[None]:
        yield
        yield
        assert (sessions.page, sessions.language) == (None, "pt_BR")

    sessions.on(second_evening())


def test_the_plug_pulled_half_way_asks_again_in_the_language_that_was_chosen(sessions: Evenings) -> None:
    def half() -> Iterator[None]:
        yield
        yield
        yield from sessions.press(Press.ADVANCE)

    def again() -> Iterator[None]:
        yield
        yield
        assert (sessions.page, sessions.language) == ("FirstStart", "uk")

    sessions.on(half())
    sessions.on(again())


def test_without_a_camera_it_can_be_gone_on_from(sessions: Evenings) -> None:
    sessions.camera = "camera.gone"

    def story() -> Iterator[None]:
        yield
        yield
        for press in (Press.LEFT, Press.LEFT, Press.LEFT):
            yield from sessions.press(press)
        assert sessions.page is None

    sessions.on(story())
    assert load_settings(sessions.config).screen.greeted


def test_where_no_camera_is_wanted_only_the_language_is_asked(sessions: Evenings) -> None:
    sessions.blind = True

    def story() -> Iterator[None]:
        yield
        yield
        assert sessions.page == "FirstStart"
        yield from sessions.press(Press.SELECT)
        assert (sessions.page, sessions.language) == (None, "it")

    sessions.on(story())
    kept = load_settings(sessions.config)
    assert (kept.screen.language, kept.screen.greeted) == ("it", True)


def test_all_of_it_is_reached_again_from_the_settings(sessions: Evenings) -> None:
    sessions.config.write_text("[screen]\ngreeted = true\n")

    def story() -> Iterator[None]:
        yield
        yield
        assert sessions.page is None
        yield from sessions.press(Press.SELECT)
        yield from sessions.choose("menu.main.settings")
        yield from sessions.choose("menu.settings.language")
        yield from sessions.choose("language.it")
        assert (sessions.page, sessions.language) == ("Settings", "it")
        yield from sessions.choose("menu.settings.voice")
        yield from sessions.choose("menu.settings.rig")
        yield from sessions.choose("menu.settings.volume")
        yield from sessions.press(Press.ADVANCE)
        assert sessions.page == "Settings"
        yield from sessions.choose("menu.settings.focus")
        assert sessions.page == "Focusing"

    sessions.on(story())
    kept = load_settings(sessions.config)
    assert (kept.screen.language, kept.sound.voice, kept.sound.volume) == ("it", True, 1.0)
    assert kept.play.rig == "station"


def test_where_there_is_no_screen_nothing_is_asked(sessions: Evenings) -> None:
    """Whoever presses blindly must not choose what he cannot see."""
    preferences = Preferences(load_settings(sessions.config), sessions.state)
    sessions.waiting = [Press.ADVANCE]
    sessions.story = iter([None, None])
    MainLoop(
        Session(TableUmpire(CODEBOOK)),
        Inputs(sessions, buttons=sessions),
        storage=Storage(preferences=preferences),
        clock=lambda: 0.0,
    ).run()
    assert preferences.settings == load_settings(sessions.config)
    assert not sessions.state.exists()


def test_a_demonstration_asks_nothing(sessions: Evenings) -> None:
    assert Preferences(load_settings(sessions.config)).shown()["screen.greeted"] is True
