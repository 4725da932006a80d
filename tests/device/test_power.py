"""Switching off asks systemd, where there is one to ask."""

from __future__ import annotations

import configparser
from pathlib import Path

from device.power import FILE, PATIENCE, switch_off

UNITS = Path(__file__).parents[2] / "systemd"


def test_a_service_asks_by_a_file_and_waits_to_be_ended(tmp_path):
    slept = []
    assert switch_off({"RUNTIME_DIRECTORY": str(tmp_path)}, slept.append)
    assert (tmp_path / FILE).exists()
    assert slept == [PATIENCE]


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
