"""Switching off asks systemd, where there is one to ask."""

from __future__ import annotations

import configparser
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from device.app.service import ENDED_WITHIN, FILE, switch_off

UNITS = Path(__file__).parents[3] / "systemd"


def test_a_service_asks_by_a_file_and_waits_to_be_ended(tmp_path):
    slept = []
    assert switch_off({"RUNTIME_DIRECTORY": str(tmp_path)}, slept.append)
    assert (tmp_path / FILE).exists()
    assert slept == [ENDED_WITHIN]


def test_a_program_on_a_desktop_switches_nothing_off():
    slept = []
    assert not switch_off({}, slept.append)
    assert slept == []


def test_the_file_is_the_one_that_systemd_waits_for():
    path, service = configparser.ConfigParser(strict=False), configparser.ConfigParser(strict=False)
    path.read(UNITS / "wondertable-off.path")
    service.read(UNITS / "wondertable.service")
    waits_for = Path(path["Path"]["PathExists"])
    assert waits_for.name == FILE
    assert waits_for.parent == Path("/run") / service["Service"]["RuntimeDirectory"]


def test_a_program_that_is_asked_to_end_closes_everything(tmp_path):
    """As a service is by systemd, which would otherwise kill it at some moment or other."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(60)
        environment = os.environ | {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WONDERTABLE_STATE": str(tmp_path)}
        command = [sys.executable, "-m", "device.command_line", "run", "--camera", "none", "--headless"]
        with subprocess.Popen(command, env=environment) as program:
            assert manager.recv(100) == b"READY=1"
            program.send_signal(signal.SIGTERM)
            assert program.wait(timeout=30) == 0
