"""What knows the owner's cards, at a station and over a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.app.running_features import RunningFeature
from device.features.card_art.table import CardReader, CardsOnTable, CopiesInPlay
from device.for_features.card_art.copies import counted_copies
from device.for_features.card_art.finder import ArtFinder, StoredCards
from vision.kit.boxes import FURTHER_SETS, SETS, box

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from device.session.session import Session
    from display.messages.events import Event
    from vision.kit.codebook import Codebook
    from vision.kit.sizes import KitSizes


class OwnersCards:
    """The pictures in a folder; see `KnownCards` of `perception`."""

    def __init__(self, pictures: Path, codebook: Codebook, sizes: KitSizes) -> None:
        self._pictures, self._codebook, self._sizes = pictures, codebook, sizes
        self._in_play = CopiesInPlay()

    def station_finder(self) -> ArtFinder:
        """What a station asks where it reads no sticker."""
        return ArtFinder(StoredCards(self._pictures, self._codebook).recogniser)

    def owned(self) -> Mapping[tuple[str, int], int]:
        """(edition, lowest code) -> how many copies the owner has, of the cards that he has counted."""
        return counted_copies(self._pictures)

    def table_reader(self) -> CardReader:
        """What reads a table where only boards and mats have stickers: an experiment."""
        known = StoredCards(self._pictures, self._codebook).recogniser
        return CardReader(self._codebook, CardsOnTable(known, self._codebook, self._in_play, self._sizes), self._sizes)

    def hear(self, session: Session) -> None:
        """Note which copies may lie on the table now."""
        note_copies(self._in_play, session, self._codebook)


class RunningCardArt(RunningFeature):
    """Tells what knows cards on a table by their pictures which copies may lie there."""

    def hear(self, event: Event, session: Session) -> None:
        """Something was recorded, or a game began."""
        del event
        rig = self.appliance.rig
        if rig is not None and rig.kit == "art" and isinstance(rig.known, OwnersCards):
            rig.known.hear(session)


def note_copies(in_play: CopiesInPlay, session: Session, codebook: Codebook) -> None:
    """Say which copies may be played now, and which are recorded."""
    game = session.game
    if game is None:
        in_play.playable, in_play.recorded = None, frozenset()
        return
    cards = box(codebook, game.setup.edition, (*SETS, *FURTHER_SETS))
    in_play.playable = frozenset(
        card.code for card in cards if (card.players or 0) <= len(game.cities) and card.age in (None, game.age)
    )
    in_play.recorded = frozenset(entry.code for entry in session.entries if entry.code is not None)
