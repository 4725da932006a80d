"""`wondertable story`."""

from __future__ import annotations

import json
from contextlib import closing

import pytest

from device.command_line import main
from device.journal.journal import JOURNAL, Journal
from engine import score_sheets
from tests.dealing.dealer import deal
from tests.device.for_features.past_games.stored_games import store_counted_table
from tests.device.journal.stored import store_actions


@pytest.fixture
def played(tmp_path, monkeypatch):
    """A finished game and one that is not."""
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    game = deal(3, 3).game
    with closing(Journal(tmp_path / "state" / JOURNAL)) as journal:
        for count in (len(game.actions), 20):
            number = journal.begin(game.setup.seats, {"rulings": 2})
            store_actions(journal, number, game.actions[:count])
            if count == len(game.actions):
                journal.finish(number, [sheet.total for sheet in score_sheets(game)])
        store_counted_table(journal)
    return game


def test_the_story_is_told_in_the_language_that_is_asked_for(played, capsys):
    assert main(["--language", "it", "story", "1"]) == 0
    assert capsys.readouterr().out.startswith("Il racconto della partita 1, ")


def test_json_has_every_number(played, capsys):
    assert main(["story", "1", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    story = json.loads(line)
    assert story["game"] == 1
    assert story["standings"][-1]["totals"] == [sheet.total for sheet in score_sheets(played)]


def test_the_plot_and_the_page_are_written(played, tmp_path, capsys):
    svg, page = tmp_path / "a.svg", tmp_path / "a.html"
    assert main(["story", "1", "--svg", str(svg), "--html", str(page)]) == 0
    assert capsys.readouterr().out.count("The story of game 1 is in") == 2
    assert svg.read_text("utf-8").startswith("<svg")
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["2"], "not played to its end"),
        (["3"], "only the end is known"),
        (["9"], "9"),
        (["1", "--svg", "/nowhere/at/all.svg"], "/nowhere/at/all.svg"),
    ],
)
def test_what_cannot_be_told_or_written_is_said(played, capsys, arguments, said):
    assert main(["story", *arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
