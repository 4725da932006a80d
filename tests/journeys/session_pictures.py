"""A first game on the real program: set up and played by hand for a while, then a demonstration to its end.

`python -m tests.journeys.session_pictures FOLDER` saves its pictures there (`docs/playing.md` shows them).
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from display.menu.main.main_menu import MainMenuPage
from display.messages.presses import Press
from tests.journeys.real_screen import LOOK, Newcomer, Program, RealScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Keep = Callable[[str], object]

BOARDS = (("giza", "A"), ("olympia", "B"), ("babylon", "A"))
WHOLE_GAME = 900.0
"""Seconds allowed for a game through the simulated camera, on a busy machine."""
CLASH, REVEALED = 0.5, 9.0
"""Seconds into the conflicts, and into the scoring, at which a picture is taken."""


def by_hand(screen: RealScreen, folder: Path, keep: Keep) -> list[Mapping[str, object]]:
    """Play from the first start to the third turn with five keys; returns what the program printed."""
    with Program(screen, folder, "run", "--camera", "none") as program:
        screen.steady()
        screen.changed()  # the program's name was there first
        newcomer = Newcomer(screen, folder)
        keep("language")
        newcomer.say("language.en")
        keep("buttons_hint")
        newcomer.press(Press.ADVANCE)
        keep("edition")
        newcomer.say("menu.players.first")
        keep("waiting")
        _set_up(newcomer, keep)
        newcomer.press(Press.ADVANCE)
        keep("guide")
        newcomer.press(Press.LEFT)
        keep("start")
        _first_turn(newcomer, keep)
        _second_turn(newcomer, keep)
        _look_round(newcomer, keep)
        screen.press(Press.QUIT)
        assert program.ends() == (0, ""), program.lines[-1:]
    booked = [line for line in program.lines if line["event"] == "action"]
    assert len(booked) == len(newcomer.game.actions), "the program recorded what was entered, and nothing else"
    return program.lines


def _set_up(newcomer: Newcomer, keep: Keep) -> None:
    newcomer.press(Press.SELECT)
    keep("menu_before")
    newcomer.say("menu.main.set_up")
    keep("players")
    newcomer.choose(lambda option: option.tile.big == str(len(BOARDS)))
    for number, (wonder, side) in enumerate(BOARDS):
        if number == 1:
            keep("boards")
        newcomer.choose(lambda option, w=wonder, s=side: (option.tile.words.key, option.tile.big) == (f"wonder.{w}", s))
    newcomer.say("menu.names.later")
    keep("seats")


def _first_turn(newcomer: Newcomer, keep: Keep) -> None:
    newcomer.press(Press.ADVANCE)
    keep("action")
    newcomer.press(Press.LEFT)
    keep("card_colours")
    newcomer.say("card.clay_pit")
    newcomer.say("card.timber_yard")
    newcomer.say("menu.turn.discard")
    assert newcomer.game.turn == 2, "the turn closes by itself"
    keep("second_turn")


def _second_turn(newcomer: Newcomer, keep: Keep) -> None:
    newcomer.press(Press.ADVANCE)
    newcomer.say("card.stockade")
    newcomer.say("card.guard_tower")
    keep("payment")
    newcomer.choose(lambda option: option.intent is not None)
    newcomer.say("card.scriptorium")
    keep("refused")
    newcomer.press(Press.UNDO)
    newcomer.press(Press.UNDO)
    newcomer.press(Press.UNDO)
    newcomer.say("menu.turn.discard")
    assert newcomer.game.turn == 3, newcomer.page
    keep("table")
    newcomer.press(Press.RIGHT)
    keep("city")


def _look_round(newcomer: Newcomer, keep: Keep) -> None:
    newcomer.press(Press.LEFT)
    _main_menu(newcomer)
    keep("menu")
    newcomer.say("menu.main.history")
    keep("history")
    _back_to_the_table(newcomer)
    _main_menu(newcomer)
    newcomer.say("menu.main.lookup")
    keep("look_up")
    _back_to_the_table(newcomer)
    _main_menu(newcomer)
    newcomer.say("menu.main.settings")
    keep("settings")
    _back_to_the_table(newcomer)
    _main_menu(newcomer)
    newcomer.say("menu.main.shut_down")
    keep("shut_down")
    _back_to_the_table(newcomer)


def _main_menu(newcomer: Newcomer) -> None:
    """Open the main menu."""
    newcomer.press(Press.SELECT)
    assert isinstance(newcomer.page, MainMenuPage)


def _back_to_the_table(newcomer: Newcomer) -> None:
    while newcomer.page is not None:
        newcomer.press(Press.UNDO)


def watched(screen: RealScreen, folder: Path, keep: Keep) -> list[Mapping[str, object]]:
    """Watch a game through the simulated camera to its final scoring; returns what the program printed."""
    with Program(screen, folder, "demo", "--players", "3", "--seed", "1", "--fast") as program:
        program.until(lambda line: line["event"] == "seats", WHOLE_GAME)
        keep("demo_seats")
        program.until(_turn_closed(2, 4), WHOLE_GAME)
        keep("demo_table")
        program.until(_turn_closed(2, 6), WHOLE_GAME)
        time.sleep(CLASH)
        keep("demo_conflicts")
        program.until(lambda line: (line["event"], line.get("age")) == ("conflicts", 3), WHOLE_GAME)
        time.sleep(REVEALED)
        keep("demo_scoring")
        while program.running:
            keep("demo_winner")
            time.sleep(LOOK)
        assert program.ends(WHOLE_GAME)[0] == 0
    return program.lines


def _turn_closed(age: int, turn: int) -> Callable[[Mapping[str, object]], bool]:
    return lambda line: (line["event"], line.get("age"), line.get("turn")) == ("turn_closed", age, turn)


def main(target: Path) -> None:
    """Save all pictures in a folder."""
    target.mkdir(parents=True, exist_ok=True)
    for story in (by_hand, watched):
        with tempfile.TemporaryDirectory() as folder, RealScreen() as screen:
            story(screen, Path(folder), lambda name, screen=screen: screen.keep(target / f"{name}.png"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
