"""Newcomers who press wrong keys in every fourth step, from the program's start to the first turn that is booked:

python -m tests.journeys.newcomer

Of four starts: the demonstration; no camera, five keys; no camera, three telephones; a camera (its pictures are drawn).
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import replace
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import MainLoop
from device.app.state_for_screen import state_for_screen
from device.perception.pipeline import FrameResult, SequentialPipeline
from device.perception.rig import Rig
from device.session import pressing
from device.session.session import Session
from device.settings.settings import DEFAULTS, read_settings
from device.simulation.players_at_table import FPS_SHOWN, PlayersAtTable
from device.simulation.table.script import HUMAN, TableScript
from display.menu.setup.first_turn import OfferedGuidePage
from display.messages.intents import Advance, Change, Enter, SetUp, Undo
from display.messages.presses import Press
from display.navigation.navigation import active_buttons, handle_press
from display.screens.layout import compose
from tests.browser.newcomers import three_telephones
from tests.browser.people import CHROMIUM, browser
from tests.dealing.dealer import deal
from tests.device.simulation.film import READING, frames_of
from tests.device.tables import CODEBOOK
from tests.journeys.key_tour import FIRST_TURN, KeyTour
from tests.journeys.playthrough import LOOK, MOMENT, ROUND, Buttons, FakeScreen, Playthrough

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from device.perception.pipeline import Pipeline
    from display.drawing.panel import Panel
    from display.menu import OpenPage
    from display.messages.intents import Intent
    from display.navigation.position import Position
    from display.table_state import TableState
    from engine import Game
    from vision.frame import Frame

KEYS = (Press.UNDO, Press.LEFT, Press.SELECT, Press.RIGHT, Press.ADVANCE)
EVERY = 4
"""In every step of this number wrong keys are pressed first."""
SCREEN = (800, 480)
SEED = 1
A_WHILE = 120
"""Moments after which nobody waits any longer."""


class Wrong:
    """Counts what wrong keys did, which begin after so many steps.

    `dead`: nothing; `back`: they opened something, and one press left it; `booked`: they did something that was seen,
    and that UNDO takes back where it belongs to the game.
    """

    def __init__(self, after: int = 0) -> None:
        self.steps, self.dead, self.back, self.booked = -after, 0, 0, 0

    def is_due(self) -> bool:
        """True in every fourth step."""
        self.steps += 1
        return self.steps % EVERY == 0


class Newcomer(KeyTour):
    """Without a camera, by five keys, from the first start on."""

    def __init__(self, folder: Path, after: int) -> None:
        folder.mkdir(exist_ok=True)
        self.wrong = Wrong(after)
        super().__init__(folder)

    def press(self, *presses: Press) -> None:
        """Press these keys, every fourth after wrong ones."""
        for press in presses:
            if self.wrong.is_due():
                press_wrongly(self, self.wrong, press)
            super().press(press)

    def read_the_guide(self) -> None:
        """Somebody does not know the game."""
        assert isinstance(self.page, OfferedGuidePage)
        while self.page is not None:
            self.press(Press.ADVANCE)


class Filmed:
    """Pictures that stand still, but for the noise of the first ones, until the game begins, and at their end."""

    def __init__(self, pictures: Iterator[Frame], still: int) -> None:
        self._pictures, self._first, self._number = pictures, [*islice(pictures, still)], 0
        self._last = self._first[-1]
        self.rolls = False

    def read(self) -> Frame:
        """The next picture."""
        waiting = self._first[self._number % len(self._first)]
        self._last = next(self._pictures, self._last) if self.rolls else waiting
        self._number += 1
        return replace(self._last, number=self._number, time=self._number / FPS_SHOWN)

    def close(self) -> None:
        """Nothing is open."""


class BeforeTheCamera(Newcomer):
    """With a camera over the table, whose pictures show the first turn."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.dealt = deal(3, SEED)
        script = TableScript(self.dealt, seed=SEED, pace=HUMAN)
        self.film = Filmed(frames_of(script, self.dealt, 1, FPS_SHOWN), round(READING * FPS_SHOWN))
        rig = Rig("table", "fiducial", CODEBOOK, read_settings((DEFAULTS,)).table.kit_sizes())
        self.pipeline: Pipeline = SequentialPipeline(self.film, rig.scene_reader(previews=True))
        super().__init__(folder, after=0)

    def look(self) -> FrameResult | None:
        return next_picture(self)

    def first_start(self) -> None:
        """Language, the hint about the buttons, the box, the rig, and the camera's picture."""
        self.press(Press.SELECT, Press.ADVANCE)
        for words in ("menu.players.first", "menu.settings.table"):
            self.choose_words(words)
        for _ in ("which loudspeaker", "was it heard", "is the picture sharp"):
            self.pick(lambda option: True)
        assert self.page is None

    def play(self) -> None:
        """Wait until the boards are seen, begin, and lay the cards."""
        wait_until(self, lambda: self.state.ready)
        self.press(Press.ADVANCE)
        self.read_the_guide()
        self.film.rolls = True
        wait_until(self, lambda: self.game.turn == 2)


