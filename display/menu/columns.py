"""How options are shared out among four columns, one above each of four buttons, and again within a pressed one."""

from collections.abc import Hashable, Sequence
from itertools import combinations, groupby, pairwise

from display.messages.presses import Pick, Press, UserInput

COLUMNS = (Press.LEFT, Press.SELECT, Press.RIGHT, Press.ADVANCE)
"""The buttons with a column each; UNDO goes back."""
FEWEST_COLUMNS = 3
"""Groups are kept together only if they fill at least so many columns; fewer would leave half the screen empty."""
MOST_ROWS = 12
"""The most options that one column lists in order to keep a group together."""

Indices = tuple[int, ...]
"""Indices of consecutive options."""


def columns_at(groups: Sequence[Hashable], path: Sequence[int], apart: int = 0) -> tuple[Indices, ...]:
    """The indices of the options in each of the four columns, after the columns `path` were pressed.

    `groups`: the group of each option. `apart`: so many options at the end have the last column to themselves. If the
    options have changed, the part of the path that no longer leads anywhere is ignored.
    """
    run, last = tuple(range(len(groups) - apart)), tuple(range(len(groups) - apart, len(groups)))
    columns = (*share_out(run, groups, len(COLUMNS) - 1), last) if apart else share_out(run, groups)
    for pressed in path:
        if len(columns[pressed]) < 2:
            break
        columns = share_out(columns[pressed], groups)
    return columns


def chosen(
    user_input: UserInput, columns: Sequence[Indices], path: tuple[int, ...], count: int
) -> tuple[int | None, tuple[int, ...]]:
    """Which of `count` options a press or touch chooses, and the columns pressed afterwards."""
    if isinstance(user_input, Pick):
        return (user_input.index if user_input.index < count else None), path
    if user_input not in COLUMNS:
        return None, path
    column = COLUMNS.index(user_input)
    inside = columns[column]
    if len(inside) == 1:
        return inside[0], path
    return None, (*path, column) if inside else path


def share_out(run: Indices, groups: Sequence[Hashable], most: int = len(COLUMNS)) -> tuple[Indices, ...]:
    """`most` columns, some perhaps empty: by groups if that costs no extra press, else evenly."""
    if len(run) <= most:
        return _filled([(index,) for index in run], most)
    found = [tuple(members) for _, members in groupby(run, key=lambda index: groups[index])]
    together = _together(found, most) if len(found) > 1 else None
    if (
        together
        and len(together) >= FEWEST_COLUMNS
        and max(map(len, together)) <= MOST_ROWS
        and _presses_by_columns(together) <= _presses_by_columns(_evenly(run, most))
    ):
        return _filled(together, most)
    return _filled(_evenly(run, most), most)


def presses_needed(count: int) -> int:
    """How many presses choose one of `count` options that are shared out evenly."""
    presses = 0
    while count > 0 and len(COLUMNS) ** presses < count:
        presses += 1
    return max(1, presses)


def _presses_by_columns(columns: Sequence[Indices]) -> int:
    return 1 + max(presses_needed(len(column)) if len(column) > 1 else 0 for column in columns)


def _together(groups: Sequence[Indices], most: int) -> list[Indices]:
    """Whole groups in at most `most` columns, with the shortest possible longest column."""
    shares = (
        [sum(groups[start:end], ()) for start, end in pairwise((0, *cuts, len(groups)))]
        for count in range(min(most, len(groups)))
        for cuts in combinations(range(1, len(groups)), count)
    )
    return min(shares, key=lambda share: (max(map(len, share)), sum(len(column) ** 2 for column in share)))


def _evenly(run: Indices, most: int) -> list[Indices]:
    each, more = divmod(len(run), most)
    ends = [each * column + min(column, more) for column in range(most + 1)]
    return [run[start:end] for start, end in pairwise(ends)]


def _filled(columns: Sequence[Indices], most: int) -> tuple[Indices, ...]:
    return (*columns, *[()] * (most - len(columns)))
