"""What the kit says is in a box, and what the rules say, are the same."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import EDITIONS
from vision.kit.boxes import EDITIONS as BOXES
from vision.kit.boxes import FURTHER_SETS, SETS, box
from vision.kit.codebook import Codebook, StickerKind

CODEBOOK = Codebook.load()
BOX_SETS = (*SETS, *FURTHER_SETS)


def test_there_is_a_box_of_every_edition() -> None:
    assert tuple(EDITIONS) == BOXES


@pytest.mark.parametrize("edition", BOXES)
def test_every_copy_of_a_card_has_its_sticker(edition: str) -> None:
    cards = [entry for entry in box(CODEBOOK, edition, BOX_SETS) if entry.kind is StickerKind.CARD]
    printed = EDITIONS[edition].cards.values()
    copies = Counter((card.id, copy.age, copy.players) for card in printed for copy in card.printings)
    # The rules say of a guild that it is used from three players on; nothing is printed on it.
    assert Counter((card.id, card.age, card.players or 3) for card in cards) == copies


@pytest.mark.parametrize("edition", BOXES)
def test_every_side_of_a_board_and_every_leader_has_its_sticker(edition: str) -> None:
    stickers = box(CODEBOOK, edition, BOX_SETS)
    boards = {(entry.id, entry.side) for entry in stickers if entry.kind is StickerKind.BOARD}
    assert boards == set(EDITIONS[edition].wonders)
    leaders = {entry.id for entry in stickers if entry.kind is StickerKind.LEADER}
    assert leaders == set(EDITIONS[edition].leaders) | {"semiramis"}


@pytest.mark.parametrize("edition", BOXES)
def test_the_base_game_has_what_the_rules_count_to_it(edition: str) -> None:
    base = {entry.id for entry in box(CODEBOOK, edition, ["base"]) if entry.kind is StickerKind.CARD}
    assert base == {card.id for card in EDITIONS[edition].cards.values() if card.set == "base"}
