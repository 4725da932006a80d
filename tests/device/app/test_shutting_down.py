"""Shutting down safely: a long press on ADVANCE asks; the answer ends the program and says the machine goes off."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

import pytest

from device.app.connections import Inputs
from device.app.main_loop import MainLoop
from device.perception.pipeline import FrameResult
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.messages.intents import Quit
from display.messages.presses import Press
from tests.device.tables import CODEBOOK
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Iterator


class Fingers:
    """Buttons that are pressed one after the other, one at each look; `held` is the first, held for long."""

    def __init__(self, held: Press, *presses: Press) -> None:
        self.held = [held]
        self.later = list(presses)
        self.looks = repeat(FrameResult(Scene(0.0), 0), 10)

    def look(self) -> FrameResult | None:
        return next(self.looks, None)

    def presses(self) -> list[Press]:
        return [] if self.held else [self.later.pop(0)] if self.later else []

    def long_presses(self) -> list[Press]:
        taken, self.held = self.held, []
        return taken

    def notices(self) -> Iterator[object]:
        return iter(())


def after(fingers: Fingers) -> MainLoop:
    appliance = MainLoop(Session(TableUmpire(CODEBOOK)), Inputs(fingers, buttons=fingers), clock=lambda: 0.0)
    appliance.run()
    return appliance


def test_a_long_press_on_advance_and_yes_end_the_program_and_switch_the_machine_off() -> None:
    fingers = Fingers(Press.ADVANCE, Press.SELECT)
    assert after(fingers).shut_down
    assert next(fingers.looks, None) is not None, "it ended before the pictures did"


@pytest.mark.parametrize("answer", [Press.LEFT, Press.UNDO])
def test_who_says_no_plays_on(answer: Press) -> None:
    fingers = Fingers(Press.ADVANCE, answer, Press.SELECT)
    assert not after(fingers).shut_down
    assert next(fingers.looks, None) is None


def test_a_long_press_on_another_button_asks_nothing() -> None:
    assert not after(Fingers(Press.UNDO, Press.SELECT)).shut_down


def test_closing_the_window_leaves_the_machine_on() -> None:
    appliance = MainLoop(Session(TableUmpire(CODEBOOK)), Inputs(Fingers(Press.UNDO)))
    appliance.press(Quit())
    assert not appliance.shut_down
