"""From the cities that photographs show to the cities that the engine scores."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from device.for_features.photographs.photograph import LEADER_BACK
from device.for_features.photographs.remark import PhotographRemark, remark
from engine import (
    LAST_AGE,
    CopyLeader,
    FinalCity,
    SeventhCard,
    StructureFromDiscard,
    edition_of,
    known_board,
    known_card,
    neighbours,
)
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.for_features.photographs.table import SeenCity, SeenTable
    from engine import Leader
    from vision.kit.codebook import CodebookEntry

DEALT, PLAYED = 21, 18
"""Cards of three ages that are dealt for each city, the Free City, too; and that every player plays: structures, stages
and discards (rulebooks/base-it-2011.txt)."""

SAID_APART = 2
"""Cities that lack cards which have a sentence each on a small screen."""

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
        if card.kind is StickerKind.LEADER and card.id not in _known_leaders(city)
    )


def unaccounted_cards(table: SeenTable) -> tuple[PhotographRemark, ...]:
    """Remarks about cities with fewer cards than their players have played, and about the cards in no city.

    Those were discarded, or left over at the end of an age: if so many lie on the mat, nothing is missing.
    """
    played = [_played(city) for city in table.cities]
    outside = DEALT * len(played) - sum(map(sum, played))
    if table.discards == outside:
        return ()
    short = tuple(
        remark("score.unaccounted", wonder=city.board.id, cards=built, stages=staged, missing=missing)
        for seat, (city, (built, staged)) in enumerate(zip(table.cities, played, strict=True))
        if seat != table.free_city
        for missing in [PLAYED + _more_than_played(city) - built - staged]
        if missing > 0
    )
    return (*short, remark("score.discards", cards=outside, count=table.discards)) if short else ()


def unaccounted_together(table: SeenTable) -> tuple[PhotographRemark, ...]:
    """As `unaccounted_cards`, for a small screen: of many cities, those that lack equally many cards in one remark."""
    said = unaccounted_cards(table)
    if len(said) <= SAID_APART + 1:
        return said
    *short, mat = said
    cities = defaultdict[object, list[str]](list)
    for city in short:
        cities[city.placeholders["missing"]].append(f"wonder.{city.placeholders['wonder']}")
    each = (remark("score.unaccounted_each", wonders=tuple(lack), missing=missing) for missing, lack in cities.items())
    return (*each, mat)


def _played(city: SeenCity) -> tuple[int, int]:
    """The structures, and the cards or tokens at stages; leaders are played besides."""
    built = sum(card.kind is StickerKind.CARD for card in city.cards)
    return built, sum(back.id != LEADER_BACK for back in city.stages)


def _more_than_played(city: SeenCity) -> int:
    """The cards that wonders and leaders bring besides: from the discard pile, and the seventh of an age."""
    board, more = known_board(city.board.id, city.board.side or ""), 0
    for stage, age in zip(board.stages if board else (), _ages(city.stages), strict=False):
        for effect in stage.effects:
            more += 1 if isinstance(effect, StructureFromDiscard) else 0
            more += LAST_AGE - age + 1 if isinstance(effect, SeventhCard) else 0
    taken = (effect for card in _leaders(city) for effect in _known_leaders(city)[card.id].effects)
    return more + sum(isinstance(effect, StructureFromDiscard) for effect in taken)


def leaders_to_copy(table: SeenTable) -> dict[int, tuple[str, ...]]:
    """Seat with a Courtesans Guild -> the neighbours' leaders that it can copy."""
    found = {}
    for seat, city in enumerate(table.cities):
        cards = (known_card(card.id) for card in city.cards if card.kind is StickerKind.CARD)
        effects = [effect for card in cards if card is not None for effect in card.effects]
        beside = (table.cities[other] for other in neighbours(seat, len(table.cities)))
        leaders = tuple(leader.id for other in beside for leader in _leaders(other))
        if leaders and any(isinstance(effect, CopyLeader) for effect in effects):
            found[seat] = leaders
    return found


def _final(city: SeenCity, copied_leader: str | None) -> FinalCity:
    cards = tuple((card.id, card.age) for card in city.cards if card.kind is StickerKind.CARD and card.age is not None)
    leaders = tuple((leader.id, 1) for leader in _leaders(city))
    return FinalCity(city.board.id, city.board.side or "", cards, _ages(city.stages), leaders, copied_leader)


def _leaders(city: SeenCity) -> tuple[CodebookEntry, ...]:
    return tuple(card for card in city.cards if card.kind is StickerKind.LEADER and card.id in _known_leaders(city))


def _known_leaders(city: SeenCity) -> Mapping[str, Leader]:
    """Those of the edition to which the city's board belongs."""
    return edition_of([(city.board.id, city.board.side or "")]).leaders


def _ages(stages: tuple[CodebookEntry, ...]) -> tuple[int, ...]:
    """The age in which each stage was built: never before the stage below it."""
    ages: list[int] = []
    for back in stages:
        before = ages[-1] if ages else 1
        ages.append(max(AGE_OF_BACK.get(back.id, before), before))
    return tuple(ages)
