"""Reading a game's text back, strictly; the format is described in `engine.record`."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from engine.game.game import Game
from engine.model.actions import Action
from engine.model.catalogue import Catalogue
from engine.model.editions import COLOURS, EDITIONS, read_leader
from engine.model.errors import IllegalAction, RecordError, WondertableError
from engine.model.setup import OLD_RULINGS, RULINGS
from engine.model.state import Phase
from engine.record.action_lines import number, read_line
from engine.record.notation import read_position
from engine.record.writer import FIRST_LINE, LAST_LINE, POSITION, Comment, Record, heading_of, record_lines

FIRST = "first"
"""The edition of records that name none."""

VERSIONS = {str(version): version for version in range(OLD_RULINGS, RULINGS + 1)}


def read_record(text: str, editions: Mapping[str, Catalogue] = EDITIONS) -> Game:
    """The game of a record; RecordError with line and reason. `editions`: what is printed, by edition."""
    return parse_record(text, editions).game


def parse_record(text: str, editions: Mapping[str, Catalogue] = EDITIONS) -> Record:
    """The game of a record and its comments; RecordError with line and reason. Writing them gives the same text."""
    return _Reader(text, editions).read()


class _Reader:
    """Reads a record once, from the first line to the last."""

    def __init__(self, text: str, editions: Mapping[str, Catalogue]) -> None:
        self.text = text
        self.editions = editions
        self.catalogue = editions[FIRST]
        self.lines = text.split("\n")
        self.number = 0
        self.comments: list[Comment] = []
        self.version = RULINGS
        self.states: list[Game] = []
        """The game before each action, so that it need not be played again to write it."""

    def read(self) -> Record:
        self._first_line()
        game = self._game()
        while (line := self._next()) != LAST_LINE:
            game = self._turn_line(game, line)
        self._end()
        record = Record(game, tuple(self.comments))
        self._compare([*record_lines(game, record.comments, self.states), ""])
        return record

    def _fail(self, key: str, **placeholders: object) -> RecordError:
        return RecordError(self.number, key, **placeholders)

    def _next(self) -> str:
        if self.number == len(self.lines):
            raise self._fail("record_cut_off")
        self.number += 1
        return self.lines[self.number - 1]

    def _first_line(self) -> None:
        line = self._next()
        if not line.startswith(FIRST_LINE):
            raise self._fail("not_a_record", text=line[:60])
        version = line.removeprefix(FIRST_LINE)
        if version not in VERSIONS:
            raise self._fail("unknown_version", version=version)
        self.version = VERSIONS[version]

    def _game(self) -> Game:
        """The game before its first turn, from the lines up to the first empty one."""
        options: dict[str, Any] = {}
        seats: list[tuple[str, str]] = []
        names: list[str] = []
        begins: str | None = None
        while line := self._next():
            word, _, rest = line.partition(" ")
            if word == "#":
                self.comments.append(Comment(-1, rest))
            elif word == "edition" and not seats and self.version != OLD_RULINGS:
                self.catalogue = self._edition(rest)
            elif word in OPTIONS and not seats:
                options[word] = self._option(word, rest)
            elif word == "seat":
                wonder, side, name = self._seat(rest, seats)
                seats.append((wonder, side))
                names.append(name)
            elif word == POSITION and begins is None:
                begins = rest
            else:
                raise self._fail("unknown_line", text=line)
        try:
            if begins is not None:  # it says all that the lines above it say, which are compared with what it gives
                return read_position(begins, self.editions)
            return Game.new(seats, names, **options, rulings=self.version, catalogue=self.catalogue)
        except WondertableError as problem:
            raise self._fail(problem.key, **problem.placeholders) from problem

    def _edition(self, name: str) -> Catalogue:
        if name not in self.editions:
            raise self._fail("unknown_option", option="edition", value=name)
        return self.editions[name]

    def _option(self, word: str, value: str) -> object:
        try:
            return OPTIONS[word](value)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise self._fail("unknown_option", option=word, value=value) from None

    def _seat(self, rest: str, seats: list[tuple[str, str]]) -> tuple[str, str, str]:
        words, due = rest.split(" ", 3), len(seats)
        if len(words) != 4:
            raise self._fail("unknown_line", text=f"seat {rest}")
        if words[0] != str(due):
            raise self._fail("seat_out_of_order", seat=words[0], due=due)
        try:
            name = json.loads(words[3])
        except ValueError:
            name = None
        if not isinstance(name, str):
            raise self._fail("bad_name", text=words[3])
        if (words[1], words[2]) not in self.catalogue.wonders:
            raise self._fail("unknown_wonder", wonder=words[1], side=words[2])
        if words[1] in {wonder for wonder, _ in seats}:
            raise self._fail("wonder_twice", wonder=words[1])
        return words[1], words[2], name

    def _turn_line(self, game: Game, line: str) -> Game:
        if line.startswith("#"):
            self.comments.append(Comment(len(game.actions), line[1:].removeprefix(" "), self._above_heading()))
        elif line.startswith("age ") or line == str(Phase.OVER):
            if line != heading_of(game):
                raise self._fail("wrong_heading", text=line, expected=heading_of(game))
        elif line:
            return self._act(game, line)
        return game

    def _above_heading(self) -> bool:
        below = next((line for line in self.lines[self.number :] if not line.startswith("#")), "")
        return below.startswith("age ") or below == str(Phase.OVER)

    def _act(self, game: Game, line: str) -> Game:
        action = self._action(line)
        self.states.append(game)
        try:
            return game.apply(action)
        except IllegalAction as problem:
            raise self._fail("illegal_action", action=line, reasons=problem.reasons) from problem

    def _action(self, line: str) -> Action:
        try:
            return read_line(line)
        except (ValueError, IndexError):
            raise self._fail("unknown_line", text=line) from None

    def _end(self) -> None:
        rest = self.lines[self.number :]
        if not rest:
            raise self._fail("record_cut_off")
        if rest != [""]:
            self.number += 1
            raise self._fail("after_the_end", text=rest[0])

    def _compare(self, written: list[str]) -> None:
        """Whatever was read must be what would be written."""
        for place, (line, expected) in enumerate(zip(self.lines, written, strict=False), start=1):
            if line != expected:
                self.number = place
                raise self._fail("not_as_written", text=line, expected=expected)


def _nothing(word: str) -> bool:
    if word:
        raise ValueError(word)
    return True


OPTIONS: dict[str, Callable[[str], object]] = {
    "prefer": {side: side for side in ("left", "right")}.__getitem__,
    "free_city": number,
    "expansions": lambda text: tuple(text.split(" ")),
    "leaders": _nothing,
    "blank": lambda text: read_leader(json.loads(text), COLOURS),
}
"""How the values of the options are read."""
