"""Tables for a terminal: columns that are as wide as what is in them."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


def text_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The lines of a table; the first column is aligned left, the others right."""
    cells = [list(head), *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(columns_of, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        first = row[0] + " " * (widths[0] - columns_of(row[0]))
        rest = (" " * (width - columns_of(cell)) + cell for cell, width in zip(row[1:], widths[1:], strict=True))
        yield "  ".join((first, *rest)).rstrip()


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes: wide letters two, combining marks none."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
