"""Remarks about photographs: a catalogue key and its placeholders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from display.words import Words
    from engine import WondertableError
    from vision.kit.codebook import CodebookEntry


@dataclass(frozen=True, slots=True)
class PhotographRemark:
    """A remark. A placeholder may be a tuple of keys; they are listed."""

    key: str
    placeholders: Mapping[str, object] = field(default_factory=dict)

    def filled(self, words: Words) -> dict[str, object]:
        """The placeholders, with each tuple as one text."""
        return {
            name: words.listed(map(words.say, value)) if isinstance(value, tuple) else value
            for name, value in self.placeholders.items()
        }


def remark(key: str, **placeholders: object) -> PhotographRemark:
    """A remark from keyword arguments."""
    return PhotographRemark(key, placeholders)


def named(entries: Iterable[CodebookEntry]) -> tuple[str, ...]:
    """The catalogue keys of the names of cards, leaders and wonders, without repetitions."""
    return tuple(dict.fromkeys(f"{FAMILY.get(entry.kind, entry.kind)}.{entry.id}" for entry in entries))


FAMILY = {"board": "wonder"}
"""Codebook's kind -> catalogue's family, where they differ."""


def remark_of(error: WondertableError) -> PhotographRemark:
    """An error as a remark; the catalogues have the engine's errors below `error.`."""
    return PhotographRemark(error.key if "." in error.key else f"error.{error.key}", error.placeholders)
