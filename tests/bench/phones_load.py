"""Telephones in numbers: how soon they know of a booking, what the server needs, and what the table feels of it.

`python -m tests.bench.phones_load` takes about a minute and prints

- a line for 8, 50 and 200 telephones: when they hear of a turn, how long a change is, the server's memory,
- a line for each way in which the server may fail: what a booking takes then, beside a table without telephones,
- what telephones add to the processor time of a game that a camera follows.

Game, server, telephones and a hostile server are processes of their own, on this machine's own address. A booking is
timed from the press to the end of that round of the main loop, in time on the clock (which other programs on the
machine stretch) and in processor time.
"""

from __future__ import annotations

import argparse
import gc
import http.client
import itertools
import json
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from device.app.connections import Inputs
from device.app.main_loop import MainLoop
from device.cameras import open_camera
from device.features.telephones.game.link import server_command
from device.perception.pipeline import SequentialPipeline
from device.perception.rig import Rig
from device.session.session import Session
from device.settings.settings import read_settings
from display.messages.intents import Advance, Enter
from engine import Phase
from tests.dealing.dealer import deal
from tests.device.features.telephones.game.phone_table import PhoneTable, phone_of
from tests.device.features.telephones.server.served import changed
from tests.device.simulation.film import film_game
from tests.journeys.test_by_hand import MANY, any_move
from vision.kit.codebook import Codebook

TELEPHONES = (8, 50, 200)
FEW = 8
TURNS = 6
PORT = 8399
ROUND = 1 / 30
"""s; as the appliance's main loop."""
TURN_TAKES = 20.0
"""s that seven people need for a turn at least."""
MOST_DELAY = 10.0
"""ms that a booking may take longer, whatever the server does."""
MOST_EXTRA, MOST_MEMORY, LONGEST_CHANGE = 2.0, 45.0, 2048
"""% of processor time, MB, bytes."""


ADDRESSES = (f"127.0.{number // 250 + 1}.{number % 250 + 1}" for number in itertools.count())
"""Each telephone has its own."""


class Listener(threading.Thread):
    """A telephone that notes when it heard of each turn; `state` is what its page knows."""

    def __init__(self, port: int, secret: str, wonder: str) -> None:
        super().__init__(daemon=True)
        own = next(ADDRESSES)
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(own, 0))
        self.line.request("GET", f"/events?wonder={wonder}&language=en", headers={"X-Secret": secret})
        self.heard: dict[str, float] = {}
        self.listed: dict[str, float] = {}
        self.state: dict[str, Any] = {}
        self.sizes: list[int] = []
        self.start()

    def run(self) -> None:
        answer = self.line.getresponse()
        with suppress(OSError, ValueError, http.client.HTTPException):
            while text := answer.readline():
                if not text.startswith(b"data: "):
                    continue
                now = time.perf_counter()
                told = json.loads(text[6:])
                self.sizes.append(len(text) if "change" in told else 0)
                self.state = told["state"] if "state" in told else changed(self.state, told["change"])
                name = str(self.state.get("moment"))
                self.heard.setdefault(name, now)
                if "prices" in told.get("change", ()):
                    self.listed[name] = now


def listen(port: int, secret: str, count: int) -> None:
    """Be so many telephones; at the end of the input, say what they know."""
    telephones = [Listener(port, secret, MANY[number % len(MANY)][0]) for number in range(count)]
    while any("stage" not in one.state for one in telephones):
        time.sleep(0.02)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.read()
    known = [[one.heard, one.listed, one.sizes, one.state.get("turns")] for one in telephones]
    sys.stdout.write(json.dumps(known))


def flood(path: str, kind: str) -> None:
    """Be a server that sends garbage, or requests at full speed, and comes back whenever it is hung up on."""
    chance = random.Random(1)
    while True:
        with socket.socket(socket.AF_UNIX) as line, suppress(OSError):
            line.connect(path)
            line.settimeout(0.2)
            while True:
                line.sendall(chance.randbytes(4096) if kind == "garbage" else _requests(chance, line))


def _requests(chance: random.Random, line: socket.socket) -> bytes:
    """Requests that each change something: seats, names, entries."""
    with suppress(OSError):
        line.recv(1 << 16, socket.MSG_DONTWAIT)
    number, seat = chance.randrange(1 << 20), chance.randrange(len(MANY))
    rows = [
        {"do": "seat", "wonder": MANY[seat][0]},
        {"do": "name", "name": f"Ada {number}"},
        {"do": "enter", "moment": "x", "seat": seat, "act": "discard"},
        {"do": "leave"},
    ]
    return b"".join(json.dumps({"id": number, "phone": phone_of(seat), **row}).encode() + b"\n" for row in rows)


