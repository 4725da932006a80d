"""Colours with different meanings differ with every common colour-vision deficiency, and are legible everywhere."""

from __future__ import annotations

import io
import os
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from display.drawing import icons
from display.drawing.emblem_drawings import EMBLEMS, emblem
from display.drawing.theme import CARDS, DARK, RESOURCES, SEATS, SEATS_ON_WHITE, Colour
from engine import EDITIONS
from tests.display.deficiencies import MATRICES, ciede2000, contrast, difference, seen
from tests.display.screens.test_screens import ALBUM, keep, taken
from tests.display.sessions import shots

STATUS = {name: getattr(DARK, name) for name in ("good", "bad", "ask", "gold", "dim")}
GROUPS = {
    "resources": RESOURCES,
    "cards": CARDS,
    "status": STATUS,
    "seats": dict(enumerate(SEATS)),
    "seats on white": dict(enumerate(SEATS_ON_WHITE)),
}
ON_DARK = [colours for name, colours in GROUPS.items() if name != "seats on white"]
APART = 12.0
"""The CIEDE2000 difference that is seen at a glance, even between small distant things; 1 is just noticeable."""
READABLE, LARGE = 4.5, 3.0
"""Contrast ratios required by WCAG 2.1 (1.4.3 and, for icons, 1.4.11)."""


@pytest.mark.parametrize("deficiency", MATRICES)
@pytest.mark.parametrize("group", GROUPS)
def test_colours_of_a_group_differ_with_every_deficiency(group: str, deficiency: str) -> None:
    pairs = combinations(GROUPS[group].items(), 2)
    near = {(a, b): difference(one, other, deficiency) for (a, one), (b, other) in pairs}
    assert {pair: far for pair, far in near.items() if far < APART} == {}


def test_a_won_and_a_lost_token_differ_most() -> None:
    assert all(difference(DARK.good, DARK.bad, deficiency) > 19 for deficiency in MATRICES)


@pytest.mark.parametrize("deficiency", MATRICES)
def test_icons_stand_out_from_every_ground(deficiency: str) -> None:
    def shown(colour: Colour) -> Colour:
        red, green, blue = seen(np.array(colour, dtype=np.uint8), deficiency).tolist()
        return red, green, blue

    for colours in ON_DARK:
        for colour in colours.values():
            assert contrast(shown(colour), shown(DARK.panel)) >= LARGE
            assert contrast(shown(colour), shown(DARK.ink)) >= LARGE
    for colour in SEATS_ON_WHITE:
        assert contrast(shown(colour), (255, 255, 255)) >= LARGE


def test_words_can_be_read_on_every_ground() -> None:
    for ground in (DARK.ground, DARK.panel, DARK.raised):
        assert contrast(DARK.text, ground) >= READABLE
        assert contrast(DARK.dim, ground) >= READABLE
    for colour in (DARK.gold, DARK.good, DARK.bad):
        assert contrast(DARK.ink, colour) >= READABLE


def test_every_colour_has_a_shape_beside_it() -> None:
    for family, names in (("resource", RESOURCES), ("mark", CARDS)):
        shapes = [icons.ICONS[f"{family}.{name}"] for name in names]
        assert len(set(shapes)) == len(shapes)


def test_no_seat_has_the_colour_of_a_card() -> None:
    assert min(difference(seat, card) for seat in SEATS for card in CARDS.values()) > APART / 1.1


def test_every_wonder_has_an_emblem_of_its_own() -> None:
    wonders = {board.id for edition in EDITIONS.values() for board in edition.wonders.values()}
    shapes = [icons.ICONS[emblem(wonder)] for wonder in wonders]
    assert wonders <= EMBLEMS.keys()
    assert len(set(shapes)) == len(shapes)
    assert emblem("atlantis") in icons.ICONS


def test_colour_differences_match_the_published_examples() -> None:
    pairs = (
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.1848, -84.8006), (50.0, 0.0, -82.7485), 1.0),
        ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    )
    for one, other, far in pairs:
        assert ciede2000(one, other) == pytest.approx(far, abs=1e-4)


def test_a_deficiency_makes_red_and_green_alike_and_leaves_grey() -> None:
    red, green = (200, 60, 40), (90, 120, 30)
    assert difference(red, green, "deuteranopia") < difference(red, green) / 2
    for deficiency in MATRICES:
        assert np.abs(seen(np.array((128, 128, 128), dtype=np.uint8), deficiency).astype(int) - 128).max() <= 1


@pytest.mark.skipif(not ALBUM, reason="only pictures: make screens")
@pytest.mark.parametrize("name", ["table", "conflicts", "scoring_military", "scoring", "city"])
def test_pictures_show_screens_as_seen_with_a_deficiency(name: str) -> None:
    with taken(shots(7)[name], (800, 480)) as window:
        picture = np.asarray(Image.open(io.BytesIO(window.screenshot())).convert("RGB"))
    page = Image.new("RGB", (1604, 1004))
    for place, deficiency in enumerate(MATRICES):
        corner = place % 2 * 804, place // 2 * 504
        page.paste(Image.fromarray(seen(picture, deficiency)), (corner[0], corner[1] + 20))
        ImageDraw.Draw(page).text((corner[0] + 4, corner[1] + 4), deficiency, fill="white")
    keep(page, Path(os.environ["WONDERTABLE_SCREENS"]) / "deficiencies" / f"{name}.png")
