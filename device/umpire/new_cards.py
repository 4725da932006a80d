"""Cards that lie in a city and are not recorded yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import BuildStage, Phase
from vision.kit.boxes import as_printed
from vision.kit.codebook import StickerKind
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.umpire.ruling import Situation
    from engine import Game
    from vision.kit.codebook import Codebook, CodebookEntry
    from vision.scene import Item, Scene

LEADER_BACK = "leader"
"""The id of every leader's back in the codebook."""
FRONTS = frozenset({StickerKind.CARD, StickerKind.LEADER})


def expected_back(game: Game) -> str:
    """The codebook's id of the backs that are laid in this phase."""
    return LEADER_BACK if game.phase is Phase.RECRUIT else f"age_{game.age}"


def shows_stage_tokens(scene: Scene, codebook: Codebook) -> bool:
    """True if a stage token lies anywhere on the table: then the cards have no stickers on their backs."""
    entries = (codebook.entry(item.code) for item in scene.items)
    return any(entry is not None and entry.kind is StickerKind.STAGE_TOKEN for entry in entries)


def under_token(entry: CodebookEntry, game: Game, codebook: Codebook) -> CodebookEntry:
    """What a sticker on a stage stands for: a stage token for the back of this phase's cards, others for themselves."""
    if entry.kind is not StickerKind.STAGE_TOKEN:
        return entry
    expected = expected_back(game)
    backs = (back for back in codebook if (back.kind, back.id) == (StickerKind.BACK, expected))
    return next(backs, entry)


@dataclass(frozen=True, slots=True)
class NewCard:
    """A front in a city (`slot` None), or a back under the board at a stage's `slot`, counted from 1.

    `code`: of the sticker that is seen. `card`: the codebook's entry for the side of the card that is up. `since`:
    camera time (s) since which it has not moved. `sure`: False if another seat or an older card is possible.
    """

    code: int
    card: CodebookEntry
    slot: int | None
    since: float
    sure: bool = True

    @property
    def name(self) -> str:
        """The card's id; for a back, that of its age."""
        return self.card.id

    @property
    def is_leader(self) -> bool:
        """True for a leader's front or back."""
        return self.card.kind is StickerKind.LEADER or self.card.id == LEADER_BACK

    @property
    def age(self) -> int | None:
        """The age printed on the side that is seen; None for leaders."""
        if self.slot is not None:
            age = self.card.id.removeprefix("age_")
            return int(age) if age.isdigit() else None
        return self.card.age


def find_new_cards(situation: Situation, codebook: Codebook) -> Mapping[int, tuple[NewCard, ...]]:
    """The cards of every seat that lie there now and are not recorded, in the order in which they were laid."""
    game = situation.game
    codebook = as_printed(codebook, game.setup.edition)
    found: dict[int, list[NewCard]] = {seat: [] for seat in range(len(game.cities))}
    for item in situation.scene.items:
        entry = codebook.entry(item.code)
        if entry and item.seat in found and _is_new(item, entry, situation):
            shown = entry if item.slot is None else under_token(entry, game, codebook)
            found[item.seat].append(NewCard(item.code, shown, item.slot, item.since, item.sure))
    return {seat: tuple(sorted(cards, key=lambda card: card.since)) for seat, cards in found.items()}


def _is_new(item: Item, entry: CodebookEntry, situation: Situation) -> bool:
    if item.place is Place.CITY:
        return item.under is None and entry.kind in FRONTS and item.code not in situation.booked
    if item.place is Place.STAGE and item.seat is not None and item.slot is not None:
        entered = isinstance(situation.game.pending.get(item.seat), BuildStage)
        return item.slot > situation.game.cities[item.seat].stages + entered
    return False
