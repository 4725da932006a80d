"""The first evening of a new appliance, by its five buttons alone: language, rig, a sharp picture; and never again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from device.appliance import Appliance
from device.evening import Evening
from device.eyes import Glance
from device.preferences import Preferences
from device.rig import ChangingSight, Rig
from device.screen import Screen
from device.settings import load_settings
from device.station import StationUmpire
from device.umpire import Umpire
from display.director import useful
from display.menu import COLUMNS
from display.model import Press, Preview
from display.position import View
from display.window import Window
from tests.device.tables import CODEBOOK, code_of
from vision.frame import Frame
from vision.kit import KitSizes
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
        self.sight = ChangingSight(Rig("table", "fiducial", CODEBOOK, KitSizes()).sight(previews=True))

    def on(self, story: Iterator[None]) -> None:
        """Switch it on, live through the story, and pull the plug."""
        settings = load_settings(self.config)
        self.preferences = Preferences(settings, self.state)
        language = settings.screen.language
        with Screen(lambda: self.opened(language), lambda: self.now) as screen:
            self.story = story
            self.appliance = Appliance(
                self,
                Evening(Umpire(CODEBOOK)),
                window=screen,
                buttons=self,
                preferences=self.preferences,
                rigs=self.set_up_as,
                clock=lambda: self.now,
            )
            self.appliance.run()

    def set_up_as(self, name: str) -> Rig:
        """The pictures are seen in the rig's way from now on."""
        rig = Rig(name, "fiducial", CODEBOOK, KitSizes())
        self.sight.turn_to(rig.sight(previews=True))
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
            frames.append(self.sight.see(Frame(image, self.frames * 0.15, self.frames)))
        return {item.place for glance in frames for item in glance.scene.items}

    def opened(self, language: str) -> Window:
        self.window = Window(SIZE, language=language, strict=True)
        return self.window

    def look(self) -> Glance | None:
        self.now, self.looks = self.now + 0.5, self.looks + 1
        if next(self.story, "the end") == "the end":
            return None
        preview = None if self.camera else Preview(64, 36, GREY, sharpness=self.sharpness)
        return Glance(Scene(self.now), self.looks, preview, self.camera, blind=self.blind)

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
def evenings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evenings:
    return Evenings(tmp_path, monkeypatch)


def first_evening(evenings: Evenings) -> Iterator[None]:
    yield
    yield
    assert evenings.page == "FirstStart"
    assert Press.UNDO not in useful(evenings.window.position, evenings.window._state), "nothing comes before it"
    yield from evenings.press(Press.UNDO)
    assert evenings.page == "FirstStart"
    yield from evenings.press(Press.RIGHT)
    assert (evenings.page, evenings.language) == ("Rigs", "pt_BR")
    assert Place.SHOWN not in evenings.places_of_a_card()
    yield from evenings.press(Press.SELECT)
    assert evenings.page == "Focusing"
    assert isinstance(evenings.appliance.evening.umpire, StationUmpire)
    assert Place.SHOWN in evenings.places_of_a_card(), "the camera's pictures are seen in the station's way at once"
    for evenings.sharpness, chosen in ((None, False), (0.4, False), (1.2, True)):
        yield
        yield
        tile = evenings.window.position.opened.page.menu(evenings.window._state).options[0].tile
        assert tile.chosen is chosen
    evenings.now += 600.0
    yield
    yield
    assert evenings.page == "Focusing", "it waits for as long as somebody turns the lens"
    yield from evenings.press(Press.LEFT)
    assert (evenings.page, evenings.window.position.view) == (None, View.WAITING)


def test_three_presses_set_up_a_new_appliance_for_good(evenings: Evenings) -> None:
    evenings.on(first_evening(evenings))
    kept = load_settings(evenings.config)
    assert (kept.screen.language, kept.play.rig, kept.screen.greeted) == ("pt_BR", "station", True)

    def second_evening() -> Iterator[None]:
        yield
        yield
        assert (evenings.page, evenings.language) == (None, "pt_BR")

    evenings.on(second_evening())


def test_the_plug_pulled_half_way_asks_again_in_the_language_that_was_chosen(evenings: Evenings) -> None:
    def half() -> Iterator[None]:
        yield
        yield
        yield from evenings.press(Press.ADVANCE)

    def again() -> Iterator[None]:
        yield
        yield
        assert (evenings.page, evenings.language) == ("FirstStart", "uk")

    evenings.on(half())
    evenings.on(again())


def test_without_a_camera_it_can_be_gone_on_from(evenings: Evenings) -> None:
    evenings.camera = "camera.gone"

    def story() -> Iterator[None]:
        yield
        yield
        for press in (Press.LEFT, Press.LEFT, Press.LEFT):
            yield from evenings.press(press)
        assert evenings.page is None

    evenings.on(story())
    assert load_settings(evenings.config).screen.greeted


def test_where_no_camera_is_wanted_only_the_language_is_asked(evenings: Evenings) -> None:
    evenings.blind = True

    def story() -> Iterator[None]:
        yield
        yield
        assert evenings.page == "FirstStart"
        yield from evenings.press(Press.SELECT)
        assert (evenings.page, evenings.language) == (None, "it")

    evenings.on(story())
    kept = load_settings(evenings.config)
    assert (kept.screen.language, kept.screen.greeted) == ("it", True)


def test_all_of_it_is_reached_again_from_the_settings(evenings: Evenings) -> None:
    evenings.config.write_text("[screen]\ngreeted = true\n")

    def story() -> Iterator[None]:
        yield
        yield
        assert evenings.page is None
        yield from evenings.press(Press.SELECT)
        yield from evenings.choose("menu.main.settings")
        yield from evenings.choose("menu.settings.language")
        yield from evenings.choose("language.it")
        assert (evenings.page, evenings.language) == ("Settings", "it")
        yield from evenings.choose("menu.settings.voice")
        yield from evenings.choose("menu.settings.rig")
        yield from evenings.choose("menu.settings.volume")
        yield from evenings.press(Press.ADVANCE)
        assert evenings.page == "Settings"
        yield from evenings.choose("menu.settings.focus")
        assert evenings.page == "Focusing"

    evenings.on(story())
    kept = load_settings(evenings.config)
    assert (kept.screen.language, kept.sound.voice, kept.sound.volume) == ("it", True, 1.0)
    assert kept.play.rig == "station"


def test_where_there_is_no_screen_nothing_is_asked(evenings: Evenings) -> None:
    """Whoever presses blindly must not choose what he cannot see."""
    preferences = Preferences(load_settings(evenings.config), evenings.state)
    evenings.waiting = [Press.ADVANCE]
    evenings.story = iter([None, None])
    Appliance(evenings, Evening(Umpire(CODEBOOK)), buttons=evenings, preferences=preferences, clock=lambda: 0.0).run()
    assert preferences.settings == load_settings(evenings.config)
    assert not evenings.state.exists()


def test_a_demonstration_asks_nothing(evenings: Evenings) -> None:
    assert Preferences(load_settings(evenings.config)).shown()["screen.greeted"] is True
