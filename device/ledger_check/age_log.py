"""What came to the table and when: the observations that readings of an age are made from."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from device.times import GESTURE
from vision.scene import Item, Place, Scene

Spot = tuple[int, int | None, int | None]
"""Seat, and either the code of a front or the slot of a stage."""
ALL = sys.maxsize
"""More actions than any game has, those that may be redone among them."""


class Came(NamedTuple):
    """A card in a city, or under its board: the `code` that is seen, and when it came there.

    `since`: camera time (s); None if it lay there before anybody looked. `sure`: it was clear whose it is.
    `covered`: when something was over it last. `unseen`: since when its place is in plain sight without it; None while
    it is read, or was when the hand came that is over it. `under`: another card was laid over its sticker then.
    """

    code: int
    since: float | None
    sure: bool = True
    covered: float | None = None
    unseen: float | None = None
    under: bool = False

    @property
    def gone(self) -> float | None:
        """Since when it is missed (camera time, s); None while it lies there or may do so."""
        return None if self.under else self.unseen

    @property
    def was_taken(self) -> bool:
        """True if a hand was there just before it was missed."""
        return self.gone is not None and self.covered is not None and self.gone - self.covered <= GESTURE


@dataclass(frozen=True, slots=True)
class AgeLog:
    """By spot what came to the cities, and when hands were over the mat, or nobody looked (s).

    `unseen`: how many actions were recorded before anybody looked, `ALL` until others are; None if nobody has. `begun`:
    what lay in a city since before this camera time (s) lay there before anybody looked.
    """

    unseen: int | None = None
    begun: float = -math.inf
    cities: Mapping[Spot, Came] = field(default_factory=lambda: MappingProxyType({}))
    hands: tuple[float, ...] = ()

    def places_of(self, code: int) -> list[tuple[int, Came]]:
        """The seats in whose cities a front has lain, and how."""
        return [(seat, came) for (seat, front, _), came in self.cities.items() if front == code]

    @property
    def last_places(self) -> Mapping[int, Spot]:
        """Where each front was seen last, by its code."""
        cities = sorted(self.cities.items(), key=lambda one: (one[1].gone is None, one[1].since or 0.0))
        return {spot[1]: spot for spot, _ in cities if spot[1] is not None}

    def missed_since(self, code: int) -> float | None:
        """Since when a front lies in no city (camera time, s); None if one has it."""
        gone = [came.gone for _, came in self.places_of(code)]
        missed = [since for since in gone if since is not None]
        return max(missed, default=self.begun) if len(missed) == len(gone) else None

    def recording(self, after: int) -> AgeLog:
        """The log when something is recorded `after` so many actions: what was undone is not redone any more."""
        return self if self.unseen is None else replace(self, unseen=min(self.unseen, after))

    def look(self, scene: Scene) -> AgeLog:
        """The log with what this scene shows, in game seats."""
        if not scene.seats:
            return self
        log = self._with_cities(scene)
        covered = any(item.covered for item in scene.items if item.place in (Place.MAT, Place.DISCARD))
        if covered and (not self.hands or scene.time - self.hands[-1] > GESTURE):
            log = replace(log, hands=(*self.hands, scene.time))
        return log

    def _with_cities(self, scene: Scene) -> AgeLog:
        seen = {spot: item for item in scene.items if (spot := spot_of_item(item)) is not None}
        lost = {
            spot: came._replace(unseen=scene.time if came.unseen is None else came.unseen, under=False)
            for spot, came in self.cities.items()
            if spot not in seen and came.gone is None
        }
        was = replace(self, cities={**self.cities, **lost})
        known = {spot: self.cities.get(spot) or was._carried_over(item) for spot, item in seen.items()}
        cities = {spot: _as_seen(item, known[spot], scene.time, self.begun) for spot, item in seen.items()}
        if not lost and all(self.cities.get(spot) is came for spot, came in cities.items()):
            return self
        return replace(self, cities=MappingProxyType({**was.cities, **cities}))

    def _carried_over(self, item: Item) -> Came | None:
        """A front as it lay in another city until it was carried over; None if it lay in none, or not until then."""
        since = [
            came.since
            for _, came in self.places_of(item.code)
            if came.since is not None and came.unseen is not None and item.since - came.unseen <= GESTURE
        ]
        return Came(item.code, min(since), item.sure) if since else None


def spot_of(seat: int, code: int | None, slot: int | None) -> Spot:
    """Where the front with this code lies in a city (`slot` None), or what lies at a stage's slot there."""
    return (seat, code, None) if slot is None else (seat, None, slot)


def spot_of_item(item: Item) -> Spot | None:
    """Where an item lies; None if it lies in no city and under no board."""
    if item.seat is None or item.place not in (Place.CITY, Place.STAGE):
        return None
    return spot_of(item.seat, item.code, item.slot)


def _as_seen(item: Item, known: Came | None, time: float, begun: float) -> Came:
    """What a city's item says of a card; just as it was `known` if nothing has changed."""
    if known is None or _comes_anew(item, known):
        known = Came(item.code, item.since if item.since > begun else None, item.sure)
    now = known._replace(
        sure=known.sure or item.sure,
        covered=time if item.covered else known.covered,
        unseen=known.unseen if item.covered else item.unseen_since,
        under=item.under is not None,
    )
    return known if now == known else now


def _comes_anew(item: Item, known: Came) -> bool:
    """True if it is not the card that was known there, or that one was taken away and has been laid again.

    It may also have seemed to lie under another one.
    """
    if known.unseen is None:
        return False
    return known.code != item.code or ((known.under or known.was_taken) and item.since > known.unseen)