@dataclass
class Timed:
    """ms on the clock and of the processor, of each booking."""

    clock: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    def against(self, other: Timed) -> str:
        """Median and worst of this, and how much longer than the other's they are."""
        found = []
        for mine, theirs in ((self.clock, other.clock), (self.processor, other.processor)):
            middle, worst = median(mine), max(mine)
            found.append(
                f"{middle:.2f} (worst {worst:.2f}; {middle - median(theirs):+.2f}, {worst - max(theirs):+.2f})"
            )
        return f"booking {found[0]} ms, of the processor {found[1]} ms"

    def is_late_after(self, other: Timed) -> bool:
        """True if 95 % take too much longer on the clock. The longest of all are what other programs make them."""
        return quantiles(self.clock, n=20)[-1] - quantiles(other.clock, n=20)[-1] > MOST_DELAY


class Load:
    """A table for seven with so many telephones; 0: they are switched off."""

    def __init__(self, telephones: int) -> None:
        gc.collect()
        gc.freeze()  # what was measured before is no part of this game
        self.table = PhoneTable(MANY)
        self.chance = random.Random(1)
        self.bookings = Timed()
        self.booked_at: dict[str, float] = {}
        self.server: subprocess.Popen[bytes] | None = None
        self.telephones: subprocess.Popen[str] | None = None
        if not telephones:
            self.table.host.switch(on=False)
            self.table.do(Advance())
            return
        self.server = subprocess.Popen(server_command(self.path, PORT, "127.0.0.1"))
        self.rounds_until(lambda: self.table.host.access().link)
        what = ("--listen", self.table.host.evening.secret, str(telephones))
        command = (sys.executable, "-m", "tests.bench.phones_load", *what)
        self.telephones = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        ready = threading.Thread(target=self.telephones.stdout.readline)
        ready.start()
        self.rounds_until(lambda: not ready.is_alive())
        self.table.do(Advance())

    @property
    def path(self) -> Path:
        """The game's socket."""
        return self.table.folder / "phones.sock"

    def round(self) -> None:
        """A round of the main loop in which nobody presses anything."""
        began = time.perf_counter()
        self._serve()
        time.sleep(max(0.0, ROUND - (time.perf_counter() - began)))

    def _serve(self) -> None:
        if self.table.host.is_on:
            self.table.round()

    def rounds_until(self, condition: Any, seconds: float = 30.0) -> None:
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError
            self.round()

    def press(self, intent: Advance | Enter) -> None:
        """A round of the main loop with a press."""
        clock, processor = time.perf_counter(), time.thread_time()
        self.table.do(intent)
        self._serve()
        self.bookings.clock.append((time.perf_counter() - clock) * 1e3)
        self.bookings.processor.append((time.thread_time() - processor) * 1e3)
        time.sleep(max(0.0, ROUND - (time.perf_counter() - clock)))

    def play(self, turns: int = TURNS) -> Load:
        """Some turns, entered with keys one seat after the other."""
        for _ in range(turns):
            before = self.moment
            while self.moment == before:
                began = time.perf_counter()
                game = self.table.session.game
                fights = game.phase is Phase.CONFLICTS
                self.press(Advance() if fights else Enter(any_move(game, game.to_act[0], self.chance)))
            self.booked_at[self.name] = began
            for _ in range(5):
                self.round()
        return self

    @property
    def moment(self) -> tuple[object, ...]:
        """The open phase."""
        game = self.table.session.game
        return game.age, game.turn, game.phase

    @property
    def name(self) -> str:
        """The open phase as telephones are told it."""
        game = self.table.session.game
        acting = "".join(map(str, game.acting))
        return f"{self.table.host.evening.game}.{game.age}.{game.turn}.{game.phase}.{acting}"

    def memory(self) -> float:
        """MB of the server that are resident."""
        rows = Path(f"/proc/{self.server.pid}/status").read_text().splitlines()
        return int(next(row.split()[1] for row in rows if row.startswith("VmRSS"))) / 1024

    def line(self, count: int) -> tuple[str, bool]:
        """What was measured, and whether it is within the limits."""
        for _ in range(30):
            self.round()
        memory = self.memory()
        known = json.loads(self.telephones.communicate("")[0])
        heard, listed = (
            [
                (row[place][name] - at) * 1e3
                for row in known
                for name, at in self.booked_at.items()
                if name in row[place]
            ]
            for place in (0, 1)
        )
        other = sum(row[3] != known[0][3] for row in known)
        sizes = [size for row in known for size in row[2] if size]
        text = (
            f"{count:4} telephones: heard after {median(heard):.0f} ms (95 %: {quantiles(heard, n=20)[-1]:.0f}, longest"
            f" {max(heard):.0f}), of prices after {median(listed):.0f} (longest {max(listed):.0f}),"
            f" {len(heard)} of {count * len(self.booked_at)}, another table on {other};"
            f" a change {median(sizes):.0f} bytes (longest {max(sizes)}); server {memory:.1f} MB"
        )
        good = not other and len(heard) == count * len(self.booked_at)
        return text, good and max(sizes) <= LONGEST_CHANGE and memory <= MOST_MEMORY

    def close(self) -> None:
        """End the server and put the telephones away."""
        for process in filter(None, (self.telephones, self.server)):
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()
        self.table.close()


