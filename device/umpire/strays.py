"""Cards of this turn that lay in another city before: pushed by mistake, or put right."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.umpire.new_cards import NewCard


def first_seats(before: Mapping[int, int], table: Mapping[int, tuple[NewCard, ...]]) -> Mapping[int, int]:
    """Code of every front that was laid since the last turn closed -> the seat in whose city it lay first."""
    now = {card.code: seat for seat, cards in table.items() for card in cards if card.slot is None}
    return MappingProxyType(now | dict(before))


def doubted(table: Mapping[int, tuple[NewCard, ...]], first: Mapping[int, int]) -> Mapping[int, tuple[NewCard, ...]]:
    """The same cards; one that came from a city that shows nothing now may belong there: it is astray."""
    return {
        seat: tuple(replace(card, astray=_is_missed(card, seat, table, first)) for card in cards)
        for seat, cards in table.items()
    }


def _is_missed(card: NewCard, seat: int, table: Mapping[int, tuple[NewCard, ...]], first: Mapping[int, int]) -> bool:
    at_first = first.get(card.code, seat) if card.slot is None else seat
    return at_first != seat and not table[at_first]
