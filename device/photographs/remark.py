"""What is to be said about photographs: a key of the catalogue and what fills it in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from display.words import Words
    from vision.kit.codebook import CodebookEntry


@dataclass(frozen=True, slots=True)
class PhotographRemark:
    """Something to be said. A placeholder may be several keys or names; they are listed."""

    key: str
    placeholders: Mapping[str, object] = field(default_factory=dict)

    def filled(self, words: Words) -> dict[str, object]:
        """The placeholders, with lists as one text."""
        return {
            name: words.listed(map(words.say, value)) if isinstance(value, tuple) else value
            for name, value in self.placeholders.items()
        }


def remark(key: str, **placeholders: object) -> PhotographRemark:
    """A remark, written short."""
    return PhotographRemark(key, placeholders)


def named(entries: Iterable[CodebookEntry]) -> tuple[str, ...]:
    """The keys of the names of cards, leaders and wonders, each once."""
    return tuple(dict.fromkeys(f"{FAMILY.get(entry.kind, entry.kind)}.{entry.id}" for entry in entries))


FAMILY = {"board": "wonder"}
"""What the catalogue calls otherwise than the codebook."""
