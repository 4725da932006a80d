"""How many copies of each of the owner's designs there really are: counted by showing every card once."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from device.for_features.card_art.references import VERSION
from device.untrusted import NotUnderstoodError, read_json
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from vision.kit.codebook import Codebook
    from vision.scene import Item, Scene

COUNTED = frozenset({StickerKind.CARD, StickerKind.LEADER})
Counts = Counter[int]
"""The lowest code of a card's copies -> how many there are."""


def file_of_counts(folder: Path, edition: str) -> Path:
    """Where the counts of an edition are kept, beside its pictures."""
    return folder / VERSION / edition / "copies.json"


def as_json(counts: Mapping[int, int]) -> bytes:
    """The counts as they are stored."""
    return json.dumps({str(code): count for code, count in sorted(counts.items()) if count > 0}, indent=1).encode()


def counted_copies(folder: Path) -> dict[tuple[str, int], int]:
    """(edition, lowest code) of a card -> how many the owner has, in a store. A file that is damaged says nothing."""
    return dict(_counted(folder))


def _counted(folder: Path) -> Iterator[tuple[tuple[str, int], int]]:
    for file in sorted((folder / VERSION).glob("*/copies.json")):
        try:
            rows = read_json(file.read_bytes(), dict[str, int])
            counts = {int(code): count for code, count in rows.items()}
        except (OSError, ValueError, NotUnderstoodError):
            continue
        for code, count in counts.items():
            yield (file.parent.name, code), count


class CopyCounter:
    """Counts the cards that are shown at a station, each time one lies there that is known by its picture."""

    def __init__(self, codebook: Codebook, edition: str) -> None:
        self.counts: Counts = Counter()
        self._codebook, self._edition = codebook, edition
        self._last_track = 0
        self._order: list[int] = []

    def look(self, scene: Scene) -> int | None:
        """The code of a card that was counted now; None if none was."""
        item = next((item for item in scene.items if item.track > self._last_track and item.sure), None)
        if item is None or not self._is_countable(item):
            return None
        self._last_track = item.track
        self._order.append(item.code)
        self.counts[item.code] += 1
        return item.code

    def must_be_shown_again(self, scene: Scene) -> bool:
        """True if nobody can know whether what lies there was counted, until the mat has been seen empty."""
        return any(not item.sure and item.track > self._last_track for item in scene.items)

    def undo(self) -> int | None:
        """Take back the card that was counted last; its code, or None."""
        if not self._order:
            return None
        self.counts[self._order[-1]] -= 1
        return self._order.pop()

    def _is_countable(self, item: Item) -> bool:
        entry = self._codebook.entry(item.code)
        known = item.by_picture is not None and item.by_picture.sure and item.by_picture.edition == self._edition
        return known and entry is not None and entry.kind in COUNTED
