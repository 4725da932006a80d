"""The socket between the game and the server for telephones never waits, and believes nothing."""

from __future__ import annotations

import errno
import json
import socket
import stat
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from device.features.telephones.game.link import PhoneLink
from device.features.telephones.game.requests import (
    CannotListen,
    EnterTurn,
    LeaveSeat,
    Listening,
    TakeSeat,
    read_line,
    to_line,
)
from device.for_features.local_link.link import IN_A_ROW, LONGEST_LINE, MOST_REPLIES, PER_SECOND

PHONE = "0123456789abcdef"


class Server:
    """The other end, which may misbehave."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(2)
        self.socket.connect(str(path))

    def send(self, *lines: bytes) -> None:
        for line in lines:
            self.socket.sendall(line)

    def lines(self) -> list[dict]:
        self.socket.setblocking(False)
        data = b""
        try:
            while piece := self.socket.recv(65536):
                data += piece
        except BlockingIOError:
            pass
        return [json.loads(line) for line in data.splitlines()]

    @property
    def was_cut(self) -> bool:
        self.socket.settimeout(2)
        try:
            while self.socket.recv(65536):
                pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def link(clock):
    with TemporaryDirectory(dir="/tmp") as folder, closing(PhoneLink(Path(folder) / "phones.sock", clock)) as link:
        yield link


def joined(link: PhoneLink) -> Server:
    server = Server(link.path)
    link.exchange()
    return server


def test_a_server_learns_the_secret_and_the_last_state_as_soon_as_it_connects(link):
    link.greet("secret")
    link.publish({"age": 1})
    link.publish({"age": 2})
    server = joined(link)
    assert server.lines() == [{"secret": "secret"}, {"state": {"age": 2}}]
    link.greet("another")
    link.greet("another")
    link.exchange()
    assert server.lines() == [{"secret": "another"}]


def test_requests_come_in_whole_however_they_are_cut(link):
    server = joined(link)
    line = to_line(TakeSeat(id=7, phone=PHONE, wonder="giza"))
    server.send(line[:10])
    assert link.exchange() == ()
    server.send(line[10:] + to_line(LeaveSeat(id=8, phone=PHONE)))
    assert link.exchange() == (TakeSeat(7, PHONE, "giza"), LeaveSeat(8, PHONE))


def test_where_the_server_listens_is_known_until_it_goes(link):
    server = joined(link)
    server.send(to_line(Listening(["192.168.1.7"], 8377)))
    assert link.exchange() == ()
    assert link.listening == Listening(["192.168.1.7"], 8377)
    server.socket.close()
    link.exchange()
    assert link.listening is None
    assert not link.is_up


def test_a_server_says_why_telephones_cannot_reach_it_until_they_can(link):
    server = joined(link)
    server.send(to_line(CannotListen(8377, errno.EADDRINUSE)))
    link.exchange()
    assert (link.listening, link.cannot_listen) == (None, CannotListen(8377, errno.EADDRINUSE))
    server.send(to_line(Listening(["192.168.1.7"], 8377)))
    link.exchange()
    assert (link.listening, link.cannot_listen) == (Listening(["192.168.1.7"], 8377), None)
    server.send(to_line(CannotListen(80, errno.EACCES)))
    link.exchange()
    server.socket.close()
    link.exchange()
    assert link.cannot_listen is None


BAD = {
    "torn JSON": b'{"do": "seat", "id": 1,\n',
    "no request": b'{"do": "format_disk", "id": 1}\n',
    "a field too many": b'{"do":"leave","id":1,"phone":"0123456789abcdef","root":true}\n',
    "a short key": b'{"do":"leave","id":1,"phone":"x"}\n',
    "another type": b'{"do":"leave","id":"1","phone":"0123456789abcdef"}\n',
    "a negative number": b'{"do":"leave","id":-1,"phone":"0123456789abcdef"}\n',
    "no object": b"[1]\n",
    "a seat that no table has": b'{"do":"back","id":1,"phone":"0123456789abcdef","moment":"","seat":9}\n',
    "deep nesting": b"[" * 12_000 + b"\n",
    "not UTF-8": b'{"do":"name","id":1,"phone":"0123456789abcdef","name":"\xff"}\n',
    "a line without an end": b"x" * (LONGEST_LINE + 1),
    "an empty line": b"\n",
}


@pytest.mark.parametrize("what", BAD)
def test_a_server_that_sends_anything_else_is_cut_off_and_may_come_back(link, what):
    server = joined(link)
    server.send(to_line(LeaveSeat(1, PHONE)), BAD[what])
    assert link.exchange() in [(LeaveSeat(1, PHONE),), ()]
    link.exchange()
    assert not link.is_up
    assert server.was_cut
    assert joined(link)
    assert link.is_up


@pytest.mark.parametrize("line", BAD.values(), ids=list(BAD))
def test_what_is_no_request_is_a_value_error(line):
    with pytest.raises(ValueError, match=r"."):
        read_line(line)


def test_a_flood_is_dealt_with_little_by_little(link, clock):
    server = joined(link)
    flood = b"".join(to_line(LeaveSeat(number, PHONE)) for number in range(400))
    server.send(flood)
    assert len(link.exchange()) == IN_A_ROW
    assert link.exchange() == ()
    clock.now += 0.5
    assert len(link.exchange()) == PER_SECOND * 0.5
    found = []
    for _ in range(20):
        clock.now += 1
        found += link.exchange()
    assert [request.id for request in found][-1] == 399, "late, and not lost"


def test_a_server_that_does_not_read_misses_the_states_in_between(link):
    server = joined(link)
    for number in range(200):
        link.publish({"number": number, "filling": "x" * 10_000})
        link.exchange()
    assert len(link._unsent) < 20_000
    numbers = []
    while not numbers or numbers[-1] != 199:
        numbers += [line["state"]["number"] for line in server.lines()]
        link.exchange()
    assert len(numbers) < 100
    assert numbers == sorted(numbers)


def test_a_server_that_leaves_too_many_replies_unread_is_cut_off(link):
    joined(link)
    for number in range(4000):
        link.reply(number, "too_late", filling="x" * 200)
    link.exchange()
    assert not link.is_up
    assert len(link._unsent) < MOST_REPLIES
    link.reply(1)
    link.flush()


def test_a_second_server_is_turned_away_until_the_first_one_is_gone(link):
    first = joined(link)
    second = joined(link)
    assert second.was_cut
    link.reply(3, "seat_taken")
    link.exchange()
    assert first.lines() == [{"reply": 3, "refused": "seat_taken", "with": {}}]
    first.socket.close()
    joined(link)
    assert link.is_up


def test_only_this_user_and_the_group_may_connect(link):
    assert stat.S_IMODE(link.path.stat().st_mode) == 0o660


def test_the_socket_that_a_killed_program_left_is_replaced_and_removed_at_the_end(tmp_path):
    with TemporaryDirectory(dir="/tmp") as folder:
        path = Path(folder) / "phones.sock"
        PhoneLink(path)._listener.close()
        link = PhoneLink(path)
        Server(path)
        link.close()
        link.close()
        assert not path.exists()
        with pytest.raises(OSError, match=r"."):
            PhoneLink(Path(folder) / "not there" / "phones.sock")


def test_a_server_that_died_while_it_was_sent_to_is_noticed(link):
    server = joined(link)
    server.socket.close()
    link.publish({})
    link.flush()
    assert not link.is_up


def test_every_request_survives_the_way():
    request = EnterTurn(1, PHONE, "a.1.1.turn.012", 2, "build", "palace", (1, 0, 2), True)
    assert read_line(to_line(request)) == request
