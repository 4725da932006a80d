"""The discard pile: all backs of an age look alike, and each card covers earlier ones."""

from collections.abc import Iterable, Iterator
from math import radians

from vision.kit.codebook import Codebook, StickerKind
from vision.kit.sizes import KitSizes
from vision.scene import Place
from vision.table.layout import LocatedSticker
from vision.table.pose import back_area
from vision.tracking.table_estimate import TableEstimate
from vision.tracking.tracks import Track

_SHORTEST = 0.25
"""s; a card that was visible for less before it was covered is not counted."""
_PUSHED_MM, _PUSHED_TURN = 30.0, radians(25)
"""A card that moved or turned less was pushed into place; beyond this it is a second card."""


class DiscardPile:
    """Tells which tracks on the discard mat lie under later ones."""

    def __init__(self, estimate: TableEstimate, codebook: Codebook, sizes: KitSizes) -> None:
        self._estimate, self._codebook, self._sizes = estimate, codebook, sizes

    def is_buried(self, track: Track, tracks: Iterable[Track]) -> bool:
        """True if later cards lie over this discarded one. It is still there: players take no card out of the pile."""
        own = self._on_mat(track)
        if own is None:
            return False
        middle = back_area(own.pose, self._sizes).pose
        return any(
            back_area(cover.pose, self._sizes).gap((middle.x, middle.y)) < 0
            for cover in self._later_backs(track, tracks)
        )

    def was_covered_at_once(self, track: Track, tracks: Iterable[Track]) -> bool:
        """True if another card covered this one on the mat before it had settled."""
        if track.hits < 3 or track.present_until - track.since < _SHORTEST:
            return False
        own = self._on_mat(track)
        return own is not None and any(
            self.covers_sticker(cover, own)
            and (cover.pose.distance(own.pose) > _PUSHED_MM or abs(cover.pose.angle_to(own.pose)) > _PUSHED_TURN)
            for cover in self._later_backs(track, tracks)
        )

    def covers_sticker(self, cover: LocatedSticker, other: LocatedSticker) -> bool:
        """True if a card that lies face down covers another card's sticker."""
        return back_area(cover.pose, self._sizes).gap((other.x, other.y)) < self._sizes.sticker.side / 2

    def _later_backs(self, track: Track, tracks: Iterable[Track]) -> Iterator[LocatedSticker]:
        for other in tracks:
            if other.hits > 1 and other.since > track.since:
                place = self._on_mat(other)
                if place:
                    yield place

    def _on_mat(self, track: Track) -> LocatedSticker | None:
        if self._codebook.entries[track.code].kind is not StickerKind.BACK:
            return None
        place = self._estimate.locate(track)
        return place if place.place is Place.DISCARD else None
