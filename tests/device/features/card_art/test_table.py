"""Cards without stickers on a table: known as a whole, then followed by their places."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from device.features.card_art.table import CardReader, CardsOnTable, CopiesInPlay
from device.for_features.card_art.recogniser import Recogniser
from device.simulation.rendering.camera import WELL_LIT, SimulatedCamera
from device.simulation.rendering.printing import draw_thing
from device.simulation.rendering.projection import over_table
from device.simulation.table.script import seated
from device.simulation.table.tabletop import Tabletop, Thing, ThingKind
from tests.journeys.art_station import drawn, owners_pictures
from tests.vision.procedural_cards import TEXELS
from tests.vision.synthetic_table import CODEBOOK
from vision.kit.codebook import StickerKind
from vision.kit.sizes import KitSizes

SIZES = KitSizes()
SEATS = (("giza", "A"), ("rhodes", "A"), ("alexandria", "A"))
WITH_STICKER = 7
"""The wear of a card that has a sticker on its picture."""
PICTURES = 8
"""After which what lies there is known, or is not."""


@cache
def known() -> Recogniser:
    """The owner has shown the cards of Age I."""
    return Recogniser(owners_pictures({entry.id for entry in CODEBOOK if entry.age == 1}))


def codes(name: str) -> list[int]:
    return [entry.code for entry in CODEBOOK if (entry.kind, entry.id) == (StickerKind.CARD, name)]


class Desk:
    """Three boards with stickers before the camera, and cards that a test lays beside them."""

    players = 3
    sizes = SIZES
    reaches = ()

    def __init__(self, in_play: CopiesInPlay | None = None) -> None:
        self.tabletop, self.time = Tabletop(seated(SEATS), 1), 0.0
        self.laid: dict[str, Thing] = {}
        look = replace(WELL_LIT, faces=self._face)
        lens = replace(over_table(3, 1), width_px=3072, height_px=1728)
        self.camera = SimulatedCamera(self, seed=1, look=look, lens=lens, clock=lambda: self.time)
        cards = CardsOnTable(known, CODEBOOK, in_play)
        self._reader = CardReader(CODEBOOK, cards)
        self.look(3)

    @property
    def things(self):
        return (*self.tabletop.things, *self.laid.values())

    def advance(self, time: float) -> None:
        del time

    def look(self, pictures: int = PICTURES) -> list[int]:
        """The codes of the cards that are seen after so many pictures, without boards and mat."""
        for _ in range(pictures):
            self.time += 1 / 3
            reading = self._reader.read(self.camera.read())
        cards = [sighting.code for sighting in reading.sightings]
        return sorted(code for code in cards if CODEBOOK.entries[code].kind is StickerKind.CARD)

    def lay(self, name: str, code: int, x: float, y: float, z: float = 60, wear: int = 0) -> None:
        """Lay a card above the first board: x to the right, y mm from the board's upper edge to the card's middle."""
        at = self.tabletop.boards[0].pose.at(x, -SIZES.board_height / 2 - y, 0.02)
        self.laid[name] = Thing(code, ThingKind.FRONT, at, z, "front", 0, wear=wear)

    @staticmethod
    def _face(thing: Thing):
        if thing.kind is not ThingKind.FRONT:
            return draw_thing(thing, SIZES, 0, WELL_LIT.glare)
        face = drawn(thing)
        if thing.wear == WITH_STICKER:
            high, side = draw_thing(thing, SIZES, 0, WELL_LIT.glare), round((SIZES.sticker.side + 4) * TEXELS)
            face = face.copy()
            face[:side, -side:] = high[:side, -side:]
        return face


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk()


def test_a_card_is_known_as_a_whole_and_followed_while_others_cover_all_but_its_strip(desk: Desk) -> None:
    altar, baths = codes("altar")[0], codes("baths")[0]
    desk.lay("below", altar, -60, 110)
    assert desk.look() == [altar]
    desk.lay("above", baths, -60, 110 - SIZES.visible_strip, z=61)
    assert desk.look() == sorted([altar, baths])
    desk.lay("below", altar, -60, 110 + 6)  # a push of 6 mm
    assert desk.look() == sorted([altar, baths])


def test_a_card_of_which_only_the_strip_was_ever_seen_is_not_known(desk: Desk) -> None:
    before = desk.look()
    desk.lay("tucked", codes("theater")[0], 60, SIZES.visible_strip - SIZES.card_height / 2, z=50)
    assert desk.look() == before


def test_a_card_that_is_tucked_away_is_followed_and_one_that_is_taken_is_gone(desk: Desk) -> None:
    before, tavern = desk.look(), codes("tavern")[0]
    desk.lay("moved", tavern, 130, 60)
    assert desk.look() == sorted([*before, tavern])
    desk.lay("moved", tavern, 130, SIZES.visible_strip - SIZES.card_height / 2, z=50)
    assert desk.look() == sorted([*before, tavern])
    del desk.laid["moved"]
    assert desk.look() == before


def test_two_cards_alike_are_two_copies_and_only_copies_in_play_are_given() -> None:
    first, *_, last = lumber = codes("lumber_yard")
    desk = Desk(CopiesInPlay(playable=frozenset({first, last})))
    assert len(lumber) > 1
    desk.lay("one", lumber[0], -80, 60)
    assert desk.look() == [first]
    desk.lay("two", lumber[0], 80, 60)
    assert desk.look() == sorted([first, last])


def test_a_copy_that_is_recorded_is_not_given_again() -> None:
    first, second, *_ = codes("lumber_yard")
    desk = Desk(CopiesInPlay(recorded=frozenset({first})))
    desk.lay("one", first, -80, 60)
    assert desk.look() == [second]


def test_a_card_with_a_sticker_is_one_card_with_the_stickers_code(desk: Desk) -> None:
    before, copy = desk.look(), codes("lumber_yard")[1]
    desk.lay("with sticker", copy, 130, 60, wear=WITH_STICKER)
    assert desk.look() == sorted([*before, copy])
