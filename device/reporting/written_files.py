"""Files that a command writes for whoever called it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.caller import write_for_caller
from device.errors import OutputFileError

if TYPE_CHECKING:
    from pathlib import Path


def write_text(path: Path, text: str) -> None:
    """Write the file with the caller's rights. Raises `OutputFileError` with the system's reason."""
    try:
        write_for_caller(path, text.encode())
    except OSError as error:
        raise OutputFileError("cannot_write", file=str(path), reason=error.strerror) from error
