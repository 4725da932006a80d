"""How options are shared out among four columns, one over each of four buttons, and again within the one pressed."""

from __future__ import annotations

from itertools import combinations, groupby, pairwise
from typing import TYPE_CHECKING

from device.messages.presses import Press

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from display.menu.page import Option

COLUMNS = (Press.LEFT, Press.SELECT, Press.RIGHT, Press.ADVANCE)
"""The buttons that have a column each; UNDO leads back."""
FEWEST = 3
"""The fewest columns that groups are kept together in: with less, half the screen would be empty."""
ROWS = 12
"""The most options that are listed in one column for the sake of keeping a group together."""

Run = tuple[int, ...]
"""Indices of options that follow one another."""


def columns_at(options: Sequence[Option], path: Sequence[int]) -> tuple[Run, ...]:
    """The indices of the options in each of the four columns, after the columns `path` were pressed.

    Where the path leads to nothing any more (the options have changed) only the part that does counts.
    """
    groups = [option.group for option in options]
    columns = spread(tuple(range(len(options))), groups)
    for pressed in path:
        if len(columns[pressed]) < 2:
            break
        columns = spread(columns[pressed], groups)
    return columns


def spread(run: Run, groups: Sequence[Hashable]) -> tuple[Run, ...]:
    """Four columns, some of them perhaps empty: by groups if that costs no press more, else evenly."""
    most = len(COLUMNS)
    if len(run) <= most:
        return _filled([(index,) for index in run])
    found = [tuple(members) for _, members in groupby(run, key=lambda index: groups[index])]
    together = _together(found) if len(found) > 1 else None
    if (
        together
        and len(together) >= FEWEST
        and max(map(len, together)) <= ROWS
        and _presses_by_columns(together) <= presses_for(len(run))
    ):
        return _filled(together)
    return _filled(_evenly(run))


def presses_for(count: int) -> int:
    """How many presses choose one of so many options, if they are shared out evenly."""
    presses = 0
    while count > 0 and len(COLUMNS) ** presses < count:
        presses += 1
    return max(1, presses)


def _presses_by_columns(columns: Sequence[Run]) -> int:
    return 1 + max(presses_for(len(column)) if len(column) > 1 else 0 for column in columns)


def _together(groups: Sequence[Run]) -> list[Run]:
    """Whole groups in at most four columns, the longest column as short as can be."""
    shares = (
        [sum(groups[start:end], ()) for start, end in pairwise((0, *cuts, len(groups)))]
        for count in range(min(len(COLUMNS), len(groups)))
        for cuts in combinations(range(1, len(groups)), count)
    )
    return min(shares, key=lambda share: (max(map(len, share)), sum(len(column) ** 2 for column in share)))


def _evenly(run: Run) -> list[Run]:
    each, more = divmod(len(run), len(COLUMNS))
    ends = [each * column + min(column, more) for column in range(len(COLUMNS) + 1)]
    return [run[start:end] for start, end in pairwise(ends)]


def _filled(columns: Sequence[Run]) -> tuple[Run, ...]:
    return (*columns, *[()] * (len(COLUMNS) - len(columns)))
