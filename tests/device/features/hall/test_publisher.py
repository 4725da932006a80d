"""The publisher with the real Mosquitto and the configuration that is shipped."""

from __future__ import annotations

import json
import socket
import ssl
import threading
import time
from contextlib import closing
from dataclasses import replace
from itertools import count

import pytest

from device.features.hall.mqtt.connection import BrokerConnection
from device.features.hall.publisher.publisher import Telling, trial
from device.features.hall.table.broker import Broker
from device.for_features.hall.messages import read_sheet, read_state
from engine import Discard, Game
from tests.device.features.hall.hall_table import HallTable, dealt, until
from tests.device.features.hall.mosquitto import Mosquitto, needs_mosquitto
from tests.journeys.test_by_hand import FEW


class Listener:
    """Somebody who reads everything that an account may read."""

    def __init__(self, broker: Broker, *topics: str) -> None:
        self.heard: list[tuple[str, bytes]] = []
        self.connection = BrokerConnection(
            broker, f"listener-{id(self)}", received=self._hear, up=lambda line: line.subscribe(*topics or ("#",))
        )
        while not (self.connection.is_up or self.connection.is_over):
            self.connection.step(0.1)
        assert self.connection.is_up, self.connection.problem

    def _hear(self, message) -> None:
        self.heard.append((message.topic, message.payload))
        message.confirm()

    def step(self) -> None:
        self.connection.step(0.002)

    def last(self, topic: str) -> bytes | None:
        return next((payload for heard, payload in reversed(self.heard) if heard == topic), None)

    def of(self, part: str) -> list[bytes]:
        return [payload for topic, payload in self.heard if part in topic]

    def close(self) -> None:
        self.connection.cut()


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    broker = Mosquitto(tmp_path_factory.mktemp("plain"), plain=True).start()
    yield broker
    broker.stop()


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """With TLS, accounts and the ACL."""
    broker = Mosquitto(tmp_path_factory.mktemp("guarded"), ("table-1", "table-2")).start()
    yield broker
    broker.stop()


@needs_mosquitto
def test_a_table_and_its_finished_games_are_told_and_taken_back(plain, tmp_path):
    broker = plain.broker()
    with closing(HallTable(tmp_path / "t", broker, "table-a")) as table, closing(Listener(broker)) as hall:
        until(lambda: hall.last("wondertable/table-a/state"), table, others=hall.step)
        assert hall.last("wondertable/table-a/online") == b"online"
        number = table.finish(1, shown=False)
        for _ in range(20):
            table.round(0.002)
            hall.step()
        assert not hall.of("/games/"), "not before the table's screen has shown the winner"
        table.show(dealt(1))
        until(lambda: hall.of("/games/") and table.sent(), table, others=hall.step)
        (topic,) = {topic for topic, _ in hall.heard if "table-a/games" in topic}
        sheet = read_sheet(hall.of("/games/")[0], "table-a", topic.rpartition("/")[2])
        assert [city.total for city in sheet.cities] == [one.total for one in dealt(1).outcome().sheets]
        assert [city.name for city in sheet.cities] == ["", "", ""]
        told = lambda: read_state(hall.last("wondertable/table-a/state"), "table-a")  # noqa: E731
        until(lambda: told().winners, table, others=hall.step)
        assert (told().stage, told().winners) == ("over", dealt(1).outcome().winners)
        table.undo(number)
        until(lambda: len(hall.of("/games/")) == 2 and table.sent(), table, others=hall.step)
        assert json.loads(hall.of("/games/")[1])["withdrawn"] is True
        assert not [payload for _, payload in hall.heard if b"Anna" in payload]


@needs_mosquitto
def test_a_table_without_its_game_or_its_network_is_offline(plain, tmp_path):
    broker = plain.broker()
    with closing(Listener(broker, "wondertable/table-b/online")) as hall:
        table = HallTable(tmp_path / "t", broker, "table-b")
        until(lambda: hall.heard, table, others=hall.step)
        table.host.close()
        until(lambda: hall.heard[-1][1] == b"offline", others=lambda: (table.publisher.step(0.002), hall.step()))
        table.close()
        with closing(HallTable(tmp_path / "t", broker, "table-b")) as again:
            until(lambda: hall.heard[-1][1] == b"online", again, others=hall.step)
            again.publisher._connection.cut()
            until(lambda: hall.heard[-1][1] == b"offline", others=hall.step)
            until(lambda: hall.heard[-1][1] == b"online", again, others=hall.step)