class Visitor(Playthrough):
    """Watches the demonstration, and tries its keys."""

    def __init__(self) -> None:
        self.now, self._until, self.wrong = 0.0, 0.0, Wrong()
        self.fake_screen, self.buttons = FakeScreen(), Buttons()
        self.dealt = deal(4, SEED)
        rig = Rig("table", "fiducial", CODEBOOK, read_settings((DEFAULTS,)).table.kit_sizes())
        players = PlayersAtTable(self.dealt, fast=False, shown=True)
        reader = rig.scene_reader(previews=True, searches=False)
        self.pipeline = SequentialPipeline(players, reader)
        self.main_loop = MainLoop(
            Session(rig.umpire(), auto=True, shown=True, setup=rig.setup()),
            Inputs(self, self.buttons, live=True, simulated=True),
            Outputs(self.fake_screen, listeners=(players,)),
            Storage(),
            clock=self._clock,
        )
        players.sit_down(self.main_loop)

    def look(self) -> FrameResult | None:
        return next_picture(self)

    def close(self) -> None:
        """Close the window."""
        self.pipeline.close()

    def watch(self) -> None:
        """Until the first turn is booked; something wrong is pressed every fourth second."""
        self.wait(MOMENT)
        wait_until(self, lambda: self.main_loop.session.game is not None and self.game.turn == 2, self.look_and_press)

    def look_and_press(self) -> None:
        """A step of somebody who watches."""
        if self.wrong.is_due():
            press_wrongly(self, self.wrong, None)


def next_picture(play: BeforeTheCamera | Visitor) -> FrameResult | None:
    """What the camera sees now; None once the time is over that somebody waits."""
    if play.now >= play._until:
        return None
    play.now += max(0.0, 1 / FPS_SHOWN - ROUND)
    return play.pipeline.look()


def wait_until(play: Playthrough, happened: Callable[[], bool], step: Callable[[], None] = lambda: None) -> None:
    """Wait a moment at a time, and take such a step before."""
    for _ in range(A_WHILE):
        if happened():
            return
        step()
        play.wait(MOMENT)
    raise AssertionError("it does not happen")


# Wrong keys


def picture(state: TableState, position: Position) -> tuple[Panel, ...]:
    """All that is on the screen."""
    return compose(state, position, *SCREEN)


def what_is_up(play: Playthrough) -> tuple[OpenPage | None, object, Game | None, object]:
    """All that a press could change, except the time of the last press."""
    position, session = play.fake_screen.position, play.main_loop.session
    opened = position.opened
    return (opened and (opened.page, opened.path), position.screen, session.game, session.setup.seats)  # type: ignore[return-value]


def push(play: Playthrough, press: Press) -> None:
    """One key, and a moment."""
    play.buttons.push(press)
    play.wait(LOOK)


