"""Who sits beside whom, from photographs that show all boards, some or one each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from device.photographs.remark import PhotographRemark, named, remark

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from device.photographs.photograph import PhotographReading
    from vision.kit.codebook import CodebookEntry

SETTLES = 4
"""Boards from which on it matters for the score who sits beside whom: of three all are neighbours."""
ROUND = 3
"""Boards of which a picture tells the order: two are in any."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Boards clockwise, what is to be said about it, and why it cannot be."""

    order: tuple[CodebookEntry, ...]
    remarks: tuple[PhotographRemark, ...] = ()
    contradictions: tuple[PhotographRemark, ...] = ()


def seated(boards: Sequence[CodebookEntry], views: Sequence[PhotographReading], said: Sequence[str] = ()) -> Seating:
    """Boards of different wonders clockwise: as `said` (wonders), as pictures show, or in the order of the pictures.

    Seat 0 is the first that is said; else, with one picture of each city, that of the first picture; else the one
    nearest the bottom edge of the first picture with all boards; else the one that the first picture is of.
    """
    entries = {board.code: board for board in boards}
    seen = [view for view in views if len(view.boards) >= ROUND]
    if said:
        return _as_said(boards, seen, said)
    start = _start(views, len(boards))
    if start is None:
        return Seating(())
    others = [code for code in entries if code != start]
    possible = [order for rest in permutations(others) if _agrees(order := (start, *rest), seen)]
    if not possible:
        return Seating(tuple(boards), (), (remark("score.seatings", pictures=tuple(view.picture for view in seen)),))
    order, settled = possible[0], len(possible) == 1 or len(boards) < SETTLES
    if len(possible) > 1:
        walked = _walked(views, possible)
        order, settled = walked or order, settled or walked is not None
    seats = tuple(entries[code] for code in order)
    if not settled:
        return Seating(seats, (), (remark("score.seats_unknown", wonders=named(boards)),))
    if len(possible) > 1 and len(boards) >= SETTLES:
        return Seating(seats, (remark("score.seats_by_pictures", wonders=named(seats)),))
    return Seating(seats)


def _as_said(boards: Sequence[CodebookEntry], seen: Sequence[PhotographReading], said: Sequence[str]) -> Seating:
    by_wonder = {board.id: board for board in boards}
    wrong = [remark("score.not_seen", wonder=wonder) for wonder in dict.fromkeys(said) if wonder not in by_wonder]
    wrong += [remark("score.not_once", wonder=wonder) for wonder in by_wonder if list(said).count(wonder) != 1]
    if wrong:
        return Seating(tuple(boards), (), tuple(wrong))
    order = tuple(by_wonder[wonder] for wonder in said)
    codes = [board.code for board in order]
    differing = tuple(view.picture for view in seen if not _agrees(codes, [view]))
    return Seating(order, (), (remark("score.seats_differ", pictures=differing),) if differing else ())


def _start(views: Sequence[PhotographReading], boards: int) -> int | None:
    """The board at seat 0."""
    foremost = _foremost(views)
    if len(foremost) == boards == sum(bool(view.boards) for view in views):
        return foremost[0] if foremost else None
    whole = (view.boards[0] for view in views if view.boards and len(view.boards) == boards)
    return next(whole, foremost[0] if foremost else None)


def _foremost(views: Sequence[PhotographReading]) -> tuple[int, ...]:
    """The boards that the pictures are of, in their order."""
    return tuple(dict.fromkeys(view.foremost for view in views if view.foremost is not None))


def _walked(views: Sequence[PhotographReading], possible: Sequence[tuple[int, ...]]) -> tuple[int, ...] | None:
    """One picture for each city: people walk round the table, this way or that."""
    foremost = _foremost(views)
    if not set(possible[0]) <= set(foremost):
        return None
    first = foremost.index(possible[0][0])
    onwards = foremost[first:] + foremost[:first]
    return next((order for order in (onwards, onwards[:1] + onwards[:0:-1]) if order in possible), None)


def _agrees(order: Sequence[int], seen: Iterable[PhotographReading]) -> bool:
    """Whether an order round the table is what every picture shows of it."""
    return all(_same([code for code in order if code in view.boards], view.boards) for view in seen)


def _same(order: list[int], shown: Sequence[int]) -> bool:
    """Whether it is the same order round the table, whoever comes first."""
    start = order.index(shown[0])
    return order[start:] + order[:start] == list(shown)
