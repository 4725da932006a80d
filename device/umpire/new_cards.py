"""Cards that lie in a city and are not in the ledger yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import BuildStage
from vision.kit.codebook import StickerKind
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import Game
    from vision.kit.codebook import Codebook, CodebookEntry
    from vision.scene import Item, Scene


LEADER_BACK = "leader"
"""The id of every leader's back in the codebook."""


@dataclass(frozen=True, slots=True)
class NewCard:
    """A new card in a city: a front (`slot` None) or a back under the board at a stage's `slot`, from 1.

    `card` is the codebook's entry of what is seen; `since` the camera time in seconds from which it lies still.
    """

    code: int
    card: CodebookEntry
    slot: int | None
    since: float
    sure: bool = True
    """It is clear in whose city it lies, and that it is new."""
    astray: bool = False
    """It lay in another city in this turn, which shows nothing now."""

    @property
    def name(self) -> str:
        """The id by which the card is called: a back is called by its age."""
        return self.card.id

    @property
    def is_leader(self) -> bool:
        """A leader's front, or a leader's back."""
        return self.card.kind is StickerKind.LEADER or self.card.id == LEADER_BACK

    @property
    def age(self) -> int | None:
        """The age that is printed on the side that is seen; none for leaders."""
        if self.slot is not None:
            age = self.card.id.removeprefix("age_")
            return int(age) if age.isdigit() else None
        return self.card.age


def laid_by_seat(
    scene: Scene, game: Game, booked: Mapping[int, int], codebook: Codebook
) -> Mapping[int, tuple[NewCard, ...]]:
    """New cards of every seat, in the order in which they were laid."""
    found: dict[int, list[NewCard]] = {seat: [] for seat in range(len(game.cities))}
    slots = {(item.seat, item.slot) for item in scene.items if item.place is Place.STAGE}
    for item in scene.items:
        entry = codebook.entry(item.code)
        if entry and item.seat in found and _is_new(item, entry, game, booked):
            sure = item.sure and (item.slot is None or _all_lie_there(item.seat, slots, game))
            found[item.seat].append(NewCard(item.code, entry, item.slot, item.since, sure))
    return {seat: tuple(sorted(cards, key=lambda card: card.since)) for seat, cards in found.items()}


def _is_new(item: Item, entry: CodebookEntry, game: Game, booked: Mapping[int, int]) -> bool:
    if item.place is Place.CITY:
        return entry.kind in ("card", "leader") and item.code not in booked
    if item.place is Place.STAGE and item.seat is not None and item.slot is not None:
        entered = isinstance(game.pending.get(item.seat), BuildStage)
        return item.slot > game.cities[item.seat].stages + entered
    return False


def _all_lie_there(seat: int, slots: set[tuple[int | None, int | None]], game: Game) -> bool:
    """Whether every stage that is built shows its card. If one does not, what seems new may be that card, pushed."""
    return all((seat, slot) in slots for slot in range(1, game.cities[seat].stages + 1))
