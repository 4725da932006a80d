"""A station records everything that it is shown once, in order and in time."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.journeys.station import play
from vision.kit.symbols import Symbology

IN_TIME = 0.5
"""Seconds of the camera's time from lying still to booked."""


@pytest.mark.parametrize(
    ("symbology", "cards"),
    [(Symbology.FIDUCIAL, 5), *(pytest.param(kit, 12, marks=pytest.mark.slow) for kit in Symbology)],
)
def test_cards_are_recorded_once_each_in_order_and_in_time(symbology, cards):
    """Five are a turn of four players, and the first card of the next one."""
    found = play(symbology, cards, seed=3, fps=10.0, fast=True)
    assert found.booked == found.expected
    assert (len(found.booked), found.asked) == (cards, 0)
    assert max(found.waited) <= IN_TIME


@pytest.mark.slow
@pytest.mark.parametrize("symbology", list(Symbology))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_forty_cards_are_recorded_once_each_in_order_and_in_time(symbology, seed):
    found = play(symbology, 40, seed=seed, fps=8.0, fast=False)
    assert found.booked == found.expected
    assert (len(found.booked), found.asked) == (40, 0)
    assert max(found.waited) <= IN_TIME


@pytest.mark.slow
@pytest.mark.parametrize("kit", ["fiducial", "qr"])
@pytest.mark.parametrize(("players", "leaders"), [(2, False), (4, False), (3, True), (7, False)])
def test_the_game_recorded_at_a_station_is_the_dealt_one(kit, players, leaders, tmp_path, monkeypatch):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path))
    options = ["--rig", "station", "--kit", kit, "--headless", "--fast", "--json", "--players", str(players)]
    command = [sys.executable, "-m", "device.command_line", "demo", *options, *(["--leaders"] if leaders else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-600:] + done.stderr
    compared, last = map(json.loads, done.stdout.splitlines()[-2:])
    assert compared == {"event": "compared", "same": True, "actions": compared["actions"], "over": True}
    assert sum(seat["score"] is not None for seat in last["seats"]) == players, "the Free City has none"
