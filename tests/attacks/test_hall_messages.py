"""What one table's account writes keeps the hall from no other table."""

from __future__ import annotations

import subprocess
import time
from contextlib import closing

import pytest

from device.features.hall.server.hall import Hall
from device.features.hall.server.listening import HallListener
from device.for_features.hall.results import HallResults
from display.words import Words
from tests.device.features.hall.hall_table import HallTable, until
from tests.device.features.hall.mosquitto import HOST, Mosquitto, needs_mosquitto

pytestmark = needs_mosquitto
HOSTILE = {
    "a byte that is no UTF-8": b'{"version": 1, "table": "\xff"}',
    "half of a surrogate pair": b'{"version": 1, "table": "\\ud800"}',
    "deep nesting": b"[" * 16_000,
    "a number of 5,000 digits": b'{"version": ' + b"9" * 5000 + b"}",
    "a version that is no number": b'{"version": {}}',
    "an overlong letter": b'"\xc0\x80"',
}


@pytest.fixture
def broker(tmp_path):
    server = Mosquitto(tmp_path / "m", ("table-1", "table-2")).start()
    yield server
    server.stop()


def publish(broker: Mosquitto, user: str, topic: str, payload: bytes) -> None:
    """Write a retained message with a table's account."""
    own = broker.folder / "wondertable"
    to = ("-h", HOST, "-p", str(broker.port), "--cafile", str(own / "certificates" / "ca.crt"))
    who = ("-u", user, "-P", (own / "accounts" / user).read_text().strip(), "-V", "5")
    subprocess.run(("mosquitto_pub", *to, *who, "-r", "-q", "1", "-t", topic, "-s"), input=payload, check=True)


def test_retained_messages_of_every_hostile_kind_are_named_and_the_other_table_counts(broker, tmp_path):
    for number, payload in enumerate(HOSTILE.values()):
        publish(broker, "table-2", f"wondertable/table-2/games/g{number}", payload)
        publish(broker, "table-2", "wondertable/table-2/state", payload)
        publish(broker, "table-2", f"wondertable/table-2/x{number}", payload)
    with closing(HallResults(None)) as results:
        hall = Hall(results, Words())
        listener = HallListener(hall, broker.broker("hall"), "wondertable", pause=0.02)
        with closing(HallTable(tmp_path / "t", broker.broker("table-1"), "table-1")) as table:
            table.finish(1)
            until(lambda: results.sheets()[0], table, others=lambda: listener.step(0.002))
            end = time.monotonic() + 1
            while time.monotonic() < end:
                listener.step(0.01)
                assert hall.shown()["trouble"] == "", "the broker stays connected"
        assert any("table-2" in said for said in hall.shown()["named"])
        listener.close()
