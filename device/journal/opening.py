"""Opens the journal's file. What is damaged, missing or older than it should be is found, said, and put back."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from device.durable_file import make_folder
from device.errors import JournalError
from device.journal.database import (
    FAILURES,
    SUFFIXES,
    UNAVAILABLE,
    WAIT,
    check_pages,
    check_rows,
    checkpoint,
    connect,
    migrate,
)
from device.journal.salvage import salvage
from device.journal.second_copy import copied_tally, second_copy
from device.journal.tally import Tally, tally_of
from display.messages.questions import Notice

DAMAGED = "notice.journal_damaged"


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
    if not _is_gone(path):
        try:
            return _brought_up_to_date(path, _checked(path))
        except FAILURES as problem:
            if getattr(problem, "sqlite_errorcode", 0) & 0xFF in UNAVAILABLE:
                raise
    aside = _set_aside(path)
    connection = _checked(path)
    salvage(connection, second_copy(path), aside)
    checkpoint(connection)
    return OpenedFile(connection, (Notice(DAMAGED, {"path": str(aside)}),))


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
