"""Reads the cards that are passed under a camera one by one, and measures where their stickers are."""

from collections.abc import Sequence
from dataclasses import dataclass

from device.features.kit_check.placement import PlacementFault, edges_round, fault_of, foreground, has_a_place, reduced
from vision.frame import Frame, GreyImage
from vision.kit.codebook import Codebook, CodebookEntry
from vision.kit.sizes import KitSizes
from vision.reading.change import SmallImage, light_ratio
from vision.sighting import Sighting, StickerFinder
from vision.tracking.station import StationReader, StationReading, StationTracker

SAME_TABLE = 0.02
"""A picture without stickers that differs from the empty table in more than this share of its pixels is not empty."""
AGREEING = 2
"""Pictures in which the same must be measured."""
EMPTY_EVERY = 1.0
"""s between two looks at the empty table."""


@dataclass(frozen=True, slots=True)
class CheckedSticker:
    """A sticker that is shown: `showing` counts the showings.

    A showing is told twice: when it is read, and when its place is `measured`; then `fault` is what is wrong with it.
    """

    showing: int
    entry: CodebookEntry
    measured: bool = False
    fault: PlacementFault | None = None


class KitChecker:
    """Follows what is shown; the table must be seen empty now and then. Not thread-safe."""

    def __init__(self, codebook: Codebook, finders: Sequence[StickerFinder], sizes: KitSizes | None = None) -> None:
        self._codebook, self._sizes = codebook, sizes or KitSizes()
        self._reader, self._tracker = StationReader(finders), StationTracker(codebook)
        self._empty: tuple[GreyImage, SmallImage] | None = None
        self._empty_at = float("-inf")
        self._told = 0
        self._measuring: CheckedSticker | None = None
        self._results: list[PlacementFault | None] = []

    def look(self, frame: Frame) -> tuple[CheckedSticker, ...]:
        """What is new in the next picture of a camera.

        Raises:
            FrameError: the picture is black or torn; it is ignored.
        """
        reading = self._reader.read(frame)
        self._learn_empty(frame, reading)
        scene = self._tracker.update(frame.time, reading)
        shown = [item for item in scene.items if item.track is not None and not item.covered]
        told = []
        for item in shown:
            if item.track > self._told:
                self._told = item.track
                entry = self._codebook.entries[item.code]
                self._measuring, self._results = CheckedSticker(item.track, entry), []
                told.append(self._measuring)
        if self._measuring and any(item.track == self._measuring.showing for item in shown):
            told += self._measure(frame.image, reading, self._measuring)
        return tuple(told)

    def _measure(self, image: GreyImage, reading: StationReading, shown: CheckedSticker) -> tuple[CheckedSticker, ...]:
        """The showing with its fault, once pictures agree on it."""
        seen = next((one for one in reading.sightings if one.code == shown.entry.code), None)
        if seen is None or self._empty is None or not has_a_place(shown.entry) or not reading.fresh:
            return ()
        try:
            self._results.append(self._fault(image, reading, seen, shown.entry))
        except LookupError:
            return ()
        last = self._results[-AGREEING:]
        if len(last) < AGREEING or len({fault and fault.kind for fault in last}) > 1:
            return ()
        self._measuring = None
        return (CheckedSticker(shown.showing, shown.entry, measured=True, fault=last[-1]),)

    def _fault(
        self, image: GreyImage, reading: StationReading, seen: Sighting, entry: CodebookEntry
    ) -> PlacementFault | None:
        assert self._empty is not None
        empty, small = self._empty
        smaller = reduced(image)
        there = foreground(smaller, empty, light_ratio(reading.changes.small, small))
        corners = (seen.corners + 0.5) * (smaller.shape[1] / image.shape[1]) - 0.5
        return fault_of(entry, edges_round(corners, there, self._sizes), self._sizes)

    def _learn_empty(self, frame: Frame, reading: StationReading) -> None:
        """Remember the table without anything on it, and follow its light."""
        if reading.sightings or reading.changes.moving.any() or 0 <= frame.time - self._empty_at < EMPTY_EVERY:
            return
        image, small = reduced(frame.image), reading.changes.small
        if self._empty is not None and self._empty[0].shape == image.shape:
            there = foreground(image, self._empty[0], light_ratio(small, self._empty[1]))
            if there.mean() > SAME_TABLE:
                return
        self._empty, self._empty_at = (image, small), frame.time
