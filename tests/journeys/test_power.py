"""Power cuts: everything that was reported as recorded is there afterwards, and the game goes on."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from contextlib import closing

import pytest

from device.journal.journal import JOURNAL, Journal
from tests.device.journal.stored import entries

DEMO = [sys.executable, "-m", "device.command_line", "demo", "--headless", "--fast", "--json"]


def begin(state, *arguments):
    environment = {**os.environ, "WONDERTABLE_STATE": str(state)}
    return subprocess.Popen([*DEMO, *arguments], stdout=subprocess.PIPE, text=True, env=environment)


def kill_after(process, actions):
    """Kill the process shortly after it has reported `actions` actions; returns how many it reported in all."""
    said = 0
    for line in process.stdout:
        said += json.loads(line)["event"] in {"action", "conflicts"}
        if said >= actions:
            break
    process.send_signal(signal.SIGKILL)
    said += sum(json.loads(line)["event"] in {"action", "conflicts"} for line in process.stdout if line.endswith("}\n"))
    process.wait()
    return said


def standing(state):
    with closing(Journal(state / JOURNAL)) as journal:
        return len(entries(journal, journal.open_game()))


def pull_the_plug(state, times, players, seed):
    chance = random.Random(seed)
    process, said = begin(state, "--players", str(players), "--seed", str(seed)), 0
    for _ in range(times):
        said += kill_after(process, chance.randint(1, players * 18 // (times + 1)))
        assert standing(state) >= said
        said = standing(state)
        process = begin(state, "--resume")
    lines = [json.loads(line) for line in process.stdout]
    assert process.wait() == 0, lines[-2:]
    assert lines[-1]["event"] == "state"
    assert lines[-1]["seats"][0]["score"] is not None


@pytest.mark.timeout(400)
def test_a_killed_demonstration_resumes_exactly_where_it_was(tmp_path):
    pull_the_plug(tmp_path, times=2, players=3, seed=11)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(12, 17))
def test_twenty_kills_in_five_games_lose_nothing(tmp_path, seed):
    pull_the_plug(tmp_path, times=4, players=4, seed=seed)