@needs_mosquitto
def test_home_assistant_finds_the_table_and_its_four_sensors(plain, tmp_path):
    broker = plain.broker()
    with closing(HallTable(tmp_path / "t", broker, "table-c")) as table:
        until(table.sent, table)
        with closing(Listener(broker, "homeassistant/sensor/table-c/#")) as home:
            until(lambda: len(home.heard) >= 4, table, others=home.step)
        found = {topic.split("/")[3]: json.loads(payload) for topic, payload in home.heard}
    assert set(found) == {"age", "turn", "leader", "winner"}
    for sensor in found.values():
        assert sensor["state_topic"] == "wondertable/table-c/state"
        assert sensor["availability_topic"] == "wondertable/table-c/online"
    assert len({sensor["unique_id"] for sensor in found.values()}) == 4
    assert len({json.dumps(sensor["device"]) for sensor in found.values()}) == 1


@needs_mosquitto
def test_a_table_writes_only_below_its_own_name(guarded, tmp_path):
    """TLS, accounts and ACL as they are shipped."""
    with closing(Listener(guarded.broker("hall"), "wondertable/#")) as hall:
        with closing(HallTable(tmp_path / "t", guarded.broker("table-1"), "table-1")) as table:
            table.finish(2)
            until(lambda: table.sent() and hall.of("/games/"), table, others=hall.step)
            assert {topic.split("/")[1] for topic, _ in hall.heard} == {"table-1"}
        hall.heard.clear()
        with closing(HallTable(tmp_path / "u", guarded.broker("table-1"), "table-2")) as liar:
            liar.finish(3)
            until(lambda: liar.host.access().link == "refused", liar, others=hall.step)
            assert "authorized" in liar.host.access().reason.lower()
            assert liar.outbox.unconfirmed == 1, "nothing is lost; it is tried again"
            for _ in range(20):
                hall.step()
        assert not [topic for topic, _ in hall.heard if topic.startswith("wondertable/table-2")]


@needs_mosquitto
@pytest.mark.parametrize(
    "topic",
    ["wondertable/table-2/state", "wondertable/hall/x", "homeassistant/sensor/table-2/age/config", "x", "$SYS/x"],
)
def test_another_topic_is_refused(guarded, topic):
    refusals: list[str] = []
    line = BrokerConnection(guarded.broker("table-1"), "t1", refused=lambda _, why: refusals.append(why))
    sent = False
    end = time.monotonic() + 10
    while not refusals and time.monotonic() < end:
        line.step(0.02)
        if line.is_up and not sent:
            line.publish(topic, b"{}")
            sent = True
    line.cut()
    assert refusals == ["Not authorized"]


@needs_mosquitto
def test_a_table_does_not_hear_what_others_say(guarded):
    with (
        closing(Listener(guarded.broker("hall"), "wondertable/#")),
        closing(Listener(guarded.broker("table-2"), "#")) as spy,
    ):
        line = BrokerConnection(
            guarded.broker("table-1"), "t1", up=lambda own: own.publish("wondertable/table-1/x", b"1")
        )
        for _ in range(20):
            line.step(0.01)
            spy.step()
        line.cut()
        assert spy.heard == []


@needs_mosquitto
def test_who_has_no_account_or_no_certificate_learns_why(guarded, tmp_path):
    until_then = time.monotonic() + 10
    own = guarded.broker("table-1")
    assert trial(Telling(own, "table-1"), until_then) == "ok"
    (tmp_path / "wrong").write_text("wrong")
    assert trial(Telling(replace(own, password_file=tmp_path / "wrong"), "t"), until_then).startswith(
        "refused Not auth"
    )
    assert trial(Telling(replace(own, user=""), "t"), until_then).startswith("refused")
    assert "certificate" in trial(Telling(replace(own, certificates=None), "t"), until_then)
    assert trial(Telling(replace(own, password_file=tmp_path / "none"), "t"), until_then).startswith("password No such")
    assert trial(Telling(replace(own, encrypted=False), "t"), until_then).startswith("unreachable")
    for name, reason in ("none", "No such file or directory"), ("wrong", ""):
        told = trial(Telling(replace(own, certificates=tmp_path / name), "t"), until_then)
        assert told.startswith(f"unreachable {tmp_path / name}: {reason}")


@needs_mosquitto
def test_the_certificates_satisfy_a_strict_reader(guarded):
    """Python 3.13 and others check every extension."""
    broker = guarded.broker("hall")
    context = ssl.create_default_context(cafile=str(broker.certificates))
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    with (
        socket.create_connection((broker.host, broker.port)) as line,
        context.wrap_socket(line, server_hostname=broker.host),
    ):
        pass


