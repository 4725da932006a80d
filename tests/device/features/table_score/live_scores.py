"""Scores tables from the menu, as they lie before the camera, and with the command.

`python -m tests.device.features.table_score.live_scores PATH...`: JPEGs, folders of them, and films, of which the last
picture counts. Each goes through `wondertable run --camera files:...`, whose menu is used with five keys, and through
`wondertable score`. Coins are made up; conflict tokens are what the shields give. Exits with 1 if any differ.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import cv2
import pygame

from device.cameras.film import FilmCamera
from device.command_line import main as wondertable
from device.commands.appliance import assembly
from device.features.table_score.pages import (
    NAME,
    CountCoinsPage,
    CountTokensPage,
    CourtedPage,
    TableScorePage,
    TableSheetPage,
)
from device.features.table_score.painting import SeenCities
from device.features.table_score.running import PICTURE
from device.for_features.photographs.counting import score_rows
from device.journal.archive import played
from device.journal.journal import JOURNAL, Journal
from device.panel.screen import Screen
from display.facts.names import spoken
from display.messages.presses import Press
from display.words import Line, Words
from tests.journeys.person import column_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from display.menu import Option
    from display.table_state import TableState

MOST_KEYS = 80
"""No table takes as many; so often the camera shows its picture."""
KEYS = {
    Press.UNDO: pygame.K_1,
    Press.LEFT: pygame.K_2,
    Press.SELECT: pygame.K_3,
    Press.RIGHT: pygame.K_4,
    Press.ADVANCE: pygame.K_5,
    Press.QUIT: pygame.K_ESCAPE,
}


class MenuUser(Screen):
    """The screen, and somebody who scores the table on it: one key for each of the camera's pictures."""

    state: TableState | None = None

    def __init__(self, opens: Callable[[], Any]) -> None:
        super().__init__(opens)
        self.keys = 0
        self.refused = ""
        """What the page said instead of cities."""
        self.said: list[str] = []
        """What it said beside them."""
        self.options: list[str] = []
        """The command's options for what was entered."""
        self._pressing = self._score()

    def show(self, state: TableState, now: float) -> None:
        """Show and remember the state."""
        self.state = state
        super().show(state, now)

    def presses(self) -> tuple[Any, ...]:
        """The next key, through the window."""
        key = KEYS[next(self._pressing, Press.QUIT)]
        self.keys += 1
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=""))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key))
        return super().presses()

    def _score(self) -> Iterator[Press]:
        """*Menu, Score this table*; what the page shows; coins, tokens and copied leaders of each city."""
        while self.position.asked or self.position.opened:
            yield Press.UNDO
        while not self.position.opened:  # keys do nothing while the program's name is shown
            yield Press.SELECT
        yield from self._choose(_worded("menu.main.score"))
        page = self._page
        assert isinstance(page, TableScorePage)
        words, state, score = Words(), self._shown, self._scored
        if score.troubles:
            self.refused = _sentence(words, page.menu(state).body)
            return
        cities = page.menu(state).body
        assert isinstance(cities, SeenCities)
        self.said += [_sentence(words, one) for one in cities.remarks]
        yield from self._choose(_worded("menu.score.count"))
        coins: dict[str, int] = {}
        tokens: dict[str, str] = {}
        courted: dict[str, str] = {}
        wonders = [city.wonder for city in score.cities]
        players = [wonders[seat] for seat in score.players]
        while not isinstance(page := self._page, TableSheetPage):
            match page:
                case CountCoinsPage(before):
                    coins[players[len(before)]] = 3 + len(before)
                    yield from self._choose(_numbered(3 + len(before)))
                case CountTokensPage():
                    yield from self._choose(_worded("menu.score.as_shields"))
                case CourtedPage(asked=asked):
                    seat, leaders = score.courted[asked]
                    courted[wonders[seat]] = leaders[0]
                    yield from self._choose(_worded(f"leader.{leaders[0]}"))
                case _:
                    raise AssertionError(page)
        while self._scored.each:
            yield Press.LEFT
        counted = self._scored.counted
        assert counted is not None
        for wonder, given in zip(wonders, counted.tokens, strict=True):
            if given is not None:
                tokens[wonder] = str(given) if isinstance(given, int) else "+".join(map(str, (*given, 0)))
        remark = dict(page.menu(self._shown).headline.placeholders).get("remark")
        self.said += [_sentence(words, remark)] if remark else []
        for option, values in (("--coins", coins), ("--conflicts", tokens), ("--courted", courted)):
            if values:
                listed = ",".join(f"{wonder}={value}" for wonder, value in values.items())
                self.options += [option, listed.replace("+-", "-")]

    def _choose(self, wanted: Callable[[Option], bool]) -> Iterator[Press]:
        """The keys that lead to an option of the page."""
        page = self._page
        options = page.menu(self._shown).options
        index = next(number for number, option in enumerate(options) if wanted(option))
        while self._page == page:
            opened = self.position.opened
            assert opened is not None
            alone = (index,) in opened.columns(page.menu(self._shown))
            yield column_of(self.position, self._shown, index)
            if alone:
                return

    @property
    def _page(self) -> Any:
        assert self.position.opened is not None, "no page is open"
        return self.position.opened.page

    @property
    def _shown(self) -> TableState:
        assert self.state is not None
        return self.state

    @property
    def _scored(self) -> Any:
        return self._shown.features[NAME]


