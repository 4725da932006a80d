"""Reads SQLite's write-ahead log, also a damaged one.

SQLite itself ignores everything from the first damaged page on, and writes over it: one flipped bit would lose all that
was recorded later. The format: https://www.sqlite.org/fileformat2.html, "The Write-Ahead Log".
"""

from __future__ import annotations

import struct
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from device.journal.carving import PAGE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

HEADER, PAGE_HEADER = struct.Struct(">8I"), struct.Struct(">6I")
BIG_ENDIAN = 0x377F0683
"""The log's first word, where its checksums are over big-endian words."""
LITTLE_ENDIAN = 0x377F0682

Checksum = tuple[int, int]


@dataclass(frozen=True, slots=True)
class LoggedPage:
    """A page of the database as the log has it.

    `pages`: the size of the database in pages after the transaction that this page completes; 0 if it completes none.
    `sound`: its checksum is right.
    """

    number: int
    pages: int
    content: bytes
    sound: bool


def logged_pages(log: bytes) -> tuple[LoggedPage, ...]:
    """The pages in this log, the oldest first, without those of an earlier round through the file."""
    if len(log) < HEADER.size:
        return ()
    magic, _, size, _, *salt, first, second = HEADER.unpack_from(log)
    size = size if 512 <= size <= 65_536 and size.bit_count() == 1 else PAGE
    order = ">" if magic == BIG_ENDIAN else "<"
    start = _checksum(log[: HEADER.size - 8], order)
    whole = magic in {BIG_ENDIAN, LITTLE_ENDIAN} and start == (first, second)
    frames = [log[at : at + PAGE_HEADER.size + size] for at in _places(log, size)]
    salts = [PAGE_HEADER.unpack_from(frame)[2:4] for frame in frames]
    this_round = tuple(salt) if whole else _most_frequent(salts)
    last = max((count for count, found in enumerate(salts, start=1) if found == this_round), default=0)
    return tuple(_pages(frames[:last], (first, second), this_round, order, whole=whole))


def is_broken(pages: Iterable[LoggedPage]) -> bool:
    """True if something was damaged that had been written completely.

    Each transaction is on the disk before the next one begins, so after a power cut only the last one may be torn.
    """
    torn = complete = False
    for page in pages:
        if complete:
            return True
        torn = torn or not page.sound
        complete = torn and page.pages > 0
    return False


def sound_part(pages: Iterable[LoggedPage]) -> tuple[LoggedPage, ...]:
    """What SQLite would take: the complete transactions before the first damage."""
    found: list[LoggedPage] = []
    upto = 0
    for page in pages:
        if not page.sound:
            break
        found.append(page)
        upto = len(found) if page.pages else upto
    return tuple(found[:upto])


def overlaid(image: bytes, pages: Sequence[LoggedPage]) -> bytes:
    """The database file `image` after these pages have been written into it."""
    whole = bytearray(image)
    for page in pages:
        size = len(page.content)
        at = (page.number - 1) * size
        if 0 <= at <= len(image) + len(pages) * size:
            whole.extend(bytes(max(0, at - len(whole))))
            whole[at : at + size] = page.content
    if pages and pages[-1].pages:
        del whole[pages[-1].pages * len(pages[-1].content) :]
    return bytes(whole)


def _places(log: bytes, size: int) -> range:
    """Where pages begin; a last one that is incomplete is left out."""
    step = PAGE_HEADER.size + size
    return range(HEADER.size, len(log) - step + 1, step)


def _most_frequent(salts: list[tuple[int, ...]]) -> tuple[int, ...]:
    return Counter(salts).most_common(1)[0][0] if salts else ()


def _pages(
    frames: list[bytes], start: Checksum, salt: tuple[int, ...], order: str, *, whole: bool
) -> Iterator[LoggedPage]:
    """Each checksum continues the one before; after a damage, the stored one or the one that is computed.

    If the log's own header is not `whole`, its first page counts as damaged: SQLite would ignore them all.
    """
    before = {start}
    for frame in frames:
        number, pages, *its_salt, first, second = PAGE_HEADER.unpack_from(frame)
        content = frame[PAGE_HEADER.size :]
        computed = {_checksum(frame[:8] + content, order, one) for one in before}
        of_this_round = tuple(its_salt) == salt
        sound = whole and of_this_round and (first, second) in computed
        yield LoggedPage(number, pages if of_this_round else 0, content, sound)
        before, whole = {(first, second)} if sound else {(first, second), *computed}, True


def _checksum(data: bytes, order: str, start: Checksum = (0, 0)) -> Checksum:
    one, two = start
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return one, two
