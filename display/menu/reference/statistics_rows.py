"""Rows and columns of a page with statistics, all values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from display.words import Line

ROWS_ON_A_PAGE = 7


@dataclass(frozen=True, slots=True)
class StatisticsRow:
    """A row: what it is about, its cells, and for a share of wins the interval, the share and what chance gives."""

    name: Line | str
    cells: tuple[Line | str, ...]
    bar: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class StatisticsTable:
    """Rows below the heads of their columns. `icons`: the heads are categories."""

    heads: tuple[str, ...]
    rows: tuple[StatisticsRow, ...]
    icons: bool = False
