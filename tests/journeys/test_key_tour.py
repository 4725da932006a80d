"""A new user needs few keys: three at most for a discard, four for a card, one for the price list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.journeys.key_tour import LIMITS, tour

if TYPE_CHECKING:
    from pathlib import Path

MOST = {
    "first start": 3,
    "set up three cities": 11,
    "skip the guide of the first turn": 1,
    "turn 1: begin to enter": 1,
    "turn 2: begin to enter": 1,
    "a city's page": 2,
    "change a card of turn 1 into a discard": 8,
    "the winner": 1,
    "a new game": 2,
    "a past game": 4,
}
"""The most keys of the other steps: what they took when this was written."""


def test_no_step_of_a_first_evening_takes_many_keys(tmp_path: Path) -> None:
    steps = tour(tmp_path)
    assert {step.kind for step in steps} - {""} == set(LIMITS)
    over = {step.name: step.keys for step in steps if step.keys > LIMITS.get(step.kind, MOST.get(step.name, 0))}
    assert over == {}
