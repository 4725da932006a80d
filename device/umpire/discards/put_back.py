"""Recognises the cards of a pile that somebody has lifted and put back as a whole: they lie to each other as before."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from device.umpire.discards.stickers import BackOnMat

AS_BEFORE, AS_BEFORE_TURN = 4.0, math.radians(4)
"""mm and radians by which a card in a lifted pile may slip."""


def is_of_pile(card: BackOnMat, before: Sequence[BackOnMat], seen: Sequence[BackOnMat]) -> bool:
    """True if this card lies where one of the pile's must lie that is not `seen` on its own.

    `before`: where the pile's cards lay before it was lifted. `seen`: those that are seen since it was put back.
    """
    return any(_is_where(card, place) for places in ways_put_back(before, seen) for place in without_seen(places, seen))


def ways_put_back(before: Sequence[BackOnMat], seen: Sequence[BackOnMat]) -> Iterator[Sequence[BackOnMat]]:
    """Where all cards of a pile may lie now, if each that is `seen` is one of those that lay there `before`."""
    if not seen:
        return
    known = seen[0]
    for card in before:
        if card.code != known.code:
            continue
        places = [other.carried(card.pose, known.pose) for other in before]
        if len(without_seen(places, seen)) == len(places) - len(seen):
            yield places


def without_seen(places: Sequence[BackOnMat], seen: Sequence[BackOnMat]) -> Sequence[BackOnMat]:
    """The places at which none of the cards is seen. Each of these is at one place at most."""
    left = list(places)
    for card in seen:
        taken = next((place for place in left if _is_where(card, place)), None)
        if taken is not None:
            left.remove(taken)
    return left


def _is_where(card: BackOnMat, place: BackOnMat) -> bool:
    return card.code == place.code and card.pose.is_near(place.pose, AS_BEFORE, AS_BEFORE_TURN)
