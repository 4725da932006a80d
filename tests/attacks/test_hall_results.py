"""A table with its own account changes no other table's result, and what clashes is shown and counts once."""

from __future__ import annotations

import json
from contextlib import closing

import msgspec
import pytest

from device.features.hall.server.hall import Hall
from device.features.hall.server.listening import HallListener
from device.for_features.hall.results import HallResults
from display.words import Words
from tests.attacks.test_hall_messages import publish
from tests.device.features.hall.hall_table import HallTable, until
from tests.device.features.hall.mosquitto import Mosquitto, needs_mosquitto

LEAGUE = 'name = "Cup"\nplayers = ["Anna", "Ben", "Cleo", "Dora"]\nrounds = 3\ntable_size = 3\n'


@pytest.fixture
def broker(tmp_path):
    server = Mosquitto(tmp_path / "m", ("table-1", "table-2")).start()
    yield server
    server.stop()


@needs_mosquitto
def test_another_table_neither_overwrites_nor_withdraws_a_result(broker, tmp_path):
    with closing(HallResults(tmp_path / "r")) as results:
        hall = Hall(results, Words())
        listener = HallListener(hall, broker.broker("hall"), "wondertable", pause=0.02)
        with closing(HallTable(tmp_path / "t", broker.broker("table-1"), "table-1")) as table:
            table.finish(1)
            until(lambda: results.sheets()[0], table, others=lambda: listener.step(0.002))
            (true,) = results.sheets()[0]
            forged = json.loads(msgspec.json.encode(true)) | {"table": "table-2", "device": "x", "revision": 900}
            for changes in ({"revision": 901}, {"revision": 902, "withdrawn": True}):
                said = json.dumps(forged | changes).encode()
                publish(broker, "table-2", f"wondertable/table-2/games/{true.game}", said)
                for _ in range(40):
                    listener.step(0.01)
                assert true in results.sheets()[0], "it counts as the table has told it"
            table.undo(1)
            until(lambda: not results.sheets()[0], table, others=lambda: listener.step(0.002))
        listener.close()


def sheet(table: str, names: tuple[str, ...], *, game: str = "g", winner: int = 0) -> bytes:
    cities = [
        {"seat": seat, "wonder": wonder, "side": "A", "points": {"civilian": 50 if seat == winner else 9}, "coins": 1,
         "place": 1 if seat == winner else 2, "name": name}
        for seat, (wonder, name) in enumerate(zip(("giza", "rhodes", "ephesus"), names, strict=True))
    ]  # fmt: skip
    times = {"started": "2100-01-01T10:00:00+00:00", "finished": "2100-01-01T11:00:00+00:00"}
    about = {"version": 1, "table": table, "device": "d", "game": game, "number": 1, "revision": 1}
    return json.dumps(about | times | {"edition": "first", "leaders": False, "cities": cities}).encode()


def test_a_player_at_two_tables_in_one_round_is_shown_and_counts_once(tmp_path):
    league = tmp_path / "cup.toml"
    league.write_text(LEAGUE)
    with closing(HallResults(tmp_path / "r")) as results:
        results.next_round(45)
        hall = Hall(results, Words(), league=league)
        for number, names in ((1, ("Anna", "Ben", "Cleo")), (2, ("Dora", "Anna", "Ben"))):
            told = sheet(f"table-{number}", names, winner=number)
            hall.take(f"wondertable/table-{number}/games/g", told, retained=False)
            hall.settle()
        shown = hall.shown()
        assert {row[1]: row[2] for row in shown["rows"]} == {"Anna": "1", "Ben": "1", "Cleo": "1", "Dora": "0"}
        (said, *_) = shown["named"]
        assert all(word in said for word in ("table-1", "table-2", "Anna", "Ben")), said
        results.next_round(45)
        hall.take("wondertable/table-2/games/h", sheet("table-2", ("Dora", "Anna", "Ben"), game="h"), retained=False)
        assert [row[2] for row in hall.shown()["rows"] if row[1] == "Dora"] == ["1"], "in the next round they may"


def test_a_correction_cannot_make_another_game_of_it(tmp_path):
    with closing(HallResults(tmp_path / "r")) as results:
        hall = Hall(results, Words())
        topic = "wondertable/table-1/games/g"
        hall.take(topic, sheet("table-1", ("Anna", "Ben", "Cleo")), retained=False)
        for change in ({"started": "2100-01-01T09:00:00+00:00"}, {"boards": True}):
            told = json.loads(sheet("table-1", ("Anna", "Ben", "Cleo"))) | {"revision": 2}
            if change.pop("boards", False):
                told["cities"][0]["wonder"] = "babylon"
            hall.take(topic, json.dumps(told | change).encode(), retained=False)
        assert results.sheets()[0][0].revision == 1
        assert "correct" in " ".join(hall.shown()["named"])


def test_a_table_that_tells_of_games_without_end_fills_no_disk(tmp_path, monkeypatch):
    monkeypatch.setattr("device.for_features.hall.results.MOST_GAMES", 3)
    with closing(HallResults(tmp_path / "r")) as results:
        hall = Hall(results, Words())
        for number in range(9):
            told = sheet("table-1", ("Anna", "Ben", "Cleo"), game=f"g{number}", winner=number % 3)
            hall.take(f"wondertable/table-1/games/g{number}", told, retained=False)
        hall.take("wondertable/table-2/games/g", sheet("table-2", ("Dora", "Eva", "Finn")), retained=False)
        told = [one for group in results.sheets() for one in group]
        assert [one.table for one in told].count("table-1") == 3
        assert [one.table for one in told].count("table-2") == 1, "no other table is kept from telling"
        assert any("3 games" in said for said in hall.shown()["named"])
