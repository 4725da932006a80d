"""Score sheets are worked out once for a game, however often a screen is drawn."""

from __future__ import annotations

from display.facts.scores import score_sheets_of
from engine import score_sheets
from tests.display.sessions import OVER, played


def test_score_sheets_are_the_engines_and_kept() -> None:
    game = played(3, OVER)
    assert score_sheets_of(game) == score_sheets(game)
    assert score_sheets_of(game) is score_sheets_of(game)
