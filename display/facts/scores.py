"""Score sheets as the screens need them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine import score_sheets

if TYPE_CHECKING:
    from engine import Game, ScoreSheet


@lru_cache(maxsize=2)
def score_sheets_of(game: Game) -> tuple[ScoreSheet, ...]:
    """Every seat's score sheet, worked out once however often a screen is drawn."""
    return score_sheets(game)
