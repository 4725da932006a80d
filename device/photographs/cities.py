"""From the cities that photographs show to the cities that the engine scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.photographs.remark import remark
from engine import CATALOGUE, CopyLeader, FinalCity, known_card, neighbours
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.photographs.remark import PhotographRemark
    from device.photographs.table import SeenCity, SeenTable
    from vision.kit.codebook import CodebookEntry

PLAYED = 18
"""Cards that every player plays in three ages: structures, stages and discards (rulebooks/base-it-2011.txt)."""

LEADER_BACK = "leader"

AGE_OF_BACK = {"age_1": 1, "age_2": 2, "age_3": 3}
"""Back -> age. A leader under a stage was placed at the start of an unknown age; the earliest possible is taken."""


def final_cities(table: SeenTable, copied_leaders: Mapping[int, str]) -> tuple[FinalCity, ...]:
    """The cities; `copied_leaders`: seat -> the neighbour's leader that its Courtesans Guild copies."""
    return tuple(_final(city, copied_leaders.get(seat)) for seat, city in enumerate(table.cities))


def unknown_leaders(table: SeenTable) -> tuple[PhotographRemark, ...]:
    """Remarks about leaders that cannot be scored because their effect is unknown."""
    return tuple(
        remark("score.unknown_leader", card=card.id, wonder=city.board.id)
        for city in table.cities
        for card in city.cards
        if card.kind is StickerKind.LEADER and card.id not in CATALOGUE.leaders
    )


def unaccounted_cards(table: SeenTable) -> tuple[PhotographRemark, ...]:
    """Remarks about cities with fewer cards than their players have played, and about the discard mat beside them."""
    short = tuple(
        remark("score.unaccounted", wonder=city.board.id, cards=built, stages=staged, missing=PLAYED - built - staged)
        for seat, city in enumerate(table.cities)
        if seat != table.free_city
        for built, staged in [_played(city)]
        if built + staged < PLAYED
    )
    return (*short, remark("score.discards_seen", count=table.discards)) if short else ()


def _played(city: SeenCity) -> tuple[int, int]:
    """The structures, and the cards or tokens at stages; leaders are played besides."""
    built = sum(card.kind is StickerKind.CARD for card in city.cards)
    return built, sum(back.id != LEADER_BACK for back in city.stages)


def leaders_to_copy(table: SeenTable) -> dict[int, tuple[str, ...]]:
    """Seat with a Courtesans Guild -> the neighbours' leaders that it can copy."""
    found = {}
    for seat, city in enumerate(table.cities):
        guilds = (known_card(card.id) for card in city.cards if card.kind is StickerKind.CARD)
        beside = (table.cities[other] for other in neighbours(seat, len(table.cities)))
        leaders = tuple(leader.id for other in beside for leader in _leaders(other))
        if leaders and any(guild is not None and isinstance(guild.effect, CopyLeader) for guild in guilds):
            found[seat] = leaders
    return found


def _final(city: SeenCity, copied_leader: str | None) -> FinalCity:
    cards = tuple((card.id, card.age) for card in city.cards if card.kind is StickerKind.CARD and card.age is not None)
    leaders = tuple((leader.id, 1) for leader in _leaders(city))
    return FinalCity(city.board.id, city.board.side or "", cards, _ages(city.stages), leaders, copied_leader)


def _leaders(city: SeenCity) -> tuple[CodebookEntry, ...]:
    return tuple(card for card in city.cards if card.kind is StickerKind.LEADER and card.id in CATALOGUE.leaders)


def _ages(stages: tuple[CodebookEntry, ...]) -> tuple[int, ...]:
    """The age in which each stage was built: never before the stage below it."""
    ages: list[int] = []
    for back in stages:
        before = ages[-1] if ages else 1
        ages.append(max(AGE_OF_BACK.get(back.id, before), before))
    return tuple(ages)
