"""`wondertable league`: standings and seating from a file, by hand and from the journal."""

from __future__ import annotations

import csv
import json
import re
import tomllib
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from device.command_line import main
from device.for_features.league.scoring import PRESETS
from device.journal.journal import JOURNAL, Journal
from display.words import Words, languages
from engine import CATALOGUE
from tests.device.for_features.past_games.stored_games import dealt, store_game

PLAYERS = 'players = ["Anna", "Ben", "Chiara", "Dario", "Eva", "Fabio", "Gaia", "Hugo"]\n'
FIRST = "[[result]]\nscores = { Anna = 54, Ben = 47, Chiara = 47, Dario = 39 }\ncoins = { Chiara = 7 }\n"
SECOND = "[[result]]\ntable = 2\nplaces = { Eva = 1, Fabio = 2, Gaia = 3, Hugo = 4 }\n"
PAGE = Path(__file__).parents[4] / "docs" / "after-the-game.md"


ADVANCE = "[scoring]\nadvance = {}\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def league(folder, text):
    path = folder / "league.toml"
    path.write_text(text, "utf-8")
    return str(path)


def told(capsys, *arguments):
    assert main(["league", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_standings_are_printed_and_written(folder, capsys):
    path = league(folder, f'name = "Spring"\n{PLAYERS}{FIRST}{SECOND}')
    assert main(["league", path]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Spring"
    assert said[3].split()[:4] == ["1", "Anna", "1", "1000"]
    assert main(["league", path, "--csv", str(folder / "a.csv"), "--html", str(folder / "a.html")]) == 0
    with (folder / "a.csv").open(encoding="utf-8", newline="") as file:
        rows = [(row["place"], row["player"], row["points"]) for row in csv.DictReader(file)]
    assert rows[:4] == [("1", "Anna", "1000"), ("2", "Eva", "1000"), ("3", "Chiara", "100"), ("4", "Fabio", "100")]
    page = (folder / "a.html").read_text("utf-8")
    assert "boardgamers.org/yearbook23" in page
    assert page.count("<tr>") == 9


def test_the_seating_is_printed_and_written(folder, capsys):
    path = league(folder, f"rounds = 2\n{PLAYERS}")
    assert main(["league", path, "--seating"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Most meetings of one pair: ")
    assert said.count("Round ") == 2
    assert said.count("Table ") == 4
    assert main(["league", path, "--seating", "--csv", str(folder / "a.csv"), "--html", str(folder / "a.html")]) == 0
    with (folder / "a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 16
    assert {row["wonder"] for row in rows} <= {wonder for wonder, _ in CATALOGUE.wonders}
    assert (folder / "a.html").read_text("utf-8").count("<h2>") == 2


def test_where_wonders_are_bid_for_none_is_drawn(folder, capsys):
    seating = told(capsys, league(folder, f'wonders = "bid"\n{PLAYERS}'), "--seating")["seating"]
    assert {seat["wonder"] for table in seating for seat in table["seats"]} == {""}


def test_the_seating_stays_when_results_are_entered(folder, capsys):
    before = told(capsys, league(folder, f"rounds = 3\n{PLAYERS}"), "--seating")["seating"]
    assert told(capsys, league(folder, f"rounds = 3\n{PLAYERS}{FIRST}"), "--seating")["seating"] == before


def test_the_next_round_seats_those_who_go_on(folder, capsys):
    path = league(folder, f'scoring = "top-two"\n{PLAYERS}')
    assert len(told(capsys, path, "--seating")["seating"]) == 2, "everybody in the first round"
    path = league(folder, f'scoring = "top-two"\n{PLAYERS}{FIRST}{SECOND}')
    assert told(capsys, path)["going_on"] == ["Anna", "Chiara", "Eva", "Fabio"]
    (table,) = told(capsys, path, "--seating")["seating"]
    assert sorted(seat["player"] for seat in table["seats"]) == ["Anna", "Chiara", "Eva", "Fabio"]
    assert table["round"] == 2
    assert main(["league", path]) == 0
    assert "Going on to the next round: Anna, Chiara, Eva, Fabio." in capsys.readouterr().out
    assert main(["league", path, "--html", str(folder / "a.html")]) == 0
    assert "Going on" in (folder / "a.html").read_text("utf-8")


def test_games_of_the_journal_count_if_everybody_is_in_the_league(folder, capsys):
    now = [datetime(2026, 3, 1, tzinfo=UTC)]
    with closing(Journal(None, now=lambda: now[0])) as journal:
        store_game(journal, 1, names=("Anna", "Ben", "chiara"))
        store_game(journal, 1, names=("Anna", "Ben", "Zoe"))
        now[0] = datetime(2026, 4, 1, tzinfo=UTC)
        store_game(journal, 1, names=("Anna", "Ben", "Chiara"))
        store_game(journal, 7, names=("Anna", "Ben", "Chiara"))
        (folder / "state").mkdir()
        (folder / "state" / JOURNAL).write_bytes(journal.backup())
    scoring = "[scoring]\npoints = [1]\n"
    found = told(capsys, league(folder, f"{PLAYERS}{scoring}[journal]\n"))["standings"]
    assert [row["tables"] for row in found if row["player"] == "Ben"] == [3]
    path = league(folder, f'{PLAYERS}{scoring}[journal]\nsince = "2026-03-31"\nuntil = "2026-05-01"\n')
    found = {row["player"]: row for row in told(capsys, path)["standings"]}
    assert {name: row["tables"] for name, row in found.items() if row["tables"]} == {"Anna": 2, "Ben": 2, "Chiara": 2}
    sheets = [dealt(number).outcome().sheets[0].total for number in (1, 7)]
    assert found["Anna"]["victory_points"] == sum(sheets)


def test_games_count_also_if_a_player_is_mostly_spelled_otherwise(folder, capsys):
    with closing(Journal(None)) as journal:
        for names in (("anna", "Ben", "Chiara"), ("anna", "BEN ", "Chiara"), ("Anna", "Ben", "Chiara")):
            store_game(journal, 1, names=names)
        (folder / "state").mkdir()
        (folder / "state" / JOURNAL).write_bytes(journal.backup())
    found = told(capsys, league(folder, f"{PLAYERS}[journal]\n"))["standings"]
    assert [row["tables"] for row in found if row["player"] in {"Anna", "Ben", "Chiara"}] == [3, 3, 3]


def test_a_scoring_of_ones_own_changes_a_preset(folder, capsys):
    own = '[scoring]\npreset = "wbc-2016"\npoints = [6, 2.5]\nties = "same"\norder = ["wins", "points"]\n'
    tied = "[[result]]\nscores = { Anna = 5, Ben = 5, Chiara = 1 }\n"
    rows = told(capsys, league(folder, PLAYERS + own + tied))["standings"]
    assert [(row["player"], row["points"]) for row in rows[:3]] == [("Anna", "6"), ("Ben", "6"), ("Chiara", "0")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "players"),
        ("players = [", "not a league’s file"),
        (f"{PLAYERS}[scoring]\npoints = [inf]\n", "scoring.points"),
        (f"{PLAYERS}[scoring]\npoints = [nan]\n", "scoring.points"),
        (PLAYERS + '[journal]\nsince = "March"\n', "journal.since"),
        (PLAYERS + "colour = 3\n", "colour"),
        (PLAYERS + "rounds = 0\n", "rounds"),
        (PLAYERS + "table_size = 9\n", "table_size"),
        (PLAYERS + 'scoring = "chess"\n', "wbc-2023"),
        (PLAYERS + 'scoring = { order = ["beauty"] }\n', "beauty"),
        ('players = ["A", "B", "A"]\n', "A is among the players twice."),
        ('players = ["Zoé", "B", " zoe\u0301"]\n', "Zoé is among the players twice."),
        ('players = ["A", " ", "B"]\n', "One of the players has no name."),
        ('players = ["A", "B"]\n', "2 players cannot be seated"),
        (PLAYERS + FIRST + FIRST, "two results of table 1"),
        (PLAYERS + FIRST + FIRST.replace("]]\n", "]]\ntable = 2\n"), "Anna sits at two tables in round 1."),
        (PLAYERS + "[[result]]\nscores = { Anna = 1, Zoe = 2, Ben = 3 }\n", "Zoe is not among the players"),
        (PLAYERS + "[[result]]\n", "either the scores or the places"),
        (PLAYERS + "[[result]]\nscores = { Anna = 1 }\n", "either the scores or the places"),
        (PLAYERS + FIRST + "places = { Anna = 1, Ben = 2 }\n", "either the scores or the places"),
        (PLAYERS + FIRST + "bids = { Eva = 1 }\n", "and coins and bids only of these"),
        (PLAYERS + "[[result]]\nplaces = { Anna = 0, Ben = 2 }\n", ">= 1"),
        (PLAYERS + "[[result]]\nplaces = { Anna = 1, Ben = 1, Eva = 2 }\n", "table 1: the places must be 1, 2, 3"),
        (PLAYERS + f"[[result]]\nscores = {{ Anna = 1{'0' * 400}, Ben = 2 }}\n", "<= 9999"),
    ],
)
def test_what_is_wrong_in_the_file_is_said(folder, capsys, text, said):
    assert main(["league", league(folder, text)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert "{" not in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(("line", "said"), [('sides = "C"\n', "C"), ('edition = "third"\n', "first, second")])
def test_what_cannot_be_drawn_is_said(folder, capsys, line, said):
    assert main(["league", league(folder, line + PLAYERS), "--seating"]) == 1
    assert said in capsys.readouterr().err


def test_a_missing_file_is_said(folder, capsys):
    assert main(["league", str(folder / "none.toml")]) == 1
    assert "cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("language", languages())
def test_every_language_says_the_standings_and_the_seating(folder, capsys, language):
    path = league(folder, f'rounds = 2\nscoring = "top-two"\n{PLAYERS}{FIRST}{SECOND}')
    for seating in ([], ["--seating"]):
        assert main(["--language", language, "league", path, *seating]) == 0
        assert "{" not in capsys.readouterr().out
    assert Words(language).say("league.round", round=1) != "league.round"


def test_the_examples_of_the_manual_are_leagues_and_its_table_names_every_preset(folder, capsys):
    page = PAGE.read_text("utf-8")
    whole, journal, own = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert main(["league", league(folder, whole)]) == 0
    assert main(["league", league(folder, whole + journal)]) == 0
    assert main(["league", league(folder, whole.replace('scoring = "wbc-2023"', "") + own)]) == 0
    assert tomllib.loads(own)["scoring"]["preset"] in PRESETS
    assert set(re.findall(r"^\| `([a-z0-9-]+)` \|", page, re.MULTILINE)) == {"scoring", *PRESETS}


@pytest.mark.parametrize(
    ("results", "advance", "names"), [(FIRST, 2, "Anna, Chiara"), (FIRST + SECOND, 1, "Anna, Eva")]
)
def test_who_goes_on_is_named_where_they_are_too_few_for_a_table(folder, capsys, results, advance, names):
    path = league(folder, PLAYERS + ADVANCE.format(advance) + results)
    assert main(["league", path]) == 0
    assert main(["league", path, "--seating"]) == 1
    said = capsys.readouterr().err
    assert said == (
        f"wondertable: Too few go on to round 2 for a table of 3: {names}. "
        "If the league is not over, results of round 1 are missing.\n"
    )
