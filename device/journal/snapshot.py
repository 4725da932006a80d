"""Copies of the journal in memory: for reading while another program writes, or if the disk cannot be written."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from device.errors import JournalError
from device.journal.database import (
    EVENT_COLUMNS,
    FAILURES,
    GAME_COLUMNS,
    SUFFIXES,
    WAIT,
    check_pages,
    check_rows,
    check_version,
    connect,
    copy_rows,
    migrate,
)
from device.journal.opening import OpenedFile, open_file
from device.journal.second_copy import copied_tally, second_copy
from device.journal.tally import tally_of

MEMORY = Path("/dev/shm")
"""A folder in memory: a full or read-only SD card has no room for a copy."""


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
        for file, its_copy in {**files, second_copy(path): second_copy(copy)}.items():
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
    if not path.exists() and not second_copy(path).exists():
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
