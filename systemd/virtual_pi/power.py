"""What a power cut leaves on a disk, worked out from the log of everything that was written to it.

QEMU's `blklogwrites` notes each write and each flush in the order in which the disk had them, in the format of the
kernel's dm-log-writes. A disk without a cache holds after a cut all writes until then. One with a cache, as SD cards
have, holds those until the last flush, and any of the later ones.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from pathlib import Path

SECTOR = 512
FLUSH, DISCARD = 1, 4


class Logged(NamedTuple):
    """A write or a flush: where it begins (bytes), what is written, and where in the log it ends."""

    at: int
    data: bytes
    is_flush: bool
    end: int


@dataclass(frozen=True)
class Cut:
    """The power goes when the log was so long (bytes); `forgets`: what was not flushed may be lost."""

    at: int
    forgets: bool


def logging(disk: Path, log: Path) -> list[str]:
    """QEMU's arguments for a second disk whose writes are logged."""
    log.write_bytes(b"")
    return [
        "-blockdev", f"driver=blklogwrites,node-name=logged,file.driver=file,file.filename={disk},"
        f"log.driver=file,log.filename={log}", "-device", "virtio-blk-pci,drive=logged"]  # fmt: skip


def logged(log: Path) -> Iterator[Logged]:
    """What was written, in its order."""
    with log.open("rb") as file:
        file.seek(SECTOR)
        while len(head := file.read(SECTOR)) == SECTOR:
            sector, count, flags, _ = struct.unpack("<4Q", head[:32])
            if not (count or flags):
                return
            data = b"" if flags & DISCARD else file.read(count * SECTOR)
            yield Logged(sector * SECTOR, data, bool(flags & FLUSH), file.tell())


def left_by(cut: Cut, log: list[Logged], dice: random.Random) -> Iterator[Logged]:
    """The writes that are on the disk after a cut."""
    before = [entry for entry in log if entry.end <= cut.at]
    flushed = max((number for number, entry in enumerate(before) if entry.is_flush), default=-1)
    for number, entry in enumerate(before):
        if number <= flushed or not cut.forgets:
            yield entry
        elif dice.random() < 0.5:
            kept = dice.randint(0, len(entry.data) // SECTOR) * SECTOR if dice.random() < 0.2 else len(entry.data)
            yield entry._replace(data=entry.data[:kept])


def write_image(file: Path, offset: int, disk: Path, writes: Iterator[Logged]) -> None:
    """The disk as it was at first, and the writes, into a file at an offset; what is empty stays a hole."""
    with file.open("r+b") as image, disk.open("rb") as source:
        for at in range(0, disk.stat().st_size, 1 << 16):
            if any(block := source.read(1 << 16)):
                image.seek(offset + at)
                image.write(block)
        for entry in writes:
            image.seek(offset + entry.at)
            image.write(entry.data)
