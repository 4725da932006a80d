"""The hall as a program, with the real broker: what came while it was away, and the page it serves."""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from device.features.hall import command
from device.features.hall.server.__main__ import main
from device.features.hall.server.hall import Hall
from device.features.hall.server.listening import HallListener
from device.for_features.errors import HallError
from device.for_features.hall.results import HallResults, read_results
from device.for_features.local_link.server_process import server_environment
from device.reporting.output import Output
from device.settings.settings import read_settings
from display.words import Words
from tests.attacks.game_process import free_port
from tests.device.features.hall.hall_table import HallTable, until
from tests.device.features.hall.mosquitto import HOST, Mosquitto, needs_mosquitto


@pytest.fixture
def broker(tmp_path):
    server = Mosquitto(tmp_path / "m", plain=True).start()
    yield server
    server.stop()


@needs_mosquitto
def test_what_came_while_the_hall_was_away_is_there_once_when_it_comes_back(broker, tmp_path):
    with closing(HallTable(tmp_path / "t", broker.broker(), "t")) as table:
        with closing(HallResults(tmp_path / "r")) as results:
            listener = HallListener(Hall(results, Words()), broker.broker(), "wondertable", pause=0.02)
            table.finish(1)
            until(lambda: results.sheets()[0], table, others=lambda: listener.step(0.002))
            listener.close()
        table.finish(2)
        table.finish(3)
        until(table.sent, table)
        with closing(HallResults(tmp_path / "r")) as results:
            hall = Hall(results, Words())
            listener = HallListener(hall, broker.broker(), "wondertable", pause=0.02)
            until(lambda: len(results.sheets()[0]) == 3, table, others=lambda: listener.step(0.002))
            broker.kill()
            until(lambda: hall.shown()["trouble"], table, others=lambda: listener.step(0.002))
            broker.start()
            table.finish(4)
            until(lambda: len(results.sheets()[0]) == 4, table, others=lambda: listener.step(0.002))
            for _ in range(10):
                listener.step(0.002)
            assert len(results.sheets()[0]) == 4
            listener.close()


@needs_mosquitto
def test_a_sheet_that_could_not_be_written_comes_again(broker, tmp_path, monkeypatch):
    broken = [True]
    with closing(HallTable(tmp_path / "t", broker.broker(), "t")) as table, closing(HallResults(None)) as results:
        hall = Hall(results, Words())
        whole = hall.take

        def take(topic, payload, **beside):
            if broken[0] and "/games/" in topic:
                raise HallError("hall_results", file="r", reason="disk full")
            return whole(topic, payload, **beside)

        monkeypatch.setattr(hall, "take", take)
        listener = HallListener(hall, broker.broker(), "wondertable", pause=0.02)
        table.finish(1)
        until(lambda: "disk full" in hall.shown()["trouble"], table, others=lambda: listener.step(0.002))
        broken[0] = False
        until(lambda: results.sheets()[0], table, others=lambda: listener.step(0.002))
        listener.close()


def get(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    with closing(http.client.HTTPConnection(HOST, port, timeout=5)) as line:
        line.request("GET", path, headers=headers)
        answer = line.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


@needs_mosquitto
def test_the_program_serves_the_page_and_stays_small(broker, tmp_path):
    port = free_port()
    options = ("--broker", broker.broker().address, "--results", str(tmp_path / "r"), "--port", str(port))
    program = (sys.executable, "-m", "device.features.hall.server", *options)

    def shown():
        with suppress(OSError):
            return json.loads(get(port, "/shown")[2])

    with closing(HallTable(tmp_path / "t", broker.broker(), "table-1")) as table:
        table.finish(1)
        table.finish(2)
        until(table.sent, table)
        with subprocess.Popen(program, stdout=subprocess.PIPE, env=server_environment()) as program_:
            until(lambda: len((shown() or {}).get("rows", ())) == 2, table)
            assert [one["name"] for one in shown()["tables"]] == ["table-1"]
            status, headers, body = get(port, "/")
            assert status == 200
            assert b"/hall.js" in body
            assert "default-src 'none'" in headers["content-security-policy"]
            for path in ("/hall.js", "/hall.css"):
                assert get(port, path)[0] == 200
            tag = get(port, "/shown")[1]["etag"]
            assert get(port, "/shown", **{"If-None-Match": tag})[0] == 304
            assert abs(float(get(port, "/shown")[1]["x-now"]) - time.time()) < 5
            assert get(port, "/shown", Host="evil.example")[0] == 421
            assert get(port, "/etc/passwd")[0] == 404
            mapped = Path(f"/proc/{program_.pid}/maps").read_text()
            assert not [name for name in ("cv2", "numpy", "SDL") if name in mapped]
            program_.terminate()
            program_.wait(10)
    assert len(read_results(tmp_path / "r")) == 2


def test_a_port_that_is_taken_and_a_wrong_address_are_sentences(tmp_path, capsys):
    def said(*options: str) -> str:
        assert main(("--results", str(tmp_path / "r"), *options)) == 1
        return capsys.readouterr().err

    with socket.create_server((HOST, 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"cannot be served at {HOST}, port {port}" in said("--broker", "mqtt://127.0.0.1:1", "--port", port)
    assert "is not a broker" in said("--broker", "http://127.0.0.1")


def run(tmp_path, **given):
    names = ("broker", "user", "password_file", "ca_file", "league", "results", "since", "keys")
    args = {**dict.fromkeys(names), "next_round": False, "minutes": 0.0, "port": 8378, "address": HOST, **given}
    return command.run(type("Arguments", (), args), read_settings(()), Output())


def test_the_command_becomes_the_server_with_what_the_settings_say(tmp_path, monkeypatch):
    started = []
    monkeypatch.setattr("os.execve", lambda path, line, environment: started.append(line))
    run(tmp_path, broker="mqtts://hall.example", user="hall", results=tmp_path / "r", since="2026-11-22")
    (line,) = started
    assert line[1:3] == ("-m", "device.features.hall.server")
    options = dict(zip(line[3::2], line[4::2], strict=True))
    assert options == {
        "--broker": "mqtts://hall.example", "--user": "hall", "--prefix": "wondertable",
        "--results": str(tmp_path / "r"),
        "--since": "2026-11-22", "--port": "8378", "--address": HOST, "--language": "en",
    }  # fmt: skip
    with pytest.raises(HallError):
        run(tmp_path, results=tmp_path / "r")


def test_the_command_begins_a_round(tmp_path, capsys):
    for number in (1, 2):
        run(tmp_path, results=tmp_path / "r", next_round=True, minutes=45.0)
        assert capsys.readouterr().out == f"Round {number} has begun.\n"
    with closing(HallResults(tmp_path / "r")) as results:
        assert results.round().minutes == 45.0


@pytest.mark.parametrize("address", ["nowhere.invalid", "192.0.2.1", "192.168.1.20:8378", "é" * 70])
def test_an_address_that_is_none_of_this_machine_is_named(tmp_path, capsys, address) -> None:
    given = ("--broker", "mqtt://localhost", "--results", str(tmp_path / "r"), "--address", address)
    assert main(given) == 1
    assert capsys.readouterr().err.startswith(f"wondertable: The page cannot be served at {address}, port 8378: ")