def hang(load: Load) -> subprocess.Popen[bytes] | None:
    """The server does not go on."""
    load.server.send_signal(signal.SIGSTOP)
    return None


def kill(load: Load) -> subprocess.Popen[bytes] | None:
    """The server is gone."""
    load.server.kill()
    return None


def garbage(load: Load) -> subprocess.Popen[bytes] | None:
    """Another server sends bytes that are no requests."""
    return _hostile(load, "garbage")


def requests(load: Load) -> subprocess.Popen[bytes] | None:
    """Another server sends requests that each change something, at full speed."""
    return _hostile(load, "requests")


def _hostile(load: Load, kind: str) -> subprocess.Popen[bytes]:
    load.server.kill()
    return subprocess.Popen((sys.executable, "-m", "tests.bench.phones_load", "--flood", str(load.path), kind))


def fail(how: Any, calm: Timed) -> bool:
    """Print what a booking takes while the server fails. Returns whether that is within the limit."""
    with closing(Load(FEW)) as load:
        hostile = how(load)
        try:
            for _ in range(30 if hostile else 5):
                load.round()
            load.play()
        finally:
            if hostile:
                hostile.kill()
                hostile.wait()
        good = not load.bookings.is_late_after(calm)
        say(f"{how.__doc__[:-1]}: {load.bookings.against(calm)}", good=good)
    return good


def processor_time(calm: float, served: float, turn: float) -> bool:
    """Print what telephones add to a game that a camera follows. All in s of the processor.

    `calm` and `served`: of a second of the main loop in which nothing happens, without and with telephones. `turn`:
    what they add to a turn.
    """
    with TemporaryDirectory() as folder:
        film = Path(folder) / "turn.mp4"
        frames = 10.0
        film_game(deal(3, 5), film, rounds=1, fps=frames)
        settings = read_settings(())
        rig = Rig("table", settings.table.kit, Codebook.load(), settings.table.kit_sizes())
        camera = open_camera(f"film:{film}", settings.camera, None)
        pipeline = SequentialPipeline(camera, rig.scene_reader(previews=True))
        loop = MainLoop(Session(rig.umpire(), auto=True, setup=rig.setup()), Inputs(pipeline))
        began = time.process_time()
        loop.run()
        whole = (time.process_time() - began) / (loop.session.scene.time or 1.0)
    added = served - calm + turn / TURN_TAKES
    extra = 100 * added / whole
    say(
        f"processor: a game takes {whole * 1e3:.0f} ms a second, {FEW} telephones {added * 1e3:.2f} ms more"
        f" ({extra:.2f} %): {(served - calm) * 1e3:.2f} in idle rounds, {turn * 1e3:.1f} a turn",
        good=extra <= MOST_EXTRA,
    )
    return extra <= MOST_EXTRA


def idle(load: Load, seconds: float = 3.0) -> float:
    """s of the processor for a second of rounds in which nothing happens."""
    began, rounds = time.process_time(), round(seconds / ROUND)
    for _ in range(rounds):
        load.round()
    return (time.process_time() - began) / seconds


def say(text: str, *, good: bool = True) -> None:
    """Print a line; one that is over a limit is marked."""
    sys.stdout.write(f"{text}{'' if good else '   OVER THE LIMIT'}\n")
    sys.stdout.flush()


def run(numbers: list[int]) -> bool:
    """Print everything. Returns whether all of it is within the limits."""
    good = True
    with closing(Load(0)) as calm:
        resting = idle(calm)
        began = time.process_time()
        calm.play()
        playing = time.process_time() - began
    for count in numbers:
        with closing(Load(count)) as load:
            served = idle(load) if count == FEW else 0.0
            began = time.process_time()
            load.play()
            used = time.process_time() - began
            text, within = load.line(count)
            say(f"{text}; {load.bookings.against(calm.bookings)}", good=within)
            good &= within and not load.bookings.is_late_after(calm.bookings)
            if count == FEW:
                good &= processor_time(resting, served, (used - playing) / TURNS)
    for how in (hang, garbage, requests, kill):
        good &= fail(how, calm.bookings)
    return good


def main() -> int:
    """Measure; the exit status is 1 if something is over its limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("telephones", type=int, nargs="*", default=list(TELEPHONES))
    parser.add_argument("--listen", nargs=2, metavar=("SECRET", "COUNT"), help=argparse.SUPPRESS)
    parser.add_argument("--flood", nargs=2, metavar=("SOCKET", "KIND"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.listen:
        listen(PORT, args.listen[0], int(args.listen[1]))
    elif args.flood:
        flood(*args.flood)
    else:
        return 0 if run(args.telephones) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
