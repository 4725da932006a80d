"""The final scoring says who has won and, at a tie, by what."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from display.drawing.box import Box
from display.drawing.canvas import Canvas, Tools
from display.facts.city_details import score_sheets_of
from display.facts.names import SeatName
from display.screens.scoring import scoring
from display.screens.scoring.scoring import Winners
from display.words import Words
from engine import Game, Phase, categories
from tests.display.drawn import drawn
from tests.display.sessions import OVER, played

BOX = Box(0, 0, 800, 420)
GIZA, RHODES, EPHESUS = (SeatName("", wonder, seat) for seat, wonder in enumerate(("giza", "rhodes", "ephesus")))


def finished(*coins: int, free_city: int | None = None) -> Game:
    """A game that ended with nothing but these coins: one point for each 3."""
    game = Game.new([("giza", "A"), ("rhodes", "B"), ("ephesus", "A")], free_city=free_city)
    cities = tuple(replace(city, coins=count) for city, count in zip(game.cities, coins, strict=True))
    return replace(game, cities=cities, phase=Phase.OVER)


def result(game: Game) -> Winners:
    content = scoring.panels(BOX, game, len(categories(game)) + 1)[-1].content
    assert isinstance(content, Winners)
    return content


@pytest.mark.parametrize(
    ("coins", "expected"),
    [
        ((9, 5, 3), Winners((GIZA,), 3, 9)),
        ((3, 6, 3), Winners((RHODES,), 2, 6)),
        ((4, 5, 3), Winners((RHODES,), 1, 5, (GIZA, EPHESUS))),
        ((5, 0, 4), Winners((GIZA,), 1, 5, (EPHESUS,))),
        ((5, 5, 4), Winners((GIZA, RHODES), 1, 5, (EPHESUS,))),
        ((4, 4, 4), Winners((GIZA, RHODES, EPHESUS), 1, 4)),
    ],
)
def test_the_most_points_win_and_at_a_tie_the_most_coins(coins: tuple[int, ...], expected: Winners) -> None:
    assert result(finished(*coins)) == expected


def test_coins_count_only_among_those_with_the_most_points() -> None:
    game = finished(4, 5, 9)
    beaten = replace(game.cities[2], conflict=(-1, -1, -1))
    assert result(replace(game, cities=(*game.cities[:2], beaten))) == Winners((RHODES,), 1, 5, (GIZA,))


def test_the_free_city_is_neither_scored_nor_beaten() -> None:
    game = finished(4, 5, 50, free_city=2)
    assert result(game) == Winners((RHODES,), 1, 5, (GIZA,))
    heads, *columns, totals, _ = scoring.panels(BOX, game, len(categories(game)) + 1)
    assert heads.content.names == (GIZA, RHODES)  # type: ignore[attr-defined]
    assert heads.content.won == totals.content.won == (False, True)  # type: ignore[attr-defined]
    assert {len(column.content.points) for column in columns} == {2}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("coins", "why"),
    [
        ((9, 5, 3), []),
        ((4, 5, 0), ["screen.scoring.tie_break"]),
        ((5, 5, 0), ["screen.scoring.shared.why"]),
    ],
)
def test_a_tie_is_explained_in_words(coins: tuple[int, ...], why: list[str]) -> None:
    canvas = Canvas(pygame.Surface((800, 80)), Tools(Words(), 480, strict=True))
    scoring.paint_winners(canvas, result(finished(*coins)))
    texts = [what for _, what in canvas.drawn if what.startswith("text")]
    assert len(texts) == 1 + len(why)
    if "screen.scoring.tie_break" in why:
        assert "Giza" in texts[1]
        assert "5" in texts[1]


def test_no_winner_is_shown_before_every_category_is_revealed() -> None:
    game = played(3, OVER)
    for step in range(len(categories(game)) + 1):
        panels = scoring.panels(BOX, game, step)
        assert not any(panels[0].content.won)  # type: ignore[attr-defined]
        assert not isinstance(panels[-1].content, Winners)


def test_the_total_grows_by_each_category_that_is_revealed() -> None:
    game = played(3, OVER)
    kinds, every = categories(game), score_sheets_of(game)
    for count in range(1, len(kinds) + 1):
        _, shown, totals, _ = scoring.panels(BOX, game, count)
        assert shown.content.category == kinds[count - 1]  # type: ignore[attr-defined]
        expected = tuple(sum(sheet.points[kind] for kind in kinds[:count]) for sheet in every)
        assert totals.content.totals == expected  # type: ignore[attr-defined]


def test_an_empty_sheet_shows_no_points_and_a_full_one_can_be_touched() -> None:
    game = played(3, OVER)
    empty = [panel for panel in scoring.panels(BOX, game, 0) if hasattr(panel.content, "category")]
    full = [panel for panel in scoring.panels(BOX, game, 99) if hasattr(panel.content, "category")]
    assert {panel.content.points for panel in empty} == {None}  # type: ignore[attr-defined]
    assert all(panel.touch is None for panel in empty)
    assert [panel.touch.index for panel in full] == list(range(len(full)))  # type: ignore[union-attr]


def test_copied_guilds_and_wild_symbols_are_shown_with_their_category() -> None:
    game = played(3, OVER)
    every = score_sheets_of(game)
    for kind in categories(game):
        step = categories(game).index(kind) + 1
        said = " ".join(drawn(scoring.paint_remarks, scoring.panels(BOX, game, step)[-1].content, (800, 100)))
        chosen = {
            "scientific": [symbol for sheet in every for symbol in sheet.chosen_symbols],
            "guilds": [sheet.copied_guild for sheet in every if sheet.copied_guild],
        }.get(kind, [])
        assert any(name in said for name in ("Giza", "Rhodes", "Olympia")) == bool(chosen), said
