"""Drives an appliance with the example feature: opens its page, takes a picture, presses its option, tells what it saw.

Then asks for its command, and runs the example's own tests. `python -m tests.device.features.drive_example FOLDER
EXAMPLE`, where the journal and the example are; runs in a process of its own, as features are looked for once.
"""

from __future__ import annotations

import io
import json
import sys
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import MainLoop
from device.app.running_features import Appliance, RunningFeatures
from device.command_line import main as wondertable
from device.journal.journal import JOURNAL, Journal
from device.perception.pipeline import FrameResult
from device.session.session import Session
from device.settings.preferences import Preferences
from device.settings.settings import load_settings
from device.umpire.table import TableUmpire
from display.messages.presses import Pick, Press
from display.window import Window
from tests.display.drawn import screenshot
from vision.kit.codebook import Codebook
from vision.scene import Scene

ROUNDS = 8


class Person:
    """Somebody who opens the menu, then the page of the feature, looks, and presses its first option."""

    def __init__(self, folder: Path, window: Window) -> None:
        self.folder, self.window, self.up = folder, window, True
        self.position, self.seen = window.position, []

    def show(self, state, now):
        self.seen.append(dict(state.features["wins"].rows))
        self.window.show(state, now)
        self.state, self.position = state, self.window.position

    def presses(self):
        page = self.position.opened.page if self.position.opened else None
        if page is None:
            return (Press.SELECT,)
        if type(page).__name__ == "MainMenuPage":
            keys = [option.tile.words.key for option in page.menu(self.state).options]
            return (Pick(keys.index("wins.title")),)
        if not (self.folder / "page.png").exists():
            (self.folder / "page.png").write_bytes(screenshot(self.window))
            return (Pick(0),)
        return ()

    def press(self, user_input, state, now):
        return self.window.press(user_input, state, now)

    def busy(self, state):
        return False

    def notices(self):
        return ()


class NoPictures:
    """No camera, for some rounds."""

    def __init__(self) -> None:
        self.rounds = 0

    def look(self):
        self.rounds += 1
        return FrameResult(Scene(0.0), self.rounds, blind=True) if self.rounds <= ROUNDS else None

    def close(self) -> None:
        pass


def driven(folder: Path) -> dict[str, object]:
    """What somebody at the screen saw."""
    preferences = Preferences(load_settings())
    with Window((800, 480), strict=True) as window, closing(Journal(folder / JOURNAL)) as journal:
        person = Person(folder, window)
        with closing(RunningFeatures(Appliance(preferences, journal, folder, live=True))) as features:
            session = Session(TableUmpire(Codebook.load()), shown=True)
            MainLoop(session, Inputs(NoPictures()), Outputs(person, features=features), Storage(journal)).run()
        notices = [notice.key for notice in person.state.notices]
    return {"first": person.seen[0], "last": person.seen[-1], "notices": notices}


def commanded(*arguments: str) -> tuple[int, str]:
    """A command's status and all that it says."""
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        try:
            status = wondertable(arguments)
        except SystemExit as ended:
            status = int(ended.code or 0)
    return status, said.getvalue()


def main(folder: Path, example: Path) -> None:
    told = driven(folder)
    told["help"] = commanded("--help")
    for hours in ("9e6", "'long'"):
        (folder / "wins.toml").write_text(f"[wins]\nhours = {hours}\n")
        told[f"hours = {hours}"] = commanded("--config", str(folder / "wins.toml"), "wins")
    with redirect_stdout(io.StringIO()) as said:
        told["tests"] = (int(pytest.main(["-q", "-p", "no:cacheprovider", str(example)])), said.getvalue())
    print(json.dumps(told))  # noqa: T201


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
