"""Setting up at a station: boards are shown to the camera one after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.session.setup import BOARDS_FOR_TWO, FEWEST, FREE_CITY, MOST, TableSetup
from device.umpire.station import PLAYED, new_on
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    from vision.kit.codebook import Codebook
    from vision.scene import Scene


@dataclass(frozen=True, slots=True)
class StationSetup(TableSetup):
    """The boards that were shown so far, clockwise; ADVANCE starts, and with `auto` the first card that is shown.

    The Free City's token makes the board that was shown last its own. `shown` was dealt with.
    """

    shown: int = 0
    started: bool = False
    """A card is shown: everybody has a board."""

    def look(self, scene: Scene, codebook: Codebook) -> StationSetup:
        """The set-up with what is shown now."""
        item = new_on(scene, self.shown)
        printed = codebook.entry(item.code) if item else None
        if item is None or printed is None:
            return replace(self, started=False) if self.started else self
        if printed.kind is StickerKind.BOARD and not self.by_hand:
            seats = self._with(printed.id, printed.side or "A")
            return replace(self, seats=seats, shown=item.track, since=scene.time)
        if printed.kind is StickerKind.TOKEN and printed.id == FREE_CITY and self.seats and not self.by_hand:
            return replace(self, free_city=len(self.seats) - 1, shown=item.track, since=scene.time)
        return replace(self, started=printed.kind in PLAYED | {StickerKind.MAT})

    def _with(self, wonder: str, side: str) -> tuple[tuple[str, str], ...]:
        """The seats with one more, or with the other side of a board that was shown before."""
        if wonder in dict(self.seats):
            return tuple((seat, side if seat == wonder else before) for seat, before in self.seats)
        return (*self.seats, (wonder, side))

    def undo(self) -> StationSetup | None:
        """Without the board that was shown last; None if there is none."""
        if not self.seats or self.by_hand:
            return None
        kept = self.seats[:-1]
        free_city = self.free_city if self.free_city is not None and self.free_city < len(kept) else None
        return replace(self, seats=kept, free_city=free_city)

    def is_ready(self, scene: Scene) -> bool:  # noqa: ARG002  the boards were seen one after the other
        """A game could start with these boards."""
        fits = self.free_city is None or len(self.seats) == BOARDS_FOR_TWO
        return fits and FEWEST <= len(self.seats) <= MOST and not self.questions

    def has_been_still(self, scene: Scene) -> bool:
        """The game may start by itself: somebody shows a card."""
        return self.started and self.is_ready(scene)

    def anew(self, names: tuple[str, ...]) -> StationSetup:
        """The set-up for another game with the same people; what lies there is not the first board of it."""
        return StationSetup(sitting=names, shown=self.shown)
