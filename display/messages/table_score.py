"""A finished table with what was counted there: the score of a game that nobody recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from engine import CityCount, FinalCity, Game, finished_game, with_counts


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
