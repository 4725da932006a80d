"""A game's process and a server for telephones, both in this one, on an address of this machine only."""

from __future__ import annotations

import asyncio
import copy
import http.client
import json
import socket
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from device.features.telephones.server.serving import run
from tests.device.features.telephones.game.phone_table import PhoneTable, phone_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from device.features.telephones.server.reader_process import ReaderProcess
    from display.messages.intents import Intent


def changed(state: Any, by: dict[str, Any]) -> Any:
    """What the page's script does with a change."""
    state = copy.deepcopy(state)
    _merge(state, by)
    return state


def _merge(at: Any, by: dict[str, Any]) -> None:
    for name, value in by.items():
        key = int(name) if isinstance(at, list) and name not in "+-*" else name
        if name == "+":
            at.extend(value)
        elif name == "-":
            for gone in value:
                del at[gone]
        elif name == "*":
            at.update((one, word) for word, names in value.items() for one in names.split(" "))
        elif isinstance(value, dict) and (isinstance(at, list) or key in at) and isinstance(at[key], (dict, list)):
            _merge(at[key], value)
        else:
            at[key] = value


class ServedTable:
    """The table's rounds run in a thread; `do` and `until` may be called from any other."""

    def __init__(self, table: PhoneTable, port: int) -> None:
        self.table, self.port = table, port
        self.lock = threading.RLock()
        self._over = False
        self._thread = threading.Thread(target=self._rounds, daemon=True)
        self._thread.start()

    def _rounds(self) -> None:
        while not self._over:
            with self.lock:
                if self.table.host.is_on:
                    self.table.round()
            time.sleep(0.003)

    def do(self, *intents: Intent) -> None:
        with self.lock:
            for intent in intents:
                self.table.do(intent)

    def until(self, condition: Callable[[], Any], seconds: float = 10.0) -> Any:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with self.lock:
                found = condition()
            if found:
                return found
            time.sleep(0.005)
        raise AssertionError("it did not happen in time")

    @property
    def alive(self) -> bool:
        """True while the table goes its rounds."""
        return self._thread.is_alive()

    @property
    def secret(self) -> str:
        return self.table.host.evening.secret

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        secret: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> http.client.HTTPResponse:
        """One request; the body is read."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        known = {"X-Secret": self.secret if secret is None else secret}
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        if data is not None:
            known["Content-Type"] = "application/json"
        line.request(method, path, data, known | (headers or {}))
        answer = line.getresponse()
        answer.content = answer.read()
        line.close()
        return answer

    def ask(self, phone: int, do: str, **values: Any) -> dict[str, Any]:
        answer = self.request("POST", "/ask", {"do": do, "phone": phone_of(phone), **values})
        return json.loads(answer.content)

    def close(self) -> None:
        self._over = True
        self._thread.join()
        self.table.close()


class Stream:
    """What a telephone hears; `state` is what its page knows."""

    def __init__(self, port: int, secret: str, wonder: str = "", language: str = "en") -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        self.line.request("GET", f"/events?wonder={wonder}&language={language}", headers={"X-Secret": secret})
        self.answer = self.line.getresponse()
        self.state: dict[str, Any] = {}
        self.heard: list[bytes] = []

    def hear(self) -> bytes:
        """The next event, applied."""
        text = b""
        while not text.endswith(b"\n\n"):
            piece = self.answer.readline()
            if not piece:
                raise EOFError
            text += piece
        if text.startswith(b"data: "):
            told = json.loads(text[6:])
            self.state = told["state"] if "state" in told else changed(self.state, told["change"])
            self.heard.append(text)
        return text

    def until(self, condition: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        while not (self.state and condition(self.state)):
            self.hear()
        return self.state

    def close(self) -> None:
        self.answer.close()
        self.line.close()


@contextmanager
def served(*, reader: ReaderProcess | None = None, **options: Any) -> Iterator[ServedTable]:
    """A table with a server beside it. `reader` reads photographs."""
    table = PhoneTable(**options)
    listener = socket.create_server(("127.0.0.1", 0))
    loop = asyncio.new_event_loop()
    serving: list[asyncio.Task[None]] = []

    def serve() -> None:
        asyncio.set_event_loop(loop)
        serving.append(
            loop.create_task(run(table.folder / "phones.sock", listener, ["127.0.0.1"], stay=True, reader=reader))
        )
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(serving[0])
        for unanswered in (rest := asyncio.all_tasks(loop)):
            unanswered.cancel()
        loop.run_until_complete(asyncio.gather(*rest, return_exceptions=True))

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    found = ServedTable(table, listener.getsockname()[1])
    try:
        found.until(lambda: table.host.access() and table.host.access().link)
        yield found
    finally:
        loop.call_soon_threadsafe(serving[0].cancel)
        thread.join(10)
        loop.close()
        listener.close()
        found.close()
