"""One program at a time keeps games in a journal: two would count the same numbers."""

from __future__ import annotations

import fcntl
from typing import TYPE_CHECKING, TextIO

from device.durable_file import make_folder

if TYPE_CHECKING:
    from pathlib import Path


def taken(path: Path) -> TextIO:
    """The lock of the journal at this path, until it is closed or the program ends, however it does.

    Raises `BlockingIOError` if another program has it, `OSError` if nothing can be written there.
    """
    make_folder(path.parent)
    lock = _beside(path).open("w", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise
    return lock


def in_use(path: Path) -> bool:
    """Whether another program has it now."""
    try:
        with _beside(path).open(encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # nobody ever had it, or it is not for us to know
        return False
    return False


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")
