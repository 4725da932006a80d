"""The journal's file: its tables, its versions, and what to do with one that is damaged, full or locked.

SQLite with a write-ahead log and `synchronous=FULL`: a commit returns only when the data is on the disk.
"""

from __future__ import annotations

import errno
import sqlite3
import zlib
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from device.durable_file import make_folder
from device.errors import JournalError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            started TEXT NOT NULL,
            finished TEXT,
            state TEXT NOT NULL CHECK (state IN ('open', 'finished', 'left')),
            seats TEXT NOT NULL,
            options TEXT NOT NULL,
            scores TEXT,
            checksum INTEGER NOT NULL) STRICT""",
        """CREATE TABLE events (
            game_id INTEGER NOT NULL REFERENCES games (id),
            number INTEGER NOT NULL,
            at TEXT NOT NULL,
            kind TEXT NOT NULL,
            body TEXT NOT NULL,
            checksum INTEGER NOT NULL,
            PRIMARY KEY (game_id, number)) STRICT, WITHOUT ROWID""",
    ),
    (),
)
"""The statements that turn version n - 1 into version n. Never change a released one; add a new one.

Version 2 has the tables of version 1 and more kinds of events (redo, seen, rename); a program that does not know them
would read a different game.
"""

GAME_COLUMNS = "id, started, finished, state, seats, options, scores"
EVENT_COLUMNS = "game_id, number, at, kind, body"
SUFFIXES = ("", "-wal", "-shm")
"""Suffixes of the up to three files of a database."""
WAIT = 2.0
"""s to wait while another program reads."""

UNAVAILABLE = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PROTOCOL,
    }
)
"""Errors caused by the disk or another program, not by damage in the file."""

FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""Errors that a broken file raises; the second, if SQLite's message quotes a broken table definition."""

Statement = tuple[str, tuple[object, ...]]
LEAVE: Statement = ("UPDATE games SET state = 'left' WHERE state = 'open'", ())
"""Mark the open game as not continued."""


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """An open journal file; `set_aside` is where a damaged one was moved to."""

    connection: sqlite3.Connection
    set_aside: Path | None = None


def open_file(path: Path) -> OpenedFile:
    """Open, check and migrate the file; create folder and file if needed.

    A damaged file is set aside, and its readable part is copied into a new one. Raises `JournalError` for the file of a
    newer program, `OSError` or `sqlite3.Error` if nothing can be written.
    """
    make_folder(path.parent)
    try:
        return OpenedFile(_checked(path))
    except FAILURES as problem:
        if getattr(problem, "sqlite_errorcode", 0) & 0xFF in UNAVAILABLE:
            raise
        aside = _set_aside(path)
    connection = _checked(path)
    with suppress(*FAILURES):
        _salvage(aside, connection)
    return OpenedFile(connection, aside)


def apply(connection: sqlite3.Connection, statements: Sequence[Statement]) -> None:
    """Run the statements in one transaction: all or none."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for sql, values in statements:
            connection.execute(sql, values)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def copy_rows(source: sqlite3.Connection, target: sqlite3.Connection, without: Collection[int] = ()) -> None:
    """Copy the games and events that `target` lacks, and the state of all games, `without` the games with these ids."""
    games = source.execute(f"SELECT {GAME_COLUMNS} FROM games").fetchall()
    events = source.execute(f"SELECT {EVENT_COLUMNS} FROM events").fetchall()
    wanted = [put_game(row) for row in games if row[0] not in without]
    apply(target, [*wanted, *(put_event(row) for row in events if row[0] not in without)])


def ids(connection: sqlite3.Connection) -> frozenset[int]:
    """The ids of all games."""
    return frozenset(row[0] for row in connection.execute("SELECT id FROM games"))


def put_game(row: tuple[object, ...]) -> Statement:
    """Insert a game, or update its state. `row` is as `GAME_COLUMNS`."""
    update = "finished = excluded.finished, state = excluded.state, scores = excluded.scores"
    places = "?, ?, ?, ?, ?, ?, ?, ?"
    sql = f"INSERT INTO games ({GAME_COLUMNS}, checksum) VALUES ({places}) ON CONFLICT (id) DO UPDATE SET {update}"
    return sql, (*row, _game_checksum(row))


def put_event(row: tuple[object, ...]) -> Statement:
    """Insert an event; an existing one is not changed. `row` is as `EVENT_COLUMNS`."""
    sql = f"INSERT OR IGNORE INTO events ({EVENT_COLUMNS}, checksum) VALUES (?, ?, ?, ?, ?, ?)"
    return sql, (*row, _checksum(row))


def check_version(connection: sqlite3.Connection) -> int:
    """The version of the tables. Raises `JournalError` for a newer program's."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise JournalError("journal_newer", version=version, known=len(MIGRATIONS))
    return version


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate the tables, each version in one transaction. Raises `JournalError` for a newer program's."""
    version = check_version(connection)
    for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
        apply(connection, [*((sql, ()) for sql in statements), (f"PRAGMA user_version = {number}", ())])


