"""Finds the place of a card: city, stage slot, hand, discard mat, or none of them.

Every place has a cost for a card: how far it lies from where a tidy player would put it, in units of the usual error.
The cheapest place wins, and the margin to the next one says how sure that is. Costs include the card's direction, as at
a full table a card of one city can lie above the next board, too.
"""

from collections.abc import Iterator, Sequence
from math import hypot, radians
from typing import NamedTuple

from vision.kit.codebook import StickerKind
from vision.kit.sizes import KitSizes
from vision.scene import Place
from vision.table.pose import Pose, Rectangle, back_area, front_area
from vision.table.seats import LocatedBoard

ELSEWHERE_COST = 3.0
"""The cost of `elsewhere`."""
_CITY_SIDEWAYS, _CITY_TALL, _CITY_DEEP = 30.0, 60.0, 20.0
_CITY_ROWS = 6
"""Rows of tucked cards above a board that are usual."""
_CITY_TURN = radians(20)
_CITY_TURN_MOST = 2.0
_SLOT_SIDEWAYS, _SLOT_DEEP, _SLOT_TURN = 25.0, 10.0, radians(20)
_HAND = 1.4
_HAND_FAR, _HAND_BEYOND = 100.0, 30.0
"""mm from the board's edge to the middle of the cards that cost nothing extra, and that cost 1 more."""
_HAND_GAP, _HAND_TURN, _HAND_TURN_MOST = 60.0, radians(35), 2.0
_SQUARE = radians(25)
"""A card turned further from a board does not lie square to it."""
_ON_BOARD, _BELOW_BOARD = 35.0, 50.0
"""mm above and below a board's lower edge where a stage token may lie: on the printed stage, or on its card."""
_MAT, _MAT_GAP = 0.4, 20.0
_TOKEN_GAP = 30.0


class PlaceMatch(NamedTuple):
    """The best place for a card; `margin` is how much more the next best place costs."""

    place: Place
    seat: int | None = None
    slot: int | None = None
    margin: float = 0.0


Candidate = tuple[float, Place, int | None, int | None]
"""The cost of a place for a card, 0 if the card fits and `ELSEWHERE_COST` if it does not; place, seat and slot."""


def find_place(
    kind: StickerKind, sticker: Pose, boards: Sequence[LocatedBoard], mat: Rectangle | None, sizes: KitSizes
) -> PlaceMatch:
    """The place of a card, leader, back or token of any kind whose sticker is at this pose. Not for boards and mats."""
    candidates = sorted(_candidates(kind, sticker, boards, mat, sizes), key=lambda candidate: candidate[0])
    costs = [*(cost for cost, *_ in candidates), ELSEWHERE_COST, ELSEWHERE_COST]
    if costs[0] >= ELSEWHERE_COST:
        return PlaceMatch(Place.ELSEWHERE, margin=min(costs[0] - ELSEWHERE_COST, ELSEWHERE_COST))
    _, place, seat, slot = candidates[0]
    return PlaceMatch(place, seat, slot, min(costs[1], ELSEWHERE_COST) - costs[0])


def _candidates(
    kind: StickerKind, sticker: Pose, boards: Sequence[LocatedBoard], mat: Rectangle | None, sizes: KitSizes
) -> Iterator[Candidate]:
    if kind in (StickerKind.CARD, StickerKind.LEADER):
        card = front_area(sticker, sizes).pose
        if mat is not None:  # discarded face up
            yield _on_mat(mat, card), Place.ELSEWHERE, None, None
        for board in boards:
            yield _city(board, card, sizes), Place.CITY, board.seat, None
    elif kind is StickerKind.BACK:
        card = back_area(sticker, sizes).pose
        if mat is not None:
            yield _on_mat(mat, card), Place.DISCARD, None, None
        for board in boards:
            slot, cost = _slot(board, card)
            yield cost, Place.STAGE, board.seat, slot
        for board in _possible_holders(boards, card):
            yield _hand(board, card), Place.HAND, board.seat, None
    elif kind is StickerKind.STAGE_TOKEN:
        for board in boards:
            slot, cost = _token_slot(board, sticker)
            yield cost, Place.STAGE, board.seat, slot
    elif kind is StickerKind.TOKEN:
        for board in boards:
            yield max(0.0, board.area.gap((sticker.x, sticker.y))) / _TOKEN_GAP, Place.CITY, board.seat, None


