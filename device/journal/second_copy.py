"""A second copy of the journal beside it, and a note of how much it holds, so that nothing goes missing without a word.

The copy is as the journal was at the start of the program and after the last finished game. The note is written after
each commit and not forced to the disk: after a power cut it may say less than the journal holds, never more. So whoever
finds less in the journal than it says has an older copy, or a file that lost something.
"""

import os
import shutil
import sqlite3
import zlib
from contextlib import closing, suppress
from dataclasses import astuple, dataclass
from pathlib import Path

from device.durable_file import write_durably
from device.journal.database import FAILURES, check_pages, check_rows, connect

LINE = "wondertable journal: {:>10} events {:>8} games {:>8} over"
"""Of one length, so that it is replaced in place within one sector of the disk."""
ROOM = 20_000_000
"""Bytes that stay free on the disk; the journal itself comes first."""


@dataclass(frozen=True, slots=True, order=True)
class Tally:
    """The number of events, of games, and of games that do not go on; only the last one ever becomes smaller."""

    events: int = 0
    games: int = 0
    over: int = 0


def tally_of(tables: sqlite3.Connection) -> Tally:
    """What the tables behind this connection hold. Raises `sqlite3.Error`."""
    events = tables.execute("SELECT count(*) FROM events").fetchone()[0]
    games, over = tables.execute("SELECT count(*), count(nullif(state, 'open')) FROM games").fetchone()
    return Tally(events, games, over)


def noted_tally(path: Path) -> Tally:
    """What the journal at this path held when it was last used; nothing if that is not known."""
    try:
        line, _, checksum = _note(path).read_text(encoding="ascii").rstrip("\n").rpartition(" ")
        if int(checksum, 16) == zlib.crc32(line.encode()):
            return Tally(*(int(word) for word in line.split() if word.isdecimal()))
    except (OSError, ValueError, TypeError):
        pass
    return Tally()


def note_tally(path: Path, tally: Tally) -> None:
    """Note what the journal at this path holds. Nothing happens if that cannot be written."""
    line = LINE.format(*astuple(tally))
    with suppress(OSError):
        handle = os.open(_note(path), os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o640)
        try:
            os.pwrite(handle, f"{line} {zlib.crc32(line.encode()):08x}\n".encode(), 0)
        finally:
            os.close(handle)


def _note(path: Path) -> Path:
    return path.with_name(f"{path.name}.mark")


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
