"""The cards of a turn in one photograph of a telephone."""

from __future__ import annotations

import numpy as np
import pytest

from device.features.telephones.photographs.cards import cards_in
from device.for_features.card_art.recogniser import Recogniser
from tests.device.features.telephones.photographs.turn_photograph import turn_photograph
from tests.journeys.art_station import owners_cards, owners_pictures
from tests.vision.synthetic_table import CODEBOOK
from vision.kit.codebook import StickerKind


def codes_of(kind):
    return [reference.code for reference in owners_cards("first").references if reference.design.kind == kind]


def seen(picture, recogniser=None):
    return cards_in(picture, recogniser or owners_cards("first"), (), CODEBOOK)


@pytest.mark.parametrize(
    ("players", "px_per_mm", "rows"), [(7, 2.5, 2), pytest.param(3, 6.0, 1, marks=pytest.mark.slow)]
)
def test_all_cards_are_named_row_by_row_from_the_left(players, px_per_mm, rows):
    random = np.random.default_rng(players)
    fronts, back = codes_of(StickerKind.CARD), codes_of(StickerKind.BACK)[0]
    codes = [*map(int, random.choice(fronts, players - 1, replace=False)), back]
    found = seen(turn_photograph(codes, players, px_per_mm, rows))
    assert [card.code for card in found] == codes
    assert all(card.by_picture.sure for card in found)


def test_a_card_that_was_never_learned_is_not_taken_for_another_one():
    age_one = owners_pictures({entry.id for entry in CODEBOOK if entry.age == 1})
    shown = [one.code for one in age_one[:3]]
    known = Recogniser([one for one in age_one if one.code != shown[1]])
    sure = [card.code for card in seen(turn_photograph(shown, 2), known) if card.by_picture.sure]
    assert sure == [shown[0], shown[2]]


def test_an_empty_table_shows_no_card():
    assert seen(np.full((150, 600), 120, np.uint8), Recogniser(owners_pictures(["altar"]))) == ()
