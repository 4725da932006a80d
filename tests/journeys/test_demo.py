"""Whole games through the simulated camera: the recorded game is the dealt one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest

from device.command_line import main
from display.navigation.reveal import DEMO_SCORING_STEP
from engine import CATEGORIES
from tests.journeys.test_power import played_before


@pytest.fixture(autouse=True)
def _own_state(tmp_path, monkeypatch):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path))


def demonstrated(capsys, players, seed, *options):
    """What a demonstration prints that ends as it should."""
    arguments = ["demo", "--headless", "--fast", "--json", "--players", str(players), "--seed", str(seed)]
    assert main([*arguments, *options]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("players", "seed", "leaders"), [(5, 4, False), (3, 1, False), (7, 2, False), (2, 3, False), (4, 3, True)]
)
def test_the_recorded_game_equals_the_game_that_was_dealt(capsys, players, seed, leaders):
    lines = demonstrated(capsys, players, seed, *(["--leaders"] if leaders else []))
    assert [line["event"] for line in lines].count("conflicts") == 3
    assert [line["event"] for line in lines].count("turn_closed") == (21 if leaders else 18)
    assert not [line for line in lines if line["event"] in {"question", "difference"} and line.get("kind") != "court"]
    scores = [seat["score"] for seat in lines[-1]["seats"] if seat["score"]]
    assert len(scores) == players
    assert all(score["total"] == sum(score.values()) - score["total"] for score in scores)


@pytest.mark.timeout(400)
@pytest.mark.usefixtures("fewer_pixels")
def test_the_last_turns_with_both_expansions_and_tokens_are_recorded_as_dealt(capsys, tmp_path):
    played_before(tmp_path, 3, 2, 3, 5, leaders=True, edition="second", sets=("cities",), without_backs=True)
    compare(demonstrated(capsys, 3, 2, "--resume"), turns=3, conflicts=1)


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("players", "seed", "options"), [(3, 2, ("--leaders", "--without-backs")), (3, 1, ()), (5, 5, ())]
)
def test_a_game_with_cities_is_recorded_as_dealt(capsys, players, seed, options):
    compare(demonstrated(capsys, players, seed, "--sets", "cities", *options), turns=21, conflicts=3)


def compare(lines, turns, conflicts):
    """The whole game is the dealt one; so many turns and conflicts, at least and exactly, are seen."""
    said = [line["event"] for line in lines]
    assert [line for line in lines if line["event"] == "compared" and line["same"]]
    assert said.count("turn_closed") >= turns
    assert said.count("conflicts") == conflicts
    assert {line.get("kind") for line in lines if line["event"] == "question"} <= {"loss", "court"}
    assert any(seat["stages"] for seat in lines[-1]["seats"])
    scores = [seat["score"] for seat in lines[-1]["seats"]]
    assert all(score["total"] == sum(score.values()) - score["total"] for score in scores)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("rig", ["table", "station"])
def test_a_game_with_a_kit_without_backs_is_recorded_as_dealt(capsys, rig, players):
    """Stages have tokens; only who has discarded is said by ADVANCE, as the camera cannot see that."""
    lines = demonstrated(capsys, players, 1, "--without-backs", "--rig", rig)
    assert [line for line in lines if line["event"] == "compared" and line["same"]]
    assert not [line for line in lines if line["event"] == "question"]
    assert any(seat["stages"] for seat in lines[-1]["seats"])


@pytest.mark.slow
def test_the_winner_of_a_demonstration_is_known_within_two_minutes(tmp_path):
    """On a small screen, where table and screen are shown in turns; in real time."""
    config = tmp_path / "config.toml"
    config.write_text("[screen]\nwidth = 800\nheight = 480\nfullscreen = false\n")
    command = [sys.executable, "-m", "device.command_line", "--config", str(config), "demo", "--json"]
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    begun = time.monotonic()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as program:
        ages = []
        while 3 not in ages:
            ages += age_fought(next(program.stdout))
        known = time.monotonic() - begun + (len(CATEGORIES) + 1) * DEMO_SCORING_STEP
        program.kill()
    assert ages == [1, 2, 3]
    assert known < 120.0


def age_fought(line):
    """The age of whose conflicts a line tells."""
    told = json.loads(line)
    return [told["age"]] if told["event"] == "conflicts" else []
