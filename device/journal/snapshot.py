"""Copies of the journal in memory: to read in while somebody writes, to go on with where nothing can be written."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from device.errors import JournalError
from device.journal.database import (
    BESIDE,
    FAILURES,
    WAIT,
    check_pages,
    check_rows,
    check_version,
    copy_rows,
    migrate,
    open_file,
    text_of,
)

MEMORY = Path("/dev/shm")
"""Files that lie in memory: a card that is full or read-only has no room for a copy."""


@dataclass(frozen=True, slots=True)
class Copied:
    """A journal's copy in memory; `damaged`: the file is, and only what could be read of it is here."""

    connection: sqlite3.Connection
    damaged: bool = False


def memory() -> sqlite3.Connection:
    """An empty journal that is nowhere."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    return connection


def snapshot(path: Path) -> Copied:
    """A copy of a file that cannot be written or is somebody else's; empty if it cannot be read either."""
    copied, damaged = memory(), False
    place = MEMORY if os.access(MEMORY, os.W_OK) else None
    with suppress(OSError, JournalError, *FAILURES), tempfile.TemporaryDirectory(dir=place) as folder:
        for suffix in BESIDE[:2]:
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{suffix}", Path(folder) / f"copy{suffix}")
        opened = open_file(Path(folder) / "copy")
        damaged = opened.set_aside is not None
        with closing(opened.connection) as readable:
            copy_rows(readable, copied)
    return Copied(copied, damaged)


def reading_copy(path: Path) -> Copied:
    """A copy of a file that somebody else may be writing at this moment; it stays as it is.

    Empty if there is none. Raises `JournalError` for the file of a newer program.
    """
    copied = memory()
    if not path.exists():
        return Copied(copied)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=WAIT)) as readable:
            readable.text_factory = text_of
            check_version(readable)
            check_pages(readable)
            check_rows(readable)
            copy_rows(readable, copied)
    except FAILURES:  # an older program's, or a folder that is not ours to write to: SQLite wants to, even to read
        return snapshot(path)
    return Copied(copied)
