"""Three tables, the broker and the hall as processes, all of which are killed; and an hour without a broker.

Time runs 600 times as fast: an hour is six seconds, and a table ends a game every six minutes.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

import pytest

from device.for_features.hall.results import read_results
from device.for_features.local_link.server_process import server_environment
from device.journal.journal import JOURNAL, Journal
from tests.device.features.hall.mosquitto import Mosquitto, needs_mosquitto

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

HOUR = 6.0
TABLES = ("table-1", "table-2", "table-3")
GAMES = 20
"""Of each table: two hours."""
BETWEEN = 0.6


class Process:
    """A program that is killed and started again; whatever it says goes to a file."""

    def __init__(self, said: Path, *command: str) -> None:
        self._said, self._command = said, (sys.executable, "-m", *command)
        self.start()

    def start(self) -> None:
        with self._said.open("ab") as said:
            self.process = subprocess.Popen(self._command, stdout=said, stderr=said, env=server_environment())

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def close(self) -> None:
        with suppress(ProcessLookupError):
            self.kill()

    @property
    def is_done(self) -> bool:
        return self._said.read_text().rstrip().endswith("all confirmed")


def finished(folder: Path) -> dict[int, list[int]]:
    """Number -> totals of every finished game in a table's journal."""
    journal = Journal.copy_of(folder / JOURNAL)
    return {game.id: list(game.scores) for game in journal.games() if game.state == "finished"}


def wait(seconds: float) -> None:
    time.sleep(seconds)


@pytest.mark.slow
@needs_mosquitto
def test_every_sheet_arrives_once_whatever_is_killed(tmp_path):
    broker = Mosquitto(tmp_path / "m", TABLES)
    own = tmp_path / "m" / "wondertable"
    address, authority = f"mqtts://127.0.0.1:{broker.port}", str(own / "certificates" / "ca.crt")
    results = tmp_path / "hall.sqlite"

    def account(name: str) -> Sequence[str]:
        return "--password-file", str(own / "accounts" / name), "--ca-file", authority

    with ExitStack() as stack:
        stack.callback(broker.stop)
        broker.start()
        tables = [
            Process(
                tmp_path / f"{name}.said", "tests.device.features.hall.hall_table", str(tmp_path / name), name, address,
                *account(name), "--games", str(GAMES), "--every", str(BETWEEN), "--seed", str(number),
            )
            for number, name in enumerate(TABLES, start=1)
        ]  # fmt: skip
        hall = Process(
            tmp_path / "hall.said", "device.features.hall.server",
            "--broker", address, "--user", "hall", *account("hall"),
            "--results", str(results), "--port", str(20_000 + os.getpid() % 20_000),
        )  # fmt: skip
        for one in (*tables, hall):
            stack.callback(one.close)
        wait(3)
        for kill_at in (0.1, 0.7):  # the broker, as by power cuts
            wait(kill_at)
            broker.kill()
            wait(0.3)
            broker.start()
        wait(1)
        tables[0].kill()
        tables[0].start()
        hall.kill()
        wait(1)
        broker.kill()
        wait(HOUR)  # an hour without a broker, and then without the hall
        broker.start()
        wait(2)
        hall.start()
        end = time.monotonic() + 120
        while not all(table.is_done for table in tables):
            assert time.monotonic() < end, [path.read_text()[-300:] for path in tmp_path.glob("*.said")]
            wait(0.2)
        expected = {(name, number): totals for name in TABLES for number, totals in finished(tmp_path / name).items()}
        while len(read_results(results)) < len(expected) and time.monotonic() < end:
            wait(0.2)
        wait(1)
        sheets = read_results(results)
    told = [(sheet.table, sheet.number) for sheet in sheets]
    assert len(expected) >= len(TABLES) * (GAMES - 1), "a table that is killed in mid-game leaves that one unfinished"
    assert sorted(told) == sorted(expected), "each exactly once"
    for sheet in sheets:
        assert [city.total for city in sheet.cities] == expected[sheet.table, sheet.number]
    sys.stdout.write(f"{len(sheets)} sheets of {len(expected)}, each once\n")
