"""A second copy of the journal beside it, as it was at the start of the program and after the last finished game."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from device.durable_file import write_durably
from device.journal.database import FAILURES, check_pages, check_rows, connect
from device.journal.tally import Tally, tally_of

ROOM = 20_000_000
"""Bytes that stay free on the disk; the journal itself comes first."""


def second_copy(path: Path) -> Path:
    """Where the second copy of the journal at `path` is."""
    return path.with_name(f"{path.name}.copy")


def keep_second_copy(path: Path, tables: sqlite3.Connection, copied: Tally | None = None) -> None:
    """Replace the second copy by what these tables hold, if that differs. Nothing happens if it cannot be written.

    `copied` is what it holds, if that was just read.
    """
    if (copied or copied_tally(path)) == tally_of(tables):
        return
    content = tables.serialize()
    with suppress(OSError):
        if shutil.disk_usage(path.parent).free >= ROOM + len(content):
            write_durably(second_copy(path), content)


def copied_tally(path: Path) -> Tally:
    """What the second copy holds; nothing if there is none, or it is damaged."""
    copy = second_copy(path)
    if not copy.is_file():
        return Tally()
    try:
        with closing(connect(f"{copy.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as tables:
            check_pages(tables)
            check_rows(tables)
            return tally_of(tables)
    except FAILURES:
        return Tally()
