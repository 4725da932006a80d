"""Every number of the score sheet is shown with the sum it is made of, and the sum is right."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from display.drawing.box import Box
from display.drawing.canvas import MINUS, Canvas, Tools
from display.screens.scoring.score_terms import DIVIDED, TIMES, DrawnTerm, draw, drawn_terms
from display.words import Words
from engine import Game, Term, read_record, score_sheets

RECORDS = sorted((Path(__file__).parents[3] / "records").glob("*.txt"))


def canvas(width: int = 500, height: int = 30) -> Canvas:
    return Canvas(pygame.Surface((width, height)), Tools(Words(), 320, strict=True))


def worth(part: DrawnTerm) -> int:
    """The value of the number as written."""
    if DIVIDED in part.number:
        coins, by = map(int, part.number.split(DIVIDED))
        return coins // by
    return (-1 if part.minus else 1) * math.prod(map(int, part.number.split(TIMES)))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_terms_that_are_shown_add_up_to_the_points(path: Path) -> None:
    game = read_record(path.read_text(encoding="utf-8"))
    for sheet in score_sheets(game):
        for category, points in sheet.points.items():
            assert sum(map(worth, drawn_terms(canvas(), category, sheet))) == points


def test_terms_of_cards_are_named() -> None:
    game = read_record(RECORDS[0].read_text(encoding="utf-8"))
    words = {part.word for sheet in score_sheets(game) for part in drawn_terms(canvas(), "civilian", sheet)}
    assert words
    assert words <= {Words().say(f"card.{card}") for card in game.catalogue.cards}


def test_a_long_sum_goes_without_words_before_its_numbers_are_too_small() -> None:
    parts = [DrawnTerm(str(number), ("mark.blue",), word="Chamber of Commerce") for number in range(2, 10)]
    page = canvas(300, 27)
    draw(page, Box(0, 0, 300, 27), parts, 20)
    texts = [what for _, what in page.drawn]
    assert "text '9'" in texts
    assert not any("Chamber" in what for what in texts)
    roomy = canvas(900, 60)
    draw(roomy, Box(0, 0, 900, 60), parts[:2], 20)
    assert any("Chamber" in what for _, what in roomy.drawn)


def test_victories_and_defeats_are_written_with_their_signs() -> None:
    page = canvas(500, 30)
    tokens = (Term("token", -1), Term("token", 3), Term("token", -1), Term("token", 5))
    sheet = replace(
        score_sheets(Game.new([("giza", "A"), ("rhodes", "B"), ("ephesus", "A")]))[0], lines={"military": tokens}
    )
    terms = drawn_terms(page, "military", sheet)
    assert [(one.icons, one.number, one.minus) for one in terms] == [
        (("laurel",), "5", False),
        (("laurel",), "3", False),
        (("shield",), f"2{TIMES}1", True),
    ]
    draw(page, page.box, terms[2:], 20)
    assert page.drawn[0][1] == f"text {MINUS!r}"
