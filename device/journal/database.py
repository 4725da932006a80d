"""The journal's file: its tables, its versions, and what to do with one that is damaged, full or locked.

SQLite with a write-ahead log and `synchronous=FULL`: a commit returns only when the data is on the disk.
"""

import errno
import fcntl
import os
import sqlite3
import zlib
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

import msgspec

from device.durable_file import make_folder
from device.errors import JournalError

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
    (
        "ALTER TABLE games ADD COLUMN ending INTEGER NOT NULL DEFAULT 0",
        "UPDATE games SET ending = ending_of(id, finished, state, scores)",
    ),
)
"""The statements that turn version n - 1 into version n. Never change a released one; add a new one.

Version 2 has the tables of version 1 and more kinds of events (redo, seen, rename); a program that does not know them
would read a different game. Version 3 has a checksum over how a game ended, too, which changes with it.
"""
FIRST_WITH_ENDING = 3

INCOMPLETE = """SELECT game_id FROM events GROUP BY game_id
    HAVING max(number) != count(*) OR game_id NOT IN (SELECT id FROM games)"""
"""The games whose events have a gap, or that are gone while their events are there."""

GAME_COLUMNS = "id, started, finished, state, seats, options, scores"
EVENT_COLUMNS = "game_id, number, at, kind, body"
SUFFIXES = ("", "-wal", "-shm")
"""Suffixes of the up to three files of a database."""
WAIT = 2.0
"""s to wait while another program reads."""
MOUNTS = Path("/proc/self/mounts")
UPPER = "upperdir="
"""The option of an overlay that names the folder in which changes lie."""

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
LEAVE: Statement = (
    "UPDATE games SET state = 'left', ending = ending_of(id, finished, 'left', scores) WHERE state = 'open'",
    (),
)
"""Mark the open game as not continued."""


def reopen(game_id: int, states: Sequence[str]) -> Statement:
    """Go on with a game that is in one of these states: it has not ended."""
    sql = f"""UPDATE games
        SET state = 'open', finished = NULL, scores = NULL, ending = ending_of(id, NULL, 'open', NULL)
        WHERE id = ? AND state IN ({", ".join("?" * len(states))})"""
    return sql, (game_id, *states)


def finish(game_id: int, when: str, scores: str) -> Statement:
    """Mark a game as finished."""
    sql = """UPDATE games SET state = 'finished', finished = ?1, scores = ?2,
        ending = ending_of(id, ?1, 'finished', ?2) WHERE id = ?3"""
    return sql, (when, scores, game_id)


def connect(database: str | Path, **options: Any) -> sqlite3.Connection:
    """A connection by which the journal's statements can be run. Raises `sqlite3.Error`."""
    connection: sqlite3.Connection = sqlite3.connect(database, isolation_level=None, **options)
    connection.text_factory = text_of
    connection.create_function("ending_of", 4, lambda *row: event_checksum(row), deterministic=True)
    return connection


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
    update = ", ".join(f"{name} = excluded.{name}" for name in ("finished", "state", "scores", "ending"))
    columns = f"{GAME_COLUMNS}, checksum, ending"
    sql = f"INSERT INTO games ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET {update}"
    return sql, (*row, game_checksum(row), ending_checksum(row))


def put_event(row: tuple[object, ...]) -> Statement:
    """Insert an event; an existing one is not changed. `row` is as `EVENT_COLUMNS`."""
    sql = f"INSERT OR IGNORE INTO events ({EVENT_COLUMNS}, checksum) VALUES (?, ?, ?, ?, ?, ?)"
    return sql, (*row, event_checksum(row))


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
    for columns, table, checksum in ((GAME_COLUMNS, "games", game_checksum), (EVENT_COLUMNS, "events", event_checksum)):
        for *row, kept in connection.execute(f"SELECT {columns}, checksum FROM {table}"):
            if checksum(row) != kept:
                raise sqlite3.DatabaseError(table)
    if check_version(connection) >= FIRST_WITH_ENDING:
        for *row, kept in connection.execute(f"SELECT {GAME_COLUMNS}, ending FROM games"):
            if ending_checksum(row) != kept:
                raise sqlite3.DatabaseError(GAME_COLUMNS)
    if connection.execute(INCOMPLETE).fetchone():
        raise sqlite3.DatabaseError(INCOMPLETE)


