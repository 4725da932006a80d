"""The pile on the discard mat, where backs look alike and each covers those before it."""

from collections.abc import Iterable, Iterator
from math import radians

from vision.kit.codebook import Codebook, StickerKind
from vision.kit.sizes import KitSizes
from vision.scene import Place
from vision.table.layout import LocatedSticker
from vision.table.pose import back_area
from vision.tracking.table_estimate import TableEstimate
from vision.tracking.tracks import Track

_MOMENT = 0.25
"""s; a card that is covered after less was never there."""
_ASIDE_MM, _ASIDE_TURN = 30.0, radians(25)
"""A card that is put down and then pushed into place lies less far aside from where it was."""


class DiscardPile:
    """Which tracks lie under later ones."""

    def __init__(self, estimate: TableEstimate, codebook: Codebook, sizes: KitSizes) -> None:
        self._estimate, self._codebook, self._sizes = estimate, codebook, sizes

    def buries(self, track: Track, tracks: Iterable[Track]) -> bool:
        """Whether later cards lie over a discarded one: then it has not gone, as nobody pulls cards out of a pile."""
        own = self._discarded(track)
        if own is None:
            return False
        middle = back_area(own.pose, self._sizes).pose
        return any(
            back_area(cover.pose, self._sizes).gap((middle.x, middle.y)) < 0 for cover in self._after(track, tracks)
        )

    def took_at_once(self, track: Track, tracks: Iterable[Track]) -> bool:
        """Whether a card lay on the mat for a moment only, as another came to lie over it: another, and not itself."""
        if track.hits < 3 or track.lying - track.since < _MOMENT:
            return False
        own = self._discarded(track)
        return own is not None and any(
            self.hides(cover, own)
            and (cover.pose.distance(own.pose) > _ASIDE_MM or abs(cover.pose.angle_to(own.pose)) > _ASIDE_TURN)
            for cover in self._after(track, tracks)
        )

    def hides(self, cover: LocatedSticker, other: LocatedSticker) -> bool:
        """Whether a card that lies face down lies over another's sticker."""
        return back_area(cover.pose, self._sizes).gap((other.x, other.y)) < self._sizes.sticker.side / 2

    def _after(self, track: Track, tracks: Iterable[Track]) -> Iterator[LocatedSticker]:
        for other in tracks:
            if other.hits > 1 and other.since > track.since:
                place = self._discarded(other)
                if place:
                    yield place

    def _discarded(self, track: Track) -> LocatedSticker | None:
        if self._codebook.entries[track.code].kind is not StickerKind.BACK:
            return None
        place = self._estimate.locate(track)
        return place if place.place is Place.DISCARD else None
