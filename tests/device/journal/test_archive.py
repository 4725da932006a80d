"""Played games are listed, exported in every format and backed up, even while another program writes."""

from __future__ import annotations

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import unquote

import pytest
import segno

from device.command_line import main
from device.features.bgstats.play import LINK, link, play
from device.journal.archive import PlayedGame
from device.journal.database import MIGRATIONS
from device.journal.games import StoredGame
from device.journal.journal import JOURNAL, Journal
from display.words import Words
from engine import Build, action_to_dict, read_record, score_sheets, winners
from tests.dealing.dealer import deal
from tests.device.journal.stored import entries, store_actions

STARTED = datetime(2026, 5, 1, 18, 30, 5, tzinfo=UTC)


class Session:
    """A journal with one finished game; tests may add more."""

    def __init__(self, folder):
        self.path = folder / JOURNAL
        self.now = STARTED
        self.journal = Journal(self.path, now=lambda: self.now)
        self.game = deal(4, 3).game
        self.id = self.play(len(self.game.actions))

    def play(self, actions, **options):
        game_id = self.journal.begin(self.game.setup.seats, {"prefer": "left", **options})
        done = self.game.actions[:actions]
        store_actions(self.journal, game_id, done, code=7)
        if actions == len(self.game.actions):
            self.now += timedelta(minutes=37)
            self.journal.finish(game_id, [sheet.total for sheet in score_sheets(self.game)])
        return game_id


@pytest.fixture
def session(tmp_path, monkeypatch):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    found = Session(tmp_path / "state")
    with closing(found.journal):
        yield found


def said(capsys, *arguments):
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def failing(capsys, *arguments):
    assert main([str(argument) for argument in arguments]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("wondertable: ")
    assert err.count("\n") == 1
    assert "{" not in err
    return err


def test_the_history_is_read_while_the_appliance_writes_it(session, capsys):
    second = session.play(30)
    lines = [json.loads(line) for line in said(capsys, "history", "--json").splitlines()]
    assert [(line["game"], line["state"], line["actions"]) for line in lines] == [
        (second, "open", 30),
        (session.id, "finished", len(session.game.actions)),
    ]
    assert [seat["total"] for seat in lines[1]["seats"]] == [sheet.total for sheet in score_sheets(session.game)]
    assert tuple(seat["seat"] for seat in lines[1]["seats"] if seat["won"]) == winners(session.game)
    assert [seat["total"] for seat in lines[0]["seats"]] == [None] * 4
    third = session.play(10)
    assert session.journal.durable, "reading must not block writing"
    assert json.loads(said(capsys, "history", "--json", "--last", 1))["game"] == third


def test_the_history_for_people_names_wonders_and_winner(session, capsys):
    line = said(capsys, "history").strip()
    assert line.startswith(f"{session.id}  2026-05-0")
    assert line.count("(wins)") == len(winners(session.game))
    assert all(str(sheet.total) in line for sheet in score_sheets(session.game))


DEMO = {"demo": {"players": 4, "seed": 3}}


def test_demo_games_are_marked_and_the_last_game_is_the_last_real_one(session, capsys):
    demo = session.play(len(session.game.actions), **DEMO)
    newest, oldest = said(capsys, "history").splitlines()
    assert newest.startswith(f"{demo} ")
    assert newest.endswith("(demo)")
    assert "(demo)" not in oldest
    assert [json.loads(line)["demo"] for line in said(capsys, "history", "--json").splitlines()] == [True, False]
    assert json.loads(said(capsys, "export", "last"))["game"] == session.id
    assert json.loads(said(capsys, "export", str(demo)))["game"] == demo


def test_unfinished_demo_games_are_listed_only_on_request(session, capsys):
    broken_off = session.play(30, **DEMO)
    session.play(40, **DEMO)
    assert len(said(capsys, "history").splitlines()) == 1
    lines = said(capsys, "history", "--all").splitlines()
    assert [line.endswith("(demo)") for line in lines] == [True, True, False]
    assert lines[1].startswith(f"{broken_off} ")
    assert len(said(capsys, "history", "--last", "1").splitlines()) == 1


def test_without_real_games_the_last_game_is_the_last_finished_demo(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path))
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        game, seats = deal(3, 1).game, deal(3, 1).seats
        first = journal.begin(seats, DEMO)
        assert json.loads(said(capsys, "export", "last"))["game"] == first
        out = said(capsys, "history")
        assert "1 unfinished demo game is hidden; --all lists it." in out
        journal.finish(first, [sheet.total for sheet in score_sheets(game)])
        journal.begin(seats, DEMO)
        assert json.loads(said(capsys, "export", "last"))["game"] == first


