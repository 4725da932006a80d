"""A hall in numbers: messages a second, how late the hall hears of them, memory, and how all that grows.

`python -m tests.bench.hall_load` plays 10, 100 and 1,000 simulated tables at 60 times the usual speed for 20 s each,
over one Mosquitto with the shipped configuration (without TLS) on loopback. `--quick`: 10 and 100 tables for 5 s.
`--speed 240`: still faster, to find where it ends.

A table of four plays a game in half an hour: five states a turn, then its sheets. The tables are one process that
speaks MQTT 5 without a library, so that it is not what is measured; broker and hall are the real ones. What the hall's
page shows is made every second. Beside what the schema has, a message carries when it was sent; the hall ignores it.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import resource
import selectors
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from device.features.hall.server.hall import Hall
from device.features.hall.server.listening import HallListener
from device.features.hall.table.broker import Broker
from device.for_features.hall.messages import HallCity, HallSeat, SheetMessage, TableMessage
from device.for_features.hall.results import HallResults, read_results
from device.for_features.local_link.server_process import server_environment
from display.words import Words
from engine import CATEGORIES
from tests.device.features.hall.mosquitto import HOST, PROGRAM, Mosquitto

TABLES = (10, 100, 1000)
SECONDS, QUICK_SECONDS = 20.0, 5.0
TURN = 100.0
"""s of a turn at the usual speed."""
WONDERS = ("giza", "rhodes", "olympia", "babylon")
STARTED = ',"sent":'


def length(number: int) -> bytes:
    """A variable byte integer (MQTT 5, 1.5.5)."""
    found = bytearray()
    while True:
        number, digit = divmod(number, 128)
        found.append(digit | (128 if number else 0))
        if not number:
            return bytes(found)


def text(words: str) -> bytes:
    return struct.pack("!H", len(words)) + words.encode()


def connect_packet(name: str) -> bytes:
    body = text("MQTT") + bytes((5, 2)) + struct.pack("!H", 60) + b"\x00" + text(name)
    return b"\x10" + length(len(body)) + body


def publish_packet(topic: str, payload: bytes, number: int) -> bytes:
    """QoS 1, retained."""
    body = text(topic) + struct.pack("!H", number) + b"\x00" + payload
    return b"\x33" + length(len(body)) + body


class SimulatedTable:
    """A table's line to the broker, and its game."""

    def __init__(self, number: int, port: int, speed: float) -> None:
        self.name, self.number, self.turn = f"table-{number}", number, TURN / speed
        self.chance = random.Random(number)
        self.line = socket.create_connection((HOST, port))
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.line.sendall(connect_packet(f"load-{number}"))
        self.packets = self.sent = self.confirmed = self.games = 0
        self.moments = self._moments()

    def _moments(self) -> list[dict[str, Any]]:
        """The states of a game, in order, the last one first."""
        seats = tuple(HallSeat(wonder, "A") for wonder in WONDERS)
        found = [{"stage": "setup", "seats": seats}]
        for age in (1, 2, 3):
            for turn in range(1, 7):
                waiting = list(range(len(seats)))
                self.chance.shuffle(waiting)
                for left in range(len(waiting), -1, -1):
                    now = {"age": age, "turn": turn, "phase": "turn", "waiting": tuple(sorted(waiting[:left]))}
                    found.append({"stage": "play", "seats": seats, **now})
        found.append(
            {"stage": "over", "seats": tuple(msgspec.structs.replace(s, points=40) for s in seats), "winners": (0,)}
        )
        return found[::-1]

    def act(self) -> float:
        """Tell the next thing; returns the s until the one after it."""
        now = time.time()
        if not self.moments:
            self._publish(f"games/{self._sheet_name()}", self._sheet(now))
            self.games += 1
            self.moments = self._moments()
            return self.turn
        message = TableMessage(**self.moments.pop(), table=self.name, device=f"device{self.number}", at=int(now))
        self._publish("state", msgspec.json.encode(message))
        return self.chance.expovariate(5 / self.turn)

    def _sheet_name(self) -> str:
        return f"device{self.number}-{self.games}"

    def _sheet(self, now: float) -> bytes:
        started = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(now))
        points = [{name: self.chance.randint(0, 20) for name in CATEGORIES} for _ in WONDERS]
        cities = tuple(
            HallCity(seat, wonder, "A", points[seat], self.games, seat + 1) for seat, wonder in enumerate(WONDERS)
        )
        return msgspec.json.encode(
            SheetMessage(
                table=self.name, device=f"device{self.number}", game=self._sheet_name(), number=self.games, revision=1,
                started=started, finished=started, edition="first", leaders=False, cities=cities,
            )
        )  # fmt: skip

    def _publish(self, topic: str, payload: bytes) -> None:
        self.packets = self.packets % 65_535 + 1
        stamped = payload[:-1] + f"{STARTED}{time.time_ns()}}}".encode()
        self.line.sendall(publish_packet(f"wondertable/{self.name}/{topic}", stamped, self.packets))
        self.sent += 1

    def hear(self) -> None:
        """Count confirmations: each packet of the broker is one, after the first."""
        data = self.line.recv(65_536)
        at = 0
        while at + 1 < len(data):
            if data[at] == 0x40:
                self.confirmed += 1
            at += 2 + data[at + 1]


