"""The real broker, with the configuration that is shipped: only its folder and its port are others."""

from __future__ import annotations

import getpass
import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from device.features.hall.table.broker import Broker

SHIPPED = Path(__file__).parents[4] / "systemd" / "hall"
PROGRAM = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/sbin:/bin")
needs_mosquitto = pytest.mark.skipif(
    not (PROGRAM and shutil.which("mosquitto_passwd") and shutil.which("openssl")),
    reason="needs the broker: sh systemd/packages.sh mosquitto",
)
HOST = "127.0.0.1"
DEBIAN = "persistence true\npersistence_location {folder}/kept/\ninclude_dir {folder}/conf.d\nuser {user}\n"
"""What Debian's own file says, which includes ours; and that the broker stays who started it."""


class Mosquitto:
    """A broker in a folder; `start`, `kill` and `stop` as often as wanted. `plain`: no TLS and no accounts."""

    def __init__(self, folder: Path, tables: tuple[str, ...] = ("table-1",), *, plain: bool = False) -> None:
        self.folder, self.plain = folder, plain
        with socket.create_server((HOST, 0)) as free:
            self.port: int = free.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None
        for name in ("kept", "conf.d"):
            (folder / name).mkdir(parents=True)
        if not plain:
            accounts = SHIPPED / "accounts.sh"
            subprocess.run(["sh", accounts, folder / "wondertable", HOST, *tables], check=True, capture_output=True)
            shutil.copy(SHIPPED / "wondertable.acl", folder)
        (folder / "mosquitto.conf").write_text(DEBIAN.format(folder=folder, user=getpass.getuser()))
        (folder / "conf.d" / "wondertable.conf").write_text(self._configuration())

    def _configuration(self) -> str:
        """The shipped file."""
        text = (SHIPPED / "wondertable.conf").read_text()
        assert "listener 8883" in text
        text = text.replace("listener 8883", f"listener {self.port} {HOST}").replace("/etc/mosquitto", str(self.folder))
        if self.plain:
            own = ("certfile", "keyfile", "tls_version", "password_file", "acl_file", "allow_anonymous")
            lines = [line for line in text.splitlines() if not line.startswith(own)]
            text = "\n".join([*lines, "allow_anonymous true", ""])
        return text

    def broker(self, user: str = "") -> Broker:
        """As this account's machine reaches it."""
        if self.plain:
            return Broker(HOST, self.port, encrypted=False)
        own = self.folder / "wondertable"
        return Broker(HOST, self.port, True, user, own / "accounts" / user, own / "certificates" / "ca.crt")

    def start(self) -> Mosquitto:
        """Start it, and wait until it listens."""
        said = (self.folder / "said").open("ab")
        self.process = subprocess.Popen([PROGRAM, "-c", self.folder / "mosquitto.conf"], stdout=said, stderr=said)
        until = time.monotonic() + 10
        while time.monotonic() < until:
            with suppress(OSError), socket.create_connection((HOST, self.port), timeout=1):
                return self
            if self.process.poll() is not None:
                break
            time.sleep(0.01)
        raise AssertionError((self.folder / "said").read_text())

    def kill(self) -> None:
        """As a power cut."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As the system stops it: it keeps what it has."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(10)
            self.process = None
