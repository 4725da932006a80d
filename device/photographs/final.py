"""The cities of a photographed table as the rules score them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.photographs.remark import Remark, remark
from engine import CATALOGUE
from engine.effects import CopyLeader
from engine.finished import FinalCity
from vision.codebook import Kind

if TYPE_CHECKING:
    from device.photographs.table import SeenCity, SeenTable
    from vision.codebook import Entry

AGE_OF_BACK = {"age_1": 1, "age_2": 2, "age_3": 3}
"""A leader under a stage came before an age's first turn, nobody knows which: as early as may be."""


def final_cities(table: SeenTable) -> tuple[tuple[FinalCity, ...], tuple[Remark, ...]]:
    """The cities, and what about them cannot be scored."""
    remarks = [
        remark("score.unknown_leader", card=card.id, wonder=city.board.id)
        for city in table.cities
        for card in city.cards
        if card.kind is Kind.LEADER and card.id not in CATALOGUE.leaders
    ]
    led = any(_leaders(city) for city in table.cities)
    remarks += [
        remark("score.courted", card=card.id, wonder=city.board.id)
        for city in table.cities
        for card in city.cards
        if led and card.kind is Kind.CARD and isinstance(CATALOGUE.card(card.id).effect, CopyLeader)
    ]
    return tuple(map(_final, table.cities)), tuple(remarks)


def _final(city: SeenCity) -> FinalCity:
    cards = tuple((card.id, card.age) for card in city.cards if card.kind is Kind.CARD and card.age is not None)
    leaders = tuple((leader.id, 1) for leader in _leaders(city))
    return FinalCity(city.board.id, city.board.side or "", cards, _ages(city.stages), leaders)


def _leaders(city: SeenCity) -> tuple[Entry, ...]:
    return tuple(card for card in city.cards if card.kind is Kind.LEADER and card.id in CATALOGUE.leaders)


def _ages(stages: tuple[Entry, ...]) -> tuple[int, ...]:
    """The age in which each stage was built: never before the one that it stands upon."""
    ages: list[int] = []
    for back in stages:
        before = ages[-1] if ages else 1
        ages.append(max(AGE_OF_BACK.get(back.id, before), before))
    return tuple(ages)