def test_one_game_whose_record_is_damaged_does_not_hide_the_others(session, capsys):
    tied = session.journal.begin(session.game.setup.seats, {"prefer": "left"})
    store_actions(session.journal, tied, [Build(0, "palais")])
    session.journal.finish(tied, [50, 40, 50, 30])
    lines = [json.loads(line) for line in said(capsys, "history", "--json").splitlines()]
    assert [line["game"] for line in lines] == [tied, session.id]
    assert [seat["won"] for seat in lines[0]["seats"]] == [True, False, True, False]
    assert "history" in failing(capsys, "export", tied)


def test_the_readable_games_of_a_damaged_journal_are_listed_with_a_warning(session, capsys):
    session.play(30)
    session.journal.close()
    data = bytearray(session.path.read_bytes())
    torn = data.rindex(b'"do":')  # in the last event of one of the games
    data[torn : torn + 5] = b"\xff" * 5
    session.path.write_bytes(data)
    assert main(["history", "--json"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2
    assert str(session.path) in err
    assert "damaged" in err
    assert bytes(data) == session.path.read_bytes(), "reading sets no file aside"
    assert not list(session.path.parent.glob("*damaged*"))


def test_an_unreadable_journal_is_not_called_empty(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path))
    (tmp_path / JOURNAL).write_bytes(b"rubbish" * 1000)
    assert main(["history"]) == 1
    out, err = capsys.readouterr()
    assert out == "No game can be read from it.\n"
    assert "is damaged" in err


def test_reading_a_missing_history_creates_nothing(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path / "state"))
    assert "No game" in said(capsys, "history")
    assert not (tmp_path / "state").exists()


def test_a_file_in_place_of_the_games_folder_is_reported(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path / "state"))
    (tmp_path / "state").write_text("not a folder")
    for command in (["history"], ["export", "last"]):
        assert str(tmp_path / "state") in failing(capsys, *command)


def test_a_history_in_a_read_only_folder_is_read(session, capsys, monkeypatch):
    session.play(12)
    monkeypatch.setattr("device.journal.database.sqlite3.connect", _refusing_to_read_there(session.path))
    assert len(said(capsys, "history", "--json").splitlines()) == 2


def _refusing_to_read_there(path):
    connect = sqlite3.connect

    def refuse(name, *arguments, **options):
        if str(path) in str(name):
            raise sqlite3.OperationalError("unable to open database file")
        return connect(name, *arguments, **options)

    return refuse


def test_json_holds_every_action_with_its_turn_and_the_scores(session, capsys):
    game = json.loads(said(capsys, "export", session.id))
    assert [{**action, "age": None, "turn": None} for action in game["actions"]] == [
        {**action_to_dict(action), "age": None, "turn": None} for action in session.game.actions
    ]
    assert [action["age"] for action in game["actions"]] == sorted(action["age"] for action in game["actions"])
    assert [seat["score"]["total"] for seat in game["seats"]] == [sheet.total for sheet in score_sheets(session.game)]
    assert game["finished"] == "2026-05-01T19:07:05+00:00"
    assert min(place["place"] for place in game["places"]) == 1


