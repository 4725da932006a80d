"""A station knows what was learned by its picture, whatever its stickers are, as soon as it was learned."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from device.perception.card_pictures import keep_picture
from device.perception.rig import STATION, Rig
from tests.device.tables import CODEBOOK
from tests.vision.procedural_cards import TEXELS, Look, card, seen
from vision.art.features import PX_PER_MM
from vision.art.references import Design
from vision.frame import Frame
from vision.kit.sizes import KitSizes

ZOOM = PX_PER_MM / TEXELS


def learned(name: str) -> np.ndarray:
    """The picture that is kept, at `PX_PER_MM`."""
    return cv2.resize(card(f"card {name}"), None, fx=ZOOM, fy=ZOOM, interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("kit", ["fiducial", "art", "both"])
def test_a_card_is_known_from_the_moment_it_was_learned(tmp_path, kit) -> None:
    reader = Rig(STATION, kit, CODEBOOK, KitSizes(), tmp_path).scene_reader(previews=False)
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
