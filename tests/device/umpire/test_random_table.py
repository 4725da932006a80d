"""Whatever happens on a table and whatever is pressed: no surprise, no lost action, and always a game."""

from __future__ import annotations

import pytest

from tests.device.umpire.random_table import RandomTable


def wander(seed, steps):
    table = RandomTable(seed)
    for _ in range(steps):
        table.step()
    return table


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 6))])
def test_a_table_at_which_anything_happens_keeps_a_game(seed):
    table = wander(seed, 600)
    assert table.actions > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_a_hundred_thousand_steps_keep_games(seed):
    table = wander(seed, 2500)
    assert table.actions > 100
