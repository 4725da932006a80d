"""Telephones in numbers: how soon they know of a booking, what the server needs, and what the table feels of it.

`python -m tests.bench.phones_load` prints a line for 8, 50 and 200 telephones. The server is a process of its own, the
telephones are threads on this machine's own address, the table is booked by hand without a camera.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from statistics import median, quantiles

from device.messages.intents import Advance, Enter
from device.phones.server_process import server_command
from engine import Phase
from tests.device.phone_server.served import changed
from tests.device.phones.phone_table import PhoneTable
from tests.journeys.test_by_hand import MANY, any_move

TELEPHONES = (0, 8, 50, 200)
TURNS = 8
PORT = 8399
ROUND = 1 / 30
"""s; as the appliance's main loop."""


class Listener(threading.Thread):
    """A telephone that notes when it heard of each turn; `state` is what its page knows."""

    def __init__(self, secret: str, wonder: str) -> None:
        super().__init__(daemon=True)
        self.line = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
        self.line.request("GET", f"/events?wonder={wonder}&language=en", headers={"X-Secret": secret})
        self.heard: dict[str, float] = {}
        self.state: dict[str, object] = {}
        self.sizes: list[int] = []
        self.start()

    def run(self) -> None:
        answer = self.line.getresponse()
        try:
            while text := answer.readline():
                if not text.startswith(b"data: "):
                    continue
                now = time.perf_counter()
                told = json.loads(text[6:])
                self.sizes.append(len(text) if "change" in told else 0)
                self.state = told["state"] if "state" in told else changed(self.state, told["change"])
                self.heard.setdefault(str(self.state.get("moment")), now)
        except (OSError, ValueError, http.client.HTTPException):
            pass


class Load:
    """A table for seven with so many telephones."""

    def __init__(self, telephones: int) -> None:
        self.table = PhoneTable(MANY)
        command = server_command(self.table.folder / "phones.sock", PORT, "127.0.0.1")
        self.server = subprocess.Popen(command) if telephones else None
        self.rounds: list[float] = []
        self.bookings: list[float] = []
        self.booked_at: dict[str, float] = {}
        if not telephones:
            self.table.host.switch(on=False)
        while telephones and not self.table.host.access().link:
            self._round()
        secret = self.table.host.evening.secret
        wonders = [wonder for wonder, _ in MANY]
        self.telephones = [Listener(secret, wonders[number % 7]) for number in range(telephones)]
        self.table.do(Advance())
        until = time.monotonic() + 60
        while any(one.state.get("stage") != "play" for one in self.telephones) and time.monotonic() < until:
            self._round()

    def _round(self) -> None:
        began = time.perf_counter()
        if self.table.host.is_on:
            self.table.round()
        self.rounds.append(time.perf_counter() - began)
        time.sleep(max(0.0, ROUND - self.rounds[-1]))

    def play(self) -> None:
        """Some turns, each booked at once."""
        chance = random.Random(1)
        self.rounds.clear()
        for _ in range(TURNS):
            game = self.table.session.game
            for _ in range(5):
                self._round()
            while (game.age, game.turn, game.phase) == self._moment():
                open_game = self.table.session.game
                intent = (
                    Advance()
                    if open_game.phase is Phase.CONFLICTS
                    else Enter(any_move(open_game, open_game.to_act[0], chance))
                )
                began = time.perf_counter()
                self.table.do(intent)
                self.bookings.append(time.perf_counter() - began)
            self.booked_at[self._name()] = time.perf_counter()
        for _ in range(30):
            self._round()

    def _moment(self) -> tuple[object, ...]:
        game = self.table.session.game
        return game.age, game.turn, game.phase

    def _name(self) -> str:
        game = self.table.session.game
        return f"{self.table.host.evening.game}.{game.age}.{game.turn}.{game.phase}.{''.join(map(str, game.acting))}"

    def line(self) -> str:
        """What was measured."""
        late = [
            (one.heard[name] - at) * 1e3
            for one in self.telephones
            for name, at in self.booked_at.items()
            if name in one.heard
        ]
        missed = sum(one.state.get("turns") != self.telephones[0].state.get("turns") for one in self.telephones)
        sizes = [size for one in self.telephones for size in one.sizes if size]
        booking, rounds = median(self.bookings) * 1e3, max(self.rounds) * 1e3
        text = f"{len(self.telephones):4} telephones: booking {booking:.2f} ms, longest round {rounds:.1f} ms"
        if late:
            resident = next(
                line.split()[1]
                for line in Path(f"/proc/{self.server.pid}/status").read_text().splitlines()
                if line.startswith("VmRSS")
            )
            text += (
                f"; heard after {median(late):.0f} ms (95 %: {quantiles(late, n=20)[-1]:.0f}, longest {max(late):.0f}),"
                f" {len(late)} of {len(self.telephones) * len(self.booked_at)}, another table on {missed};"
                f" a change {median(sizes):.0f} bytes (longest {max(sizes)}); server {int(resident) / 1024:.1f} MB"
            )
        return text

    def close(self) -> None:
        """End the server and put the telephones away."""
        for one in self.telephones:
            one.line.close()
        if self.server:
            self.server.terminate()
            self.server.wait()
        self.table.close()


def main() -> None:
    """Print a line for each number of telephones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("telephones", type=int, nargs="*", default=list(TELEPHONES))
    for telephones in parser.parse_args().telephones:
        load = Load(telephones)
        load.play()
        sys.stdout.write(load.line() + "\n")
        sys.stdout.flush()
        load.close()


if __name__ == "__main__":
    main()
