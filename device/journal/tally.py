"""How much a journal holds, and a note of it beside the file, so that nothing goes missing without a word.

The note is written after each commit and not forced to the disk: after a power cut it may say less than the journal
holds, never more. So whoever finds less in the journal than it says has an older copy, or a file that lost something.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from contextlib import suppress
from dataclasses import astuple, dataclass
from pathlib import Path

LINE = "wondertable journal: {:>10} events {:>8} games {:>8} over"
"""Of one length, so that it is replaced in place within one sector of the disk."""


@dataclass(frozen=True, slots=True, order=True)
class Tally:
    """The number of events, of games, and of games that do not go on. None of them ever becomes smaller."""

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
