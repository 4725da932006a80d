"""An evening: read, replayed, and told in lines."""

from __future__ import annotations

import gzip
import json
from dataclasses import astuple, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.reporting.json_lines import as_lines
from device.session.looking import look
from device.session.pressing import press
from device.session.restoring import restore, resume
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.messages.events import STORED, Booked
from display.messages.intents import Advance, Answer, EndTurn, Enter
from engine import RULINGS, action_from_dict, action_to_dict
from tests.device.journal_rows import read_back
from tests.device.tables import CODEBOOK
from vision.scene import Item, Place, Scene, SeatBoard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from display.messages.events import Event
    from display.messages.intents import Intent

FOLDER = Path(__file__).parent
Row = list[Any]


def names() -> list[str]:
    """The evenings that are kept."""
    return sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz"))


def read(name: str) -> list[Row]:
    """What happened: how the game was set up, then scenes and what people did."""
    with gzip.open(FOLDER / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def write(name: str, rows: Iterable[Row]) -> None:
    """Keep an evening."""
    with (FOLDER / f"{name}.json.gz").open("wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as packed:
        packed.write("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows).encode())


def scene_row(scene: Scene, before: dict[int, Item]) -> Row:
    """A scene as what differs from the items `before`, which are then those of this scene."""
    items = {item.track: item for item in map(_rounded, scene.items)}
    changed = [list(astuple(item)) for item in items.values() if before.get(item.track) != item]
    gone = [track for track in before if track not in items]
    before.clear()
    before.update(items)
    boards = [[board.seat, board.code, *(round(one, 2) for one in astuple(board)[2:])] for board in scene.seats]
    return ["scene", round(scene.time, 2), boards, changed, gone, scene.steady, list(scene.doubts)]


def _rounded(item: Item) -> Item:
    since = None if item.unseen_since is None else round(item.unseen_since, 2)
    x, y, angle, laid = (round(one, 2) for one in (item.x, item.y, item.angle, item.since))
    return replace(item, x=x, y=y, angle=angle, since=laid, unseen_since=since)


def intent_row(intent: Intent) -> Row:
    """What somebody answered or pressed."""
    match intent:
        case Answer(question, index):
            return ["answer", question.seat, question.kind, question.choices[index]]
        case Enter(action):
            return ["enter", action_to_dict(action)]
        case EndTurn(seats):
            return ["end turn", list(seats)]
    assert intent == Advance()
    return ["advance"]


class Replay:
    """Plays an evening again, and tells what comes of it."""

    def __init__(self, setup: Row) -> None:
        self._seats, self._leaders, self._free_city = [tuple(seat) for seat in setup[1]], setup[2], setup[3]
        self._session = self._fresh()
        self._stored: list[Any] = []
        self._items: dict[int, Item] = {}
        self._shown: object = ([], [])

    def lines(self, rows: Iterable[Row]) -> Iterator[str]:
        """A line for each event, and where questions or notices change."""
        for row in rows:
            events = self._play(row)
            self._stored += [event for event in events if isinstance(event, STORED)]
            at = f"{self._session.scene.time:.1f}"
            for event in events:
                yield from (f"{at} {json.dumps(line)}" for line in _told(event))
            ruling = self._session.ruling
            questions = [[one.seat, one.kind, *one.choices] for one in ruling.questions]
            notices = sorted(f"{one.key} {one.placeholders.get('card') or one.seat}" for one in ruling.notices)
            if (questions, notices) != self._shown:
                self._shown = questions, notices
                yield f"{at} asked {json.dumps(questions)} noticed {json.dumps(notices)}"

    def _play(self, row: Row) -> tuple[Event, ...]:
        if row[0] == "restart":
            options = {"leaders": self._leaders, "rulings": RULINGS, "free_city": self._free_city}
            self._session = resume(self._fresh(), restore(self._seats, options, read_back(self._stored)))
            return ()
        if row[0] == "scene":
            self._session, events = look(self._session, self._scene(row))
            return events
        intent = self._intent(row)
        if intent is None:
            return ()
        self._session, events = press(self._session, intent)
        return events

    def _fresh(self) -> Session:
        return Session(TableUmpire(CODEBOOK), auto=True, leaders=self._leaders)

    def _scene(self, row: Row) -> Scene:
        _, time, boards, changed, gone, steady, doubts = row
        for track in gone:
            del self._items[track]
        self._items |= {one[0]: Item(one[0], one[1], Place(one[2]), *one[3:]) for one in changed}
        seats = tuple(SeatBoard(*board) for board in boards)
        return Scene(time, seats, tuple(self._items.values()), steady, 2.95, tuple(doubts))

    def _intent(self, row: Row) -> Intent | None:
        """What was pressed; None for an answer to a question that does not stand now."""
        match row:
            case ["answer", seat, kind, choice]:
                asked = (one for one in self._session.questions if (one.seat, one.kind) == (seat, kind))
                question = next((one for one in asked if choice in one.choices), None)
                return Answer(question, question.choices.index(choice)) if question else None
            case ["enter", action]:
                return Enter(action_from_dict(action))
            case ["end turn", seats]:
                return EndTurn(tuple(seats))
        return Advance()


def _told(event: Event) -> Iterator[object]:
    lines = as_lines(event)
    yield from lines or [repr(event)]
    if isinstance(event, Booked) and event.code is not None:
        yield {"sticker": event.code}


def what_comes_of(name: str) -> list[str]:
    """What is recorded, asked and noticed in an evening."""
    setup, *rows = read(name)
    return list(Replay(setup).lines(rows))
