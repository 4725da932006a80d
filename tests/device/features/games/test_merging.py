"""Journals are merged: every game is there once, and none is lost."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from device.command_line import main
from device.features.games.merging import merge
from device.for_features.hall.results import HallResults
from device.journal.database import put_game
from device.journal.journal import JOURNAL, Journal
from display.messages.events import Undone
from tests.device.for_features.past_games.stored_games import dealt, journal_of, store_game
from tests.device.journal.stored import entries

START = datetime(2026, 3, 1, 20, tzinfo=UTC)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The state directory."""
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "state"


def imported(capsys, path):
    assert main(["import", str(path), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def contents(path):
    """Every game with its events, without the numbers."""
    with closing(Journal.copy_of(path)) as journal:
        return sorted(
            (game.started, game.state, game.seats, json.dumps(game.scores), repr(journal.events(game.id)))
            for game in journal.games()
        )


def test_two_overlapping_backups_give_their_union(here, tmp_path, capsys):
    journal_of(here / JOURNAL, range(6))
    journal_of(tmp_path / "first.sqlite", range(4, 9))
    journal_of(tmp_path / "second.sqlite", range(7, 12))
    journal_of(tmp_path / "union.sqlite", range(12))
    assert imported(capsys, tmp_path / "first.sqlite") == {"added": 3, "continued": 0, "known": 2, "refused": 0}
    assert imported(capsys, tmp_path / "second.sqlite") == {"added": 3, "continued": 0, "known": 2, "refused": 0}
    assert contents(here / JOURNAL) == contents(tmp_path / "union.sqlite")
    assert imported(capsys, tmp_path / "second.sqlite") == {"added": 0, "continued": 0, "known": 5, "refused": 0}
    assert contents(here / JOURNAL) == contents(tmp_path / "union.sqlite")


def test_an_empty_appliance_takes_everything_and_older_games_stand_before_newer_ones(here, tmp_path, capsys):
    journal_of(tmp_path / "old.sqlite", range(2, 4))
    journal_of(here / JOURNAL, range(5, 7))
    assert imported(capsys, tmp_path / "old.sqlite")["added"] == 2
    with closing(Journal.copy_of(here / JOURNAL)) as journal:
        started = [game.started for game in journal.games()]
    assert started == sorted(started, reverse=True)


def journals(*counts, **options):
    """Journals in which the same game was stored up to so many actions."""
    found = []
    for count in counts:
        journal = Journal(None, now=lambda: START)
        store_game(journal, 1, actions=count, **options)
        found.append(journal)
    return found


def test_a_game_that_went_on_elsewhere_goes_on_here():
    ours, theirs = journals(10, 25)
    assert (merge(ours, theirs).continued, len(ours.games())) == (1, 1)
    assert len(entries(ours, 1)) == 25


def test_a_backup_older_than_the_journal_takes_nothing_away():
    ours, theirs = journals(25, 10)
    assert (merge(ours, theirs).known, len(entries(ours, 1))) == (1, 25)


def test_the_end_of_a_game_is_taken_over():
    ours, theirs = journals(len(dealt(1).actions), None)
    assert merge(ours, theirs).continued == 1
    (game,) = ours.games()
    assert (game.state, game.scores) == ("finished", theirs.games()[0].scores)
    assert merge(theirs, ours).known == 1


def test_a_game_that_went_on_differently_on_both_is_two_games():
    ours, theirs = journals(10, 10)
    ours.write(1, [Undone(4)])
    theirs.write(1, [Undone(2)])
    assert (merge(ours, theirs).added, len(ours.games())) == (1, 2)
    assert (merge(ours, theirs).known, len(ours.games())) == (1, 2), "and not three the next time"


def test_an_open_game_of_another_appliance_is_not_resumed_here():
    ours = Journal(None, now=lambda: START + timedelta(days=1))
    (theirs,) = journals(10)
    merge(ours, theirs)
    assert (ours.open_game(), ours.games()[0].state) == (None, "left")


def test_games_at_the_same_second_with_other_boards_are_different_games():
    ours, theirs = Journal(None, now=lambda: START), Journal(None, now=lambda: START)
    store_game(ours, 1)
    store_game(theirs, 7)
    assert merge(ours, theirs).added == 1


@pytest.mark.parametrize(
    ("started", "seats", "options"),
    [
        ("yesterday", '[["giza", "A"]]', "{}"),
        ("9999-12-31T23:59:59-12:00", '[["giza", "A"]]', "{}"),
        ("2026-01-01T00:00:00+00:00", "null", "{}"),
        ("2026-01-01T00:00:00+00:00", '[["giza"]]', "{}"),
        ("2026-01-01T00:00:00+00:00", '[["giza", "A"]]', "[]"),
        ("2026-01-01T00:00:00+00:00", '[["giza", "A"]]', '{"names": ["A", "B"]}'),
        ("2026-01-01T00:00:00+00:00", "{", "{}"),
    ],
)
def test_what_is_no_game_is_left_out_and_said(here, tmp_path, capsys, started, seats, options):
    path = tmp_path / "strange.sqlite"
    journal_of(path, range(1))
    with closing(sqlite3.connect(path, isolation_level=None)) as tables:
        tables.execute(*put_game((9, started, None, "left", seats, options, None)))
    assert main(["import", str(path)]) == 1
    said = capsys.readouterr()
    assert said.out == "1 game was added.\n"
    assert "1 entry is not a game and was left out." in said.err
    assert main(["history"]) == 0


@pytest.mark.parametrize("content", [b"", b"nothing", b"SQLite format 3\0 and more"])
def test_what_is_no_backup_is_said(here, tmp_path, capsys, content):
    (tmp_path / "other").write_bytes(content)
    assert main(["import", str(tmp_path / "other")]) == 1
    assert "is not a backup of games" in capsys.readouterr().err
    assert main(["import", str(tmp_path / "missing")]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_another_programs_database_is_no_backup_but_a_journal_without_games_is_one(here, tmp_path, capsys):
    HallResults(tmp_path / "hall.sqlite").close()
    assert main(["import", str(tmp_path / "hall.sqlite")]) == 1
    assert "is not a backup of games" in capsys.readouterr().err
    journal_of(tmp_path / "empty.sqlite", range(0))
    assert imported(capsys, tmp_path / "empty.sqlite")["added"] == 0


def test_a_running_appliance_is_not_disturbed(here, tmp_path, capsys):
    journal_of(tmp_path / "other.sqlite", range(2))
    with closing(Journal(here / JOURNAL)) as running:
        assert main(["import", str(tmp_path / "other.sqlite")]) == 1
        assert capsys.readouterr().err.startswith("wondertable: Nothing was imported. ")
        assert running.games() == []
    assert imported(capsys, tmp_path / "other.sqlite")["added"] == 2