def test_csv_has_one_line_per_seat_and_the_categories_add_up(session, capsys):
    text = said(capsys, "export", "last", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [int(row["total"]) for row in rows] == [sheet.total for sheet in score_sheets(session.game)]
    categories = list(rows[0])[6:-3]
    assert len(categories) == 7
    assert all(sum(int(row[category]) for category in categories) == int(row["total"]) for row in rows)
    assert [row["wonder"] for row in rows] == [wonder for wonder, _ in session.game.setup.seats]
    assert {row["seat"] for row in rows if row["place"] == "1"} == {str(seat) for seat in winners(session.game)}


def test_a_play_for_bg_stats_has_the_fields_of_its_format(session, capsys):
    whole = json.loads(said(capsys, "export", session.id, "--format", "bgstats"))
    assert whole["sourceName"] == "Wondertable"
    fields = {"sourceName", "sourcePlayId", "playDate", "durationMin", "game", "players"}
    assert set(whole) == fields
    assert whole["playDate"] == "2026-05-01 19:07:05", "the end, in UTC, not ISO 8601"
    assert whole["durationMin"] == 37
    assert whole["game"] == {
        "name": "7 Wonders",
        "sourceGameId": "7-wonders",
        "bggId": 68448,
        "highestWins": True,
        "noPoints": False,
    }
    fields = {"name", "sourcePlayerId", "startPlayer", "role", "score", "rank", "winner"}
    assert all(set(player) == fields for player in whole["players"]), "the Android app refuses players that lack any"
    assert [player["score"] for player in whole["players"]] == [sheet.total for sheet in score_sheets(session.game)]
    assert tuple(seat for seat, player in enumerate(whole["players"]) if player["winner"]) == winners(session.game)
    assert len({player["sourcePlayerId"] for player in whole["players"]}) == 4


def test_a_game_of_the_second_edition_has_its_own_number_and_sides_in_words():
    game = deal(3, 1, edition="second").game
    stored = StoredGame(1, STARTED.isoformat(), STARTED.isoformat(), "finished", game.setup.seats, {}, None)
    whole = play(PlayedGame(stored, game), Words("it"))
    assert whole["game"]["bggId"] == 316377
    wonder, side = game.setup.seats[0]
    role = {"day": "giorno", "night": "notte"}[side]
    assert whole["players"][0]["role"] == f"{Words('it').say(f'wonder.{wonder}')} {role}"


@pytest.mark.parametrize("minutes", [-90, 0, 30_000_000])
def test_a_clock_set_during_the_game_gives_no_too_long_or_negative_play(minutes):
    game = deal(3, 1).game
    ended = STARTED + timedelta(minutes=minutes)
    stored = StoredGame(1, STARTED.isoformat(), ended.isoformat(), "finished", game.setup.seats, {}, None)
    assert "durationMin" not in play(PlayedGame(stored, game), Words())


def test_the_link_holds_the_same_play_and_fits_into_a_qr_code(session, capsys):
    whole = json.loads(said(capsys, "export", session.id, "--format", "bgstats"))
    address = said(capsys, "export", session.id, "--link").strip()
    assert address.startswith(LINK)
    assert json.loads(unquote(address.removeprefix(LINK))) == whole
    assert segno.make(address, micro=False, error="l").version <= 30


def test_seven_players_fit_into_a_qr_code(tmp_path):
    game = deal(7, 1).game
    stored = StoredGame(999, STARTED.isoformat(), STARTED.isoformat(), "finished", game.setup.seats, {}, None)
    assert segno.make(link(play(PlayedGame(stored, game), Words())), micro=False, error="l").version <= 40


def test_a_record_can_be_replayed(session, capsys, tmp_path):
    said(capsys, "export", session.id, "--format", "record", "--out", tmp_path / "game.txt")
    assert read_record((tmp_path / "game.txt").read_text()).actions == session.game.actions
    assert json.loads(said(capsys, "replay", "--json", tmp_path / "game.txt").splitlines()[-1])["seats"][0]["score"]


@pytest.mark.parametrize(("players", "leaders"), [(2, False), (4, True)], ids=["the Free City", "Leaders"])
def test_games_of_other_kinds_are_listed_and_exported(session, capsys, tmp_path, players, leaders):
    game = deal(players, 1, leaders=leaders).game
    options = {"free_city": game.setup.free_city, "leaders": leaders}
    game_id = session.journal.begin(
        game.setup.seats, {name: value for name, value in options.items() if value is not None}
    )
    store_actions(session.journal, game_id, game.actions)
    session.journal.finish(game_id, [sheet.total for sheet in score_sheets(game)])
    totals = {sheet.seat: sheet.total for sheet in score_sheets(game)}
    told = json.loads(said(capsys, "history", "--json", "--last", 1))
    assert {seat["seat"]: seat["total"] for seat in told["seats"] if seat["total"] is not None} == totals
    rows = list(csv.DictReader(io.StringIO(said(capsys, "export", game_id, "--format", "csv"))))
    assert {int(row["seat"]): int(row["total"]) for row in rows if row["total"]} == totals
    whole = json.loads(said(capsys, "export", game_id))
    assert (len(whole["actions"]), whole["players"]) == (len(game.actions), players)
    assert [
        player["score"] for player in json.loads(said(capsys, "export", game_id, "--format", "bgstats"))["players"]
    ] == [*totals.values()]
    said(capsys, "export", game_id, "--format", "record", "--out", tmp_path / "game.txt")
    assert len(said(capsys, "replay", "--json", tmp_path / "game.txt").splitlines()) >= 21


def test_an_unfinished_game_can_be_exported_without_a_result(session, capsys):
    unfinished = session.play(9)
    assert json.loads(said(capsys, "export", unfinished))["places"] is None
    rows = list(csv.DictReader(io.StringIO(said(capsys, "export", unfinished, "--format", "csv"))))
    assert {row["total"] for row in rows} == {""}
    assert str(unfinished) in failing(capsys, "export", unfinished, "--format", "bgstats")


@pytest.mark.parametrize("name", ["99", "first", "-0", "²"])
def test_a_missing_game_is_named_in_the_error(session, capsys, name):
    assert name in failing(capsys, "export", "--", name)


def test_an_export_that_cannot_be_written_is_an_error(session, capsys, tmp_path):
    assert "game.json" in failing(capsys, "export", session.id, "--out", tmp_path / "no" / "game.json")


def test_all_games_are_saved_as_one_file_that_is_never_overwritten(session, capsys, tmp_path):
    session.play(5)
    copy = tmp_path / "all.sqlite"
    assert json.loads(said(capsys, "export", "--json", "--backup", copy)) == {"backup": str(copy), "games": 2}
    with closing(Journal(copy)) as journal:
        assert [game.id for game in journal.games()] == [game.id for game in session.journal.games()]
        assert len(entries(journal, session.id)) == len(session.game.actions)
    assert "all.sqlite" in failing(capsys, "export", "--backup", copy)


def test_exporting_without_a_game_is_bad_usage(session):
    with pytest.raises(SystemExit) as stopped:
        main(["export"])
    assert stopped.value.code == 2


def test_the_file_of_a_newer_program_is_reported_as_such(session, capsys):
    session.journal.close()
    with closing(sqlite3.connect(session.path)) as file:
        file.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    assert "newer" in failing(capsys, "history")


@pytest.fixture
def own_folder():
    """A folder that everybody may look into; another run of pytest closes those above `tmp_path`."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
@pytest.mark.parametrize("command", [["history"], ["export", "last"]])
def test_who_may_not_read_the_games_is_told_how(own_folder, command):
    """The appliance's games belong to the appliance's user."""
    games = own_folder / "games"
    games.mkdir(mode=0o750)
    script = (
        "import locale, os, sys\nfrom device.command_line import main\n"
        # nobody else may read this Python's own folder
        "import device.features.games.export, device.features.games.history\n"
        "os.setgroups([]); os.setgid(65534); os.setuid(65534)\nsys.exit(main(sys.argv[1:]))"
    )
    said = subprocess.run(
        [sys.executable, "-c", script, *command],
        env={**os.environ, "WONDERTABLE_STATE": str(games), "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert said.returncode == 1
    assert said.stderr.startswith(f"wondertable: You may not read the games in {games}.")
    assert "sudo wondertable" in said.stderr
