"""What lies on the table for a while, as plain facts that a ledger can be compared with."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from vision.kit.codebook import StickerKind
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.kit.codebook import Codebook
    from vision.scene import Scene

STILL = 3.0
"""s; a thing that has not moved for this long is a fact."""


class Front(NamedTuple):
    """A card or leader that lies face up in the city of `seat`, still since `since` (camera time, s)."""

    seat: int
    since: float


class StageBack(NamedTuple):
    """A back under a board: its id in the codebook ("age_2", "leader"), still since `since` (camera time, s)."""

    back: str
    since: float


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What is certain about the table; the rest is assumed to be as it is booked.

    `fronts`: by code. `stages`: by (seat, slot). `absent`: codes of booked cards that lie nowhere. `bare`: (seat, slot)
    of booked stages without a card. `discards`: the cards of the open age on the discard mat, None if nobody can count
    them. `closed`: camera time (s) at which the last turn closed; minus infinity if that is not known.
    """

    fronts: Mapping[int, Front] = field(default_factory=lambda: MappingProxyType({}))
    stages: Mapping[tuple[int, int], StageBack] = field(default_factory=lambda: MappingProxyType({}))
    absent: frozenset[int] = frozenset()
    bare: frozenset[tuple[int, int]] = frozenset()
    discards: int | None = None
    closed: float = -math.inf


def facts_of(
    scene: Scene,
    codebook: Codebook,
    *,
    absent: frozenset[int] = frozenset(),
    bare: frozenset[tuple[int, int]] = frozenset(),
    discards: int | None = None,
    closed: float = -math.inf,
) -> TableFacts:
    """The facts of a scene in game seats. A card that is covered or whose owner is unclear is no fact."""
    fronts: dict[int, Front] = {}
    stages: dict[tuple[int, int], StageBack] = {}
    for item in scene.items:
        entry = codebook.entry(item.code)
        clear = item.sure and item.unseen_since is None and item.since + STILL <= scene.time
        if entry is None or item.seat is None or not clear or item.code in scene.doubts:
            continue
        if item.place is Place.CITY and entry.kind in (StickerKind.CARD, StickerKind.LEADER):
            fronts[item.code] = Front(item.seat, item.since)
        elif item.place is Place.STAGE and item.slot is not None and entry.kind is StickerKind.BACK:
            stages[item.seat, item.slot] = StageBack(entry.id, item.since)
    present = {item.code for item in scene.items}
    slots = {(item.seat, item.slot) for item in scene.items if item.place is Place.STAGE}
    return TableFacts(
        MappingProxyType(fronts),
        MappingProxyType(stages),
        absent - present,
        frozenset(slot for slot in bare if slot not in slots),
        discards,
        closed,
    )
