"""Whole games through the simulated camera: what is booked is what was dealt."""

from __future__ import annotations

import json

import pytest

from device.command_line import main


@pytest.fixture(autouse=True)
def _own_state(tmp_path, monkeypatch):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path))


@pytest.mark.timeout(400)
@pytest.mark.parametrize(("players", "seed"), [(3, 1), (5, 4), (7, 2)])
def test_the_recorded_game_equals_the_game_that_was_dealt(capsys, players, seed):
    arguments = ["demo", "--headless", "--fast", "--json", "--players", str(players), "--seed", str(seed)]
    assert main(arguments) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["event"] for line in lines].count("conflicts") == 3
    assert [line["event"] for line in lines].count("turn_closed") == 18
    assert not [line for line in lines if line["event"] in {"question", "difference"}]
    state = lines[-1]
    assert all(seat["score"]["total"] == sum(seat["score"].values()) - seat["score"]["total"] for seat in state["seats"])
