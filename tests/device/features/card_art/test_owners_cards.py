"""A station knows what was learned by its picture, whatever its stickers are, as soon as it was learned."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from device.commands.appliance.assembly import known_cards
from device.features.card_art.owners_cards import OwnersCards, note_copies
from device.features.card_art.table import CopiesInPlay
from device.features.kit_check.card_pictures import keep_picture
from device.for_features.card_art.features import PX_PER_MM
from device.for_features.card_art.references import Design
from device.perception.rig import STATION, TABLE, Rig
from device.session.session import Session
from device.umpire.table import TableUmpire
from engine import Game
from tests.device.tables import CODEBOOK
from tests.vision.procedural_cards import TEXELS, Look, card, seen
from vision.frame import Frame
from vision.kit.sizes import KitSizes

ZOOM = PX_PER_MM / TEXELS


def learned(name: str) -> np.ndarray:
    """The picture that is kept, at `PX_PER_MM`."""
    return cv2.resize(card(f"card {name}"), None, fx=ZOOM, fy=ZOOM, interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("kit", ["fiducial", "art", "both"])
def test_a_card_is_known_from_the_moment_it_was_learned(tmp_path, kit) -> None:
    reader = Rig(
        STATION, kit, CODEBOOK, KitSizes(), tmp_path, OwnersCards(tmp_path, CODEBOOK, KitSizes())
    ).scene_reader(previews=False)
    mat = seen(None, Look(noise=0.1), np.random.default_rng(1))
    lying = seen(card("card altar"), Look(noise=0.1), np.random.default_rng(1))
    time, found = 0.0, []
    for learns in (False, True):
        if learns:
            for name in ("altar", "baths"):
                keep_picture(tmp_path, Design("first", "card", name), learned(name))
        for picture in (*[mat] * 8, *[lying] * 8):
            time += 0.2
            scene = reader.read(Frame(picture, time, round(time * 5))).scene
        found.append([CODEBOOK.entries[item.code].id for item in scene.items])
    assert found == [[], ["altar"]]


@pytest.mark.parametrize("name", [TABLE, STATION])
def test_without_the_feature_stickers_are_read(name) -> None:
    rig = Rig(name, "art", CODEBOOK, KitSizes())
    blank = Frame(np.full((400, 600), 120, np.uint8), 0.0, 0)
    assert rig.scene_reader(previews=False).read(blank).scene.items == ()


def test_what_knows_cards_on_a_table_hears_which_copies_may_lie_there(tmp_path) -> None:
    assert known_cards(tmp_path, CODEBOOK, KitSizes()) is not None
    in_play = CopiesInPlay()
    session = Session(TableUmpire(CODEBOOK))
    note_copies(in_play, session, CODEBOOK)
    assert in_play.playable is None
    game = Game.new((("giza", "A"), ("rhodes", "A"), ("alexandria", "A")))
    note_copies(in_play, replace(session, game=game), CODEBOOK)
    assert in_play.playable is not None
    assert {CODEBOOK.entries[code].age for code in in_play.playable} <= {None, 1}
    assert all((CODEBOOK.entries[code].players or 0) <= 3 for code in in_play.playable)
