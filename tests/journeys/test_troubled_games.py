"""Games with troubles at the level of scenes: nothing may be recorded wrongly without a word."""

from __future__ import annotations

import pytest

from tests.journeys.troubled_counts import report
from tests.journeys.troubled_games import TroubledGame


def played(seeds, **options):
    return [TroubledGame(3 + seed % 5, seed, leaders=seed % 2 == 0, **options).run() for seed in seeds]


def test_games_without_troubles_need_no_key_and_raise_no_question():
    outcomes = played(range(1, 6), rate=0.0)
    assert not any(outcome.wrong or outcome.stuck or outcome.keys for outcome in outcomes)
    assert {kind for outcome in outcomes for kind in outcome.asked} <= {"court"}


@pytest.mark.parametrize("first", range(400, 430, 6))
def test_no_game_with_troubles_is_silently_wrong(first):
    outcomes = played(range(first, first + 6))
    assert not any(outcome.is_silently_wrong for outcome in outcomes), report(outcomes)