def _on_mat(mat: Rectangle, card: Pose) -> float:
    """Cost of a card on the discard mat, by its middle."""
    return _MAT + max(0.0, mat.gap((card.x, card.y))) / _MAT_GAP


def _city(board: LocatedBoard, card: Pose, sizes: KitSizes) -> float:
    """Cost of a card in a city: tucked behind the upper edge, row above row, upright."""
    x, y = board.area.pose.to_own((card.x, card.y))
    above = -(y + board.area.height / 2)
    tucked = sizes.visible_strip - sizes.card_height / 2
    wide = max(0.0, abs(x) - board.area.width / 2 + 20.0) / _CITY_SIDEWAYS
    deep = max(0.0, tucked - 20.0 - above) / _CITY_DEEP
    tall = max(0.0, above - tucked - (_CITY_ROWS - 1) * sizes.visible_strip) / _CITY_TALL
    turn = min(abs(board.area.pose.angle_to(card)) / _CITY_TURN, _CITY_TURN_MOST)
    distance = max(0.0, above - tucked) / 400
    return hypot(wide, deep, tall, turn) + distance


def _slot(board: LocatedBoard, card: Pose) -> tuple[int, float]:
    """The nearest stage slot, from 1, and its cost: half under the lower edge."""
    slot, sideways, below = _nearest_slot(board, card)
    deep = max(0.0, below - 40.0, -15.0 - below) / _SLOT_DEEP
    turn = abs(board.area.pose.angle_to(card)) / _SLOT_TURN
    return slot, hypot(sideways / _SLOT_SIDEWAYS, deep, turn)


def _token_slot(board: LocatedBoard, token: Pose) -> tuple[int, float]:
    """The nearest stage slot, from 1, and its cost for a stage token, which may be turned any way."""
    slot, sideways, below = _nearest_slot(board, token)
    deep = max(0.0, below - _BELOW_BOARD, -_ON_BOARD - below) / _SLOT_DEEP
    return slot, hypot(sideways / _SLOT_SIDEWAYS, deep)


def _nearest_slot(board: LocatedBoard, thing: Pose) -> tuple[int, float, float]:
    """The nearest stage slot, from 1; mm from its middle to the side, and below the board's lower edge."""
    x, y = board.area.pose.to_own((thing.x, thing.y))
    pitch = board.area.width / board.stages
    slot = min(max(int((x + board.area.width / 2) // pitch), 0), board.stages - 1)
    return slot + 1, abs(x + board.area.width / 2 - (slot + 0.5) * pitch), y - board.area.height / 2


def _possible_holders(boards: Sequence[LocatedBoard], card: Pose) -> Sequence[LocatedBoard]:
    """The boards of the players who may hold a card: beside several boards, only of those to which it lies square."""
    beside = [board for board in boards if board.area.gap((card.x, card.y)) <= _HAND_FAR]
    if len(beside) < 2:
        return boards
    return [board for board in boards if abs(board.area.pose.angle_to(card)) <= _SQUARE]


def _hand(board: LocatedBoard, card: Pose) -> float:
    """Cost of a card in a hand: anywhere beside the board, turned more or less to the same player."""
    gap = max(0.0, board.area.gap((card.x, card.y)))
    turn = min(abs(board.area.pose.angle_to(card)) / _HAND_TURN, _HAND_TURN_MOST)
    return _HAND + gap / _HAND_GAP / 3 + turn / 2 + max(0.0, gap - _HAND_FAR) / _HAND_BEYOND
