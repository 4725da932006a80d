"""A kept game: read, replayed, and told in lines."""

from __future__ import annotations

import gzip
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.reporting.json_lines import as_lines
from device.session.looking import look
from device.session.pressing import press
from device.session.restoring import restore, resume
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.messages.events import STORED, Booked, event_to_row
from display.messages.intents import Advance, Answer, EndTurn, Enter
from engine import RULINGS, action_from_dict, action_to_dict
from tests.device.journal_rows import read_back
from tests.device.tables import CODEBOOK
from vision.scene import Item, Place, Scene, SeatBoard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from display.messages.events import Event
    from display.messages.intents import Intent
    from engine import Payment

FOLDER = Path(__file__).parent
Row = list[Any]


def names() -> list[str]:
    """The games that are kept."""
    return sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz"))


def read(name: str) -> list[Row]:
    """What happened: how the game was set up, then scenes and what people did."""
    with gzip.open(FOLDER / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def write(name: str, rows: Iterable[Row]) -> None:
    """Keep a game."""
    with (FOLDER / f"{name}.json.gz").open("wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as packed:
        packed.write("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows).encode())


def scene_row(scene: Scene, before: dict[int, Item]) -> Row:
    """A scene as what differs from the items `before`, which are then those of this scene."""
    items = {item.track: item for item in map(_rounded, scene.items)}
    changed = [asdict(item) for item in items.values() if before.get(item.track) != item]
    gone = [track for track in before if track not in items]
    before.clear()
    before.update(items)
    boards = [asdict(_rounded(board)) for board in scene.seats]
    about = {"time": round(scene.time, 2), "steady": scene.steady, "px_per_mm": scene.px_per_mm, "doubts": scene.doubts}
    return ["scene", about, boards, changed, gone]


def _rounded(seen: Any) -> Any:
    """The same, measured to hundredths."""
    return replace(seen, **{name: round(value, 2) for name, value in asdict(seen).items() if isinstance(value, float)})


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
    """Plays a kept game again, and tells what becomes of it."""

    def __init__(self, setup: Row) -> None:
        self._seats, self._leaders, self._free_city = [tuple(seat) for seat in setup[1]], setup[2], setup[3]
        self._session = self._fresh()
        self._stored: list[Any] = []
        self._items: dict[int, Item] = {}
        self._ruled = ""

    def lines(self, rows: Iterable[Row]) -> Iterator[str]:
        """A line for each event, and one where plans, questions or notices change."""
        for row in rows:
            told = self._play(row)
            ruled = json.dumps(_ruled(self._session))
            if ruled != self._ruled:
                self._ruled = ruled
                told.append(ruled)
            yield from (f"{self._session.scene.time:.1f} {line}" for line in told)

    def _play(self, row: Row) -> list[str]:
        if row[0] == "restart":
            options = {"leaders": self._leaders, "rulings": RULINGS, "free_city": self._free_city}
            self._session = resume(self._fresh(), restore(self._seats, options, read_back(self._stored)))
            return ["started again"]
        if row[0] == "scene":
            self._session, events = look(self._session, self._scene(row))
        elif (intent := self._intent(row)) is not None:
            self._session, events = press(self._session, intent)
        else:
            return [f"not asked any more: {row}"]
        self._stored += [event for event in events if isinstance(event, STORED)]
        return [json.dumps(line) for event in events for line in _told(event)]

    def _fresh(self) -> Session:
        return Session(TableUmpire(CODEBOOK), auto=True, leaders=self._leaders)

    def _scene(self, row: Row) -> Scene:
        _, about, boards, changed, gone = row
        for track in gone:
            del self._items[track]
        self._items |= {one["track"]: Item(**one | {"place": Place(one["place"])}) for one in changed}
        seats = tuple(SeatBoard(**board) for board in boards)
        return Scene(**about | {"seats": seats, "items": tuple(self._items.values()), "doubts": tuple(about["doubts"])})

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


def _told(event: Event) -> tuple[object, ...]:
    """An event as the command line tells it, or else as the journal stores it."""
    lines = as_lines(event)
    if isinstance(event, Booked) and event.code is not None:
        return tuple({**line, "sticker": event.code} for line in lines)
    return lines or ((event_to_row(event),) if isinstance(event, STORED) else ())


def _ruled(session: Session) -> list[object]:
    """Plans, questions and notices, for people to read."""
    ruling = session.ruling
    plans = [f"{seat} {plan.do} {plan.card or ''} {_paid(plan.payment)}" for seat, plan in sorted(ruling.plans.items())]
    asked = [f"{one.seat} {one.kind} {_filled(one.placeholders)}: {', '.join(one.choices)}" for one in ruling.questions]
    return [plans, asked, sorted(f"{one.seat} {one.key} {_filled(one.placeholders)}" for one in ruling.notices)]


def _paid(pays: Payment | None) -> str:
    return f"{pays.left} {pays.right} {pays.bank}" if pays else ""


def _filled(placeholders: Mapping[str, object]) -> str:
    return " ".join(f"{name}={value}" for name, value in sorted(placeholders.items()) if name != "reasons")


def what_becomes_of(name: str) -> list[str]:
    """What is recorded, planned, asked and noticed in a game."""
    setup, *rows = read(name)
    return list(Replay(setup).lines(rows))
