"""Gives bad input to the game's socket and to the server for telephones, for a given time.

    python -m tests.fuzz.telephones [MINUTES [SEED]]

Requests that are whole, torn, stale, crossed, of wrong types, and plain noise, while people at the table undo, end
turns, begin anew and switch telephones off and on. After each of them the game must still go its rounds, its booked
actions must be those that the rules allow, and the server must still answer.
"""

from __future__ import annotations

import argparse
import json
import logging
import random
import socket
import sys
import time
from contextlib import suppress
from typing import Any

from display.messages.intents import Advance, EndTurn, Leave, Redo, SetUp, Undo
from engine import Phase
from tests.device.features.telephones.game.phone_table import SEATS, phone_of
from tests.device.features.telephones.server.served import ServedTable, served

DOES = (
    "seat",
    "leave",
    "name",
    "enter",
    "back",
    "answer",
    "boards",
    "go_on",
    "listening",
    "cannot_listen",
    "keep",
    "show",
    "",
    "quit",
)
ACTS = ("build", "stage", "discard", "pass", "recruit", "court", "build_from_discard", "coins", "fight", "x")
CARDS = ("baths", "altar", "lumber_yard", "palace", "stone_pit", "nero", "", "\x00", "ü" * 20)
ODD: tuple[Any, ...] = (None, True, -1, 10**30, 1.5, "", "x" * 5000, [], {}, [[]], "\ud800", float("inf"))
FIELDS = (
    "port",
    "error",
    "phone",
    "wonder",
    "name",
    "moment",
    "seat",
    "act",
    "card",
    "pays",
    "free",
    "kind",
    "choice",
    "boards",
    "id",
)
PATHS = (
    *("/", "/phones.js", "/events", "/ask", "/words/xx", "/words/../../etc/passwd", "/%00", "//", "/" + "x" * 9000),
    *("/score", "/sheet", "/photographs", "/photographs/x", "/photographs/" + "x" * 900),
)
HEADS = ("Host: 127.0.0.1", "Host: evil", "Content-Length: 99999999", "Transfer-Encoding: chunked", "X: " + "y" * 9000)


def request(chance: random.Random, moment: str) -> dict[str, Any]:
    """A request that is nearly right, or not at all."""
    row: dict[str, Any] = {
        "do": chance.choice(DOES),
        "phone": phone_of(chance.randrange(4)),
        "wonder": chance.choice(SEATS)[0],
        "name": chance.choice(CARDS),
        "moment": chance.choice((moment, moment, moment, "", "x.1.1.turn.012")),
        "seat": chance.randrange(4),
        "act": chance.choice(ACTS),
        "card": chance.choice(CARDS),
        "pays": chance.choice((None, [0, 0, 0], [2, 0, 0], [0, 1, 1], [99, 99, 99])),
        "kind": chance.choice(("not_acted", "discard_otherwise")),
        "port": 8377,
        "error": 98,
        "choice": chance.randrange(3),
    }
    wanted = {
        "seat": ("wonder",),
        "name": ("name",),
        "enter": ("moment", "seat", "act", "card", "pays"),
        "back": ("moment", "seat"),
        "answer": ("moment", "seat", "kind", "choice"),
        "go_on": ("moment",),
        "cannot_listen": ("port", "error"),
    }
    row = {name: row[name] for name in ("do", "phone", *wanted.get(row["do"], ()))}
    if chance.random() < 0.25:
        row[chance.choice(FIELDS)] = chance.choice(ODD)
    return row


def line(chance: random.Random, moment: str) -> bytes:
    """What is sent to the socket: a request, torn, or noise."""
    if chance.random() < 0.1:
        return chance.randbytes(chance.randrange(1, 400))
    text = json.dumps(request(chance, moment) | {"id": chance.randrange(1000)}).encode()
    return (text[: chance.randrange(len(text))] if chance.random() < 0.1 else text) + b"\n"


def http(chance: random.Random, site: ServedTable, moment: str) -> bytes:
    """What is sent to the server, as bytes."""
    body = json.dumps(request(chance, moment)).encode("utf-8", "replace")
    if chance.random() < 0.7:
        path = chance.choice(("/ask", "/ask", "/ask", "/ask", "/ask", "/ask", "/photographs", "/sheet"))
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Secret: {site.secret}\r\nContent-Type: application/json\r\n"
        )
        return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
    heads = "\r\n".join(chance.sample(HEADS, chance.randrange(4)))
    start = f"{chance.choice(('GET', 'POST', 'PUT', 'X' * 50))} {chance.choice(PATHS)} HTTP/{chance.choice('129')}.1"
    noise = chance.randbytes(chance.randrange(200)) if chance.random() < 0.5 else b""
    return f"{start}\r\n{heads}\r\n\r\n".encode("latin-1") + noise


def feed_socket(site: ServedTable, data: bytes) -> None:
    """A server that is none has come before the true one, and sends this to the game."""
    with site.lock:
        if site.table.host._link is not None:
            site.table.host._link._cut()
    with socket.socket(socket.AF_UNIX) as hostile, suppress(OSError):
        hostile.settimeout(1)
        hostile.connect(str(site.table.folder / "phones.sock"))
        hostile.sendall(data)
        time.sleep(0.004)


def feed_server(site: ServedTable, data: bytes) -> None:
    """A telephone that is none sends this to the server."""
    with socket.create_connection(("127.0.0.1", site.port), 2) as hostile, suppress(OSError):
        hostile.settimeout(0.02)
        hostile.sendall(data)
        hostile.recv(4096)


def press(chance: random.Random, site: ServedTable) -> None:
    """What people press at the table meanwhile."""
    with site.lock:
        host, session = site.table.host, site.table.session
        match chance.randrange(8):
            case 0:
                host.switch(on=False)
                host.switch(on=True)
            case 1:
                host.renew()
            case 2:
                site.do(Leave(), SetUp(SEATS), Advance())
            case 3:
                site.do(EndTurn(session.waited_for))
            case 4:
                site.do(*host.reveal())
            case _:
                site.do(chance.choice((Undo(), Redo(), Advance())))


def check(site: ServedTable) -> None:
    """The game goes its rounds, its record is one of the rules', the server answers."""
    if not site.alive:
        raise AssertionError("the game's rounds have ended")
    with site.lock:
        game = site.table.session.game
        if game is not None:
            *_, again = game.states()
            if again.cities != game.cities:
                raise AssertionError("the record is not what was booked")
            if game.phase is Phase.OVER:
                site.table.host.free("giza")
    if site.request("GET", "/phones.css", headers={"Connection": "close"}).status not in (200, 429):
        raise AssertionError("the server does not answer")


def run(seconds: float, seed: int, *, least: int = 0) -> int:
    """Give inputs for so long, but at least so many; returns how many. Raises for one that is not answered cleanly."""
    chance = random.Random(seed)
    given = 0
    until = time.monotonic() + seconds
    with served() as site:
        site.do(Advance())
        while given < least or time.monotonic() < until:
            moment = site.table.host.evening.moment
            if chance.random() < 0.5:
                data = b"".join(line(chance, moment) for _ in range(chance.randrange(1, 30)))
                feed_socket(site, data)
            else:
                feed_server(site, http(chance, site, moment))
            given += 1
            if given % 50 == 0:
                press(chance, site)
            if given % 20 == 0:
                check(site)
        check(site)
    return given


def main() -> int:
    """Print how many inputs were given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("minutes", type=float, nargs="?", default=30.0)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    args = parser.parse_args()
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    given = run(args.minutes * 60, args.seed)
    sys.stdout.write(f"{given} inputs in {args.minutes:g} min, all answered cleanly\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
