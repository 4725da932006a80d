"""Files that a command writes for whoever called it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.caller import write_for_caller
from device.errors import OutputFileError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from device.reporting.output import Output


def show_or_write(
    output: Output,
    text: Callable[[], str],
    files: Iterable[tuple[Path | None, Callable[[], str]]],
    saved: str,
    **said: object,
) -> None:
    """Write each file that is asked for and say so, by the catalogue's key `saved`; print the text if none is.

    Raises `OutputFileError`.
    """
    asked = [(path, written) for path, written in files if path is not None]
    for path, written in asked:
        write_text(path, written())
        output.say(saved, file=str(path), **said)
    if not asked:
        output.text(text().rstrip("\n"))


def write_text(path: Path, text: str) -> None:
    """Write the file with the caller's rights. Raises `OutputFileError` with the system's reason."""
    try:
        write_for_caller(path, text.encode())
    except OSError as error:
        raise OutputFileError("cannot_write", file=str(path), reason=error.strerror) from error
