"""Cards are known by the owner's pictures of another printing; what was never shown is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from device.for_features.card_art.features import PX_PER_MM
from device.for_features.card_art.finder import ArtFinder, StoredCards
from device.for_features.card_art.recogniser import Recogniser
from device.for_features.card_art.references import Design, Reference, as_png, designs, file_of, stored
from tests.vision.procedural_cards import TEXELS, Look, card, random_look, seen
from vision.by_picture import NOT_KNOWN
from vision.kit.codebook import Codebook, StickerKind

CODEBOOK = Codebook.load()
NAMES = [f"card c{number}" for number in range(40)]


def reference(name: str, code: int) -> Reference:
    zoom = PX_PER_MM / TEXELS
    image = cv2.resize(card(name), None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    return Reference.of(Design("first", "card", name), code, image)


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser([reference(name, code) for code, name in enumerate(NAMES)])


def sure(recogniser: Recogniser, picture: np.ndarray) -> list[int]:
    found = ArtFinder(lambda: recogniser).look(picture)
    return [one.code for one in found if one.by_picture.sure]


@pytest.mark.parametrize("scale", [1.9, *(pytest.param(scale, marks=pytest.mark.slow) for scale in (2.5, 4.0, 6.0))])
def test_cards_in_sleeves_under_lamps_are_known_and_never_enrolled_ones_are_not(recogniser, scale) -> None:
    random = np.random.default_rng(11)
    for code in range(int(2 * scale), len(NAMES), 8):  # others at every scale
        look = random_look(random, scale)
        known = sure(recogniser, seen(card(NAMES[code], 1), look, random))
        assert known in ([code], []) if look.sleeve > 0.6 else known == [code], look
        assert sure(recogniser, seen(card(f"card never{code}"), look, random)) == []


def test_the_square_is_where_a_sticker_in_the_middle_would_be(recogniser) -> None:
    random = np.random.default_rng(5)
    (found,) = ArtFinder(lambda: recogniser).look(seen(card(NAMES[3]), Look(), random))
    sides = np.linalg.norm(found.corners - np.roll(found.corners, 1, axis=0), axis=1)
    assert sides == pytest.approx(12 * 4.0, rel=0.02)
    assert found.by_picture.edition == "first"


def test_two_cards_at_once_are_two(recogniser) -> None:
    random = np.random.default_rng(6)
    halves = [seen(card(NAMES[code]), Look(), random, (150.0, 150.0)) for code in (7, 8)]
    assert sorted(sure(recogniser, np.hstack(halves))) == [7, 8]


def test_an_empty_mat_shows_nothing_and_an_unknown_thing_is_not_known_or_a_question(recogniser) -> None:
    finder, random = ArtFinder(lambda: recogniser), np.random.default_rng(2)
    assert finder.look(seen(None, Look(), random)) == ()
    for number in range(4):
        (found,) = finder.look(seen(card(f"card never{number}"), Look(), random))
        assert not found.by_picture.sure
        assert found.code == NOT_KNOWN or len(found.by_picture.others) == 1


def test_without_references_nothing_is_said() -> None:
    random = np.random.default_rng(2)
    assert ArtFinder(lambda: Recogniser(())).look(seen(card("card x"), Look(), random)) == ()


def test_a_store_is_read_again_when_something_was_added_and_passes_over_what_is_no_picture(tmp_path) -> None:
    cards = StoredCards(tmp_path, CODEBOOK)
    assert cards.recogniser().references == ()
    for name in ("altar", "baths"):
        file = file_of(tmp_path, Design("first", "card", name))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(as_png(reference(f"card {name}", 0).image))
    file_of(tmp_path, Design("first", "card", "unheard_of")).write_bytes(as_png(reference("card x", 0).image))
    file_of(tmp_path, Design("first", "card", "theater")).write_bytes(b"no picture")
    assert [one.design.id for one in cards.recogniser().references] == ["altar", "baths"]
    lowest = min(entry.code for entry in CODEBOOK if entry.id == "altar")
    assert next(stored(tmp_path, CODEBOOK)).code == lowest


def test_a_box_has_one_design_for_all_copies_and_two_for_a_board() -> None:
    found = designs(CODEBOOK, "first", ("base", "leaders"))
    kinds = [design.kind for design in found]
    assert kinds.count(StickerKind.BOARD) == 16
    looms = next(codes for design, codes in found.items() if design.id == "loom")
    assert {CODEBOOK.entries[code].age for code in looms} == {1, 2}, "the same front in two ages"
    assert kinds[0] == StickerKind.CARD


def test_a_card_that_is_calm_but_for_one_busy_spot_is_searched_everywhere() -> None:
    """There is no mat round it by which its calm parts would count as plain."""
    for number in (135, 211):  # cards with the busiest print in one part of them
        image = cv2.GaussianBlur(reference(f"card c{number}", 0).image, (0, 0), 1.0)
        assert len(Reference.of(Design("first", "card", "calm"), 0, image).features.points) > 180
