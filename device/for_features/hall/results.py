"""What a hall keeps, in SQLite: each game's latest sheets, and when the rounds began. It may be killed any time.

The broker is told that a sheet is dealt with only after it is on the disk, so nothing is lost; and a game of a table is
one row, whatever comes how often, so nothing counts twice. What one table tells changes no game of another.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from device.durable_file import make_folder
from device.for_features.errors import HallError
from device.for_features.hall.messages import MessageError, SheetMessage
from device.untrusted import NotUnderstoodError, read_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WAIT = 5.0
"""s to wait while another program writes, such as `wondertable hall --next-round`."""
SHEETS = """CREATE TABLE IF NOT EXISTS sheets (
    place TEXT NOT NULL,
    game TEXT NOT NULL,
    revision INTEGER NOT NULL,
    taken REAL NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (place, game)) STRICT"""
TABLES = (
    SHEETS,
    "CREATE TABLE IF NOT EXISTS rounds (number INTEGER PRIMARY KEY, began REAL NOT NULL, minutes REAL NOT NULL) STRICT",
    "CREATE TABLE IF NOT EXISTS hall (began REAL NOT NULL) STRICT",
)
FROM_FIRST = (
    "ALTER TABLE sheets RENAME TO first_sheets",
    SHEETS,
    """INSERT INTO sheets
        SELECT json_extract(CAST(body AS TEXT), '$.table'), game, revision, taken, body FROM first_sheets""",
    "DROP TABLE first_sheets",
)
"""From the first version of the file, in which a game was known by its identity alone."""
MOST_GAMES = 500
"""Games of one table; a table that tells of more is at fault, and must not fill the disk."""

FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""SQLite's own words about a damaged file may hold bytes of it that are no text."""


class KeptSheet(SheetMessage, frozen=True, kw_only=True):
    """A sheet as the hall keeps it. `round`: the one that was on when the game was told first; 0: none was."""

    round: int = 0


@dataclass(frozen=True, slots=True)
class HallRound:
    """A round of the tournament. `began`: Unix time (s). `minutes`: how long it lasts; 0: there is no limit."""

    number: int
    began: float
    minutes: float

    @property
    def ends(self) -> float | None:
        """Unix time (s); None without a limit."""
        return self.began + self.minutes * 60 if self.minutes else None


