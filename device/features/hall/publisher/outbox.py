"""Which score sheets the broker has, in a file of the publisher's own: the journal is never written here.

A sheet is due until the broker has confirmed it. A broker that is killed may lose what it has confirmed, so at every
new connection the latest sheets are due again; the hall knows a game by its identity and counts it once.
"""

from __future__ import annotations

import secrets
import sqlite3
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from device.durable_file import make_folder
from device.for_features.errors import HallError
from device.for_features.hall.messages import HallCity, SheetMessage
from device.untrusted import read_json

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from pathlib import Path

    from device.for_features.statistics.game_facts import GameFacts

OUTBOX = "hall-outbox.sqlite"
IMPORTED = 24 * 3600
"""s before the outbox was made; clocks may be off by hours. Older games came by `wondertable import`."""
SENT_AGAIN = 20
"""The latest sheets, which are sent at every new connection."""
TABLES = (
    "CREATE TABLE IF NOT EXISTS self (device TEXT NOT NULL, began INTEGER NOT NULL) STRICT",
    "CREATE TABLE IF NOT EXISTS earlier (number INTEGER PRIMARY KEY) STRICT",
    """CREATE TABLE IF NOT EXISTS sheets (
        number INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        revision INTEGER NOT NULL,
        print INTEGER NOT NULL,
        body BLOB NOT NULL,
        confirmed INTEGER NOT NULL) STRICT""",
)


@dataclass(frozen=True, slots=True)
class DueSheet:
    """A sheet to publish: the journal's number, the game's identity, and the message."""

    number: int
    game: str
    revision: int
    payload: bytes


class Outbox:
    """The sheets of one table. `path` None: in memory only.

    Games that were finished when the outbox was made were played before there was a hall, and are never sent.
    """

    def __init__(self, path: Path | None, table: str, *, names: bool, clock: Callable[[], float] = time.time) -> None:
        """Open or create the file. Raises `HallError` if it cannot be."""
        self._table, self._names = table, names
        try:
            if path is not None:
                make_folder(path.parent)
            self._file = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=2.0)
            self._file.execute("PRAGMA synchronous = FULL")
            for statement in TABLES:
                self._file.execute(statement)
            row = self._file.execute("SELECT device, began FROM self").fetchone()
            self.is_new = row is None
            self.device: str = row[0] if row else secrets.token_hex(8)
            self._began: int = row[1] if row else int(clock())
        except (OSError, sqlite3.Error) as problem:
            raise HallError("hall_outbox", file=str(path), reason=str(problem)) from problem
        self._again: set[int] = set()

    def begin(self, earlier: Iterable[int]) -> None:
        """The first start: the games with these numbers have been finished before."""
        with self._file:
            self._file.execute("BEGIN IMMEDIATE")
            self._file.executemany("INSERT OR IGNORE INTO earlier VALUES (?)", [(number,) for number in earlier])
            self._file.execute("INSERT INTO self VALUES (?, ?)", (self.device, self._began))
        self.is_new = False

    def take(self, games: Iterable[GameFacts], present: Collection[int]) -> None:
        """The finished games of the journal. `present`: every game's number there, finished or not."""
        known = {row[0]: row[1:] for row in self._file.execute("SELECT number, revision, print, body FROM sheets")}
        earlier = {row[0] for row in self._file.execute("SELECT number FROM earlier")}
        finished: set[int] = set()
        with self._file:
            self._file.execute("BEGIN IMMEDIATE")
            gone = earlier.difference(present)  # a journal that was begun anew gives these numbers to other games
            self._file.executemany("DELETE FROM earlier WHERE number = ?", [(number,) for number in gone])
            for game in games:
                finished.add(game.id)
                if game.id not in known and self._is_older(game):
                    self._file.execute("INSERT OR IGNORE INTO earlier VALUES (?)", (game.id,))
                    continue
                revision, former, _ = known.get(game.id, (0, None, b""))
                sheet = self._sheet(game, revision + 1)
                if game.id not in earlier and _print(sheet) != former:
                    self._put(sheet)
            for number in known.keys() & set(present) - finished:
                sheet = read_json(known[number][2], SheetMessage)
                if not sheet.withdrawn:
                    self._put(replace_sheet(sheet, revision=sheet.revision + 1, withdrawn=True))

    def due(self) -> Iterator[DueSheet]:
        """What the broker has not confirmed, and what is sent again, in the order of the games."""
        sql = "SELECT number, game, revision, body, confirmed FROM sheets ORDER BY number"
        for number, game, revision, body, confirmed in self._file.execute(sql).fetchall():
            if not confirmed or number in self._again:
                yield DueSheet(number, game, revision, bytes(body))

    @property
    def unconfirmed(self) -> int:
        """How many sheets no broker has confirmed yet."""
        count: int = self._file.execute("SELECT count(*) FROM sheets WHERE NOT confirmed").fetchone()[0]
        return count

    def connected_anew(self) -> None:
        """The broker may be another one, or may have lost what it had."""
        sql = "SELECT number FROM sheets ORDER BY number DESC LIMIT ?"
        self._again = {row[0] for row in self._file.execute(sql, (SENT_AGAIN,))}

    def confirm(self, sheet: DueSheet) -> None:
        """The broker has this sheet."""
        self._again.discard(sheet.number)
        sql = "UPDATE sheets SET confirmed = 1 WHERE number = ? AND revision = ?"
        self._file.execute(sql, (sheet.number, sheet.revision))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _is_older(self, game: GameFacts) -> bool:
        """True if it was played long before the outbox was made: it was imported since."""
        with suppress(ValueError):
            played = datetime.fromisoformat(game.finished or game.started)
            played = played if played.tzinfo else played.replace(tzinfo=UTC)
            return bool(played.timestamp() < self._began - IMPORTED)
        return False

    def _sheet(self, game: GameFacts, revision: int) -> SheetMessage:
        began = "".join(filter(str.isdigit, game.started))[:14]
        return SheetMessage(
            table=self._table,
            device=self.device,
            game=f"{self.device}-{began}-{game.id}",
            number=game.id,
            revision=revision,
            started=game.started,
            finished=game.finished,
            edition=game.edition,
            leaders=game.leaders,
            cities=tuple(
                HallCity(
                    city.seat,
                    city.wonder,
                    city.side,
                    city.points,
                    city.coins,
                    city.place,
                    city.name.strip()[:40] if self._names else "",
                )
                for city in game.cities
            ),
        )

    def _put(self, sheet: SheetMessage) -> None:
        row = (sheet.number, sheet.game, sheet.revision, _print(sheet), msgspec.json.encode(sheet))
        self._file.execute("INSERT OR REPLACE INTO sheets VALUES (?, ?, ?, ?, ?, 0)", row)


def _print(sheet: SheetMessage) -> int:
    """Changes whenever the sheet says something else."""
    return zlib.crc32(msgspec.json.encode(replace_sheet(sheet, revision=0)))


def replace_sheet(sheet: SheetMessage, **changes: object) -> SheetMessage:
    """The sheet with other fields."""
    return msgspec.structs.replace(sheet, **changes)
