"""Whole games at a station without a sticker, before the simulated camera."""

from __future__ import annotations

import pytest

from tests.journeys.art_station import game


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(10))
def test_a_game_without_stickers_is_recorded_as_dealt(seed: int) -> None:
    station = game(seed, 3 + seed % 5, rate=0.0)
    outcome = station.run()
    assert (outcome.wrong, outcome.stuck, sum(outcome.asked.values())) == ("", "", 0)