def _worded(key: str) -> Callable[[Option], bool]:
    return lambda option: option.tile.words is not None and option.tile.words.key == key


def _numbered(amount: int) -> Callable[[Option], bool]:
    return lambda option: option.tile.big == str(amount)


def _sentence(words: Words, shown: object) -> str:
    assert isinstance(shown, Line)
    return spoken(shown, words)


@dataclass(frozen=True, slots=True)
class Scored:
    """A table scored in the menu, and the rows of the command for the same picture (None: no score); `keys` pressed.

    `rows` are those of the game that is kept. `unheard`: what the page says and the command does not;
    where cards of many cities are not accounted for, the page puts several cities into a sentence.
    """

    rows: list[dict[str, object]] | None
    command: list[dict[str, object]] | None
    unheard: tuple[str, ...]
    said: tuple[str, ...]
    keys: int

    @property
    def same(self) -> bool:
        return self.rows == self.command and not self.unheard

    def __str__(self) -> str:
        totals = [row["score"]["total"] for row in self.command or () if row["score"]]  # type: ignore[index]
        verdict = "same" if self.same else f"DIFFERENT {self.rows} {self.command} {self.unheard}"
        return f"{verdict} {totals or ''} {self.keys} keys {' | '.join(self.said)}"


def scored(picture: Path, folder: Path) -> Scored:
    """Score the picture in both ways. State and pictures of the camera are kept in a new folder."""
    pictures = folder / "pictures"
    pictures.mkdir(parents=True)
    for number in range(MOST_KEYS):
        (pictures / f"{number:02}{picture.suffix}").symlink_to(picture.resolve())
    own = {"WONDERTABLE_STATE": str(folder), "XDG_CONFIG_HOME": str(folder / "config"), "SDL_VIDEODRIVER": "dummy"}
    users: list[MenuUser] = []

    def sit_down(opens: Callable[[], Any]) -> MenuUser:
        users.append(MenuUser(opens))
        return users[-1]

    with mock.patch.dict(os.environ, own), mock.patch.object(assembly, "Screen", sit_down):
        status, _, err = _run("run", "--camera", f"files:{pictures}", "--resume", "--json")
        assert status == 0, err
        (user,) = users
        _, out, err = _run("score", "--json", str(picture), *user.options)
    rows = None
    with closing(Journal(folder / JOURNAL)) as journal:
        kept = [game.id for game in journal.games() if "counted" in game.options]
        if kept:
            game = played(journal, kept[0]).game
            assert game is not None
            rows = json.loads(json.dumps(score_rows(game)))
    said = (*((user.refused,) if user.refused else ()), *user.said)
    heard = err.replace(str(picture), Words().say(PICTURE))
    together = Words().say("score.unaccounted_each", missing="", wonders="").partition(":")[0]
    unheard = tuple(sentence for sentence in said if sentence not in heard and not sentence.startswith(together))
    return Scored(rows, json.loads(out)["seats"] if out else None, unheard, said, user.keys)


def _run(*arguments: str) -> tuple[int, str, str]:
    """The command's status, its output and its errors."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = wondertable(arguments)
    return status, out.getvalue(), err.getvalue()


def last_picture(film: Path, folder: Path) -> Path:
    """The last picture of a film, as a file of the folder."""
    last = None
    with FilmCamera(film) as camera:
        while (frame := camera.read()) is not None:
            last = frame.image
    assert last is not None
    path = folder / f"{film.stem}.png"
    cv2.imwrite(str(path), last)
    return path


def main(paths: list[Path]) -> int:
    """Print a line for each picture."""
    same, pictures = 0, [each for path in paths for each in (sorted(path.glob("*.jpg")) if path.is_dir() else [path])]
    for path in pictures:
        with tempfile.TemporaryDirectory() as temporary:
            picture = last_picture(path, Path(temporary)) if path.suffix == ".mp4" else path
            found = scored(picture, Path(temporary) / "state")
        same += found.same
        sys.stdout.write(f"{path.name}: {found}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{same} of {len(pictures)} the same\n")
    return int(same < len(pictures))


if __name__ == "__main__":
    sys.exit(main([Path(argument) for argument in sys.argv[1:]]))
