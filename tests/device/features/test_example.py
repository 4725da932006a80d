"""The feature of the manual, installed as a package from a folder outside the program, shown, pressed and removed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from device.command_line import main
from device.journal.journal import JOURNAL, Journal
from tests.device.for_features.past_games.stored_games import store_game

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "docs" / "example-feature"


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """The example in a folder of its own."""
    sources, target = tmp_path_factory.mktemp("sources") / "example", tmp_path_factory.mktemp("site")
    shutil.copytree(EXAMPLE, sources)
    install = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target")
    subprocess.run([sys.executable, *install, str(target), str(sources)], check=True, timeout=120)
    return target


@pytest.fixture(scope="module")
def state(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("state")


@pytest.fixture(scope="module")
def told(installed, state, tmp_path_factory) -> dict:
    """What a program says that finds the example, once for all tests."""
    with closing(Journal(state / JOURNAL)) as journal:
        for number in range(2):
            store_game(journal, number, names=("Anna", "Ben", "Eva"))
        for stored in journal.games():
            journal.finish(stored.id, stored.scores)
    home = str(tmp_path_factory.mktemp("home"))
    places = {"WONDERTABLE_STATE": str(state), "SDL_VIDEODRIVER": "dummy", "HOME": home, "XDG_CONFIG_HOME": ""}
    paths = {"PYTHONPATH": os.pathsep.join(map(str, (installed, ROOT)))}
    drive = (sys.executable, "-m", "tests.device.features.drive_example", str(state), str(EXAMPLE))
    ran = subprocess.run(
        drive, env={**os.environ, **places, **paths}, capture_output=True, text=True, timeout=100, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_it_is_shown_on_the_screen_and_does_what_is_pressed(told, state):
    assert sum(told["first"].values()) == 2
    assert set(told["first"]) <= {"Anna", "Ben", "Eva"}
    assert (told["last"], told["notices"]) == ({}, []), "somebody pressed *Start anew*"
    assert (state / "page.png").stat().st_size > 1000
    assert (state / "wins.html").read_text("utf-8").endswith('content="5">'), "written again after *Start anew*"


def test_its_own_test_passes(told):
    status, said = told["tests"]
    assert status == 0, said


def test_its_command_and_settings_are_there_until_it_is_removed(told, capsys):
    assert "who has won" in told["help"][1]
    status, said = told["hours = 9e6"]
    assert status == 0
    won = dict(line.split() for line in said.splitlines())
    assert set(won) <= {"Anna", "Ben", "Eva"}
    assert sum(map(int, won.values())) == 2
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "who has won" not in capsys.readouterr().out


def test_a_wrong_setting_of_it_is_said_with_its_place(told):
    status, said = told["hours = 'long'"]
    assert status != 0
    assert "wins.hours" in said
