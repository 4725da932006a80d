"""Locks a journal for one program: two would give the same numbers to different games."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import TextIO

from device.durable_file import make_folder


def taken(path: Path) -> TextIO:
    """Lock the journal at this path until the returned file is closed or the program ends.

    Raises `BlockingIOError` if another program holds the lock, `OSError` if nothing can be written there.
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
