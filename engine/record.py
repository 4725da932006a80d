"""A game as text that a person can read and write.

    wondertable record 1
    prefer left
    seat 0 olympia A "Anna"
    seat 1 babylon B ""
    seat 2 giza A ""

    age 1 turn 1
    1 build stone_pit
    # a comment: below the first line, above a heading, or above an action
    0 stage 1 pays left 2
    2 discard
    ...
    age 1 turn 6 seventh
    1 build baths pays right 2
    age 1 conflicts
    fight
    end

Options stand between the first line and the seats: `prefer`, then `free_city` with its seat, `leaders`, and `blank`
with what the blank leader is. Payments are always spelled out (none: nothing is paid); `free` is Olympia A's free
structure, `exception` at a line's end an action that was booked although the rules forbid it. Reading is strict: a line
is either exactly as it would be written, or an error with its number and the reason.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.actions import (
    NOTHING,
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    CorrectCoins,
    Court,
    Discard,
    Fight,
    Pass,
    Payment,
    Recruit,
)
from engine.catalogue import leader_row, read_leader
from engine.errors import IllegalAction, RecordError, WondertableError
from engine.game import Game
from engine.phase import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

VERSION = 1
FIRST_LINE = f"wondertable record {VERSION}"
LAST_LINE = "end"


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark above the action with this index (or the end), or above its `heading`; -1: below the first line."""

    before: int
    text: str
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """What a text holds: the game and the remarks."""

    game: Game
    comments: tuple[Comment, ...] = ()


def write_record(game: Game, comments: Iterable[Comment] = ()) -> str:
    """The game's record, ending with a newline."""
    return "".join(f"{line}\n" for line in _lines(game, tuple(comments)))


def read_record(text: str) -> Game:
    """The game of a record; RecordError with line and reason."""
    return parse_record(text).game


def parse_record(text: str) -> Record:
    """The game of a record and its comments; RecordError with line and reason. Writing them gives the same text."""
    return _Reader(text).read()


def _lines(game: Game, comments: Sequence[Comment]) -> Iterator[str]:
    setup = game.setup
    yield FIRST_LINE
    yield from _remarks(comments, -1, heading=False)
    yield f"prefer {setup.prefer}"
    if setup.free_city is not None:
        yield f"free_city {setup.free_city}"
    if setup.leaders:
        yield "leaders"
    if setup.blank is not None:
        yield f"blank {json.dumps(leader_row(setup.blank))}"
    for seat, ((wonder, side), name) in enumerate(zip(setup.seats, setup.names, strict=True)):
        yield f"seat {seat} {wonder} {side} {json.dumps(name, ensure_ascii=False)}"
    above = ""
    for index, (state, action) in enumerate(zip(game.states(), game.actions, strict=False)):
        if (heading := heading_of(state)) != above:
            yield from ("", *_remarks(comments, index, heading=True), heading)
            above = heading
        yield from _remarks(comments, index, heading=False)
        yield line_of(action)
    yield from ("", *_remarks(comments, len(game.actions), heading=False), LAST_LINE)


def _remarks(comments: Sequence[Comment], before: int, *, heading: bool) -> list[str]:
    return [f"# {one.text}".rstrip() for one in comments if (one.before, one.heading) == (before, heading)]


def heading_of(game: Game) -> str:
    """The line above the actions of a phase."""
    if game.phase is Phase.OVER:
        return str(game.phase)
    if game.phase in {Phase.CONFLICTS, Phase.RECRUIT}:
        return f"age {game.age} {game.phase}"
    return f"age {game.age} turn {game.turn}" + ("" if game.phase is Phase.TURN else f" {game.phase}")


def line_of(action: Action) -> str:
    """An action's line."""
    match action:
        case Fight():
            return "fight"
        case CorrectCoins():
            return f"{action.seat} coins {action.coins}"
        case Build():
            words = f"build {action.card}{_flag(action, 'free')}{_pays(action.pays)}"
        case BuildStage():
            words = f"stage {action.stage}{_pays(action.pays)}"
        case BuildFromDiscard():
            words = f"build_from_discard {action.card or 'nothing'}"
        case Discard():
            words = f"discard {action.card}" if action.card else "discard"
        case Recruit():
            words = f"recruit {action.card}{_pays(action.pays)}"
        case Court():
            words = f"court {action.card}"
        case Pass():
            words = "pass"
    return f"{action.seat} {words}{_flag(action, 'exception')}"


