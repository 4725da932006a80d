"""Tables as CSV (RFC 4180) that a spreadsheet opens without carrying out what stands in them."""

from __future__ import annotations

import csv
import io
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a cell begins that spreadsheets take for a formula; an apostrophe before it makes it a text."""


def csv_table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """The lines of a file. A name such as "=cmd|..." is written as a text."""
    file = io.StringIO()
    table = csv.writer(file)
    table.writerow(head)
    table.writerows([_cell(value) for value in row] for row in rows)
    return file.getvalue()


def _cell(value: object) -> object:
    if not isinstance(value, str) or not value.startswith(FORMULA):
        return value
    with suppress(ValueError):
        float(value)
        return value
    return f"'{value}"
