"""Whole games at a station without a sticker, before the simulated camera."""

from __future__ import annotations

import pytest

from device.umpire.station.shown_pictures import SHOWN_TWICE
from tests.journeys.art_station import game

QUICK = {4, 5}
"""Games of seven players with the Leaders and of three without."""


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(10))
def test_a_game_without_stickers_is_recorded_as_dealt(seed: int) -> None:
    station = game(seed, 3 + seed % 5, rate=0.0)
    outcome = station.run()
    assert (outcome.wrong, outcome.stuck) == ("", "")
    assert set(outcome.asked) <= {SHOWN_TWICE}, "another copy of a card that was just recorded is asked about"


@pytest.mark.parametrize(
    "seed", [seed if seed in QUICK else pytest.param(seed, marks=pytest.mark.slow) for seed in range(8)]
)
def test_a_card_shown_again_is_never_taken_for_another_copy(seed: int) -> None:
    """With a trouble in every fourth showing; without pictures, as if each thing's name were read."""
    station = game(seed, 3 + seed % 5, rate=0.25, scenes=True)
    outcome = station.run()
    assert (outcome.wrong, outcome.stuck) == ("", "")
    assert outcome.troubles
