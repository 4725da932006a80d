"""The first start, with five buttons: language, rig and a sharp picture are asked once and never again."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import MainLoop
from device.panel.screen import Screen
from device.perception.pipeline import FrameResult
from device.perception.rig import Rig, SwitchableSceneReader
from device.session.session import Session
from device.settings.preferences import Preferences
from device.settings.settings import load_settings
from device.umpire.station.station_umpire import StationUmpire
from device.umpire.table import TableUmpire
from display.menu import COLUMNS
from display.messages.presses import Press
from display.messages.preview import Preview
from display.navigation.navigation import active_buttons
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


class NewAppliance:
    """A program that is started and stopped; `sharpness` is that of the picture, None without a sticker in it."""

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
        """Start it, run through the story, and pull the plug."""
        settings = load_settings(self.config)
        self.preferences = Preferences(settings, self.state)
        language = settings.screen.language
        with closing(Screen(lambda: self.opened(language), lambda: self.now)) as screen:
            self.story = story
            self.main_loop = MainLoop(
                Session(TableUmpire(CODEBOOK)),
                Inputs(self, buttons=self, switch_rig=self.set_up_as),
                Outputs(screen),
                Storage(preferences=self.preferences),
                clock=lambda: self.now,
            )
            self.main_loop.run()

    def set_up_as(self, name: str) -> Rig:
        """Read the pictures as this rig does from now on."""
        rig = Rig(name, "fiducial", CODEBOOK, KitSizes())
        self.scene_reader.switch_to(rig.scene_reader(previews=True))
        return rig

    def places_of_a_card(self) -> set[Place]:
        """The places in which a card is found that lies under the camera for three seconds."""
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
        """Press the keys for the option with these words on the open page."""
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
def appliance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NewAppliance:
    return NewAppliance(tmp_path, monkeypatch)


def first_start(appliance: NewAppliance) -> Iterator[None]:
    yield
    yield
    assert appliance.page == "FirstStartPage"
    assert Press.UNDO not in active_buttons(appliance.window.position, appliance.window._state)
    yield from appliance.press(Press.UNDO)
    assert appliance.page == "FirstStartPage"
    yield from appliance.choose("language.pt_BR")
    assert (appliance.page, appliance.language) == ("ButtonsHintPage", "pt_BR")
    yield from appliance.press(Press.UNDO)
    assert appliance.page == "EditionPage", "any button goes on"
    yield from appliance.press(Press.UNDO)
    assert appliance.page == "FirstStartPage", "and it was the wrong language"
    yield from appliance.choose("language.pt_BR")
    yield from appliance.press(Press.SELECT)
    assert appliance.page == "EditionPage"
    yield from appliance.choose("menu.players.second")
    assert appliance.page == "RigPage"
    assert Place.SHOWN not in appliance.places_of_a_card()
    yield from appliance.press(Press.LEFT)
    if appliance.page == "LoudspeakerPage":
        yield from appliance.press(Press.LEFT)
        assert appliance.page == "HeardPage"
        yield from appliance.press(Press.LEFT)
    assert appliance.page == "FocusPage"
    assert isinstance(appliance.main_loop.session.umpire, StationUmpire)
    assert Place.SHOWN in appliance.places_of_a_card(), "pictures are read as a station reads them at once"
    for appliance.sharpness, chosen in ((None, False), (0.4, False), (1.2, True)):
        yield
        yield
        tile = appliance.window.position.opened.page.menu(appliance.window._state).options[0].tile
        assert tile.chosen is chosen
    appliance.now += 600.0
    yield
    yield
    assert appliance.page == "FocusPage", "it waits while somebody focuses the lens"
    yield from appliance.press(Press.LEFT)
    assert (appliance.page, appliance.window.position.screen) == (None, ScreenId.WAITING)


def test_a_few_presses_set_up_a_new_appliance_for_good(appliance: NewAppliance) -> None:
    appliance.on(first_start(appliance))
    kept = load_settings(appliance.config)
    assert (kept.screen.language, kept.play.rig, kept.screen.greeted) == ("pt_BR", "station", True)
    assert kept.play.edition == "second"

    def second_start() -> Iterator[None]:
        yield
        yield
        assert (appliance.page, appliance.language) == (None, "pt_BR")

    appliance.on(second_start())


def test_after_a_power_cut_it_asks_again_in_the_chosen_language(appliance: NewAppliance) -> None:
    def half() -> Iterator[None]:
        yield
        yield
        yield from appliance.choose("language.uk")

    def again() -> Iterator[None]:
        yield
        yield
        assert (appliance.page, appliance.language) == ("FirstStartPage", "uk")

    appliance.on(half())
    appliance.on(again())


def test_it_can_be_finished_when_the_camera_is_missing(appliance: NewAppliance) -> None:
    appliance.camera = "camera.gone"

    def story() -> Iterator[None]:
        yield
        yield
        presses = 0
        while appliance.page is not None and presses < 9:
            presses += 1
            yield from appliance.press(Press.LEFT)
        assert appliance.page is None

    appliance.on(story())
    assert load_settings(appliance.config).screen.greeted


def test_without_a_camera_in_the_settings_only_language_and_edition_are_asked(appliance: NewAppliance) -> None:
    appliance.blind = True

    def story() -> Iterator[None]:
        yield
        yield
        assert appliance.page == "FirstStartPage"
        yield from appliance.choose("language.it")
        assert (appliance.page, appliance.language) == ("ButtonsHintPage", "it")
        yield from appliance.press(Press.ADVANCE)
        assert appliance.page == "EditionPage"
        yield from appliance.press(Press.ADVANCE)
        assert appliance.page == "EditionPage", "a key with nothing above it answers nothing"
        yield from appliance.choose("menu.players.second")
        assert appliance.page is None

    appliance.on(story())
    kept = load_settings(appliance.config)
    assert (kept.screen.language, kept.play.edition, kept.screen.greeted) == ("it", "second", True)
    assert kept.screen.guide, "the first game begins with a guide"


def test_the_settings_lead_to_all_of_it_again(appliance: NewAppliance) -> None:
    appliance.config.write_text("[screen]\ngreeted = true\n")

    def story() -> Iterator[None]:
        yield
        yield
        assert appliance.page is None
        yield from appliance.press(Press.SELECT)
        yield from appliance.choose("menu.main.settings")
        yield from appliance.choose("menu.settings.language")
        yield from appliance.choose("language.it")
        assert (appliance.page, appliance.language) == ("SettingsPage", "it")
        yield from appliance.choose("menu.settings.voice")
        yield from appliance.choose("menu.settings.rig")
        yield from appliance.choose("menu.settings.volume")
        assert appliance.page == "SettingsPage"
        yield from appliance.choose("menu.settings.focus")
        assert appliance.page == "FocusPage"

    appliance.on(story())
    kept = load_settings(appliance.config)
    assert (kept.screen.language, kept.sound.voice, kept.sound.volume) == ("it", True, 0.75)
    assert kept.play.rig == "station"


def test_without_a_screen_nothing_is_asked(appliance: NewAppliance) -> None:
    """A press must not choose an invisible option."""
    preferences = Preferences(load_settings(appliance.config), appliance.state)
    appliance.waiting = [Press.ADVANCE]
    appliance.story = iter([None, None])
    MainLoop(
        Session(TableUmpire(CODEBOOK)),
        Inputs(appliance, buttons=appliance),
        storage=Storage(preferences=preferences),
        clock=lambda: 0.0,
    ).run()
    assert preferences.settings == load_settings(appliance.config)
    assert not appliance.state.exists()


def test_a_demonstration_asks_nothing(appliance: NewAppliance) -> None:
    assert Preferences(load_settings(appliance.config)).shown()["screen.greeted"] is True
