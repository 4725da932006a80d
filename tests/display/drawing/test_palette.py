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
from display.drawing.icons import emblem
from display.drawing.theme import CARDS, RESOURCES, THEMES, Colour, Theme, mix
from engine import EDITIONS
from tests.display.deficiencies import MATRICES, ciede2000, contrast, difference, seen
from tests.display.drawn import screenshot
from tests.display.screens.test_screens import ALBUM, keep, taken
from tests.display.sessions import shots

STATUS = ("good", "bad", "ask", "gold", "dim")
GROUPS = ("resources", "cards", "status", "seats")
themes = pytest.mark.parametrize("theme", THEMES.values(), ids=tuple(THEMES))
APART = 12.0
"""The CIEDE2000 difference that is seen at a glance, even between small distant things; 1 is just noticeable."""
LEAST_APART = 8.0
"""The same for colours that are never drawn for one another: banners and cards have other shapes."""
READABLE, LARGE = 4.5, 3.0
"""Contrast ratios required by WCAG 2.1 (1.4.3 and, for icons, 1.4.11)."""


def colours(theme: Theme, group: str) -> dict[str, Colour]:
    """The colours of a group, by name."""
    if group == "status":
        return {name: getattr(theme, name) for name in STATUS}
    if group == "seats":
        return {str(seat): theme.seat(seat) for seat in range(len(theme.seats))}
    return dict(getattr(theme, group))


@themes
@pytest.mark.parametrize("deficiency", MATRICES)
@pytest.mark.parametrize("group", GROUPS)
def test_colours_of_a_group_differ_with_every_deficiency(group: str, deficiency: str, theme: Theme) -> None:
    pairs = combinations(colours(theme, group).items(), 2)
    near = {(a, b): difference(one, other, deficiency) for (a, one), (b, other) in pairs}
    assert {pair: far for pair, far in near.items() if far < APART} == {}


@themes
def test_a_won_and_a_lost_token_differ_most(theme: Theme) -> None:
    assert all(difference(theme.good, theme.bad, deficiency) > 19 for deficiency in MATRICES)


@themes
@pytest.mark.parametrize("deficiency", MATRICES)
def test_icons_stand_out_from_every_ground(deficiency: str, theme: Theme) -> None:
    def shown(colour: Colour) -> Colour:
        red, green, blue = seen(np.array(colour, dtype=np.uint8), deficiency).tolist()
        return red, green, blue

    for group in GROUPS:
        for colour in colours(theme, group).values():
            assert contrast(shown(colour), shown(theme.panel)) >= LARGE
            assert contrast(shown(colour), shown(theme.ink)) >= LARGE


@themes
def test_words_can_be_read_on_every_ground(theme: Theme) -> None:
    for ground in (theme.ground, theme.panel, theme.raised):
        for colour in (theme.text, *colours(theme, "status").values()):
            assert contrast(colour, ground) >= READABLE
    for colour in (theme.gold, theme.good, theme.bad):
        assert contrast(theme.ink, colour) >= READABLE


@themes
def test_words_can_be_read_on_the_plates_of_what_is_played(theme: Theme) -> None:
    """An action's plate is the panel with a share of the card's colour (`display.screens.table.city`)."""
    for colour in (*theme.cards.values(), theme.gold):
        assert contrast(theme.text, mix(theme.panel, colour, 0.28)) >= READABLE


def test_the_light_theme_is_light_and_has_the_same_colours() -> None:
    dark, light = THEMES["dark"], THEMES["light"]
    assert contrast(light.ground, (0, 0, 0)) > 15 > 1.5 > contrast(dark.ground, (0, 0, 0))
    assert (set(light.cards), set(light.resources)) == (set(CARDS), set(RESOURCES))


def test_every_colour_has_a_shape_beside_it() -> None:
    for family, names in (("resource", RESOURCES), ("mark", CARDS)):
        shapes = [icons.ICONS[f"{family}.{name}"] for name in names]
        assert len(set(shapes)) == len(shapes)


@themes
def test_no_seat_has_the_colour_of_a_card(theme: Theme) -> None:
    assert min(difference(seat, card) for seat in theme.seats for card in theme.cards.values()) > LEAST_APART


def test_every_wonder_has_an_emblem_of_its_own() -> None:
    wonders = {board.id for edition in EDITIONS.values() for board in edition.wonders.values()}
    shapes = [icons.ICONS[emblem(wonder)] for wonder in wonders]
    assert {f"banner.{wonder}" for wonder in wonders} <= icons.ICONS.keys()
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
        picture = np.asarray(Image.open(io.BytesIO(screenshot(window))).convert("RGB"))
    page = Image.new("RGB", (1604, 1004))
    for place, deficiency in enumerate(MATRICES):
        corner = place % 2 * 804, place // 2 * 504
        page.paste(Image.fromarray(seen(picture, deficiency)), (corner[0], corner[1] + 20))
        ImageDraw.Draw(page).text((corner[0] + 4, corner[1] + 4), deficiency, fill="white")
    keep(page, Path(os.environ["WONDERTABLE_SCREENS"]) / "deficiencies" / f"{name}.png")