class HallResults:
    """The file of a hall. To be used by one thread at a time."""

    def __init__(self, path: Path | None, clock: Callable[[], float] = time.time) -> None:
        """Open or create it; None: in memory only. Raises `HallError`."""
        self._path, self._clock = path, clock
        try:
            if path is not None:
                make_folder(path.parent)
            self._file = sqlite3.connect(
                path or ":memory:", isolation_level=None, timeout=WAIT, check_same_thread=False
            )
            if self._is_of_another_program():
                self._file.close()
                raise HallError("hall_results", file=str(path), reason="it is the database of something else")
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = FULL")
            self._migrate()
            for statement in TABLES:
                self._file.execute(statement)
            if self._file.execute("SELECT began FROM hall").fetchone() is None:
                self._file.execute("INSERT INTO hall VALUES (?)", (clock(),))
            ((began,),) = self._rows("SELECT min(began) FROM hall")
            if not isinstance(began, float):
                raise HallError("hall_results", file=str(path), reason="its beginning is damaged")
            self.began = began
        except (OSError, *FAILURES) as problem:
            raise HallError("hall_results", file=str(path), reason=str(problem)) from problem

    def _is_of_another_program(self) -> bool:
        """True for the journal of a table, say: nothing is to be added to it."""
        tables = {row[0] for row in self._file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return bool(tables) and "sheets" not in tables

    def _migrate(self) -> None:
        """Bring the file of an older program up to date, whole or not at all; any other is only read."""
        if not self._is_first():
            return
        self._file.execute("BEGIN IMMEDIATE")
        with self._file:
            for statement in FROM_FIRST if self._is_first() else ():  # another program may have done it meanwhile
                self._file.execute(statement)

    def _is_first(self) -> bool:
        columns = {row[1] for row in self._file.execute("PRAGMA table_info(sheets)")}
        return bool(columns) and "place" not in columns

    def take(self, sheet: SheetMessage) -> bool:
        """Keep a sheet; it is on the disk after the next `commit`. True if it is new, or corrects what was there.

        Raises:
            MessageError: it is told as the correction of a game that began at another time or with other boards, or
                its table has told of too many games.
            HallError: it cannot be written.
        """
        key = sheet.table, sheet.game
        sql = """INSERT INTO sheets VALUES (?, ?, ?, ?, ?) ON CONFLICT (place, game) DO
            UPDATE SET revision = excluded.revision, body = excluded.body"""
        try:
            if not self._file.in_transaction:
                self._file.execute("BEGIN IMMEDIATE")
            row = self._file.execute("SELECT body FROM sheets WHERE place = ? AND game = ?", key).fetchone()
            before = None
            with suppress(NotUnderstoodError):  # what is damaged is replaced by what its table sends again
                before = read_json(row[0], KeptSheet) if row else None
            if before is not None and sheet.revision <= before.revision:
                return False
            if before is not None and _boards(before) != _boards(sheet):
                raise MessageError("hall_rebound", game=sheet.game)
            count = "SELECT count(*) FROM sheets WHERE place = ?"
            if before is None and self._file.execute(count, key[:1]).fetchone()[0] >= MOST_GAMES:
                raise MessageError("hall_too_many_games", most=MOST_GAMES)
            on = self.round() if before is None else None
            kept = kept_sheet(sheet, before.round if before else on.number if on else 0)
            self._file.execute(sql, (*key, sheet.revision, self._clock(), msgspec.json.encode(kept)))
        except FAILURES as problem:
            raise HallError("hall_results", file=str(self._path), reason=str(problem)) from problem
        return True

    def commit(self) -> None:
        """What was taken is on the disk on return. Several sheets together cost as much as one.

        Raises:
            HallError: it cannot be written, and none of it is kept.
        """
        try:
            if self._file.in_transaction:
                self._file.execute("COMMIT")
        except FAILURES as problem:
            with suppress(*FAILURES):
                self._file.execute("ROLLBACK")
            raise HallError("hall_results", file=str(self._path), reason=str(problem)) from problem

    def sheets(self) -> tuple[list[KeptSheet], list[KeptSheet]]:
        """The games that count, in the order in which they came; and those that another table has told of before.

        Raises:
            HallError: they cannot be read.
        """
        rows = self._rows("SELECT body FROM sheets ORDER BY taken, place, game")
        played: dict[object, KeptSheet] = {}
        doubled: list[KeptSheet] = []
        for row in rows:
            try:
                sheet = read_json(row[0], KeptSheet)
            except (NotUnderstoodError, TypeError) as problem:
                raise HallError("hall_results", file=str(self._path), reason=str(problem)) from problem
            if not sheet.withdrawn and played.setdefault(_content(sheet), sheet) is not sheet:
                doubled.append(sheet)
        return list(played.values()), doubled

    def next_round(self, minutes: float) -> HallRound:
        """Begin the next round now. Raises `HallError`."""
        sql = "INSERT INTO rounds SELECT coalesce(max(number), 0) + 1, ?, ? FROM rounds"
        try:
            self._file.execute(sql, (self._clock(), minutes))
        except FAILURES as problem:
            raise HallError("hall_results", file=str(self._path), reason=str(problem)) from problem
        found = self.round()
        assert found is not None
        return found

    def round(self) -> HallRound | None:
        """The round that is on; None before the first one. Raises `HallError`."""
        rows = self._rows("SELECT number, began, minutes FROM rounds ORDER BY number DESC LIMIT 1")
        return HallRound(*rows[0]) if rows else None

    def _rows(self, sql: str) -> list[tuple[Any, ...]]:
        """What the file says. Raises `HallError`."""
        try:
            return self._file.execute(sql).fetchall()
        except (*FAILURES, ValueError, OverflowError) as problem:
            raise HallError("hall_results", file=str(self._path), reason=str(problem)) from problem

    def close(self) -> None:
        """Close the file; what was taken since the last `commit` is not kept."""
        self._file.close()


def kept_sheet(sheet: SheetMessage, number: int) -> KeptSheet:
    """The sheet of a game that was told first in the round with this number."""
    return KeptSheet(**{name: getattr(sheet, name) for name in SheetMessage.__struct_fields__}, round=number)


def read_results(path: Path) -> list[KeptSheet]:
    """The games that count in the file of a hall, which may be running.

    Raises:
        HallError: there is no such file, or it cannot be read.
    """
    if not path.is_file():
        raise HallError("hall_results", file=str(path), reason="there is no such file")
    results = HallResults(path)
    try:
        return results.sheets()[0]
    finally:
        results.close()


def _boards(sheet: SheetMessage) -> object:
    """What never changes of a game, however it is corrected: when it began, and who sat before which board."""
    return sheet.started, tuple((city.seat, city.wonder, city.side) for city in sheet.cities)


def _content(sheet: SheetMessage) -> object:
    """The same for a game that two tables tell of: one has taken in the other's backup."""
    cities = tuple((city.seat, city.wonder, city.side, city.total, city.coins) for city in sheet.cities)
    return sheet.started, cities
