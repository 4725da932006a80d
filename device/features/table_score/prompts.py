"""Asks at the terminal for what photographs do not show. Without a terminal these values are missing."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

from device.for_features.photographs.remark import PhotographRemark

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from display.words import Words

Value = TypeVar("Value")
HINTS = {"score.ask_coins": "score.no_coins", "score.ask_courted": "score.no_leader"}
"""Question -> hint after an unreadable answer; all other questions are about conflict tokens."""


class Prompter:
    """Asks on standard error, reads from standard input. `missing`: remarks about values that were not given."""

    def __init__(self, wonders: Sequence[str], words: Words) -> None:
        self._wonders, self._words = tuple(wonders), words
        self._there = sys.stdin is not None and sys.stdin.isatty()
        self.missing: list[PhotographRemark] = []

    def fill(
        self,
        values: Sequence[Value | None],
        seats: Collection[int],
        question: str,
        missing: str,
        read: Callable[[str], Value],
    ) -> list[Value | None]:
        """The values by seat, after asking for those of `seats` that are None.

        `question`: catalogue key, asked with the wonder until `read` accepts the answer without ValueError.
        `missing`: catalogue key of the remark that names the seats without a value.
        """
        filled = list(values)
        for seat in seats:
            if filled[seat] is None:
                filled[seat] = self._ask(question, self._wonders[seat], read)
        left = tuple(f"wonder.{self._wonders[seat]}" for seat in seats if filled[seat] is None)
        if left:
            self.missing.append(PhotographRemark(missing, {"wonders": left}))
        return filled

    def _ask(self, question: str, wonder: str, read: Callable[[str], Value]) -> Value | None:
        """Ask until there is a readable answer; None at the end of the input."""
        while self._there:
            sys.stderr.write(self._words.say(question, wonder=wonder) + " ")
            sys.stderr.flush()
            line = sys.stdin.readline()
            self._there = bool(line)
            try:
                return read(line.strip())
            except ValueError:
                if line.strip():
                    hint = HINTS.get(question, "score.no_tokens")
                    sys.stderr.write(self._words.say(hint, answer=line.strip()) + "\n")
        return None