def _flag(action: Action, name: str) -> str:
    return f" {name}" if getattr(action, name) else ""


def _pays(payment: Payment | None) -> str:
    if payment is None or payment == NOTHING:
        return ""
    parts = (("left", payment.left), ("right", payment.right), ("bank", payment.bank))
    return " pays" + "".join(f" {side} {coins}" for side, coins in parts if coins)


class _Reader:
    """Reads a record once, from the first line to the last."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.number = 0
        self.comments: list[Comment] = []

    def read(self) -> Record:
        self._first_line()
        game = self._game()
        while (line := self._next()) != LAST_LINE:
            game = self._turn_line(game, line)
        self._end()
        record = Record(game, tuple(self.comments))
        self._compare(write_record(game, record.comments).split("\n"))
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
        if not line.startswith("wondertable record "):
            raise self._fail("not_a_record", text=line[:60])
        if line != FIRST_LINE:
            raise self._fail("unknown_version", version=line.split(" ", 2)[2])

    def _game(self) -> Game:
        """The game before its first turn, from the lines up to the first empty one."""
        options: dict[str, Any] = {}
        seats: list[tuple[str, str]] = []
        names: list[str] = []
        while line := self._next():
            word, _, rest = line.partition(" ")
            if word == "#":
                self.comments.append(Comment(-1, rest))
            elif word in OPTIONS and not seats:
                options[word] = self._option(word, rest)
            elif word == "seat":
                wonder, side, name = self._seat(rest, len(seats))
                seats.append((wonder, side))
                names.append(name)
            else:
                raise self._fail("unknown_line", text=line)
        try:
            return Game.new(seats, names, **options)
        except WondertableError as problem:
            raise self._fail(problem.key, **problem.placeholders) from problem

    def _option(self, word: str, value: str) -> object:
        try:
            return OPTIONS[word](value)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise self._fail("unknown_option", option=word, value=value) from None

    def _seat(self, rest: str, due: int) -> tuple[str, str, str]:
        words = rest.split(" ", 3)
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
        try:
            return game.apply(action)
        except IllegalAction as problem:
            raise self._fail("illegal_action", action=line, reasons=problem.reasons) from problem

    def _action(self, line: str) -> Action:
        words = line.split(" ")
        try:
            return _parse(words)
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
        for number, (line, expected) in enumerate(zip(self.lines, written, strict=False), start=1):
            if line != expected:
                self.number = number
                raise self._fail("not_as_written", text=line, expected=expected)


def _parse(words: list[str]) -> Action:  # noqa: PLR0911  one for each word
    """The action of a line's words; ValueError or IndexError if they are none."""
    if words == ["fight"]:
        return Fight()
    seat, word, *rest = words
    who = _number(seat)
    values: dict[str, Any] = {}
    if rest and rest[-1] == "exception":
        values["exception"] = True
        rest.pop()
    match word:
        case "build":
            card, *rest = rest
            if rest[:1] == ["free"]:
                values["free"] = True
                rest = rest[1:]
            return Build(who, card, _read_pays(rest), **values)
        case "stage":
            return BuildStage(who, _number(rest[0]), _read_pays(rest[1:]), **values)
        case "build_from_discard":
            (card,) = rest
            return BuildFromDiscard(who, None if card == "nothing" else card, **values)
        case "discard" if len(rest) <= 1:
            return Discard(who, rest[0] if rest else None, **values)
        case "recruit":
            card, *rest = rest
            return Recruit(who, card, _read_pays(rest), **values)
        case "court":
            (card,) = rest
            return Court(who, card, **values)
        case "pass" if not rest:
            return Pass(who, **values)
        case "coins" if not values:
            (coins,) = rest
            return CorrectCoins(who, _number(coins))
    raise ValueError(word)


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise ValueError(word)
    return int(word)


def _nothing(word: str) -> bool:
    if word:
        raise ValueError(word)
    return True


OPTIONS: dict[str, Callable[[str], object]] = {
    "prefer": str,
    "free_city": _number,
    "leaders": _nothing,
    "blank": lambda text: read_leader(json.loads(text)),
}
"""How the values of the options are read."""


def _read_pays(words: list[str]) -> Payment:
    if not words:
        return NOTHING
    pays, *pairs = words
    if pays != "pays" or len(pairs) % 2 or set(pairs[::2]) - {"left", "right", "bank"}:
        raise ValueError(words)
    return Payment(**{side: _number(coins) for side, coins in zip(pairs[::2], pairs[1::2], strict=True)})