def play(tables: int, port: int, seconds: float, speed: float) -> dict[str, Any]:
    """Have so many tables play for so long; returns what they sent and how late they were themselves."""
    lines = [SimulatedTable(number, port, speed) for number in range(tables)]
    chooser = selectors.DefaultSelector()
    for one in lines:
        chooser.register(one.line, selectors.EVENT_READ, one)
    begin = time.monotonic() + 1
    chance = random.Random(0)
    due = [(begin + chance.uniform(0, TURN / speed), number) for number in range(tables)]
    for number, one in enumerate(lines):  # they are somewhere in a game
        del one.moments[chance.randrange(len(one.moments)) :]
        assert number == one.number
    heapq.heapify(due)
    late, end = 0.0, begin + seconds
    while (now := time.monotonic()) < end:
        while due and due[0][0] <= now:
            at, number = heapq.heappop(due)
            late = max(late, now - at)
            heapq.heappush(due, (at + lines[number].act(), number))
        for key, _ in chooser.select(max(0.0, min(due[0][0] - time.monotonic(), 0.05))):
            key.data.hear()
    left = time.monotonic() + 10
    while any(one.confirmed < one.sent for one in lines) and time.monotonic() < left:
        for key, _ in chooser.select(0.05):
            key.data.hear()
    found = {
        "sent": sum(one.sent for one in lines),
        "confirmed": sum(one.confirmed for one in lines),
        "games": sum(one.games for one in lines),
        "late": late,
    }
    for one in lines:
        one.line.close()
    return found


def watch(port: int, results: Path, seconds: float) -> dict[str, Any]:
    """Be the hall for so long; returns how late each message came, and what the page costs."""
    late: list[float] = []
    shown: list[float] = []
    with_results = HallResults(results)
    hall = Hall(with_results, Words())
    take = hall.take

    def stamped(topic: str, payload: bytes, *, retained: bool) -> object:
        found = take(topic, payload, retained=retained)
        sent = payload.rpartition(STARTED.encode())[2][:-1]
        if sent.isdigit():
            late.append(time.time_ns() / 1e6 - int(sent) / 1e6)
        return found

    hall.take = stamped  # type: ignore[method-assign, assignment]
    listener = HallListener(hall, Broker(HOST, port, encrypted=False), "wondertable")
    end, asked = time.monotonic() + seconds, 0.0
    while time.monotonic() < end:
        listener.step(0.05)
        if time.monotonic() - asked > 1:
            asked = time.monotonic()
            hall.shown()
            shown.append((time.monotonic() - asked) * 1e3)
    listener.close()
    used = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "heard": len(late),
        "late": [median(late), quantiles(late, n=20)[-1], max(late)] if len(late) > 1 else [0, 0, 0],
        "shown": max(shown, default=0.0),
        "processor": used.ru_utime + used.ru_stime,
        "memory": memory("self"),
    }


def memory(process: int | str) -> float:
    """Resident MB."""
    lines = (line.split() for line in Path(f"/proc/{process}/status").read_text().splitlines())
    return next(int(line[1]) / 1024 for line in lines if line[0] == "VmRSS:")


def processor(process: int) -> float:
    """s of processor time."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def measure(tables: int, seconds: float, speed: float) -> str:
    """A line for so many tables."""
    with TemporaryDirectory(dir="/tmp") as folder:
        broker = Mosquitto(Path(folder) / "m", plain=True).start()
        assert broker.process is not None
        results = Path(folder) / "results"
        given = ("--port", str(broker.port), "--seconds", str(seconds), "--speed", str(speed))
        command = (sys.executable, "-m", "tests.bench.hall_load", *given)
        watching = subprocess.Popen(
            (*command, "--watch", str(results)), stdout=subprocess.PIPE, env=server_environment(), text=True
        )
        time.sleep(2)
        before = processor(broker.process.pid)
        playing = subprocess.run(
            (*command, "--play", str(tables)), capture_output=True, env=server_environment(), text=True, check=True
        )
        used, resident = processor(broker.process.pid) - before, memory(broker.process.pid)
        played, heard = json.loads(playing.stdout), json.loads(watching.communicate()[0])
        broker.stop()
        counted = len(read_results(results))
    middle, most, longest = heard["late"]
    return "; ".join(
        (
            f"{tables:5} tables: {played['sent'] / seconds:.0f} messages/s ({played['late'] * 1e3:.0f} ms late)",
            f"{heard['heard']} of {played['sent']} heard",
            f"to the hall {middle:.1f} ms (95 %: {most:.1f}, longest {longest:.0f})",
            f"sheets {counted} of {played['games']}",
            f"broker {resident:.1f} MB, {used / seconds * 100:.0f} % of a core",
            f"hall {heard['memory']:.1f} MB, {heard['processor'] / (seconds + 8) * 100:.0f} %",
            f"page {heard['shown']:.0f} ms",
        )
    )


def main() -> None:
    """Print a line for each number of tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", type=int, nargs="*", default=list(TABLES))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--speed", type=float, default=60.0)
    parser.add_argument("--port", type=int)
    parser.add_argument("--play", type=int)
    parser.add_argument("--watch", type=Path)
    args = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536) if most > 0 else 65_536, most))
    if args.play:
        sys.stdout.write(json.dumps(play(args.play, args.port, args.seconds, args.speed)))
    elif args.watch:
        sys.stdout.write(json.dumps(watch(args.port, args.watch, args.seconds + 8)))
    elif not PROGRAM:
        sys.stdout.write("no Mosquitto: sh systemd/packages.sh mosquitto\n")
    else:
        for tables in (10, 100) if args.quick else args.tables:
            sys.stdout.write(measure(tables, QUICK_SECONDS if args.quick else args.seconds, args.speed) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
