"""Command cards press the buttons."""

from dataclasses import replace

import numpy as np

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import MainLoop
from device.panel.command_cards import CommandCards
from device.perception.rig import Rig, SwitchableSceneReader
from device.session.session import Session
from device.settings.preferences import Preferences
from device.settings.settings import DEFAULTS, read_settings
from display.messages.intents import Change, Leave
from display.messages.presses import Press, ToMenu
from tests.device.tables import CODEBOOK, FakeTable
from tests.journeys.playthrough import FakeScreen, Playthrough
from tests.vision.station_mat import StationMat
from vision.frame import Frame
from vision.kit.sizes import KitSizes
from vision.kit.symbols import Symbology, picture_of, symbol_of
from vision.scene import Item, Place


def command(name, track, since=10.0):
    code = next(entry.code for entry in CODEBOOK if entry.kind == "command" and entry.id == name)
    return Item(track, code, Place.ELSEWHERE, None, None, 0.0, 0.0, 0.0, since)


def scene(*items, time=20.0):
    return replace(FakeTable([]).scene(time), items=items)


def watching():
    """Command cards that have been looked for since the power was switched on."""
    cards = CommandCards(CODEBOOK)
    assert cards.presses(scene(time=1.0)) == []
    return cards


def test_a_command_card_is_pressed_once_however_long_it_lies():
    cards = watching()
    lying = scene(command("advance", 1))
    assert cards.presses(lying) == [Press.ADVANCE]
    assert cards.presses(lying) == []


def test_lifted_and_laid_again_it_is_pressed_again():
    cards = watching()
    assert cards.presses(scene(command("undo", 1))) == [Press.UNDO]
    assert cards.presses(scene()) == []
    assert cards.presses(scene(command("undo", 2, since=15.0))) == [Press.UNDO]


def test_the_menu_has_a_card_of_its_own():
    assert watching().presses(scene(command("menu", 1))) == [ToMenu()]


def test_game_cards_press_nothing():
    cards = watching()
    table = FakeTable([("giza", "A")])
    table.lay(0, "altar")
    assert cards.presses(table.scene()) == []


def test_a_command_card_that_was_left_lying_is_not_pressed_by_switching_on():
    cards = CommandCards(CODEBOOK)
    assert cards.presses(scene(time=100.0)) == []
    assert cards.presses(scene(command("undo", 1, since=100.1), time=101.0)) == []
    assert cards.presses(scene(time=110.0)) == []
    assert cards.presses(scene(command("undo", 2, since=112.0), time=113.0)) == [Press.UNDO]


def test_a_command_card_that_led_to_another_game_is_not_pressed_again_in_it():
    playthrough = Playthrough(auto=False)
    playthrough.press(Press.ADVANCE)
    playthrough.main_loop.press(Leave())
    playthrough.wait(0.5)
    playthrough.table.items.append(command("advance", 91, since=playthrough.now))
    playthrough.wait(5)
    assert playthrough.main_loop.session.game is None
    playthrough.table.items.pop()
    playthrough.wait(2)
    playthrough.table.items.append(command("advance", 92, since=playthrough.now))
    playthrough.wait(1)
    assert playthrough.main_loop.session.game is not None


def test_a_command_card_that_chose_another_rig_is_not_pressed_again_in_it():
    code = command("select", 1).code
    rigs = {name: Rig(name, "fiducial", CODEBOOK, KitSizes()) for name in ("table", "station")}
    scene_reader = SwitchableSceneReader(rigs["table"].scene_reader(previews=False))
    mat = np.full((480, 640), 190, np.uint8)
    with_card = mat.copy()
    with_card[200:260, 300:360] = picture_of(symbol_of(code, Symbology.FIDUCIAL, KitSizes()))[::5, ::5]
    pressed = []

    class Pictures:
        number = 0

        def look(self):
            self.number += 1
            image = mat if self.number < 40 else with_card
            return scene_reader.read(Frame(image, self.number / 8, self.number)) if self.number < 120 else None

    class RigOnScreen(FakeScreen):
        def press(self, press, state, now):
            pressed.append(press)
            return Change("play.rig", "table" if state.settings["play.rig"] == "station" else "station")

    def switch(name):
        scene_reader.switch_to(rigs[name].scene_reader(previews=False))
        return rigs[name]

    preferences = Preferences(read_settings((DEFAULTS,)))
    inputs = Inputs(Pictures(), switch_rig=switch)
    MainLoop(Session(rigs["table"].umpire()), inputs, Outputs(RigOnScreen()), Storage(preferences=preferences)).run()
    assert pressed == [Press.SELECT]


def test_a_command_card_that_was_covered_at_a_station_is_pressed_again_only_once_it_is_lifted():
    cards, mat, presses = CommandCards(CODEBOOK), StationMat(), []

    def wait(seconds):
        for _ in range(round(seconds * mat.fps)):
            presses.extend(cards.presses(mat.look()))

    for front in (3, 40):  # from these it learns how the empty mat looks
        mat.lay(front)
        wait(1)
        mat.take()
        wait(1)
    mat.lay(command("undo", 1).code)
    wait(1)
    mat.hand = (500.0, 300.0)
    wait(8)
    mat.hand = None
    wait(1)
    covered, mat.lying = mat.lying, []
    mat.lay(3, 510.0, 310.0)
    wait(2)
    mat.lying = covered
    wait(1)
    assert presses == [Press.UNDO]
    mat.take()
    wait(1)
    mat.lay(command("undo", 1).code)
    wait(1)
    assert presses == [Press.UNDO, Press.UNDO]
