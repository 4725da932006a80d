"""A finished table as the camera sees it, and what was counted there: the score of a game that nobody recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from engine import CityCount, FinalCity, finished_game, with_counts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from display.messages.intents import CountTable
    from display.messages.questions import Notice
    from engine import Game

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


@dataclass(frozen=True, slots=True)
class TableScore:
    """What is known so far of a table that is scored as it lies; nothing of it has been played.

    `looking`: the picture is being read. `troubles`: why there is no score; with any, `cities` is empty. `cities` are
    clockwise, `tokens` what their shields won (by seat), `courted` the leaders that a seat's Courtesans Guild may copy.
    `remarks`: what is unsure. `counted`: what was counted last; `each`: seats of which it has to be known token by
    token; `game`: the scored game, once everything is known.
    """

    looking: bool = False
    troubles: tuple[Notice, ...] = ()
    cities: tuple[FinalCity, ...] = ()
    free_city: int | None = None
    tokens: tuple[tuple[int, ...], ...] = ()
    courted: tuple[tuple[int, tuple[str, ...]], ...] = ()
    remarks: tuple[Notice, ...] = ()
    counted: CountTable | None = None
    each: tuple[int, ...] = ()
    game: Game | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that are scored: all but the Free City's."""
        return tuple(seat for seat in range(len(self.cities)) if seat != self.free_city)


@dataclass(frozen=True, slots=True)
class CountedTable:
    """A scored table as it is kept: cities, coins and tokens, by seat."""

    cities: tuple[FinalCity, ...]
    counts: tuple[CityCount, ...]
    free_city: int | None = None

    @classmethod
    def of_stored(cls, stored: object) -> CountedTable:
        """From the value that `stored` gave; ValueError."""
        return msgspec.convert(stored, cls, strict=False)

    @property
    def stored(self) -> Mapping[str, object]:
        """As values that JSON can hold."""
        found: Mapping[str, object] = msgspec.to_builtins(self)
        return found

    @property
    def game(self) -> Game:
        """The game at its end. Raises ImpossibleSetup or UnknownName."""
        return with_counts(finished_game(self.cities, free_city=self.free_city), self.counts)
