"""A hall that has the tables' keys believes no sheet that the table itself has not signed, whoever sends it."""

from __future__ import annotations

import json
import subprocess
from contextlib import closing

import pytest

from device.features.hall.server.hall import Hall
from device.features.hall.server.listening import HallListener
from device.for_features.errors import HallError
from device.for_features.hall.messages import MessageError
from device.for_features.hall.results import HallResults
from device.for_features.hall.signatures import check_signature, read_key, read_keys, signature
from display.words import Words
from tests.attacks.test_hall_messages import publish
from tests.attacks.test_hall_results import sheet
from tests.device.features.hall.hall_table import HallTable, until
from tests.device.features.hall.mosquitto import Mosquitto, needs_mosquitto

NAMES = ("Anna", "Ben", "Cleo")


@needs_mosquitto
def test_only_what_a_table_has_signed_counts(tmp_path):
    broker = Mosquitto(tmp_path / "m", ("table-1", "table-2")).start()
    keys = read_keys(broker.folder / "wondertable" / "keys")
    assert sorted(keys) == ["table-1", "table-2"]
    with closing(HallResults(None)) as results:
        hall = Hall(results, Words(), keys=keys)
        listener = HallListener(hall, broker.broker("hall"), "wondertable", pause=0.02)
        true = HallTable(tmp_path / "t", broker.broker("table-1"), "table-1", key=keys["table-1"])
        with closing(true) as table:
            publish(broker, "table-2", "wondertable/table-2/games/g", sheet("table-2", NAMES))
            table.finish(1)
            until(lambda: results.sheets()[0], table, others=lambda: listener.step(0.002))
            until(lambda: hall.shown()["named"], table, others=lambda: listener.step(0.002))
            (kept,) = results.sheets()[0]
            assert kept.table == "table-1"
            assert "table-2" in hall.shown()["named"][0]
        listener.close()
    broker.stop()


KEYS = {"table-1": b"k" * 32, "table-2": b"l" * 32}


def refused(payload: bytes, given: str, table: str = "table-1") -> bool:
    with closing(HallResults(None)) as results:
        hall = Hall(results, Words(), keys=KEYS)
        hall.take(f"wondertable/{table}/games/g", payload, retained=False, signature=given)
        return not results.sheets()[0]


def test_table_seating_game_and_times_are_bound_together():
    told = sheet("table-1", NAMES)
    signed = signature(KEYS["table-1"], told)
    assert not refused(told, signed)
    assert refused(told, "")
    assert refused(told, signed.upper())
    assert refused(told, signature(KEYS["table-2"], told))
    for name, value in {"number": 9, "revision": 9, "finished": None, "game": "h", "withdrawn": True}.items():
        assert refused(json.dumps(json.loads(told) | {name: value}).encode(), signed)
    other = json.loads(told)
    other["cities"][0]["name"] = "Dora"
    assert refused(json.dumps(other).encode(), signed)
    as_other = sheet("table-2", NAMES)
    assert refused(as_other, signature(KEYS["table-1"], as_other), "table-2")
    with pytest.raises(MessageError):
        check_signature(KEYS, "table-3", told, signed)


def test_a_key_is_a_file_that_is_long_enough(tmp_path):
    (tmp_path / "table-1").write_text("short\n")
    for wrong in (
        lambda: read_key(tmp_path / "table-1"),
        lambda: read_keys(tmp_path),
        lambda: read_keys(tmp_path / "no"),
    ):
        with pytest.raises(HallError):
            wrong()
    (tmp_path / "table-1").write_text("k" * 64 + "\n")
    (tmp_path / ".hidden").write_text("x")
    assert read_keys(tmp_path) == {"table-1": b"k" * 64}


@needs_mosquitto
def test_more_tables_get_keys_and_the_first_ones_keep_theirs(tmp_path):
    broker = Mosquitto(tmp_path / "m", ("table-1",))
    own = broker.folder / "wondertable"
    before = read_keys(own / "keys")
    subprocess.run(["sh", "systemd/hall/accounts.sh", own, "127.0.0.1", "table-1", "table-2"], check=True)
    assert read_keys(own / "keys")["table-1"] == before["table-1"]
    assert len(read_keys(own / "keys")) == 2
