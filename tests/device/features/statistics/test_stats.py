"""`wondertable stats`, against an independent recount with SQLite and Python's statistics."""

from __future__ import annotations

import csv
import json
import sqlite3
import statistics
from contextlib import closing

import pytest

from device.command_line import main
from device.features.statistics.season_report import SeasonReport
from device.for_features.past_games.renames import RENAMES
from device.for_features.statistics.game_facts import LEADERS, facts_of_sheet
from device.for_features.statistics.season import season
from device.journal.journal import JOURNAL, Journal
from display.words import Words
from engine import CATEGORIES, score_sheets
from tests.device.for_features.past_games.stored_games import dealt, journal_of

GAMES = range(24)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("games")
    journal_of(found / JOURNAL, GAMES)
    return found


@pytest.fixture(autouse=True)
def state(folder, monkeypatch, tmp_path):
    monkeypatch.setenv("WONDERTABLE_STATE", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    yield
    (folder / RENAMES).unlink(missing_ok=True)


def counted(capsys, *arguments):
    assert main(["stats", "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def recounted(folder):
    """A table of results, from the rows of the journal alone."""
    results = sqlite3.connect(":memory:")
    results.execute("CREATE TABLE results (game, name, wonder, side, players, total, coins)")
    with closing(sqlite3.connect(folder / JOURNAL)) as journal:
        games = journal.execute("SELECT id, seats, options, scores FROM games WHERE state = 'finished'").fetchall()
        renames = journal.execute("SELECT game_id, body FROM events WHERE kind = 'rename' ORDER BY number").fetchall()
    for number, seats, options, scores in games:
        settled = json.loads(options)
        names = list(settled["names"])
        for game, body in renames:
            if game == number:
                names[json.loads(body)["seat"]] = json.loads(body)["name"]
        boards = [
            (name, *board)
            for seat, (name, board) in enumerate(zip(names, json.loads(seats), strict=True))
            if seat != settled.get("free_city")
        ]
        coins = [sheet.coins for sheet in score_sheets(dealt(GAMES[number - 1]))]
        for (name, wonder, side), total, left in zip(boards, json.loads(scores), coins, strict=True):
            spelled = "Anna" if name == "anna" else name
            results.execute(
                "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?)",
                (number, spelled, wonder, side, len(boards), total, left),
            )
    return results


WINS = """SELECT {key}, count(*), sum(total * 1000 + coins = (
    SELECT max(total * 1000 + coins) FROM results AS other WHERE other.game = results.game))
    FROM results GROUP BY {key} ORDER BY {key}"""


@pytest.mark.parametrize(
    ("part", "key", "label"),
    [("players", "name", ["name"]), ("wonders", "wonder, side", ["wonder", "side"])],
)
def test_games_wins_and_points_are_those_of_a_recount(folder, capsys, part, key, label):
    found = counted(capsys)
    results = recounted(folder)
    rows = results.execute(WINS.format(key=key)).fetchall()
    ours = sorted([*(row[name] for name in label), row["games"], row["wins"]] for row in found[part])
    assert ours == sorted(list(row) for row in rows)
    for row in found[part]:
        where = " AND ".join(f"{name} = ?" for name in label)
        values = [row[name] for name in label]
        totals = [total for (total,) in results.execute(f"SELECT total FROM results WHERE {where}", values)]
        assert row["mean"] == pytest.approx(statistics.mean(totals))
        assert row["best"] == max(totals)
        assert sum(row["profile"].values()) == pytest.approx(statistics.mean(totals))


def test_the_numbers_of_players_are_those_of_a_recount(folder, capsys):
    found = counted(capsys)
    results = recounted(folder)
    for row in found["by_number"]:
        best = [
            total
            for (total,) in results.execute(
                "SELECT max(total) FROM results WHERE players = ? GROUP BY game", [row["players"]]
            )
        ]
        assert (row["games"], row["winning"], row["lowest_win"], row["highest"]) == (
            len(best),
            sum(best),
            min(best),
            max(best),
        )


def test_only_some_games_can_be_counted(capsys):
    assert counted(capsys, "--players", "3")["games"] == 4
    assert counted(capsys, "--edition", "second")["games"] == 0
    assert counted(capsys, "--since", "2026-01-11", "--until", "2026-01-12")["games"] == 2


def test_a_name_can_be_counted_as_another_one_and_back(capsys):
    before = {row["name"]: row["games"] for row in counted(capsys)["players"]}
    after = {row["name"]: row["games"] for row in counted(capsys, "--rename", "Hugo=Anna")["players"]}
    assert after["Anna"] == before["Anna"] + before["Hugo"]
    assert "Hugo" not in after
    assert {row["name"]: row["games"] for row in counted(capsys)["players"]} == after, "it is remembered"
    other_way = {row["name"]: row["games"] for row in counted(capsys, "--rename", "Anna=Hugo")["players"]}
    assert other_way["Hugo"] == after["Anna"], "it can be turned round"
    assert {row["name"]: row["games"] for row in counted(capsys, "--rename", "anna=")["players"]} == before


def test_csv_has_a_line_for_each_player_of_each_game(folder, capsys, tmp_path):
    assert main(["stats", "--csv", str(tmp_path / "all.csv"), "--html", str(tmp_path / "all.html")]) == 0
    assert capsys.readouterr().out.count(f"{len(GAMES)} games saved in") == 2
    with (tmp_path / "all.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    ours = sorted((int(row["game"]), row["player"], row["wonder"], int(row["total"])) for row in rows)
    theirs = recounted(folder).execute("SELECT game, name, wonder, total FROM results").fetchall()
    assert ours == sorted(theirs)
    assert (tmp_path / "all.html").read_text("utf-8").count("<svg") == 2


def test_the_text_has_a_table_for_each_part(capsys):
    assert main(["stats"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("24 games, 2026-01-01 to 2026-01-24\n\nPlayers\n")
    for heading in ("Wonders", "By number of players", "Best results", "Points per game by category"):
        assert f"\n{heading}\n" in said


def test_plain_score_sheets_have_points_by_category_although_nobody_knows_the_wonders():
    points = [dict(zip((*CATEGORIES, LEADERS), range(start, start + 8), strict=True)) for start in (1, 2)]
    sheet = facts_of_sheet(1, "2026-01-01", None, ("Ann", "Giza A"), points)
    said = SeasonReport(season([sheet]), Words()).text()
    assert "Wonders" not in said
    assert said.splitlines()[-3].split()[-1] == "Leaders"
    assert said.splitlines()[-1].split() == ["Ann", *(f"{number}.0" for number in range(1, 9))]


def test_no_game_is_said(capsys):
    assert main(["stats", "--since", "2030-01-01"]) == 0
    assert capsys.readouterr().out == "No finished game matches.\n"


@pytest.mark.parametrize("wrong", ["Anna", "=Anna", " = "])
def test_a_request_that_is_no_rename_is_said(capsys, wrong):
    assert main(["stats", "--rename", wrong]) == 1
    assert "OLD=NEW" in capsys.readouterr().err


def test_a_damaged_file_of_names_is_said_and_kept(folder, capsys):
    (folder / RENAMES).write_text("[1]")
    assert main(["stats"]) == 1
    assert str(folder / RENAMES) in capsys.readouterr().err
    assert (folder / RENAMES).read_text() == "[1]"


def test_a_day_that_is_none_is_bad_usage(capsys):
    with pytest.raises(SystemExit):
        main(["stats", "--since", "yesterday"])
    assert "yesterday is not a day" in capsys.readouterr().err


def test_games_that_cannot_be_read_are_said(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path))
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        journal.finish(journal.begin([("giza", "A"), ("giza", "A"), ("rhodes", "A")]), [1, 2, 3])
    assert main(["stats"]) == 0
    assert "1 game cannot be read and is not counted." in capsys.readouterr().err