def checkpoint(connection: sqlite3.Connection) -> None:
    """Move what is in the write-ahead log into the main file, and empty the log.

    Where another program is reading just now, or the disk fails, the log keeps it for the next time.
    """
    with suppress(sqlite3.Error):
        connection.execute("PRAGMA busy_timeout = 0")  # nobody waits for a reader
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with suppress(sqlite3.Error):
        connection.execute(f"PRAGMA busy_timeout = {WAIT * 1000:.0f}")


def text_of(data: bytes) -> str:
    """The text, even if broken: the checksum finds that."""
    return data.decode(errors="replace")


def kind_of(problem: Exception, folder: Path) -> str:
    """The kind of a failure to write in this folder: full, read_only or failed.

    A disk that the kernel makes read-only while the file is open lets SQLite speak of an I/O error.
    """
    sqlite_code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
    system_code = problem.errno if isinstance(problem, OSError) else None
    if sqlite_code == sqlite3.SQLITE_FULL or system_code == errno.ENOSPC:
        return "full"
    if sqlite_code == sqlite3.SQLITE_READONLY or system_code in {errno.EROFS, errno.EACCES, errno.EPERM}:
        return "read_only"
    with suppress(OSError):
        if os.statvfs(folder).f_flag & os.ST_RDONLY:
            return "read_only"
    return "failed"


def is_in_memory(folder: Path, mounts: Path = MOUNTS) -> bool:
    """True if files there are gone with the power: in memory, over a root that is only read (raspi-config's overlay).

    A file system that is nothing but memory was chosen by somebody, and is not asked about.
    """
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    mounted = {Path(place): (kind, options.split(",")) for _, place, kind, options, *_ in map(str.split, lines)}
    kind, options = _file_system(folder.absolute(), mounted)
    layers = [option.removeprefix(UPPER) for option in options if option.startswith(UPPER)]
    return kind == "overlay" and any(_file_system(Path(layer), mounted)[0] == "tmpfs" for layer in layers)


def _file_system(path: Path, mounted: Mapping[Path, tuple[str, list[str]]]) -> tuple[str, list[str]]:
    """Kind and options of the file system that a path is in."""
    return next((mounted[place] for place in (path, *path.parents) if place in mounted), ("", []))


def event_checksum(row: Sequence[object]) -> int:
    """The checksum of an event. `row` is as `EVENT_COLUMNS`."""
    return zlib.crc32(msgspec.json.encode(tuple(row)))


def game_checksum(row: Sequence[object]) -> int:
    """The checksum of a game's fields that never change: id, start, seats, options. `row` is as `GAME_COLUMNS`."""
    return event_checksum((row[0], row[1], row[4], row[5]))


def ending_checksum(row: Sequence[object]) -> int:
    """The checksum of what changes when a game ends: finished, state, scores. `row` is as `GAME_COLUMNS`."""
    return event_checksum((row[0], row[2], row[3], row[6]))


def taken(path: Path) -> TextIO:
    """Lock the journal at this path until the returned file is closed or the program ends.

    Two programs would give the same numbers to different games. Raises `BlockingIOError` if another program holds the
    lock, `OSError` if nothing can be written there.
    """
    make_folder(path.parent)
    lock = os.fdopen(os.open(_lock_file(path), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666), "w", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise
    return lock


def in_use(path: Path) -> bool:
    """True if another program holds the lock."""
    try:
        with _lock_file(path).open(encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # no program has locked it yet, or the file may not be read
        return False
    return False


def _lock_file(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")
