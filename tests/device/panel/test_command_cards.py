"""Command cards press the buttons."""

from dataclasses import replace

from device.panel.command_cards import CommandCards
from display.messages.intents import Leave
from display.messages.presses import Press, ToMenu
from tests.device.tables import CODEBOOK, FakeTable
from tests.journeys.playthrough import Playthrough
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
