"""A journal and settings that version 0.1.0 wrote are read, and its unfinished game goes on.

The journal in `data` has four games: a finished demonstration (1), a demonstration at a station that was killed (2), a
game that was left (3), and an unfinished one (4) with renamed players, actions entered by hand, a card that was seen
later, UNDO, UNDO to an earlier action, and REDO. Beside it are a settings file with every key, the settings that were
changed on the screen, and what the same version printed about the games.
"""

from __future__ import annotations

import json
import shutil
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.command_line import main
from device.journal.journal import JOURNAL
from device.settings.settings import PREFERENCES, load_settings
from display.messages.presses import Press
from engine import Phase
from tests.journeys.playthrough import Playthrough

DATA = Path(__file__).parent / "data"


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the older version's files."""
    folder = tmp_path / "state"
    folder.mkdir()
    shutil.copy(DATA / "games.sqlite", folder / JOURNAL)
    shutil.copy(DATA / "settings.toml", folder / PREFERENCES)
    monkeypatch.setenv("WONDERTABLE_STATE", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return folder


@pytest.fixture
def printed(state: Path, capsys: pytest.CaptureFixture[str]):
    def printed(*arguments: str) -> str:
        assert main(["--config", str(DATA / "config.toml"), *arguments]) == 0
        return capsys.readouterr().out

    return printed


def test_every_game_is_in_the_history(printed) -> None:
    assert printed("history", "--json") == (DATA / "history.jsonl").read_text("utf-8")


@pytest.mark.parametrize("game", ["1", "4"])
def test_a_game_is_exported_as_the_older_version_exported_it(printed, game: str) -> None:
    assert printed("export", game, "--format", "record") == (DATA / f"game_{game}.txt").read_text("utf-8")


@pytest.mark.parametrize("form", ["json", "csv", "bgstats", "record"])
def test_a_finished_game_is_exported_in_every_format(printed, form: str) -> None:
    assert json.loads(printed("export", "1", "--format", form, "--json"))["format"] == form


def test_the_settings_of_the_older_version_are_in_force(state: Path) -> None:
    settings = load_settings(DATA / "config.toml")
    assert (settings.camera.focus, settings.buttons.bounce, settings.lights.buzzer) == (0.8, 0.05, 12)
    assert (settings.table.kit, settings.table.board_width, settings.play.auto) == ("both", 246.0, False)
    assert (settings.screen.language, settings.screen.width, settings.sound.volume) == ("it", 1024, 0.8)


def test_the_unfinished_game_is_resumed_by_the_command_line(printed, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "000.png"), np.full((480, 640), 120, np.uint8))
    lines = printed("run", "--camera", f"files:{tmp_path}", "--kit", "fiducial", "--headless", "--resume", "--json")
    last = json.loads(lines.splitlines()[-1])
    assert last["event"] == "state"
    assert [(seat["wonder"], seat["coins"]) for seat in last["seats"]] == [
        ("giza", 16),
        ("rhodes", 12),
        ("alexandria", 17),
    ]
    assert last["seats"][0]["cards"] == ["lumber_yard", "baths", "sawmill"]


def test_the_unfinished_game_goes_on_to_its_end(state: Path, printed) -> None:
    with closing(Playthrough(folder=state)) as playthrough:
        assert playthrough.game.setup.names == ("Ada L.", "Bo", "Zoë")
        assert sorted(playthrough.game.pending) == [0]
        playthrough.menu("menu.main.redo")
        assert sorted(playthrough.game.pending) == [0, 1], "the last UNDO can still be redone"
        while playthrough.page is not None:
            playthrough.press(Press.UNDO)
        for _ in range(60):
            if playthrough.game.phase is Phase.OVER:
                break
            playthrough.go_on()
        assert playthrough.game.phase is Phase.OVER
    newest = json.loads(printed("history", "--json").splitlines()[0])
    assert (newest["game"], newest["state"]) == (4, "finished")
    record = printed("export", "4", "--format", "record")
    older = (DATA / "game_4.txt").read_text("utf-8").removesuffix("\nend\n")
    assert record.startswith(f"{older}1 discard\n2 discard\n")
