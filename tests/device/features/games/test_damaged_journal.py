"""Commands about games say if the journal is damaged, and go on with what can be read of it."""

from __future__ import annotations

import pytest

from device.command_line import main
from device.journal.journal import JOURNAL
from tests.device.for_features.past_games.stored_games import journal_of

LEAGUE = 'players = ["Anna", "Ben", "Chiara"]\n[journal]\n'


@pytest.fixture
def damaged(tmp_path, monkeypatch):
    """A journal of two games, one page of which is rubbish."""
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "state" / JOURNAL
    journal_of(path, range(1, 4))
    content = bytearray(path.read_bytes())
    content[-4096:] = b"\x55" * 4096
    path.write_bytes(content)
    (tmp_path / "league.toml").write_text(LEAGUE, "utf-8")
    return tmp_path


@pytest.mark.parametrize("command", [("stats",), ("story", "1"), ("league", "league.toml")])
def test_a_damaged_journal_is_said(damaged, capsys, monkeypatch, command):
    monkeypatch.chdir(damaged)
    main(list(command))
    assert str(damaged / "state" / JOURNAL) in capsys.readouterr().err


def test_what_can_be_read_of_a_damaged_backup_is_taken_in(damaged, capsys, monkeypatch):
    backup = damaged / "backup.sqlite"
    (damaged / "state" / JOURNAL).rename(backup)
    assert main(["import", str(backup)]) == 0
    said = capsys.readouterr()
    assert str(backup) in said.err
    assert "were added." in said.out or "was added." in said.out


def test_a_damaged_journal_is_put_right_before_games_are_taken_in(damaged, capsys):
    journal_of(damaged / "backup.sqlite", range(5, 6))
    assert main(["import", str(damaged / "backup.sqlite")]) == 0
    said = capsys.readouterr()
    assert "damaged" in said.err
    assert "1 game was added." in said.out


def test_names_that_cannot_be_kept_are_said(tmp_path, monkeypatch, capsys):
    (tmp_path / "state").write_text("a file where the folder should be")
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert main(["stats", "--rename", "A=B"]) == 1
    assert str(tmp_path / "state") in capsys.readouterr().err
