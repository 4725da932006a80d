"""Opens the journal's file. What is damaged, missing or older than it should be is found, said, and put back."""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

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
from device.journal.salvage import content_of, found_in, log_of, salvage
from device.journal.second_copy import copied_tally, second_copy
from device.journal.tally import Tally, tally_of
from device.journal.write_ahead_log import is_broken, logged_pages, overlaid, sound_part
from display.messages.questions import Notice

if TYPE_CHECKING:
    import sqlite3

FILE_FORMAT = slice(18, 20)
"""Bytes of the file's header: 2, 2 with a write-ahead log; SQLite opens an image in memory only with 1, 1."""


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """An open journal file, and what had to be done for it. `copied`: what its second copy holds, if that was read."""

    connection: sqlite3.Connection
    notices: tuple[Notice, ...] = ()
    copied: Tally | None = None


def open_file(path: Path) -> OpenedFile:
    """Open, check and migrate the file; create folder and file if needed.

    A damaged file is set aside. What can still be read of it, of its log and of the second copy goes into a new file. A
    file that is sound but older than its second copy gets what it lacks. Raises `JournalError` for the file of a newer
    program and for what is no file, `OSError` or `sqlite3.Error` if nothing can be written.
    """
    make_folder(path.parent)
    if path.exists() and not path.is_file():
        raise JournalError("journal_no_file", path=str(path))
    if not _is_damaged(path):
        try:
            return _brought_up_to_date(path, _checked(path))
        except FAILURES as problem:
            if getattr(problem, "sqlite_errorcode", 0) & 0xFF in UNAVAILABLE:
                raise
    remains = content_of(path), content_of(log_of(path)), content_of(second_copy(path))
    aside = _set_aside(path)
    connection = _checked(path)
    with suppress(*FAILURES):
        salvage(*remains, connection)
    checkpoint(connection)
    return OpenedFile(connection, (Notice("notice.journal_damaged", {"path": str(aside)}),))


def _is_damaged(path: Path) -> bool:
    """True for what SQLite would take without a word, although something was lost.

    A main file that is empty or gone while there is a log or a second copy; a log with a damage before its last
    transaction; a log from an earlier day, which would undo what the main file has.
    """
    log = logged_pages(content_of(log_of(path)))
    if not path.exists() or path.stat().st_size == 0:
        return any(page.pages for page in log) or copied_tally(path) > Tally()
    if not log:
        return False
    main = content_of(path)
    alone, together = _tally_of_image(main), _tally_of_image(overlaid(main, sound_part(log)))
    if is_broken(log) and found_in(main, log).tally > (together or Tally()):
        return True
    return alone is not None and (together or Tally()) < alone


def _brought_up_to_date(path: Path, connection: sqlite3.Connection) -> OpenedFile:
    checkpoint(connection)
    before = tally_of(connection)
    copied = copied_tally(path)
    if copied <= before:
        return OpenedFile(connection, copied=copied)
    with suppress(*FAILURES):
        salvage(b"", b"", content_of(second_copy(path)), connection)
    checkpoint(connection)
    back = tally_of(connection).events - before.events
    return OpenedFile(connection, (Notice("notice.journal_older", {"count": back}),) if back else ())


def _tally_of_image(image: bytes) -> Tally | None:
    """What a database file with this content holds; None if it is damaged."""
    with closing(connect(":memory:")) as tables, suppress(*FAILURES):
        tables.deserialize(image[: FILE_FORMAT.start] + b"\1\1" + image[FILE_FORMAT.stop :])
        check_pages(tables)
        check_rows(tables)
        return tally_of(tables)
    return None


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
