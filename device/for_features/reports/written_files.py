"""Files that a command writes for whoever called it, and files that a feature keeps."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from device.caller import write_for_caller
from device.durable_file import make_folder, write_durably
from device.errors import OutputFileError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
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
        write_file(path, written().encode())
        output.say(saved, file=str(path), **said)
    if not asked:
        output.text(text().rstrip("\n"))


def write_file(path: Path, data: bytes) -> None:
    """Write the file with the caller's rights. Raises `OutputFileError` with the system's reason."""
    with _unwritable(path):
        write_for_caller(path, data)


def keep_file(path: Path, data: bytes, *, mode: int = 0o666, named_by_caller: bool = False) -> None:
    """Write the file so that it survives a power cut, and make its folder. Raises `OutputFileError` as above."""
    with _unwritable(path):
        make_folder(path.parent)
        write_durably(path, data, mode=mode, named_by_caller=named_by_caller)


@contextmanager
def _unwritable(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputFileError("cannot_write", file=str(path), reason=error.strerror) from error
