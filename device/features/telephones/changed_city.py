"""What somebody says on a telephone of a city that photographs show."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

MOST_CARDS = 40
"""Structures and leaders that people add to a city, or remove; nobody plays so many."""
_Word = Annotated[str, Meta(max_length=48)]


class CityChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is different in a city from what the photographs show.

    `added`, `removed`: structures and leaders. `stages`: how many are built; None: as seen. `side`: the board's, of a
    city that no photograph shows.
    """

    added: Annotated[list[_Word], Meta(max_length=MOST_CARDS)] = []
    removed: Annotated[list[_Word], Meta(max_length=MOST_CARDS)] = []
    stages: Annotated[int, Meta(ge=0, le=4)] | None = None
    side: _Word = ""
