"""Locates boards in a single picture whose sticker is covered by the cards around them.

The cards tucked behind a board and under it lie in rows and columns and in one direction, which tells where the board
is, though not which wonder it is. In a game boards were seen before they were covered.
"""

from __future__ import annotations

from dataclasses import replace
from math import atan2, cos, radians, sin
from typing import TYPE_CHECKING

from vision.table.layout import Table, UnplacedCard, boards_at_seats, fit_table, unplaced_cards, with_hidden_mat
from vision.table.pose import Pose, Rectangle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vision.kit.codebook import Codebook
    from vision.kit.sizes import KitSizes
    from vision.lens.calibration import Calibration
    from vision.sighting import Sighting

_LIKE = radians(15)
"""Cards of one city are turned against each other by less."""
_LINKED = 150.0
"""mm; the largest distance from one card of a city to the next."""
_FEWEST = 3
"""Cards that are enough to locate a board."""
_ROW, _COLUMN = 7.0, 10.0
"""mm by which a tucked card may be off its row and its column."""
_COLUMNS = 3
_TUCKED_BACK = 16.0
"""mm from the board's lower edge to the middle of a stage's card."""
_OFF, _OFF_MOST, _FITS = 15.0, 2.0, 1.6
"""mm off its place that cost a card 1; the most that a card can cost; the cost below which it fits."""


def table_of(
    sightings: Sequence[Sighting], codebook: Codebook, sizes: KitSizes | None = None, lens: Calibration | None = None
) -> Table:
    """The table from what was read in one picture, also with boards that are hidden and a mat under backs."""
    table = fit_table(sightings, codebook, sizes, lens=lens)
    if table.plane is None or not table.boards:
        return table
    areas = {board.code: board.area for board in table.boards if board.code is not None}
    found = find_hidden_boards(unplaced_cards(table, sightings), table.sizes)
    areas |= {-number: area for number, area in enumerate(found, start=1)}
    return with_hidden_mat(replace(table, boards=boards_at_seats(areas, codebook, table.plane, ())), sightings)


def find_hidden_boards(cards: Iterable[UnplacedCard], sizes: KitSizes) -> tuple[Rectangle, ...]:
    """Where boards must be, given unplaced cards that lie as in a city; at most one for each group of cards."""
    found = (_board_of(group, sizes) for group in _groups(list(cards)))
    return tuple(area for area in found if area is not None)


def _groups(cards: list[UnplacedCard]) -> Iterable[list[UnplacedCard]]:
    """Groups of cards in one direction, each near another of its group."""
    left = list(cards)
    while left:
        group, edge = [], [left.pop(0)]
        while edge:
            card = edge.pop()
            group.append(card)
            near = [other for other in left if _linked(card, other)]
            left = [other for other in left if other not in near]
            edge += near
        yield group


def _linked(one: UnplacedCard, other: UnplacedCard) -> bool:
    reach = _LINKED + 50.0 * (one.is_back != other.is_back)
    return abs(one.card.angle_to(other.card)) < _LIKE and one.card.distance(other.card) < reach


def _board_of(group: Sequence[UnplacedCard], sizes: KitSizes) -> Rectangle | None:
    first = group[0].card
    frame = Pose(first.x, first.y, _direction([loose.card for loose in group]))
    at = [(*frame.to_own((loose.card.x, loose.card.y)), loose.is_back) for loose in group]
    tops = [_top(y, is_back, sizes) for _, y, is_back in at]
    pitch = sizes.board_width / _COLUMNS
    lefts = [x - (column + 0.5) * pitch for x, _, _ in at for column in range(_COLUMNS)]
    top, left = min(((top, left) for top in tops for left in lefts), key=lambda corner: _cost(at, corner, sizes))
    fitting = [loose for loose, place in zip(group, at, strict=True) if _cost([place], (top, left), sizes) < _FITS]
    if not _is_convincing(fitting, sizes):
        return None
    centre = frame.to_table((left + sizes.board_width / 2, top + sizes.board_height / 2))
    return Rectangle(Pose(centre[0], centre[1], frame.angle), sizes.board_width, sizes.board_height)


def _is_convincing(fitting: Sequence[UnplacedCard], sizes: KitSizes) -> bool:
    """True if too many cards fit a board to be a coincidence."""
    fronts = [loose.card for loose in fitting if not loose.is_back]
    both = 0 < len(fronts) < len(fitting)
    return len(fitting) >= _FEWEST or both or _tucked(fronts, sizes)


def _tucked(fronts: Sequence[Pose], sizes: KitSizes) -> bool:
    """True if any card is tucked behind another: same column, next row."""
    places = [one.to_own((other.x, other.y)) for one in fronts for other in fronts]
    return any(abs(x) < _COLUMN and abs(y + sizes.visible_strip) < _ROW for x, y in places)


def _direction(poses: Sequence[Pose]) -> float:
    return atan2(sum(sin(pose.angle) for pose in poses), sum(cos(pose.angle) for pose in poses))


def _top(y: float, is_back: bool, sizes: KitSizes) -> float:
    """The y of the board's upper edge if this card is in the row next to the board."""
    if is_back:
        return y - _TUCKED_BACK - sizes.board_height
    return y - sizes.card_height / 2 + sizes.visible_strip


def _cost(at: Sequence[tuple[float, float, bool]], corner: tuple[float, float], sizes: KitSizes) -> float:
    """Cost of these cards for a board with this upper and left edge: 0 if all are exactly in place."""
    top, left = corner
    pitch = sizes.board_width / _COLUMNS
    total = 0.0
    for x, y, is_back in at:
        column = min(max((x - left) // pitch, 0), _COLUMNS - 1)
        sideways = abs(x - left - (column + 0.5) * pitch)
        deep = _top(y, is_back, sizes) - top
        if not is_back:
            rows = max(round(-deep / sizes.visible_strip), 0)
            deep += rows * sizes.visible_strip
            total += rows * 0.01
        total += min((sideways + abs(deep)) / _OFF, _OFF_MOST)
    return total
