"""Texts and icons stay in their boxes: in strict mode a misfit is an error, otherwise it is cut off."""

from __future__ import annotations

import pygame
import pytest

from display.drawing import fonts, icons
from display.drawing.box import Box
from display.drawing.canvas import Canvas, Tools
from display.drawing.theme import CARDS, RESOURCES
from display.errors import LayoutError
from display.words import Words

LONG = "A name that nobody who has a name has ever had"


def canvas(*, strict: bool = True) -> Canvas:
    pygame.display.init()
    return Canvas(pygame.Surface((300, 120)), Tools(Words(), 480, strict=strict), "test")


def test_a_text_is_set_smaller_before_it_is_a_misfit() -> None:
    filled = canvas().text(Box(0, 0, 150, 40), "Halicarnassus")
    assert 0 < filled.w <= 150
    with pytest.raises(LayoutError):
        canvas().text(Box(0, 0, 60, 40), LONG)


def test_a_text_that_does_not_fit_is_cut_off_unless_strict() -> None:
    filled = canvas(strict=False).text(Box(0, 0, 60, 40), LONG)
    assert 0 < filled.w <= 60


def test_a_brief_text_may_be_cut_off() -> None:
    assert 0 < canvas().text(Box(0, 0, 60, 40), LONG, brief=True).w <= 60


def test_nothing_may_cover_anything_else() -> None:
    page = canvas()
    page.text(Box(0, 0, 200, 40), "Giza")
    with pytest.raises(LayoutError):
        page.icon(Box(5, 5, 30, 30), "coin")
    page.icon(Box(5, 5, 30, 30), "coin", over=True)


def test_nothing_may_leave_its_panel() -> None:
    with pytest.raises(LayoutError):
        canvas().icon(Box(280, 0, 40, 40), "coin")


def test_an_important_number_is_a_twentyfourth_of_the_screen_high() -> None:
    page = canvas()
    assert page.number(Box(0, 0, 100, 40), "12").h >= 480 / 24 - 1
    with pytest.raises(LayoutError):
        canvas().number(Box(0, 0, 100, 20), "12")


def test_a_paragraph_is_broken_between_words_and_fits() -> None:
    box = Box(10, 10, 120, 100)
    filled = canvas().paragraph(box, LONG, 30)
    assert box.holds(filled, 1)


@pytest.mark.parametrize(("height", "lines"), [(10, 0), (25, 1), (46, 2)])
def test_the_last_line_of_a_paragraph_shows_that_more_is_cut_off(height: int, lines: int) -> None:
    page = canvas()
    page.paragraph(Box(0, 0, 120, height), LONG, 18, top=True, brief=True)
    drawn = [what for _, what in page.drawn]
    assert len(drawn) == lines
    assert not lines or drawn[-1].endswith("…'")
    assert not any("…" in what for what in drawn[:-1])


def test_the_typeface_has_latin_and_cyrillic_letters() -> None:
    text = "ÀÇÊÎÕÜßßñ ҐґЄєІіЇї АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЬЮЯ абвгджзлф…“”"
    for bold in (False, True):
        assert None not in fonts.font(20, bold).metrics(text)


def test_every_icon_can_be_painted_at_any_size() -> None:
    for name in icons.ICONS:
        for size in (1, 7, 33):
            picture = icons.icon(name, size, (255, 200, 0))
            assert picture.get_size() == (size, size)
            assert size < 7 or pygame.mask.from_surface(picture, 40).count() > size


def test_icons_hold_their_colours_in_the_order_that_is_fast_to_draw() -> None:
    disc = icons.disc(6, (255, 200, 0))
    assert disc.get_masks() == pygame.Surface((1, 1), pygame.SRCALPHA).get_masks()
    assert disc.get_at((6, 6)) == (255, 200, 0, 255)


def test_every_card_colour_has_a_mark_of_its_own() -> None:
    shapes = {colour: icons.ICONS[f"mark.{colour}"] for colour in CARDS}
    assert len(set(shapes.values())) == len(CARDS)
    assert {f"resource.{letter}" for letter in RESOURCES} <= icons.ICONS.keys()
