"""Recognises the cards of a pile that somebody has lifted and put back as a whole: they lie to each other as before."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.umpire.discards.stickers import BackOnMat

AS_BEFORE, AS_BEFORE_TURN = 4.0, math.radians(4)
"""mm and radians by which a card in a lifted pile may slip."""


def may_be_of_pile(card: BackOnMat, before: Sequence[BackOnMat], seen: Sequence[BackOnMat]) -> bool:
    """True if this card lies to one that is `seen` since the pile was put back as two of its cards lay `before`."""
    for known, one in product(seen, before):
        if one.code == known.code:
            places = [other.carried(one.pose, known.pose) for other in before if other is not one]
            if any(_is_at(card, place) for place in places):
                return True
    return False


def _is_at(card: BackOnMat, place: BackOnMat) -> bool:
    return card.code == place.code and card.pose.is_near(place.pose, AS_BEFORE, AS_BEFORE_TURN)
