"""Simulates power cuts: records SQLite's writes and derives what could be on the disk after a cut.

Synced data is on the disk. Of the rest any part may be: everything up to some byte, or any sectors in any order; a file
that grew may hold anything where nothing was written.
"""

from __future__ import annotations

import ctypes
import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

SECTOR = 512
OPEN_CREATE = 0x4
POINTER = ctypes.sizeof(ctypes.c_void_p)


@dataclass(frozen=True)
class Write:
    """Bytes at an offset."""

    file: str
    offset: int
    data: bytes

    def onto(self, content: bytes) -> bytes:
        content = content.ljust(self.offset, b"\0")
        return content[: self.offset] + self.data + content[self.offset + len(self.data) :]


@dataclass(frozen=True)
class Truncate:
    """The file ends here from now on."""

    file: str
    size: int

    def onto(self, content: bytes) -> bytes:
        return content[: self.size].ljust(self.size, b"\0")


@dataclass(frozen=True)
class Sync:
    """The file's contents and its name are safe."""

    file: str


@dataclass(frozen=True)
class Delete:
    """The file is deleted and synced."""

    file: str


Operation = Write | Truncate | Sync | Delete
Image = dict[str, bytes]
"""The files of a folder by their names."""


def cut(before: Image, operations: list[Operation], chance: random.Random) -> Image:
    """One possible state of the disk if the power fails right after these operations."""
    image, pending = dict(before), []
    for operation in operations:
        match operation:
            case Sync(file):
                for done in [write for write in pending if write.file == file]:
                    image[file] = done.onto(image.get(file, b""))
                image.setdefault(file, b"")
                pending = [write for write in pending if write.file != file]
            case Delete(file):
                image.pop(file, None)
                pending = [write for write in pending if write.file != file]
            case _:
                pending.append(operation)
    for survivor in _survivors(image, pending, chance):
        image[survivor.file] = survivor.onto(image.get(survivor.file, b""))
    return image


def _survivors(image: Image, pending: list[Write | Truncate], chance: random.Random) -> Iterator[Write | Truncate]:
    if chance.random() < 0.5:
        yield from _beginning(pending, chance)
        return
    luck, rubbish = chance.choice((0.1, 0.5, 0.9)), chance.random() < 0.5
    for piece in [piece for operation in pending for piece in _sectors(operation)]:
        if chance.random() < luck:
            yield piece
        elif rubbish and isinstance(piece, Write) and piece.offset >= len(image.get(piece.file, b"")):
            yield Write(piece.file, piece.offset, chance.randbytes(len(piece.data)))


def _beginning(pending: list[Write | Truncate], chance: random.Random) -> Iterator[Write | Truncate]:
    """Everything up to some byte."""
    *whole, last = pending[: chance.randint(0, len(pending))] or [None]
    yield from whole
    if isinstance(last, Write):
        yield Write(last.file, last.offset, last.data[: chance.randint(0, len(last.data))])
    elif last is not None:
        yield last


def _sectors(operation: Write | Truncate) -> Iterator[Write | Truncate]:
    if isinstance(operation, Truncate):
        yield operation
        return
    start = 0
    while start < len(operation.data):
        end = min(len(operation.data), start + SECTOR - (operation.offset + start) % SECTOR)
        yield Write(operation.file, operation.offset + start, operation.data[start:end])
        start = end


# ---- recording -----------------------------------------------------------------------------------------------------

_OPEN = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_int)
)
_DELETE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
_WRITE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64)
_TRUNCATE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64)
_SYNC = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)


