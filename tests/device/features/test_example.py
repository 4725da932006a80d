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


def ran(folder: Path, *command: str, site: Path) -> str:
    state, config = folder / "state", folder / "config.toml"
    places = {"WONDERTABLE_STATE": str(state), "SDL_VIDEODRIVER": "dummy", "HOME": str(folder), "XDG_CONFIG_HOME": ""}
    paths = {"PYTHONPATH": os.pathsep.join(map(str, (site, ROOT)))}
    config.touch()
    environment = {**os.environ, **places, **paths}
    told = subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, text=True, timeout=100, check=False
    )
    assert told.returncode == 0, told.stderr
    return told.stdout


def wondertable(folder: Path, *arguments: str, site: Path) -> str:
    return ran(folder, "-m", "device.command_line", *arguments, site=site)


def test_it_is_shown_on_the_screen_and_does_what_is_pressed(tmp_path, installed):
    state = tmp_path / "state"
    with closing(Journal(state / JOURNAL)) as journal:
        for number in range(2):
            store_game(journal, number, names=("Anna", "Ben", "Eva"))
        for stored in journal.games():
            journal.finish(stored.id, stored.scores)
    told = json.loads(ran(tmp_path, "-m", "tests.device.features.drive_example", str(state), site=installed))
    assert sum(told["first"].values()) == 2
    assert set(told["first"]) <= {"Anna", "Ben", "Eva"}
    assert (told["last"], told["notices"]) == ({}, []), "somebody pressed *Start anew*"
    assert (state / "page.png").stat().st_size > 1000
    assert (state / "wins.html").read_text("utf-8").endswith('content="5">'), "written again after *Start anew*"


def test_its_own_test_passes(tmp_path, installed):
    ran(tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE), site=installed)


def test_its_command_and_settings_are_there_until_it_is_removed(tmp_path, installed, capsys):
    with closing(Journal(tmp_path / "state" / JOURNAL)) as journal:
        store_game(journal, 1, names=("Anna", "Ben", "Eva"))
    assert "wins" in wondertable(tmp_path, "--help", site=installed)
    config = tmp_path / "wins.toml"
    config.write_text("[wins]\nhours = 9e6\n")
    told = wondertable(tmp_path, "--config", str(config), "wins", site=installed)
    assert told.strip() in {"Anna 1", "Ben 1", "Eva 1"}
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "who has won" not in capsys.readouterr().out


def test_a_wrong_setting_of_it_is_said_with_its_place(tmp_path, installed):
    config = tmp_path / "wins.toml"
    config.write_text("[wins]\nhours = 'long'\n")
    with pytest.raises(AssertionError, match=r"wins\.hours"):
        wondertable(tmp_path, "--config", str(config), "wins", site=installed)