def test_a_broker_that_is_not_there_is_said_and_the_games_are_kept(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with closing(HallTable(tmp_path / "t", Broker("127.0.0.1", port, False), "t")) as table:
        table.finish(1)
        until(lambda: table.host.access().link == "unreachable" and table.host.access().unsent == 1, table)
        assert "refused" in table.host.access().reason


@pytest.mark.parametrize(
    "answer",
    [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"\x00" * 64, b"\x20" + b"\xff" * 5, b""],
    ids=["HTTP", "zeros", "torn", "nothing"],
)
def test_what_speaks_no_mqtt_is_left_alone_and_tried_again(tmp_path, answer):
    """Foreign, torn, or hanging up: the publisher lives on."""
    calls = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    line, _ = server.accept()
                except OSError:
                    return
                calls.append(1)
                with line:
                    line.recv(1000)
                    line.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        with closing(HallTable(tmp_path / "t", Broker("127.0.0.1", server.getsockname()[1], False), "t")) as table:
            until(lambda: len(calls) >= 2, table)
            assert table.host.access().link in ("connecting", "unreachable", "refused")
        server.shutdown(socket.SHUT_RDWR)


def test_a_broker_that_confirms_nothing_is_asked_anew(tmp_path, monkeypatch):
    """It accepts the connection and then falls silent: another connection is made, and the sheet stays due."""
    monkeypatch.setattr("device.features.hall.publisher.publisher.CONFIRMED_WITHIN", 0.1)
    calls, lines = [], []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    line, _ = server.accept()
                except OSError:
                    return
                lines.append(line)
                line.recv(1000)
                line.sendall(b"\x20\x03\x00\x00\x00")  # CONNACK, success
                calls.append(1)

        threading.Thread(target=serve, daemon=True).start()
        with closing(HallTable(tmp_path / "t", Broker("127.0.0.1", server.getsockname()[1], False), "t")) as table:
            table.finish(1)
            until(lambda: len(calls) >= 2, table)
            assert table.outbox.unconfirmed == 1
        server.shutdown(socket.SHUT_RDWR)
        for line in lines:
            line.close()


def test_a_table_is_connected_again_over_the_same_connection_once_it_may_write_all(tmp_path, monkeypatch):
    """Whoever runs the broker has mended its rules, and Mosquitto reads them anew without hanging up."""
    now, playing = [0.0], Game.new(FEW)

    class Line:
        is_up, is_over, was_refused, problem = True, False, False, ""
        refuses = "/"

        def __init__(self, *_, up, confirmed, refused, **__) -> None:
            self.confirmed, self.refused, self.waiting, self.numbers = confirmed, refused, [], count(1)
            up(self)

        def publish(self, topic, *_, **__) -> int:
            self.waiting.append((next(self.numbers), topic))
            return self.waiting[-1][0]

        def step(self, _) -> None:
            for number, topic in self.waiting:
                if Line.refuses in topic:
                    self.refused(number, "Not authorized")
                else:
                    self.confirmed(number)
            self.waiting.clear()

        def close(self) -> None:
            pass

    monkeypatch.setattr("device.features.hall.publisher.publisher.BrokerConnection", Line)
    broker = Broker("127.0.0.1", 1, False)
    with closing(HallTable(tmp_path / "t", broker, "t", clock=lambda: now[0])) as table:

        def told(game: Game | None) -> str:
            """How things stand once the broker has answered to another state."""
            table.show(game)
            for _ in range(5):
                now[0] += 1
                table.round()
            return table.host.access().link

        assert told(None) == "refused"
        Line.refuses = "/games/"
        assert told(playing) == "connected"
        table.finish(1)
        assert told(None) == "refused"
        assert [told(game) for game in (playing, playing.apply(Discard(0)))] == ["refused"] * 2, "states are accepted"
        Line.refuses = "nothing"
        assert told(None) == "connected"
        until(table.sent, table)


@needs_mosquitto
def test_a_broker_that_was_killed_and_forgot_everything_gets_all_of_it_again(tmp_path):
    server = Mosquitto(tmp_path / "m", plain=True).start()
    with closing(HallTable(tmp_path / "t", server.broker(), "t")) as table:
        table.finish(1)
        until(table.sent, table)
        server.kill()
        until(lambda: table.host.access().link == "unreachable", table)
        table.finish(2)
        server.start()
        until(table.sent, table)
        with closing(Listener(server.broker(), "wondertable/t/games/#")) as hall:
            until(lambda: len(hall.heard) >= 2, table, others=hall.step)
            assert len({topic for topic, _ in hall.heard}) == 2
    server.stop()