class _System(ctypes.Structure):
    """The part of sqlite3_vfs that is used; the rest is copied."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("open", _OPEN),
        ("delete", _DELETE),
        ("more", ctypes.c_void_p * 13),
    ]


class _Methods(ctypes.Structure):
    """The part of sqlite3_io_methods that is used."""

    _fields_ = [
        ("version", ctypes.c_int),
        ("close", ctypes.c_void_p),
        ("read", ctypes.c_void_p),
        ("write", _WRITE),
        ("truncate", _TRUNCATE),
        ("sync", _SYNC),
        ("more", ctypes.c_void_p * 13),
    ]


def sqlite_library() -> ctypes.CDLL | None:
    """The SQLite library that Python's module uses; None if it is built in."""
    found = re.search(r"/\S*libsqlite3\.so\S*", Path("/proc/self/maps").read_text())
    return ctypes.CDLL(found[0]) if found else None


@dataclass
class Recorder:
    """While it is `running`, every write of SQLite in this process is added to `operations`."""

    operations: list[Operation] = field(default_factory=list)
    running: bool = False
    _names: dict[int, str] = field(default_factory=dict)
    _kept: list[object] = field(default_factory=list)

    def note(self, operation: Operation) -> None:
        if self.running:
            self.operations.append(operation)


@contextmanager
def recording(library: ctypes.CDLL) -> Iterator[Recorder]:
    """Put a recorder between SQLite and the disk."""
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_System)
    library.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
    library.sqlite3_vfs_register.argtypes = [ctypes.POINTER(_System), ctypes.c_int]
    library.sqlite3_vfs_unregister.argtypes = [ctypes.POINTER(_System)]
    real = library.sqlite3_vfs_find(None)
    recorder = Recorder()
    between = _System()
    ctypes.memmove(ctypes.byref(between), real, ctypes.sizeof(_System))
    between.name, between.next = b"recording", None
    between.open, between.delete = _opening(recorder, real.contents), _deleting(recorder, real.contents)
    library.sqlite3_vfs_register(ctypes.byref(between), 1)
    try:
        yield recorder
    finally:
        library.sqlite3_vfs_register(real, 1)
        library.sqlite3_vfs_unregister(ctypes.byref(between))


def _file_name(pointer: int) -> str:
    """SQLite keeps the pointer itself, so it must not go through a Python string on its way."""
    return Path(ctypes.string_at(pointer).decode()).name


def _opening(recorder: Recorder, real: _System) -> object:
    really = _OPEN.from_buffer_copy(real.open)

    def opened(system, name, file, flags, out):
        result = really(system, name, file, flags, out)
        if result == 0 and name:
            recorder._names[file] = _file_name(name)
            _listen(recorder, file)
        return result

    return _OPEN(opened)


def _deleting(recorder: Recorder, real: _System) -> object:
    really = _DELETE.from_buffer_copy(real.delete)

    def deleted(system, name, sync_folder):
        result = really(system, name, sync_folder)
        recorder.note(Delete(_file_name(name)))
        return result

    return _DELETE(deleted)


def _listen(recorder: Recorder, file: int) -> None:
    """Replace the file's writing methods by ours, which record the operation and call the real ones."""
    place = ctypes.cast(file, ctypes.POINTER(ctypes.c_void_p))
    real = _Methods.from_address(place[0])
    ours = _Methods()
    ctypes.memmove(ctypes.byref(ours), ctypes.byref(real), ctypes.sizeof(_Methods))
    write, truncate, sync = (
        kind.from_buffer_copy(method)
        for kind, method in ((_WRITE, real.write), (_TRUNCATE, real.truncate), (_SYNC, real.sync))
    )

    def written(file, data, count, offset):
        recorder.note(Write(recorder._names[file], offset, ctypes.string_at(data, count)))
        return write(file, data, count, offset)

    def truncated(file, size):
        recorder.note(Truncate(recorder._names[file], size))
        return truncate(file, size)

    def synced(file, flags):
        result = sync(file, flags)
        recorder.note(Sync(recorder._names[file]))
        return result

    ours.write, ours.truncate, ours.sync = _WRITE(written), _TRUNCATE(truncated), _SYNC(synced)
    recorder._kept += [ours, real]
    place[0] = ctypes.addressof(ours)
