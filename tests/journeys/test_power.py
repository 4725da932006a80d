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
from device.simulation.dealing.dealer import deal
from display.messages.events import Booked
from engine import Fight
from tests.device.journal.stored import entries

PROGRAM = ("-m", "device.command_line")
WITH_FEWER_PIXELS = (
    "-c",
    "import sys; from device.simulation.rendering import camera, projection as p; from device.command_line import main;"
    "from tests.device.simulation.photograph import with_fewer_pixels as fewer;"
    "camera.over_table = lambda *table: fewer(p.over_table(*table)); sys.exit(main(sys.argv[1:]))",
)
"""The program, whose camera takes small pictures, which are quick to draw and to read."""


def begin(state, *arguments, program=PROGRAM):
    command = [sys.executable, *program, "demo", "--headless", "--fast", "--json", *arguments]
    environment = {**os.environ, "WONDERTABLE_STATE": str(state)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


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
    """How many actions stand in the journal; none before there is one."""
    if not (state / JOURNAL).exists():
        return 0
    with closing(Journal(state / JOURNAL)) as journal:
        return len(entries(journal, journal.open_game()))


def pull_the_plug(state, *arguments, times, most, seed, program=PROGRAM):
    """Kill the game so often, each time after `most` actions at most; then let it come to its end, as it was dealt."""
    chance, said = random.Random(seed), standing(state)
    process = begin(state, *arguments, program=program)
    for _ in range(times):
        said += kill_after(process, chance.randint(1, most))
        assert standing(state) >= said
        said = standing(state)
        process = begin(state, "--resume", program=program)
    lines = [json.loads(line) for line in process.stdout]
    assert process.wait() == 0, lines[-2:]
    assert lines[-1]["event"] == "state"
    assert lines[-1]["seats"][0]["score"] is not None


def played_before(state, players, seed, age, turn, *, leaders=False, edition="first", sets=(), **demo):
    """Leave a demonstration in the journal that was broken off before this turn. `demo`: its further options."""
    dealt = deal(players, seed, leaders=leaders, edition=edition, expansions=sets)
    demo |= {"players": players, "seed": seed, "leaders": leaders, "edition": edition, "sets": sets}
    booked = []
    for each in dealt.rounds:
        if (each.age, each.turn) == (age, turn):
            break
        booked += [Booked(move.action, move.code) for move in each.moves] or [Booked(Fight())]
    state.mkdir(exist_ok=True)
    with closing(Journal(state / JOURNAL)) as journal:
        options = {
            "demo": demo,
            "prefer": "left",
            "leaders": leaders,
            "expansions": sets,
            "rulings": dealt.game.setup.rulings,
        }
        game = journal.begin(dealt.seats, options)
        journal.write(game, booked)


@pytest.mark.timeout(400)
def test_a_killed_demonstration_resumes_exactly_where_it_was(tmp_path):
    """Its last turn; that of whole games is slow."""
    played_before(tmp_path, 3, 11, age=3, turn=6)
    pull_the_plug(tmp_path, "--resume", times=1, most=2, seed=11, program=WITH_FEWER_PIXELS)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(12, 17))
def test_twenty_kills_in_five_games_lose_nothing(tmp_path, seed):
    pull_the_plug(tmp_path, "--players", "4", "--seed", str(seed), times=4, most=4 * 18 // 5, seed=seed)
