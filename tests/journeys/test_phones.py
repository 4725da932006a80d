"""Playing by telephone with the real programs: whichever of the two is killed, what was confirmed stays."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.attacks.game_process import free_port
from tests.device.features.telephones.game.phone_table import SEATS, phone_of
from tests.device.features.telephones.server.served import Stream

PATIENCE = 40.0
"""s for a program to start on a machine under load."""


class Programs:
    """`wondertable run --input phones` without a camera and a screen, and the server that it starts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        (folder / "config.toml").write_text(f"[phones]\nport = {self.port}\n")
        self.log = folder / "log"
        self.start()

    def start(self) -> None:
        environment = {**os.environ, "WONDERTABLE_STATE": str(self.folder)}
        environment.pop("XDG_RUNTIME_DIR", None)
        command = [sys.executable, "-m", "device.command_line", "--config", str(self.folder / "config.toml")]
        command += ["run", "--input", "phones", "--camera", "none", "--headless"]
        self.log.write_text("")
        told = self.folder / "phones-address.txt"
        told.unlink(missing_ok=True)
        with self.log.open("w") as log:
            self.game = subprocess.Popen(command, env=environment, stderr=log, stdout=log)
        address = self.until(lambda: re.search(r"http://\S+#(\w+)", told.read_text()))
        self.secret = address[1]

    def until(self, condition):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(OSError, EOFError, http.client.HTTPException, ValueError):
                if found := condition():
                    return found
            time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def server(self) -> int:
        """The process id of the server."""
        children = Path(f"/proc/{self.game.pid}/task/{self.game.pid}/children").read_text().split()
        return int(children[0])

    def ask(self, person: int, do: str, **values):
        def answer():
            with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as line:
                body = json.dumps({"do": do, "phone": phone_of(person), **values})
                line.request("POST", "/ask", body, {"X-Secret": self.secret, "Content-Type": "application/json"})
                found = line.getresponse()
                return json.loads(found.read()) if found.status == 200 else None

        return self.until(answer)["refused"]

    def state(self):
        def whole():
            with closing(Stream(self.port, self.secret)) as stream:
                stream.hear()
                return stream.state

        return self.until(whole)

    def close(self) -> None:
        self.game.terminate()
        self.game.wait(PATIENCE)


@pytest.fixture
def programs():
    with TemporaryDirectory(dir="/tmp") as folder, closing(Programs(Path(folder))) as programs:
        yield programs


def test_what_was_confirmed_survives_a_kill_of_either_program(programs):
    assert programs.ask(0, "boards", boards=SEATS) is None
    for seat, (wonder, _) in enumerate(SEATS):
        assert programs.ask(seat, "seat", wonder=wonder) is None
    assert programs.ask(0, "go_on") is None
    moment = programs.until(lambda: programs.state().get("moment"))
    assert programs.ask(0, "enter", moment=moment, seat=0, act="build", card="baths") is None

    os.kill(programs.server(), signal.SIGKILL)
    assert programs.until(lambda: programs.state()["waiting"]) == [1, 2]
    assert programs.ask(1, "enter", moment=moment, seat=1, act="discard") is None

    secret = programs.secret
    programs.game.kill()
    programs.game.wait()
    programs.start()
    assert programs.secret == secret, "nobody has to scan again"
    assert programs.state()["waiting"] == [2]
    assert programs.state()["seats"][0]["cards"] == []
    # An answer that was lost on a busy machine is asked for again; by then the turn may be closed.
    assert programs.ask(2, "enter", moment=moment, seat=2, act="build", card="altar") in (None, "too_late")
    booked = programs.until(lambda: state if (state := programs.state())["turn"] == 2 else None)
    assert [city["cards"] for city in booked["seats"]] == [["baths"], [], ["altar"]]
    assert booked["seats"][1]["coins"] == 6
