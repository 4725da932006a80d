"""What of a kit has been shown, what is missing, what was shown more than once."""

from collections import Counter
from dataclasses import dataclass, field

from device.features.kit_check.checker import CheckedSticker
from device.features.kit_check.placement import PlacementFault
from vision.kit.codebook import REPEATED, Codebook, CodebookEntry, StickerKind

COUNTED = (StickerKind.CARD, StickerKind.LEADER, StickerKind.BOARD)
"""Of these each must be there once. Nobody needs all tokens, corners and command cards."""


@dataclass(frozen=True, slots=True)
class BackCount:
    """A back that was shown less or more often than there are cards of its kind."""

    entry: CodebookEntry
    shown: int
    needed: int


@dataclass(frozen=True, slots=True)
class KitFindings:
    """What is wrong with a kit. Of a part of which nothing was shown, nothing is `missing`: it is `unseen`."""

    missing: tuple[CodebookEntry, ...]
    double: tuple[CodebookEntry, ...]
    foreign: tuple[CodebookEntry, ...]
    """Of another box."""
    faults: tuple[tuple[CodebookEntry, PlacementFault], ...]
    backs: tuple[BackCount, ...]
    unseen: tuple[str, ...]
    """Parts: "board", "age_1" to "age_3", "leader"."""
    checked: int
    measured: int
    """How many were shown, and of how many the place was measured."""

    @property
    def good(self) -> bool:
        """True if stickers were shown and nothing is wrong with them."""
        return self.checked > 0 and not (self.missing or self.double or self.foreign or self.faults or self.backs)


@dataclass(slots=True)
class KitTally:
    """Counts showings for a kit. A showing that mends an earlier one's fault replaces it."""

    kit: Codebook
    _showings: dict[int, CheckedSticker] = field(default_factory=dict)

    def add(self, checked: CheckedSticker) -> None:
        """Count a showing, or what was measured of it."""
        self._showings[checked.showing] = checked

    def times(self, entry: CodebookEntry) -> int:
        """How often it was shown, apart from showings whose fault was mended."""
        return sum(checked.entry.code == entry.code for checked in self._valid())

    def findings(self) -> KitFindings:
        """What is wrong so far."""
        valid = self._valid()
        times = Counter(checked.entry.code for checked in valid)
        seen_parts = {part_of(checked.entry) for checked in valid if checked.entry.kind in COUNTED}
        single = [entry for entry in self.kit if entry.kind in COUNTED]
        shown = {checked.entry.code: checked.entry for checked in valid}
        return KitFindings(
            missing=tuple(e for e in single if not times[e.code] and part_of(e) in seen_parts),
            double=tuple(e for e in shown.values() if times[e.code] > 1 and e.kind not in REPEATED),
            foreign=tuple(e for e in shown.values() if self.kit.entry(e.code) is None),
            faults=tuple((checked.entry, checked.fault) for checked in valid if checked.fault),
            backs=self._backs(times),
            unseen=tuple(dict.fromkeys(part_of(e) for e in single if part_of(e) not in seen_parts)),
            checked=len(valid),
            measured=sum(checked.measured for checked in valid),
        )

    def _valid(self) -> list[CheckedSticker]:
        """The showings, without those with a fault that a later one of the same code does not have."""
        every = self._showings.values()
        mended = {one.entry.code: one.showing for one in every if one.measured and one.fault is None}
        return [
            one
            for one in every
            if not one.fault or one.entry.kind in REPEATED or one.showing >= mended.get(one.entry.code, 0)
        ]

    def _backs(self, times: Counter[int]) -> tuple[BackCount, ...]:
        """Backs are compared only once some of their kind were shown."""
        cards = [entry for entry in self.kit if entry.kind in (StickerKind.CARD, StickerKind.LEADER)]
        needed = Counter(part_of(card) for card in cards)
        backs = [entry for entry in self.kit if entry.kind is StickerKind.BACK and times[entry.code]]
        counts = (BackCount(entry, times[entry.code], needed[entry.id]) for entry in backs)
        return tuple(count for count in counts if count.shown != count.needed)


def part_of(entry: CodebookEntry) -> str:
    """The part of the kit that it belongs to."""
    return f"age_{entry.age}" if entry.kind is StickerKind.CARD else entry.kind
