"""Connections that ask for nothing shut nobody out, fill neither descriptors nor the log, and keep no memory."""

from __future__ import annotations

import http.client
import logging
import re
import socket
import subprocess
from contextlib import closing, suppress
from pathlib import Path

import pytest

from device.features.telephones.game.host import PhoneHost
from device.features.telephones.game.link import server_command
from device.for_features.web_server.connections import (
    KEPT_BACK,
    MOST_CONNECTIONS,
    MOST_OF_ONE,
    OncePerMinute,
    most_connections,
    network_of,
)
from tests.attacks.game_process import free_port, until

MEMORY = 45.0
"""MB that the server may take, also after a flood."""


class Server:
    """The server as a process of its own, with a game beside it."""

    def __init__(self, folder: Path) -> None:
        self.port, self.errors = free_port(), folder / "errors.txt"
        self.host = PhoneHost(folder, socket=folder / "phones.sock")
        self.host.switch(on=True)
        command = server_command(folder / "phones.sock", self.port, "127.0.0.1")
        self.process = subprocess.Popen(command, stderr=self.errors.open("wb"))
        until(self._linked)

    def _linked(self) -> str:
        self.host._link.exchange()
        return self.host.access().link

    def ask(self, source: str) -> int:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=3, source_address=(source, 0))
        try:
            line.request("GET", "/phones.css")
            return line.getresponse().status
        except OSError:
            return 0
        finally:
            line.close()

    def connect(self, source: str) -> socket.socket | None:
        with suppress(OSError):
            return socket.create_connection(("127.0.0.1", self.port), 0.5, source_address=(source, 0))
        return None

    @property
    def files(self) -> int:
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    @property
    def memory(self) -> float:
        """MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        self.host.close()


@pytest.fixture
def server(tmp_path):
    with closing(Server(tmp_path)) as server:
        yield server


def test_idle_connections_of_one_machine_shut_nobody_out(server):
    idle = [server.connect("127.0.0.1") for _ in range(310)]
    assert [server.ask("127.0.0.2") for _ in range(10)] == [200] * 10
    assert server.ask("127.0.0.1") == 200, "nor those behind its own address"
    assert server.files < MOST_OF_ONE + 40
    assert idle


def test_idle_connections_of_many_machines_shut_nobody_out(server):
    idle = [server.connect(f"127.0.{number % 50 + 1}.1") for number in range(2 * MOST_CONNECTIONS)]
    for _ in range(5):
        assert server.ask("127.1.1.1") == 200
    assert server.files < MOST_CONNECTIONS + KEPT_BACK
    assert server.errors.read_text().count("\n") < 5
    assert idle


def test_streams_of_one_machine_are_limited_without_a_word_in_the_log(server):
    secret = server.host.evening.secret
    head = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Secret: {secret}\r\n\r\n".encode()
    answered = []
    for _ in range(MOST_OF_ONE + 30):
        line = server.connect("127.0.0.1")
        with suppress(OSError):
            line.sendall(head)
            answered += [line] if line.recv(100).startswith(b"HTTP/1.1 200") else []
    assert len(answered) == MOST_OF_ONE
    assert server.ask("127.0.0.2") == 200
    assert server.errors.read_text() == ""


def test_requests_that_never_end_from_a_few_addresses_shut_nobody_out(server):
    head = b"POST /ask HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\n{"
    held = [server.connect(f"127.0.0.{number % 10 + 10}") for number in range(340)]
    for line in held:
        if line is not None:
            with suppress(OSError):
                line.sendall(head)
    assert [server.ask(f"127.0.1.{number + 1}") for number in range(5)] == [200] * 5


@pytest.mark.parametrize(("floods", "requests"), [(1, 100), pytest.param(4, 600, marks=pytest.mark.slow)])
def test_after_a_flood_the_memory_is_given_back(server, floods, requests):
    for _ in range(floods):
        idle = [server.connect(f"127.0.{number % 50 + 1}.1") for number in range(300)]
        for line in idle:
            if line is not None:
                with suppress(OSError):
                    line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 7000)
    for number in range(requests):
        server.ask(f"127.0.{number % 50 + 1}.2")
    del idle
    until(lambda: server.memory < MEMORY, 15)


def test_the_limit_leaves_room_under_a_small_limit_of_open_files():
    assert most_connections(1024) == MOST_CONNECTIONS
    assert most_connections(256) == 256 - KEPT_BACK
    assert most_connections(10) == 1


def test_a_machine_with_many_ipv6_addresses_counts_as_one():
    assert network_of(("2001:db8::1", 9, 0, 0)) == network_of(("2001:db8::ffff:2", 9, 0, 0))
    assert network_of(("fe80::1%wlan0", 9, 0, 3)) == "fe80::"
    assert network_of(("::ffff:192.168.1.7", 9, 0, 0)) == "192.168.1.7"
    assert (network_of(("10.0.0.1", 9)), network_of(None)) == ("10.0.0.1", "")


def test_a_log_has_a_line_of_each_kind_a_minute():
    now = [0.0]
    sparing = OncePerMinute(lambda: now[0])

    def passes(text):
        record = logging.LogRecord("x", logging.WARNING, "", 0, text, (), None)
        return sparing.filter(record) and record.getMessage()

    assert passes("a") == "a"
    assert not any(passes("a") for _ in range(30_000))
    assert passes("b") == "b"
    now[0] = 60.0
    assert passes("a") == "a (30000 more such lines)"
    for number in range(10_000):
        passes(f"kind {number}")
    assert len(sparing._kinds) <= MOST_CONNECTIONS
