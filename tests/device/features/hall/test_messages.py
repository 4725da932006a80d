"""What is read from a broker: whole messages of this version, and nothing else."""

from __future__ import annotations

import msgspec
import pytest

from device.features.hall.table.broker import Broker, broker_at, broker_of, table_of
from device.features.hall.table.settings import HallSettings
from device.for_features.errors import HallError
from device.for_features.hall.messages import (
    LONGEST_MESSAGE,
    HallCity,
    HallSeat,
    MessageError,
    SheetMessage,
    TableMessage,
    read_public,
    read_sheet,
    read_state,
)
from display.words import Words

SEATS = (HallSeat("giza", "A"), HallSeat("rhodes", "B"), HallSeat("olympia", "A"))
STATE = TableMessage(
    stage="play", seats=SEATS, waiting=(0, 2), age=2, turn=3, phase="turn", table="table-1", device="d1", at=5
)
CITIES = tuple(HallCity(seat, f"wonder{seat}", "A", {"military": 3 + seat}, 2, 3 - seat) for seat in range(3))
SHEET = SheetMessage(
    table="table-1", device="d1", game="d1-2026-4", number=4, revision=1, started="2026-11-22T12:00:00+00:00",
    finished=None, edition="first", leaders=False, cities=CITIES,
)  # fmt: skip


def encoded(message, **changes):
    return msgspec.json.encode(msgspec.to_builtins(message) | changes)


def test_what_is_written_is_read():
    assert read_state(encoded(STATE), "table-1") == STATE
    assert read_sheet(encoded(SHEET), "table-1", "d1-2026-4") == SHEET


def test_a_newer_table_may_say_more():
    assert read_state(encoded(STATE, mood="merry"), "table-1") == STATE


@pytest.mark.parametrize(
    ("payload", "key"),
    [
        (b"", "hall_torn"),
        (b"\xff\xfe\x00", "hall_torn"),
        (encoded(STATE)[:-9], "hall_torn"),
        (b"[" * 9000, "hall_torn"),
        (b"online", "hall_torn"),
        (b"x" * (LONGEST_MESSAGE + 1), "hall_too_long"),
        (encoded(STATE, version=2), "hall_version"),
        (encoded(STATE, stage="dancing"), "hall_wrong"),
        (encoded(STATE, at=-1), "hall_wrong"),
        (encoded(STATE, at="yesterday"), "hall_wrong"),
        (encoded(STATE, waiting=[5]), "hall_wrong"),
        (encoded(STATE, seats=[{"wonder": "g" * 400, "side": "A"}]), "hall_wrong"),
        (encoded(STATE, seats=[{"wonder": "giza", "side": "A"}] * 8), "hall_wrong"),
        (encoded(STATE, table="table-2"), "hall_other_topic"),
        (encoded(STATE, table="../#"), "hall_wrong"),
    ],
)
def test_anything_else_is_refused_with_a_sentence(payload, key):
    with pytest.raises(MessageError) as refused:
        read_state(payload, "table-1")
    assert refused.value.key == key
    for language in ("en", "uk"):
        said = Words(language).error(refused.value)
        assert said
        assert "{" not in said


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"game": "d1-2026-5"}, "hall_other_topic"),
        ({"cities": [msgspec.to_builtins(CITIES[0])] * 2}, "hall_wrong"),
        ({"cities": []}, "hall_wrong"),
        ({"revision": 1 << 60}, "hall_wrong"),
        ({"game": "a/b"}, "hall_wrong"),
    ],
)
def test_a_sheet_of_another_game_or_of_no_table_is_refused(changes, key):
    with pytest.raises(MessageError) as refused:
        read_sheet(encoded(SHEET, **changes), "table-1", "d1-2026-4")
    assert refused.value.key == key


def test_the_publisher_reads_only_what_a_game_says():
    with pytest.raises(MessageError):
        read_public(b'{"secret": "abc"}')


@pytest.mark.parametrize(
    ("address", "broker"),
    [
        ("mqtts://hall.example", Broker("hall.example", 8883, True)),
        ("mqtt://10.0.0.5:1999", Broker("10.0.0.5", 1999, False)),
        ("mqtts://[fe80::1]:8883/", Broker("fe80::1", 8883, True)),
    ],
)
def test_a_brokers_address(address, broker):
    assert broker_at(address) == broker
    assert broker_at(broker.address) == broker, "as it is said on the screen it can be written, too"


@pytest.mark.parametrize(
    "address", ["", "hall", "http://hall", "mqtt://", "mqtt://a:b@hall", "mqtt://hall:99999", "mqtt://h/t"]
)
def test_what_is_no_brokers_address(address):
    with pytest.raises(HallError):
        broker_at(address)


def test_a_tables_name_is_its_account_or_its_machine(monkeypatch):
    wanted = HallSettings()
    monkeypatch.setattr("socket.gethostname", lambda: "pi von anna.local")
    assert table_of(wanted) == "pi-von-anna"
    assert table_of(msgspec.structs.replace(wanted, user="table-7")) == "table-7"
    assert table_of(msgspec.structs.replace(wanted, user="table-7", table="window")) == "window"
    with pytest.raises(HallError):
        table_of(msgspec.structs.replace(wanted, user="an na"))


def test_a_password_is_read_from_its_file_only_when_needed(tmp_path):
    wanted = msgspec.structs.replace(HallSettings(), broker="mqtt://h", password_file=str(tmp_path / "p"))
    with pytest.raises(HallError) as missing:
        broker_of(wanted).password()
    assert "No such file" in Words().error(missing.value)
    (tmp_path / "p").write_text("secret\n")
    assert broker_of(wanted).password() == "secret"
    assert "secret" not in repr(broker_of(wanted))