def check_pages(connection: sqlite3.Connection) -> None:
    """Raises `sqlite3.DatabaseError` if SQLite finds damage."""
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def check_rows(connection: sqlite3.Connection) -> None:
    """Check every row's checksum, which finds damage that SQLite does not. Raises `sqlite3.DatabaseError`."""
    for columns, table, checksum in ((GAME_COLUMNS, "games", _game_checksum), (EVENT_COLUMNS, "events", _checksum)):
        for *row, kept in connection.execute(f"SELECT {columns}, checksum FROM {table}"):
            if checksum(row) != kept:
                raise sqlite3.DatabaseError(table)


def text_of(data: bytes) -> str:
    """The text, even if broken: the checksum finds that."""
    return data.decode(errors="replace")


def kind_of(problem: Exception) -> str:
    """The kind of a failure to write: full, read_only or failed."""
    sqlite_code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
    system_code = problem.errno if isinstance(problem, OSError) else None
    if sqlite_code == sqlite3.SQLITE_FULL or system_code == errno.ENOSPC:
        return "full"
    if sqlite_code == sqlite3.SQLITE_READONLY or system_code in {errno.EROFS, errno.EACCES, errno.EPERM}:
        return "read_only"
    return "failed"


def _checked(path: Path) -> sqlite3.Connection:
    connection = _connect(path)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        check_pages(connection)
        migrate(connection)
        check_rows(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=WAIT)
    connection.text_factory = text_of
    return connection


def _checksum(row: Sequence[object]) -> int:
    return zlib.crc32(msgspec.json.encode(tuple(row)))


def _game_checksum(row: Sequence[object]) -> int:
    """The checksum of a game's fields that never change: id, start, seats, options."""
    return _checksum((row[0], row[1], row[4], row[5]))


def _set_aside(path: Path) -> Path:
    """Rename the database's files; nothing is deleted."""
    when = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    aside = path.with_name(f"{path.name}.damaged-{when}")
    for suffix in SUFFIXES:
        with suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(f"{aside}{suffix}")
    return aside


def _salvage(damaged: Path, into: sqlite3.Connection) -> None:
    """Copy rows until the first unreadable one; of each game, only the events before the first gap."""
    events_of_game = f"SELECT {EVENT_COLUMNS}, checksum FROM events WHERE game_id = ? ORDER BY number"
    with closing(_connect(damaged)) as old:
        for *game, kept in _rows(old, f"SELECT {GAME_COLUMNS}, checksum FROM games ORDER BY id", ()):
            if _game_checksum(game) != kept:
                continue
            events = [event for *event, kept in _rows(old, events_of_game, (game[0],)) if _checksum(event) == kept]
            whole = [event for count, event in enumerate(events, start=1) if event[1] == count]
            with suppress(sqlite3.Error):
                apply(into, [put_game(tuple(game)), *(put_event(tuple(event)) for event in whole)])


def _rows(connection: sqlite3.Connection, sql: str, values: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    with suppress(*FAILURES):
        yield from connection.execute(sql, values)
