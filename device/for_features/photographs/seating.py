"""Who sits beside whom, from photographs that each show all boards, some or one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from device.for_features.photographs.remark import PhotographRemark, named, remark

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from device.for_features.photographs.photograph import PhotographReading
    from vision.kit.codebook import CodebookEntry

ORDER_MATTERS_FROM = 4
"""From this number of boards on, the order affects the score: with three, all are neighbours."""
SHOWS_ORDER_FROM = 3
"""A picture with this number of boards shows their order; two are in any order."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Boards clockwise, remarks, and contradictions, with which there is no score."""

    order: tuple[CodebookEntry, ...]
    remarks: tuple[PhotographRemark, ...] = ()
    contradictions: tuple[PhotographRemark, ...] = ()


def seat_boards(
    boards: Sequence[CodebookEntry], views: Sequence[PhotographReading], given: Sequence[str] = ()
) -> Seating:
    """Seat the boards of different wonders clockwise: as `given` (wonders), as pictures show, or in their order.

    There is at least one board.
    Seat 0 is the first given wonder; else, with one picture of each city, the city of the first picture; else the
    board nearest the bottom edge of the first picture with all boards; else the board of the first picture.
    """
    entries = {board.code: board for board in boards}
    seen = [view for view in views if len(view.boards) >= SHOWS_ORDER_FROM]
    if given:
        return _as_given(boards, seen, given)
    start = _first_board(views, boards)
    others = [code for code in entries if code != start]
    possible = [order for rest in permutations(others) if _fits_all(order := (start, *rest), seen)]
    if not possible:
        return Seating(tuple(boards), (), (remark("score.seatings", pictures=tuple(view.picture for view in seen)),))
    walked = _order_of_pictures(views, possible)
    seats = tuple(entries[code] for code in walked or possible[0])
    if len(possible) == 1 or len(boards) < ORDER_MATTERS_FROM:
        return Seating(seats)
    if walked is None:
        return Seating(seats, (), (remark("score.seats_unknown", wonders=named(boards)),))
    return Seating(seats, (remark("score.seats_by_pictures", wonders=named(seats)),))


def _as_given(boards: Sequence[CodebookEntry], seen: Sequence[PhotographReading], given: Sequence[str]) -> Seating:
    by_wonder = {board.id: board for board in boards}
    wrong = [remark("score.not_seen", wonder=wonder) for wonder in dict.fromkeys(given) if wonder not in by_wonder]
    wrong += [remark("score.not_once", wonder=wonder) for wonder in by_wonder if list(given).count(wonder) != 1]
    if wrong:
        return Seating(tuple(boards), (), tuple(wrong))
    order = tuple(by_wonder[wonder] for wonder in given)
    codes = [board.code for board in order]
    differing = tuple(view.picture for view in seen if not _fits_all(codes, [view]))
    return Seating(order, (), (remark("score.seats_differ", pictures=differing),) if differing else ())


def _first_board(views: Sequence[PhotographReading], boards: Sequence[CodebookEntry]) -> int:
    """The code of the board at seat 0."""
    foremost = _foremost_boards(views) or (boards[0].code,)
    pictures = [view for view in views if view.boards]
    if len(foremost) == len(boards) == len(pictures):
        return foremost[0]
    return next((view.boards[0] for view in pictures if len(view.boards) == len(boards)), foremost[0])


def _foremost_boards(views: Sequence[PhotographReading]) -> tuple[int, ...]:
    """The boards that the pictures were taken of, in the order of the pictures."""
    return tuple(dict.fromkeys(view.foremost for view in views if view.foremost is not None))


def _order_of_pictures(
    views: Sequence[PhotographReading], possible: Sequence[tuple[int, ...]]
) -> tuple[int, ...] | None:
    """With one picture of each city, the order of the pictures, clockwise or anticlockwise; None if it does not fit."""
    foremost = _foremost_boards(views)
    if not set(possible[0]) <= set(foremost):
        return None
    first = foremost.index(possible[0][0])
    onwards = foremost[first:] + foremost[:first]
    return next((order for order in (onwards, onwards[:1] + onwards[:0:-1]) if order in possible), None)


def _fits_all(order: Sequence[int], seen: Iterable[PhotographReading]) -> bool:
    """True if this order round the table fits what every picture shows."""
    return all(_same_circle([code for code in order if code in view.boards], view.boards) for view in seen)


def _same_circle(order: list[int], shown: Sequence[int]) -> bool:
    """True if both are the same circle, wherever they start."""
    start = order.index(shown[0])
    return order[start:] + order[:start] == list(shown)
