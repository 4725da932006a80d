"""What people say of a table that photographs do not show: cards and stages added and removed, city by city."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from device.for_features.photographs.table import SeenCity, SeenTable
from engine import known_board
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from device.features.telephones.changed_city import CityChange
    from vision.kit.codebook import Codebook, CodebookEntry

CARDS = (StickerKind.CARD, StickerKind.LEADER)
UNKNOWN_BACK = "age_1"
"""The back of a stage that nobody has seen: it may have been built in any age."""


def changed_table(
    table: SeenTable, changes: Mapping[str, CityChange], codebook: Codebook, seats: Sequence[str] = ()
) -> SeenTable:
    """The table as people say it is. `seats`: the wonders clockwise; a city that was added comes last otherwise."""
    cities = [_changed(city, changes.get(city.board.id), codebook) for city in table.cities]
    known = {city.board.id for city in cities}
    for wonder, change in changes.items():
        board = _entry(codebook, wonder, (StickerKind.BOARD,), change.side)
        if change.side and wonder not in known and board is not None:
            cities.append(_changed(SeenCity(board), change, codebook))
    free_city = None if table.free_city is None else cities[table.free_city].board.id
    if sorted(seats) == sorted(city.board.id for city in cities):
        cities.sort(key=lambda city: seats.index(city.board.id))
    order = [city.board.id for city in cities]
    return replace(table, cities=tuple(cities), free_city=None if free_city is None else order.index(free_city))


def _changed(city: SeenCity, change: CityChange | None, codebook: Codebook) -> SeenCity:
    if change is None:
        return city
    kept = tuple(card for card in city.cards if card.id not in change.removed)
    there = {card.id for card in kept}
    added = (_entry(codebook, name, CARDS) for name in dict.fromkeys(change.added) if name not in there)
    stages = city.stages if change.stages is None else _stages(city, change.stages, codebook)
    return SeenCity(city.board, (*kept, *filter(None, added)), stages)


def _stages(city: SeenCity, count: int, codebook: Codebook) -> tuple[CodebookEntry, ...]:
    """So many stages, as far as the board has them; one that nobody has seen was built after the one below it."""
    board = known_board(city.board.id, city.board.side or "")
    most = min(count, len(board.stages) if board else 0)
    nearest = city.stages[-1:] or tuple(filter(None, [_entry(codebook, UNKNOWN_BACK, (StickerKind.BACK,))]))
    return (city.stages + nearest * most)[:most]


def _entry(codebook: Codebook, name: str, kinds: Iterable[StickerKind], side: str = "") -> CodebookEntry | None:
    """A code of this thing; any of its copies."""
    return next(
        (one for one in codebook if one.id == name and one.kind in kinds and (not side or one.side == side)), None
    )
