"""The pages of the kit check and the enrolment, and where the camera's pictures go while one is open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from device.app.running_features import Appliance, Present
from device.features.kit_check.pages import EnrolmentMissingPage, EnrolmentPage, KitCheckPage, KitFindingsPage, ShownKit
from device.features.kit_check.running import RunningKitCheck
from device.features.kit_check.shown import BoxThing, Enrol, KitCheck
from device.perception.pipeline import FrameResult
from device.perception.rig import Rig
from device.settings.preferences import Preferences
from device.settings.settings import DEFAULTS, read_settings
from display.menu.main.main_menu import CameraPage, MainMenuPage
from display.messages.intents import FeatureIntent
from display.table_state import TableState
from tests.device.tables import CODEBOOK
from tests.display.sessions import marks, played
from vision.frame import Frame
from vision.kit.sizes import KitSizes
from vision.scene import Scene

if TYPE_CHECKING:
    from pathlib import Path

    from display.menu import Option, Page

SEATS = TableState(seats=marks(4))


def showing(check: KitCheck | None) -> TableState:
    return replace(SEATS, features={"kit_check": ShownKit(check)})


def asks(what: Enrol) -> FeatureIntent:
    return FeatureIntent("kit_check", what)


def options(state: TableState, page: Page) -> dict[str, Option]:
    """The options by the last part of their words' key."""
    found = page.menu(state).options
    return {option.tile.words.key.rpartition(".")[2]: option for option in found if option.tile.words}


BOX = (
    BoxThing("card.altar", "Altar", "Age I"),
    BoxThing("card.baths", "Baths", "Age I", is_known=True),
    BoxThing("back.1", "Age I", "Backs", is_known=True),
)


def test_cards_are_learned_before_a_game() -> None:
    ready = showing(KitCheck(1, "Altar", "", "You have shown this", box=BOX))
    page = options(ready, MainMenuPage())["enrol"].leads_to
    assert page == EnrolmentPage()
    assert (options(ready, page)["next"].leads_to, options(ready, page)["next"].intent) == (page, asks(Enrol(step=1)))
    assert options(ready, page)["wrong"].intent == asks(Enrol(wrong=True))
    assert "wrong" not in options(showing(KitCheck(1, "Altar", box=BOX)), page)
    missing = options(ready, page)["missing"].leads_to
    assert options(ready, missing)["go_on"].leads_to == page
    assert EnrolmentPage().current(SEATS) is missing.current(SEATS) is None
    stickers = showing(KitCheck(3, "Altar"))
    assert EnrolmentPage().menu(stickers).options == (), "a check of stickers goes on"


def test_any_thing_of_the_box_is_chosen_from_lists() -> None:
    ready = showing(KitCheck(1, "Altar", box=BOX))
    parts = options(ready, EnrolmentPage())["choose"].leads_to
    first, backs = parts.menu(ready).options
    assert dict(first.tile.note.placeholders) == {"shown": 1, "of": 2}
    assert (first.tile.dim, backs.tile.dim) == (False, True)
    altar, baths = first.leads_to.menu(ready).options
    assert (altar.leads_to, altar.intent) == (EnrolmentPage(), asks(Enrol(choose="card.altar")))
    assert (altar.tile.icon, baths.tile.icon) == ("", "check")


def test_the_kit_is_checked_before_a_game_where_there_is_a_camera() -> None:
    ready = showing(None)
    assert options(ready, MainMenuPage())["kit_check"].leads_to == KitCheckPage()
    assert "kit_check" not in options(SEATS, MainMenuPage())
    assert KitCheckPage().current(ready) == KitCheckPage()
    assert KitFindingsPage().current(SEATS) is KitCheckPage().current(SEATS) is None


class UsualReader:
    """Counts the pictures of the game."""

    pictures = 0

    def read(self, frame: Frame) -> FrameResult:
        self.pictures += 1
        return FrameResult(Scene(frame.time), frame.number)

    def start_game(self) -> None:
        """Nothing to do."""

    def end_game(self) -> None:
        """Nothing to do."""


class Camera:
    """A camera that shows bare ground, with the feature in front of the game's reader."""

    def __init__(self, pictures: Path) -> None:
        rig = Rig("table", "fiducial", CODEBOOK, KitSizes(), pictures)
        appliance = Appliance(Preferences(read_settings((DEFAULTS,))), None, None, live=True, rig=rig)
        self.feature, self.usual = RunningKitCheck(appliance), UsualReader()
        self.reader = self.feature.reader(self.usual)

    def shows(self, page: Page | None, state: TableState = SEATS) -> ShownKit | None:
        """What is on the screen after a picture, while this page is open."""
        self.feature.value(Present(state, page, None, 0, 0.0))
        self.reader.read(Frame(np.full((90, 160), 120, np.uint8), 1.0, 0))
        return self.feature.value(Present(state, page, None, 0, 0.0))


@pytest.mark.parametrize("page", [KitCheckPage(), KitFindingsPage(), EnrolmentPage(), EnrolmentMissingPage()])
def test_while_its_page_is_open_the_pictures_are_not_the_game_s(page: Page, tmp_path: Path) -> None:
    camera = Camera(tmp_path)
    assert (camera.shows(None), camera.usual.pictures) == (ShownKit(None), 1)
    shown = camera.shows(page)
    assert shown is not None
    assert shown.check is not None
    assert bool(shown.check.box) is isinstance(page, EnrolmentPage | EnrolmentMissingPage)
    assert camera.usual.pictures == 1
    assert (camera.shows(CameraPage()), camera.usual.pictures) == (ShownKit(None), 2)


def test_a_telephone_keeps_the_camera_at_the_cards_until_it_leaves(tmp_path: Path) -> None:
    camera = Camera(tmp_path)
    looked, left = EnrolmentPage().attended
    camera.feature.press(looked.what)
    assert camera.shows(None).check is not None
    camera.feature.press(left.what)
    assert camera.shows(None) == ShownKit(None)


def test_during_a_game_and_without_a_camera_there_is_nothing_to_check(tmp_path: Path) -> None:
    game = played(3, 1)
    assert Camera(tmp_path).shows(None, replace(SEATS, game=game)) is None
    appliance = Appliance(Preferences(read_settings((DEFAULTS,))), None, None, live=True)
    assert RunningKitCheck(appliance).value(Present(SEATS, None, None, 0, 0.0)) is None
