"""Whole games through the simulated camera: the recorded game is the dealt one."""

from __future__ import annotations

import json

import pytest

from device.command_line import main


@pytest.fixture(autouse=True)
def _own_state(tmp_path, monkeypatch):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path))


@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("players", "seed", "leaders"), [(3, 1, False), (5, 4, False), (7, 2, False), (2, 3, False), (4, 3, True)]
)
def test_the_recorded_game_equals_the_game_that_was_dealt(capsys, players, seed, leaders):
    arguments = ["demo", "--headless", "--fast", "--json", "--players", str(players), "--seed", str(seed)]
    assert main([*arguments, *(["--leaders"] if leaders else [])]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["event"] for line in lines].count("conflicts") == 3
    assert [line["event"] for line in lines].count("turn_closed") == (21 if leaders else 18)
    assert not [line for line in lines if line["event"] in {"question", "difference"} and line.get("kind") != "court"]
    scores = [seat["score"] for seat in lines[-1]["seats"] if seat["score"]]
    assert len(scores) == players
    assert all(score["total"] == sum(score.values()) - score["total"] for score in scores)
