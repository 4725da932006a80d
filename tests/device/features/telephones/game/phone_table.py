"""A table without a camera whose players have telephones; the server between them is left out."""

from __future__ import annotations

import json
import socket
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from device.app.state_for_screen import state_for_screen
from device.features.telephones.game.host import PhoneHost
from device.features.telephones.game.requests import EnterTurn, TakeSeat, to_line
from device.perception.pipeline import FrameResult
from device.session.pressing import press
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.messages.intents import FeatureIntent, KeepScoredTable, SetUp
from engine import action_to_dict
from tests.device.tables import CODEBOOK
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.features.telephones.game.requests import Request
    from display.messages.intents import Intent
    from engine import SeatAction

SEATS = (("giza", "A"), ("rhodes", "B"), ("olympia", "A"))


def phone_of(seat: int) -> str:
    return f"telephone-of-seat-{seat}"


class PhoneServer:
    """The server's end of the socket at `path`; `wait` lets the game go its rounds."""

    def __init__(self, path: Path, wait: Callable[[float], None]) -> None:
        self._wait, self._number = wait, 0
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(path))
        self._socket.setblocking(False)
        self._torn = b""
        self.heard: list[bytes] = []

    def ask(self, do: str, phone: str, **values: Any) -> dict[str, Any]:
        """The reply to a request."""
        self._number += 1
        request = {"do": do, "id": self._number, "phone": phone, **values}
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        until = time.monotonic() + 5
        while time.monotonic() < until:
            self._wait(0.1)
            for line in self._lines():
                told = json.loads(line)
                if told.get("reply") == self._number:
                    return told
            time.sleep(0.001)
        raise AssertionError(f"no reply to {request}")

    def _lines(self) -> list[bytes]:
        try:
            while piece := self._socket.recv(1 << 16):
                self._torn += piece
        except BlockingIOError:
            pass
        *lines, self._torn = self._torn.split(b"\n")
        self.heard += lines
        return lines

    def read_on(self) -> None:
        """Hear what has been told since the last reply."""
        self._lines()

    def close(self) -> None:
        self._socket.close()


class PhoneTable:
    """The game's process: `say` sends a request as the server would, `round` is a round of the main loop."""

    def __init__(self, seats=SEATS, *, enters: bool = True, folder: Path | None = None, free_city=None) -> None:
        self._own = None if folder else TemporaryDirectory(dir="/tmp")
        self.folder = folder or Path(self._own.name)
        self.session = Session(TableUmpire(CODEBOOK))
        self.enters = enters
        self.host = self.start()
        self.do(SetUp(tuple(seats), free_city))
        self.number = 0
        self.sent: list[bytes] = []
        self.intents: list[Intent] = []
        self.asked: list[Intent] = []
        self.server: socket.socket | None = None
        self.revealed = 0
        self.plans: dict[int, Any] = {}

    def start(self) -> PhoneHost:
        host = PhoneHost(self.folder, enters=self.enters, socket=self.folder / "phones.sock")
        host.switch(on=True)
        self.server = None
        return host

    def do(self, intent: Intent) -> None:
        in_secret = self.session.in_secret
        self.session, _ = press(self.session, intent)
        self.host.forget(in_secret.keys() - self.session.in_secret.keys())

    def connect(self) -> None:
        self.server = socket.socket(socket.AF_UNIX)
        self.server.connect(str(self.folder / "phones.sock"))

    @property
    def state(self):
        result = FrameResult(Scene(0.0), 0, blind=True)
        return state_for_screen(self.session, result)

    def round(self) -> None:
        self.session = replace(self.session, in_secret=self.host.in_secret(self.session))
        self.intents = list(self.host.intents(self.session))
        self.asked += self.intents
        for intent in self.intents:
            if not isinstance(intent, KeepScoredTable | FeatureIntent):
                self.do(intent)
        self.host.tell(self.state, self.revealed)

    def lines(self) -> list[dict[str, Any]]:
        assert self.server is not None
        self.server.setblocking(False)
        data = b""
        try:
            while piece := self.server.recv(1 << 16):
                data += piece
        except BlockingIOError:
            pass
        self.server.setblocking(True)
        self.sent += data.splitlines()
        return [json.loads(line) for line in data.splitlines()]

    def say(self, request: Request) -> dict[str, Any]:
        """Send a request and wait for its reply."""
        if self.server is None:
            self.connect()
        self.server.sendall(to_line(request))
        until = time.monotonic() + 5
        while time.monotonic() < until:
            self.round()
            for line in self.lines():
                if line.get("reply") == request.id:
                    return line
            time.sleep(0.001)
        raise AssertionError(f"no reply to {request}")

    def next_number(self) -> int:
        self.number += 1
        return self.number

    def sit(self, *seats: int) -> None:
        for seat in seats:
            wonder = self.state.seats[seat].wonder
            assert self.say(TakeSeat(self.next_number(), phone_of(seat), wonder))["refused"] is None

    def enter(self, action: SeatAction, *, by: int | None = None, moment: str | None = None) -> dict[str, Any]:
        row = action_to_dict(action)
        pays = row["pays"] and tuple(row["pays"][side] for side in ("left", "right", "bank"))
        self.round()
        when = self.host.evening.moment if moment is None else moment
        phone = phone_of(action.seat if by is None else by)
        free = getattr(action, "free", False)
        request = EnterTurn(self.next_number(), phone, when, action.seat, row["do"], row["card"], pays, free)
        return self.say(request)

    def close(self) -> None:
        if self.server:
            self.server.close()
        self.host.close()
        if self._own:
            self._own.cleanup()
