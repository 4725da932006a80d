"""Writes files and folders so that they are complete after a power cut, or not there at all."""

import os
from contextlib import suppress
from pathlib import Path


def write_durably(path: Path, data: bytes, *, mode: int = 0o666, named_by_caller: bool = False) -> None:
    """Replaces the file at `path`, whole: after a power cut it holds all of `data` or what it held before.

    `mode`: who may read and write the file, from its first byte on; the process's umask is taken off.

    A symbolic link is replaced, so that nobody can lead the program, which may run as root, to another file. With
    `named_by_caller` it stays, and the file that it points to is replaced; a pipe or a device (`/dev/stdout`), which
    cannot be replaced, is written to as it is. Raises `OSError` if the file cannot be written; then it is as it was.
    """
    if named_by_caller:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        path = path.resolve()
    unfinished = path.with_name(f"{path.name}.new")
    try:
        unfinished.unlink(missing_ok=True)  # one that a power cut left has the rights of its time
        with open(unfinished, "xb", opener=lambda name, flags: os.open(name, flags | os.O_NOFOLLOW, mode)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink()
        raise
    _sync(path.parent)


def make_folder(folder: Path) -> None:
    """Makes a folder and those around it, and has the disk keep their names. Raises `OSError`."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    _sync(folder.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