def press_wrongly(play: Playthrough, wrong: Wrong, wanted: Press | None) -> None:
    """Judge every key but the one that is wanted; press those that do nothing, and those that only open something."""
    count, watched, opened = play.buttons.count, wanted is None, play.fake_screen.position.opened
    if opened and opened.page.any_button:
        return
    for press in KEYS:
        state, position = play.state, play.fake_screen.position
        after, intent = handle_press(position, state, press, play.now)
        if press not in active_buttons(position, state):
            assert intent is None or does_nothing(play.main_loop.session, intent), f"{press} is dark, and does {intent}"
            assert picture(state, after) == picture(state, position), f"{press} is dark, and changes the screen"
            shown = what_is_up(play)
            push(play, press)
            assert watched or what_is_up(play) == shown, f"{press} is dark, and yet changed {shown}"
            wrong.dead += 1
        elif press is wanted:
            continue
        elif intent is not None:
            assert is_seen(play, state, position, after, intent), f"{press}: {intent} is not seen"
            wrong.booked += 1
        else:
            assert picture(state, after) != picture(state, position), f"{press} is lit, and nothing is seen of it"
            if press is not Press.UNDO and after.opened not in (position.opened, None):
                shown = what_is_up(play)
                push(play, press)
                push(play, Press.UNDO)
                assert watched or what_is_up(play) == shown, f"after {press} one press does not go back"
                wrong.back += 1
    play.buttons.count = count


def does_nothing(session: Session, intent: Intent) -> bool:
    """True if the game stays as it is; a sentence may say so."""
    done, _ = pressing.press(session, intent)
    return (done.game, done.setup) == (session.game, session.setup)


def is_seen(play: Playthrough, state: TableState, before: Position, after: Position, intent: Intent) -> bool:
    """True if the screen shows something else afterwards; what a game has more then is taken back by one Undo."""
    session = play.main_loop.session
    if isinstance(intent, Advance | Enter | SetUp | Undo):
        done, told = pressing.press(session, intent)
        if isinstance(intent, Enter) and done.entries != session.entries:
            back, _ = pressing.press(done, Undo())
            assert back.game == session.game, f"one Undo does not take back {intent}"
        shown = replace(
            state_for_screen(done, FrameResult(done.scene, 0, state.preview, blind=state.by_hand)),
            settings=state.settings,
            simulated=state.simulated,
        )
        return bool(told) or picture(shown, after) != picture(state, before)
    assert isinstance(intent, Change), intent
    return picture(state, after) != picture(state, before)


# The four starts


def demonstration() -> Visitor:
    """`make demo`: its first turn plays itself."""
    user = Visitor()
    user.watch()
    return user


def without_a_camera(folder: Path, after: int = 0) -> Newcomer:
    """From the first start to the first turn that is booked."""
    user = Newcomer(folder, after)
    user.first_start()
    user.set_up()
    user.read_the_guide()
    for card in FIRST_TURN:
        user.enter(card)
    user.close_pages()
    return user


def with_a_camera(folder: Path) -> BeforeTheCamera:
    """From the first start to the first turn that is booked."""
    user = BeforeTheCamera(folder)
    user.first_start()
    user.play()
    return user


def main() -> None:
    """Print the counts."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    with tempfile.TemporaryDirectory() as folder:
        for name, start in (
            ("demonstration", demonstration),
            ("five keys, no camera", lambda: without_a_camera(Path(folder) / "keys")),
            ("camera, drawn", lambda: with_a_camera(Path(folder) / "film")),
        ):
            user = start()
            wrong = user.wrong
            tell(name, user.buttons.count, user.now, wrong.dead, wrong.back + wrong.booked)
            user.close()
    if not CHROMIUM or find_spec("playwright") is None:
        sys.stdout.write("three telephones: needs Chromium and Playwright\n")
        return
    with browser() as chromium:
        told = three_telephones(chromium)
    tell("three telephones", told["presses"], told["seconds"], told["nothing"], told["seen"])


def tell(name: str, presses: int, seconds: float, nothing: int, seen: int) -> None:
    """One line. `seconds`: with a moment for each press; those of telephones are those of this machine."""
    sys.stdout.write(
        f"{name:22} {presses:3} presses, {seconds:3.0f} s; wrong ones: {nothing} did nothing, {seen} were seen\n"
    )


if __name__ == "__main__":
    main()
