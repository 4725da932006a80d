"""Finds the rows in a damaged SQLite file, page by page, whatever else of the file is broken.

A page with rows says by itself where on it they lie, so neither the list of tables nor the tree of pages is needed. The
format: https://www.sqlite.org/fileformat2.html, "B-tree Pages" and "Record Format". What is found may be rubbish: the
caller has to check it, here by the rows' checksums.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = 4096
"""Bytes in a page, where the file does not say it any more. SQLite's default since 2016."""
FILE_HEADER = 100
"""Bytes at the beginning of the first page that are no part of the tree."""
INDEX_INTERIOR, INDEX_LEAF, TABLE_LEAF = 0x02, 0x0A, 0x0D
"""Kinds of pages that hold rows; a table WITHOUT ROWID is stored as an index."""
INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Type of a stored integer -> its length."""
FIRST_BYTES = 12
"""The types from here on are bytes and texts; those below that are no integer's have no meaning."""
LONGEST_RECORD = 1 << 20
"""Bytes; the longest of a journal has some ten thousand."""

Value = int | float | str | bytes | None


class CarvedRow(NamedTuple):
    """A row: its number (None in a table WITHOUT ROWID) and its columns as they are stored."""

    rowid: int | None
    values: tuple[Value, ...]


def page_size(image: bytes) -> int:
    """Bytes in a page of this database file."""
    size = int.from_bytes(image[16:18], "big")
    size = 65_536 if size == 1 else size
    return size if 512 <= size <= 65_536 and size.bit_count() == 1 else PAGE


def carved_rows(image: bytes) -> Iterator[CarvedRow]:
    """All rows of all tables in this database file, in the order of the pages; unreadable ones are left out."""
    size = page_size(image)
    image += bytes(-len(image) % size)
    for start in range(0, len(image), size):
        yield from _rows_of_page(image, start, size)


def _rows_of_page(image: bytes, start: int, size: int) -> Iterator[CarvedRow]:
    header = start + (FILE_HEADER if start == 0 else 0)
    kind, count = image[header], int.from_bytes(image[header + 3 : header + 5], "big")
    if kind not in {INDEX_INTERIOR, INDEX_LEAF, TABLE_LEAF}:
        return
    pointers = header + (12 if kind == INDEX_INTERIOR else 8)
    for place in range(pointers, min(pointers + 2 * count, start + size - 1), 2):
        try:
            yield _row(image, start + int.from_bytes(image[place : place + 2], "big"), kind, size)
        except (LookupError, ValueError, OverflowError, struct.error):
            continue


def _row(image: bytes, at: int, kind: int, size: int) -> CarvedRow:
    rowid = None
    if kind == INDEX_INTERIOR:
        at += 4  # the number of the page below
    length, at = _varint(image, at)
    if kind == TABLE_LEAF:
        rowid, at = _varint(image, at)
    return CarvedRow(rowid, _values(_payload(image, at, length, kind, size)))


def _payload(image: bytes, at: int, length: int, kind: int, size: int) -> bytes:
    """The record's bytes. What has no room on the page continues on others, each of which names the next one."""
    if not 0 < length <= min(len(image), LONGEST_RECORD):
        raise ValueError(length)
    most = size - 35 if kind == TABLE_LEAF else (size - 12) * 64 // 255 - 23
    if length <= most:
        return image[at : at + length]
    least = (size - 12) * 32 // 255 - 23
    here = least + (length - least) % (size - 4)
    here = here if here <= most else least
    record, following = image[at : at + here], int.from_bytes(image[at + here : at + here + 4], "big")
    while len(record) < length and 0 < following <= len(image) // size:
        page = image[(following - 1) * size : following * size]
        record, following = record + page[4 : 4 + length - len(record)], int.from_bytes(page[:4], "big")
    return record


def _values(record: bytes) -> tuple[Value, ...]:
    end, at = _varint(record, 0)
    kinds = []
    while at < end:
        kind, at = _varint(record, at)
        kinds.append(kind)
    values = []
    for kind in kinds:
        value, end = _value(record, end, kind)
        values.append(value)
    return tuple(values)


def _value(record: bytes, at: int, kind: int) -> tuple[Value, int]:
    if kind in {0, 8, 9}:
        return (None if kind == 0 else kind - 8), at
    if kind == 7:
        return struct.unpack_from(">d", record, at)[0], at + 8
    if kind not in INTEGER_BYTES and kind < FIRST_BYTES:
        raise ValueError(kind)
    length = INTEGER_BYTES[kind] if kind in INTEGER_BYTES else (kind - FIRST_BYTES) // 2
    stored = record[at : at + length]
    if len(stored) < length:
        raise ValueError(kind)
    if kind in INTEGER_BYTES:
        return int.from_bytes(stored, "big", signed=True), at + length
    return (stored.decode(errors="replace") if kind % 2 else stored), at + length


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, seven bits in each but the ninth, and where it ends."""
    number = 0
    for count in range(8):
        byte = data[at + count]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, at + count + 1
    number = number << 8 | data[at + 8]
    return number - (1 << 64) if number >> 63 else number, at + 9
