"""Opens the journal's file, or a copy of it in memory, for reading or where nothing can be written.

What is damaged, missing or older than it should be is found, said, and put back.
"""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from device.durable_file import make_folder, write_durably
from device.errors import JournalError
from device.journal.database import (
    EVENT_COLUMNS,
    FAILURES,
    GAME_COLUMNS,
    SUFFIXES,
    UNAVAILABLE,
    WAIT,
    check_pages,
    check_rows,
    check_version,
    checkpoint,
    connect,
    copy_rows,
    migrate,
)
from device.journal.salvage import salvage
from device.journal.second_copy import Tally, copied_tally, second_copy, tally_of
from display.messages.questions import Notice

DAMAGED = "notice.journal_damaged"
MEMORY = Path("/dev/shm")
"""A folder in memory: a full or read-only SD card has no room for a copy."""


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """An open journal file, and what had to be done for it. `copied`: what its second copy holds, if that was read."""

    connection: sqlite3.Connection
    notices: tuple[Notice, ...] = ()
    copied: Tally | None = None


def open_file(path: Path) -> OpenedFile:
    """Open, check and migrate the file; create folder and file if needed.

    A damaged file is set aside. What SQLite can still read of it and the second copy go into a new file. A file that is
    sound but older than its second copy gets what it lacks. Raises `JournalError` for the file of a newer
    program and for what is no file, `OSError` or `sqlite3.Error` if nothing can be written.
    """
    make_folder(path.parent)
    if path.exists() and not path.is_file():
        raise JournalError("journal_no_file", path=str(path))
    saved = _saved(path)
    if saved.exists() and not path.exists():  # the power failed before it had the journal's name
        _set_aside(path)
        saved.replace(path)
    if not _is_gone(path):
        try:
            return _brought_up_to_date(path, _checked(path))
        except FAILURES as problem:
            if getattr(problem, "sqlite_errorcode", 0) & 0xFF in UNAVAILABLE:
                raise
    tables = memory()
    salvage(tables, second_copy(path), path)
    write_durably(saved, tables.serialize())  # whatever fails before this, the damaged file is where it was
    aside = _set_aside(path)
    saved.replace(path)
    return OpenedFile(_checked(path), (Notice(DAMAGED, {"path": str(aside)}),))


def _saved(path: Path) -> Path:
    """Where the content of a new file is written, before the damaged one is set aside for it."""
    return path.with_name(f"{path.name}.saved")


def _is_gone(path: Path) -> bool:
    """True for a file that is empty or missing beside a log or a copy: SQLite would begin anew without a word."""
    if path.exists() and path.stat().st_size > 0:
        return False
    log = Path(f"{path}{SUFFIXES[1]}")
    return (log.exists() and log.stat().st_size > 0) or copied_tally(path) > Tally()


def _brought_up_to_date(path: Path, connection: sqlite3.Connection) -> OpenedFile:
    checkpoint(connection)
    before = tally_of(connection)
    copied = copied_tally(path)
    if copied <= before:
        return OpenedFile(connection, copied=copied)
    salvage(connection, second_copy(path))
    checkpoint(connection)
    back = tally_of(connection).events - before.events
    return OpenedFile(connection, (Notice("notice.journal_older", {"count": back}),) if back else ())


def _checked(path: Path) -> sqlite3.Connection:
    connection = connect(path, timeout=WAIT)
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


def _set_aside(path: Path) -> Path:
    """Rename the database's files; nothing is deleted."""
    when = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    aside = path.with_name(f"{path.name}.damaged-{when}")
    for suffix in SUFFIXES:
        with suppress(FileNotFoundError):
            Path(f"{path}{suffix}").rename(f"{aside}{suffix}")
    return aside


def memory() -> sqlite3.Connection:
    """An empty journal in memory."""
    connection = connect("file::memory:", uri=True)
    migrate(connection)
    return connection


def snapshot(path: Path) -> OpenedFile:
    """A copy of a file that cannot be written or that another program uses; empty if it cannot be read either."""
    copied = OpenedFile(memory())
    place = MEMORY if os.access(MEMORY, os.W_OK) else None
    with suppress(OSError, JournalError, *FAILURES), tempfile.TemporaryDirectory(dir=place) as folder:
        copy = Path(folder) / "copy"
        files = {Path(f"{path}{suffix}"): Path(f"{copy}{suffix}") for suffix in SUFFIXES[:2]}
        for file, its_copy in {**files, second_copy(path): second_copy(copy), _saved(path): _saved(copy)}.items():
            with suppress(FileNotFoundError):
                shutil.copyfile(file, its_copy)
        opened = open_file(copy)
        copied = OpenedFile(copied.connection, opened.notices)
        with closing(opened.connection) as readable:
            copy_rows(readable, copied.connection)
    return copied


def reading_copy(path: Path) -> OpenedFile:
    """A copy of a file that another program may be writing. The file is not changed.

    Empty if there is no file. Raises `JournalError` for the file of a newer program, and for what is no file.
    """
    copied = memory()
    if not any(file.exists() for file in (path, second_copy(path), _saved(path))):
        return OpenedFile(copied)
    if path.exists() and not path.is_file():
        raise JournalError("journal_no_file", path=str(path))
    copied_before = copied_tally(path)
    try:
        with closing(connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=WAIT)) as readable:
            check_version(readable)
            check_pages(readable)
            check_rows(readable)
            if copied_before > tally_of(readable):
                return snapshot(path)
        _copy_checked(path, copied)
    except FAILURES:  # an older program's file, or a read-only folder: SQLite writes even to read
        return snapshot(path)
    return OpenedFile(copied)


def _copy_checked(path: Path, target: sqlite3.Connection) -> None:
    """Copy all rows of a file whose checksums are right, many times faster than one by one."""
    target.execute("ATTACH ? AS source", (f"{path.absolute().as_uri()}?mode=ro",))
    try:
        for table, columns in (
            ("games", f"{GAME_COLUMNS}, checksum, ending"),
            ("events", f"{EVENT_COLUMNS}, checksum"),
        ):
            target.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM source.{table}")
    finally:
        target.execute("DETACH source")
