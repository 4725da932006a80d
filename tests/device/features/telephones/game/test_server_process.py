"""The server runs beside the game while it is wanted, and is started again when it ends."""

from __future__ import annotations

import itertools
import json
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from device.features.telephones import command
from device.features.telephones.game.host import PhoneHost
from device.features.telephones.game.link import server_command
from device.for_features.local_link.server_process import START_AGAIN_AFTER, ServerProcess
from device.settings.settings import read_settings

SLEEP = (sys.executable, "-c", "import time; time.sleep(60)")
STUBBORN = (sys.executable, "-c", "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)")


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_server_that_ends_is_started_again_after_a_while():
    clock = Clock()
    with closing(ServerProcess((sys.executable, "-c", ""), clock)) as server:
        server.keep(wanted=True)
        first = server._process
        first.wait(20)
        server.keep(wanted=True)
        assert server._process is None, "not at once"
        clock.now += START_AGAIN_AFTER
        server.keep(wanted=True)
        assert server._process is not first


def test_a_server_that_ends_again_and_again_is_started_more_and_more_seldom_until_it_serves():
    clock = Clock()
    with closing(ServerProcess(("/no/such/program",), clock)) as server:
        started = []
        for _ in range(300):
            before = server._ended
            server.keep(wanted=True)
            started += [clock.now] if server._ended > before else []
            clock.now += 1
        assert [round(late - soon) for soon, late in itertools.pairwise(started)] == [3, 6, 12, 24, 48, 60, 60, 60]
        assert server.fails
        server.keep(wanted=True, serving=True)
        assert not server.fails
        server.keep(wanted=True)
        assert server._ended == 1, "at once, for it has served meanwhile"
        clock.now += START_AGAIN_AFTER
        server.keep(wanted=True)
        assert server.fails
        server.keep(wanted=False)
        server.keep(wanted=True)
        assert server._ended == 1, "at once, for somebody has switched telephones off and on"


def test_no_server_is_started_beside_one_that_serves():
    with closing(ServerProcess(SLEEP)) as server:
        server.keep(wanted=True, serving=True)
        assert server._process is None


def test_a_port_that_another_program_has_is_said_and_taken_once_it_is_free(tmp_path):
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        TemporaryDirectory(dir="/tmp") as folder,
        closing(PhoneHost(tmp_path, socket=Path(folder) / "phones.sock")) as host,
    ):
        port = other.getsockname()[1]
        host.switch(on=True)
        command = (sys.executable, "-c", HURRIED, *server_command(host._socket, port, "127.0.0.1")[3:])
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            try:
                assert until(host, lambda access: access.port).port == port
                assert host.access().trouble == "", "so the menu says which port it is"
                other.close()
                assert until(host, lambda access: access.link).place == f"127.0.0.1:{port}"
                assert host.access().port == 0
            finally:
                process.terminate()
                process.wait(20)


HURRIED = (
    "import sys; from device.features.telephones.server import serving, __main__; serving.TRY_PORT_AGAIN_AFTER = 0.05;"
    "sys.exit(__main__.main())"
)
"""The server, which tries the port more often."""


def until(host, condition):
    end = time.monotonic() + 30
    while not condition(host.access()) and time.monotonic() < end:
        host._link.exchange()
        time.sleep(0.02)
    return host.access()


def test_a_server_that_is_not_wanted_any_more_ends():
    with closing(ServerProcess(SLEEP)) as server:
        server.keep(wanted=False)
        server.keep(wanted=True)
        process = server._process
        server.keep(wanted=False)
        assert process.wait(20) == -signal.SIGTERM


def test_a_program_that_is_not_there_is_no_reason_to_stop():
    with closing(ServerProcess(("/no/such/program",))) as server:
        server.keep(wanted=True)
        assert server._process is None


def test_a_server_that_does_not_end_is_killed(monkeypatch):
    monkeypatch.setattr("device.for_features.local_link.server_process.ENDS_WITHIN", 0.3)
    server = ServerProcess(STUBBORN)
    server.keep(wanted=True)
    process = server._process
    time.sleep(0.5)
    server.close()
    server.close()
    assert process.returncode in (-signal.SIGKILL, -signal.SIGTERM)


def test_the_command_becomes_the_server(monkeypatch):
    started = []
    monkeypatch.setattr("os.execve", lambda path, command, environment: started.append(command))
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/wondertable")

    class Arguments:
        socket, port, address, config = None, None, "127.0.0.1", None

    command.run(Arguments, read_settings(()), None)
    (became,) = started
    assert became[1:] == (
        "-m",
        "device.features.telephones.server",
        "--socket",
        "/run/wondertable/phones.sock",
        "--port",
        "8377",
        "--address",
        "127.0.0.1",
        "--stay",
    )


@pytest.mark.parametrize("stay", [False, True])
def test_the_server_is_a_program_of_its_own_that_stays_small(stay, tmp_path):
    """It tells the game where it listens; it has loaded neither a camera's nor a screen's library."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    path = Path("/tmp") / f"phones-{port}.sock"
    with closing(PhoneHost(tmp_path, socket=path)) as host:
        host.switch(on=True)
        command = (*server_command(path, port, "127.0.0.1"), *(("--stay",) if stay else ()))
        with subprocess.Popen(command) as process:
            try:
                until = time.monotonic() + 30
                while not host.access().link and time.monotonic() < until:
                    host._link.exchange()
                    time.sleep(0.02)
                assert host.access().place == f"127.0.0.1:{port}"
                status = Path(f"/proc/{process.pid}/status").read_text()
                resident = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
                assert resident < 45 * 1024, json.dumps(resident)
                mapped = Path(f"/proc/{process.pid}/maps").read_text()
                assert not [name for name in ("cv2", "numpy", "SDL") if name in mapped]
            finally:
                process.terminate()
                process.wait(20)
