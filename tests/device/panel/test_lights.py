"""Lights in the buttons and the buzzer on mock pins."""

from __future__ import annotations

import time
from contextlib import closing
from typing import TYPE_CHECKING

import gpiozero
import msgspec
import pytest
from gpiozero.pins.mock import MockFactory

from device.panel.pins import Buzzer, Lights
from device.session.session import Session
from device.settings.settings import LightSettings, read_settings
from device.umpire.table import TableUmpire
from display.messages.events import Asked, Cleared, Refused
from display.messages.presses import Press
from display.messages.questions import Question
from vision.kit.codebook import Codebook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from display.messages.events import Event

NONE = read_settings(()).lights
SETTINGS = LightSettings(advance=5, undo=6, left=12, right=13, select=16, buzzer=19)


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory()
    before, gpiozero.Device.pin_factory = gpiozero.Device.pin_factory, factory
    yield factory
    factory.reset()
    gpiozero.Device.pin_factory = before


def shining(pins: MockFactory) -> set[int]:
    return {pin for pin in (5, 6, 12, 13, 16) if pins.pin(pin).state}


def buzzes(pins: MockFactory, event: Event, settings: LightSettings = SETTINGS) -> int:
    """How often the buzzer's pin went up until it was silent."""
    pins.pin(19).clear_states()
    with closing(Buzzer(settings)) as buzzer:
        buzzer(event, Session(TableUmpire(Codebook.load())))
        time.sleep(0.5)
        return sum(state.state for state in pins.pin(19).states[1:])


def test_only_the_buttons_that_would_do_something_shine(pins: MockFactory) -> None:
    with closing(Lights(SETTINGS)) as lights:
        lights.show({Press.ADVANCE, Press.UNDO})
        assert shining(pins) == {5, 6}
        lights.show({Press.LEFT, Press.UNDO})
        assert shining(pins) == {6, 12}


def test_what_stays_as_it_is_is_not_switched_again(pins: MockFactory) -> None:
    with closing(Lights(SETTINGS)) as lights:
        lights.show({Press.SELECT})
        pins.pin(16).clear_states()
        for _ in range(5):
            lights.show({Press.SELECT})
        assert len(pins.pin(16).states) == 1


def test_they_are_dark_when_the_program_ends(pins: MockFactory) -> None:
    lights = Lights(SETTINGS)
    lights.show(set(Press))
    lights.close()
    lights.close()
    assert shining(pins) == set()


def test_a_light_that_is_not_wired_is_left_alone(pins: MockFactory) -> None:
    with closing(Lights(msgspec.structs.replace(SETTINGS, undo=0))) as lights:
        lights.show(set(Press))
        assert shining(pins) == {5, 12, 13, 16}
        assert lights.notices() == ()


def test_a_pin_that_a_button_has_already_is_said(pins: MockFactory) -> None:
    with gpiozero.Button(5), closing(Lights(SETTINGS)) as lights:
        (notice,) = lights.notices()
        assert notice.key == "notice.light_unusable"
        assert notice.placeholders["pin"] == 5
        lights.show(set(Press))
        assert shining(pins) - {5} == {6, 12, 13, 16}


def test_a_light_that_fails_while_it_is_used_is_said_and_left_out(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise OSError("bad handle")

    with closing(Lights(SETTINGS)) as lights:
        lights.show({Press.ADVANCE})
        with monkeypatch.context() as broken:
            broken.setattr(gpiozero.LED, "on", failing)
            lights.show({Press.ADVANCE, Press.UNDO})
        (notice,) = lights.notices()
        assert (notice.key, notice.placeholders["light"]) == ("notice.light_unusable", "undo")
        assert shining(pins) == {5}
        lights.show({Press.UNDO, Press.LEFT})
        assert shining(pins) == {12}


def test_a_failing_buzzer_does_not_stop_the_game(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> None:
        raise OSError("bad handle")

    monkeypatch.setattr(gpiozero.Buzzer, "beep", failing)
    with closing(Buzzer(SETTINGS)) as buzzer:
        buzzer(Refused("notice.not_ready"), Session(TableUmpire(Codebook.load())))
        assert [notice.key for notice in buzzer.notices()] == ["notice.buzzer_unusable"]


def test_without_pins_a_notice_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise gpiozero.BadPinFactory("no pins here")

    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", staticmethod(none))
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    with closing(Lights(SETTINGS)) as lights, closing(Buzzer(SETTINGS)) as buzzer:
        lights.show(set(Press))
        buzzer(Cleared(), Session(TableUmpire(Codebook.load())))
        assert [notice.key for notice in lights.notices()] == ["notice.no_light"]
        assert [notice.key for notice in buzzer.notices()] == ["notice.no_buzzer"]


def test_who_wired_nothing_hears_no_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    with closing(Lights(NONE)) as lights, closing(Buzzer(NONE)) as buzzer:
        assert lights.notices() + buzzer.notices() == ()


def test_a_question_buzzes_twice_and_a_refusal_three_times(pins: MockFactory) -> None:
    assert buzzes(pins, Asked(Question(0, "two_cards"))) == 2
    assert buzzes(pins, Refused("notice.not_ready")) == 3
    assert buzzes(pins, Cleared()) == 0
