"""Kills game, server, reader, hall and publisher in turn, again and again, during a game with three telephones.

    python -m tests.attacks.kills [COUNT]

As on a laptop: the game starts its own helpers, and a person starts game and hall again. After each kill what
telephones were told is still so, they are back within ten seconds, and there is one process of each kind.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.attacks.game_process import GameProcess, free_port, kill, until
from tests.device.features.hall.mosquitto import HOST, Mosquitto
from tests.device.features.telephones.game.phone_table import SEATS, phone_of
from tests.device.features.telephones.server.served import Stream

KINDS = ("game", "server", "reader", "hall", "publisher")
MODULES = {
    "server": "device.features.telephones.server",
    "reader": "device.features.telephones.photographs",
    "publisher": "device.features.hall.publisher",
    "hall": "device.features.hall.server",
}
BACK_WITHIN = 10.0
"""s."""
ENTERED_EVERY = 4
"""Kills between two entries, so that one game is enough."""


class Evening:
    """All processes; `folder` is on every command line."""

    def __init__(self, folder: Path) -> None:
        self.broker = Mosquitto(folder / "m", plain=True).start()
        hall = f'[hall]\nbroker = "mqtt://{HOST}:{self.broker.port}"\ntable = "table-1"\ndiscovery = ""\n'
        self.game = GameProcess(folder, hall)
        self.hall_port, self.folder = free_port(), folder
        self.hall: subprocess.Popen[bytes] | None = None
        self.game.start()
        self.start_hall()
        self.confirmed: set[tuple[str, int]] = set()
        self.latest: tuple[int, int] = (0, 0)

    def start_hall(self) -> None:
        options = ("--broker", f"mqtt://{HOST}:{self.broker.port}", "--results", str(self.folder / "hall.sqlite"))
        command = (sys.executable, "-m", MODULES["hall"], *options, "--port", str(self.hall_port))
        self.hall = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=self.game.errors)

    def state(self) -> dict[str, Any]:
        """What a telephone is told that joins now; {} if nobody answers."""
        with suppress(OSError, EOFError, HTTPException, ValueError), closing(self._stream()) as stream:
            stream.hear()
            return stream.state
        return {}

    def _stream(self) -> Stream:
        return Stream(self.game.port, self.game.secret)

    def ask(self, person: int, do: str, **values: Any) -> str | None:
        """Why it was refused, None if it was not, "no answer" if nobody answers."""
        with suppress(OSError, HTTPException, ValueError):
            line = HTTPConnection(HOST, self.game.port, timeout=8)
            body = json.dumps({"do": do, "phone": phone_of(person), **values})
            line.request("POST", "/ask", body, {"X-Secret": self.game.secret, "Content-Type": "application/json"})
            with line.getresponse() as answer:
                return json.loads(answer.read())["refused"] if answer.status == 200 else "no answer"
        return "no answer"

    def begin(self) -> None:
        until(lambda: self.ask(0, "boards", boards=SEATS) is None)
        for seat, (wonder, _) in enumerate(SEATS):
            until(lambda seat=seat, wonder=wonder: self.ask(seat, "seat", wonder=wonder) is None)
        until(lambda: self.ask(0, "go_on") is None)
        until(lambda: self.state().get("waiting"))

    def play(self) -> None:
        """The next seat that is awaited discards; after a conflict, go on."""
        state = self.state()
        if not state.get("waiting"):
            self.ask(0, "go_on", moment=state.get("moment", ""))
            return
        seat, moment = state["waiting"][0], state["moment"]
        if self.ask(seat, "enter", moment=moment, seat=seat, act="discard") is None:
            self.confirmed.add((moment, seat))

    def is_as_shown(self) -> bool:
        """Telephones are served, and nothing is older than what was told before."""
        state = self.state()
        if not state:
            return False
        now = int(state.get("age", 0)), int(state.get("turn", 0))
        assert now >= self.latest, f"{now} after {self.latest}"
        self.latest = now
        lost = [seat for moment, seat in self.confirmed if moment == state["moment"] and seat in state["waiting"]]
        assert not lost, f"what these seats have entered is lost: {lost}"
        return True

    def hall_shows_the_table(self) -> bool:
        with suppress(OSError, HTTPException, ValueError):
            line = HTTPConnection(HOST, self.hall_port, timeout=5)
            line.request("GET", "/shown")
            tables = json.loads(line.getresponse().read())["tables"]
            return [(one["name"], one["kind"] != "away") for one in tables] == [("table-1", True)]
        return False

    def send_photograph(self) -> None:
        noise = np.random.default_rng(1).integers(0, 255, (3000, 4000), dtype=np.uint8)
        data = cv2.imencode(".jpg", cv2.GaussianBlur(noise, (0, 0), 2))[1].tobytes()
        line = HTTPConnection(HOST, self.game.port, timeout=20)
        line.request("POST", "/photographs", data, {"X-Secret": self.game.secret})
        assert line.getresponse().status == 200

    def of(self, kind: str) -> set[int]:
        assert self.game.process is not None
        return {self.game.process.pid} if kind == "game" else self.game.helpers(MODULES[kind])

    def kill(self, kind: str) -> float:
        """Kill it, start again what a person starts, and return how long telephones and hall were not as before (s)."""
        if kind == "reader":
            self.send_photograph()
            until(lambda: self.of("reader"), 20)
        (process,) = self.of(kind) if kind != "hall" else {self.hall.pid}
        kill(process)
        began = time.monotonic()
        if kind == "game":
            self.game.process.wait()
            until(lambda: not any(self.of(helper) for helper in ("server", "reader", "publisher")), 2)
            self.game.start()
        if kind == "hall":
            self.hall.wait()
            self.start_hall()
        until(self.is_as_shown, 3 * BACK_WITHIN)
        took = time.monotonic() - began
        until(self.hall_shows_the_table, 3 * BACK_WITHIN)
        until(lambda: all(len(self.of(one)) == 1 for one in ("server", "publisher", "hall")), BACK_WITHIN)
        return took

    def close(self) -> None:
        self.hall.kill()
        self.hall.wait()
        self.game.close()
        self.broker.stop()


def run(count: int, folder: Path) -> dict[str, list[float]]:
    """Kill so many processes. Returns how long telephones were away after each, by kind (s)."""
    took: dict[str, list[float]] = defaultdict(list)
    with closing(Evening(folder)) as evening:
        evening.begin()
        until(evening.hall_shows_the_table, 30)
        for number in range(count):
            kind = KINDS[number % len(KINDS)]
            took[kind].append(evening.kill(kind))
            if number % ENTERED_EVERY == 0:
                evening.play()
    return took


def main() -> int:
    """Print how long telephones were away, and whether that was short enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=200)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        began = time.monotonic()
        took = run(args.count, Path(folder))
        errors = (Path(folder) / "errors.txt").read_text(errors="replace")
    for kind, times in took.items():
        middle, longest = statistics.median(times), max(times)
        sys.stdout.write(f"{kind:10} {len(times):4} kills; away for {middle:.1f} s, at most {longest:.1f} s\n")
    sys.stdout.write(f"{args.count} kills in {(time.monotonic() - began) / 60:.1f} min; ")
    sys.stdout.write(f"nothing shown is lost, no orphan; {errors.count('Traceback')} tracebacks\n")
    return 0 if max(map(max, took.values())) <= BACK_WITHIN and "Traceback" not in errors else 1


if __name__ == "__main__":
    os.environ["PYTHONUNBUFFERED"] = "1"
    sys.exit(main())
