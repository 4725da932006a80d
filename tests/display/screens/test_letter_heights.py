"""Letters are at least 2.5 mm high on 7 inches, on every screen and page; large text is larger; both themes are drawn.

That nothing is smaller is strict mode's business, so every layout test proves it; here it is shown that strict mode
does, and for which sizes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pygame
import pytest

from display.drawing import fonts
from display.drawing.box import Box
from display.drawing.canvas import Canvas, Tools
from display.drawing.theme import THEMES
from display.errors import LayoutError
from display.words import Words
from tests.display.catalogues import TRANSLATED
from tests.display.screens.test_languages_fit import pages_that_do_not_fit
from tests.display.screens.test_screens import SIZES, misfits, taken
from tests.display.sessions import shots

if TYPE_CHECKING:
    from tests.display.sessions import Shot

MILLIMETRES = {(800, 480): 93.0, (1024, 600): 93.0, (1280, 720): 165.0, (1920, 1080): 165.0}
"""Size in px -> the height in mm of the smallest screen of that size: 7 inches, and 13.3 from 1280 x 720 on."""
LARGE = {"screen.text": "large"}
LIGHT = {"screen.theme": "light"}


@pytest.mark.parametrize("size", MILLIMETRES)
def test_the_least_letters_are_two_and_a_half_millimetres_high(size: tuple[int, int]) -> None:
    em = fonts.smallest(size[1])
    capital = fonts.font(em, bold=False).render("H", True, (255, 255, 255)).get_bounding_rect().h
    assert capital / size[1] * MILLIMETRES[size] >= 2.5
    assert (em + 2) * fonts.CAP / size[1] * MILLIMETRES[size] < 3.0, "and no larger than that needs"


@pytest.mark.parametrize("draw", ["text", "paragraph"])
def test_letters_that_would_be_smaller_are_a_misfit(draw: str) -> None:
    canvas = Canvas(pygame.Surface((300, 120)), Tools(Words(), 480, strict=True))
    getattr(canvas, draw)(Box(0, 0, 120, 24), "Halicarnassus", 20)
    with pytest.raises(LayoutError):
        getattr(canvas, draw)(Box(0, 60, 90, 24), "Halicarnassus", 20)


def test_without_strict_mode_they_are_cut_off_instead() -> None:
    canvas = Canvas(pygame.Surface((300, 120)), Tools(Words(), 480))
    assert canvas.text(Box(0, 0, 60, 24), "Halicarnassus", 20).h >= fonts.smallest(480) * fonts.CAP


def looking(shot: Shot, **settings: str) -> Shot:
    """The shot with these settings."""
    return replace(shot, state=replace(shot.state, settings={**shot.state.settings, **settings}))


def ems(shot: Shot, language: str = "en", size: tuple[int, int] = SIZES[1]) -> list[tuple[str, int]]:
    """Every text that is drawn, with its em in px."""
    found: list[tuple[str, int]] = []
    put = Canvas._put

    def noted(self: Canvas, box: Box, text: str, em: int, **more: object) -> Box:
        found.append((text, em))
        return put(self, box, text, em, **more)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "_put", noted)
        taken(shot, size, language).close()
    return found


@pytest.mark.parametrize("name", ["question", "question_many", "seats"])
def test_large_text_is_larger_where_there_is_room(name: str) -> None:
    before, after = ([em for _, em in ems(shot)] for shot in (shots(3)[name], looking(shots(3)[name], **LARGE)))
    assert sum(after) / len(after) > 1.05 * sum(before) / len(before)


def test_on_a_large_screen_large_text_shows_as_much_as_a_small_screen_in_larger_letters() -> None:
    shot = shots(7)["table"]
    before, after = ([em for _, em in ems(one, "en", (1280, 720))] for one in (shot, looking(shot, **LARGE)))
    assert sum(after) / len(after) > 1.2 * sum(before) / len(before)


@pytest.mark.parametrize("language", ["en", "de", "uk"])
@pytest.mark.parametrize("size", [SIZES[1], (1280, 720)], ids=str)
def test_names_of_cities_and_answers_have_letters_of_one_size(size: tuple[int, int], language: str) -> None:
    say = Words(language).say
    crowded = shots(7)["table"]
    assert crowded.state.game is not None
    names = {say(f"wonder.{city.wonder.id}") for city in crowded.state.game.cities}
    at_buttons = {say("wonder.giza"), say("wonder.alexandria")}  # the bar has a size of its own
    drawn = ems(crowded, language, size)
    assert len({em for text, em in drawn if text in names - at_buttons}) == 1
    answers = {Words(language).choice(one) for one in ("take_back", "exception")}
    lines = ems(shots(3)["question"], language, size)
    assert len({em for text, em in lines if any(text in answer for answer in answers)}) == 1


def test_text_and_theme_take_effect_at_once() -> None:
    shot = shots(3)["question"]
    with taken(shot, SIZES[1]) as window:
        assert window.tools.theme is THEMES["dark"]
        window.show(looking(shot, **LIGHT, **LARGE).state, 0.0)
        assert window.tools.theme is THEMES["light"]
        assert window.tools.large
        window.show(looking(shot, **{"screen.text": "normal", "screen.theme": "dark"}).state, 0.0)
        assert (window.tools.theme, window.tools.large) == (THEMES["dark"], False)


SAMPLE = ("table", "table_crowded", "city", "question_many", "scoring", "conflict", "station", "seats_phones")


@pytest.mark.parametrize(
    "language", ["uk", *(pytest.param(one, marks=pytest.mark.slow) for one in ("en", *TRANSLATED))]
)
@pytest.mark.parametrize("players", [3, 7])
def test_every_screen_fits_in_large_text_and_in_the_light_theme(language: str, players: int) -> None:
    names = SAMPLE if language == "uk" else tuple(shots(players))
    screens = {name: looking(shots(players)[name], **LIGHT, **LARGE) for name in names}
    assert misfits(screens, SIZES[1], language) == {}


@pytest.mark.parametrize(
    "language", ["fr", *(pytest.param(one, marks=pytest.mark.slow) for one in ("en", *TRANSLATED) if one != "fr")]
)
def test_large_text_fits_a_large_screen(language: str) -> None:
    names = (*SAMPLE, "city_last", "built") if language == "fr" else tuple(shots(7))
    assert misfits({name: looking(shots(7)[name], **LARGE) for name in names}, (1280, 720), language) == {}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_every_page_fits_in_large_text_and_in_the_light_theme(language: str) -> None:
    assert pages_that_do_not_fit(language, SIZES[1], {**LIGHT, **LARGE}) == {}
