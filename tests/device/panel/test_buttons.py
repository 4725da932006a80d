"""Five buttons on mock pins: short, long, bouncing, absent."""

from __future__ import annotations

import os
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import gpiozero
import msgspec
import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from device.panel.pins import Buttons
from device.settings.settings import ButtonSettings, read_settings
from display.messages.presses import Press

if TYPE_CHECKING:
    from collections.abc import Iterator

SETTINGS = msgspec.structs.replace(read_settings(()).buttons, hold=0.03)


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory()
    before, gpiozero.Device.pin_factory = gpiozero.Device.pin_factory, factory
    yield factory
    factory.reset()
    gpiozero.Device.pin_factory = before


def down(pins: MockFactory, pin: int) -> None:
    pins.pin(pin).drive_low()


def up(pins: MockFactory, pin: int) -> None:
    pins.pin(pin).drive_high()


def tap(pins: MockFactory, pin: int) -> None:
    down(pins, pin)
    up(pins, pin)


def test_each_button_says_its_press_once(pins: MockFactory) -> None:
    with closing(Buttons(SETTINGS)) as buttons:
        for pin in (SETTINGS.advance, SETTINGS.undo, SETTINGS.left, SETTINGS.right, SETTINGS.select, SETTINGS.undo):
            tap(pins, pin)
        expected = [Press.ADVANCE, Press.UNDO, Press.LEFT, Press.RIGHT, Press.SELECT, Press.UNDO]
        assert buttons.presses() == expected
        assert buttons.presses() == []
        assert buttons.long_presses() == []
        assert buttons.notices() == ()


def test_a_long_press_is_said_while_it_lasts_and_is_no_short_one(pins: MockFactory) -> None:
    with closing(Buttons(SETTINGS)) as buttons:
        down(pins, SETTINGS.undo)
        held: list[Press] = []
        while not held:
            held = buttons.long_presses()
            time.sleep(0.002)
        up(pins, SETTINGS.undo)
        assert held == [Press.UNDO]
        assert buttons.presses() == []
        tap(pins, SETTINGS.undo)
        assert buttons.presses() == [Press.UNDO]


class HeldPin(MockPin):
    """Somebody holds the button down while it is connected."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.drive_low()


def test_a_button_that_was_down_before_the_program_started_counts_from_its_next_press_on(pins: MockFactory) -> None:
    pins.pin_class = HeldPin
    with closing(Buttons(SETTINGS)) as buttons:
        time.sleep(2 * SETTINGS.hold)
        up(pins, SETTINGS.advance)
        assert (buttons.presses(), buttons.long_presses()) == ([], [])
        tap(pins, SETTINGS.advance)
        assert buttons.presses() == [Press.ADVANCE]


def test_the_pins_debounce_as_set(pins: MockFactory) -> None:
    with closing(Buttons(SETTINGS)):
        assert pins.pin(SETTINGS.advance).bounce == SETTINGS.bounce
        assert pins.pin(SETTINGS.advance).pull == "up"


def test_pins_are_those_of_the_settings_and_zero_is_none(pins: MockFactory) -> None:
    settings = msgspec.structs.replace(SETTINGS, advance=5, select=0)
    with closing(Buttons(settings)) as buttons:
        tap(pins, 5)
        tap(pins, SETTINGS.advance)
        assert buttons.presses() == [Press.ADVANCE]
        assert Press.SELECT not in buttons.connected
        assert buttons.notices() == ()


def test_two_buttons_on_one_pin_are_one_button_and_a_notice(pins: MockFactory) -> None:
    with closing(Buttons(msgspec.structs.replace(SETTINGS, undo=SETTINGS.advance))) as buttons:
        (notice,) = buttons.notices()
        assert notice.key == "notice.button_unusable"
        assert notice.placeholders["button"] == "undo"
        assert tuple(buttons.connected) == (Press.ADVANCE, Press.LEFT, Press.RIGHT, Press.SELECT)


def test_without_gpio_there_is_one_notice_and_no_press(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", staticmethod(no_pins))
    with closing(Buttons(SETTINGS)) as buttons:
        assert [notice.key for notice in buttons.notices()] == ["notice.no_button"]
        assert buttons.notices() == ()
        assert buttons.presses() == []
        assert tuple(buttons.connected) == ()


def no_pins() -> None:
    raise gpiozero.BadPinFactory


def test_the_program_stays_in_its_folder_although_lgpio_takes_it_elsewhere(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = Path.cwd()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", staticmethod(lambda: os.chdir(tmp_path)))
    monkeypatch.chdir(before)  # back there afterwards, whatever happens
    with closing(Buttons(SETTINGS)):
        assert Path.cwd() == before


def test_closing_gives_the_pins_back_and_may_be_done_twice(pins: MockFactory) -> None:
    buttons = Buttons(SETTINGS)
    buttons.close()
    buttons.close()
    with closing(Buttons(SETTINGS)) as again:
        assert len(again.connected) == 5


def test_a_button_held_for_hours_does_not_fill_memory(pins: MockFactory) -> None:
    with closing(Buttons(SETTINGS)) as buttons:
        for _ in range(500):
            tap(pins, SETTINGS.left)
        assert len(buttons.presses()) <= 32


def test_no_button_at_all_asks_for_no_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", staticmethod(no_pins))
    none = ButtonSettings(advance=0, undo=0, left=0, right=0, select=0, bounce=0.03, hold=1.0, marks=("",) * 5)
    with closing(Buttons(none)) as buttons:
        assert buttons.notices() == ()
