"""Privacy: the program writes no picture and opens no network socket; a service only notifies its manager."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-m", "device.command_line"]
PROJECT = Path(__file__).parents[2]
SMALLEST_FRAME = 20_000
"""Bytes; no picture of a table is smaller, however it is compressed."""

needs_proc = pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="looks into /proc")


def begin(folder, *arguments, **more):
    """Start the program so that everything it could write to is under `folder`."""
    own = {"HOME": folder, "TMPDIR": folder, "WONDERTABLE_STATE": folder / "state", "XDG_RUNTIME_DIR": folder}
    environment = {**os.environ, **{name: str(path) for name, path in own.items()}, "PYTHONPATH": str(PROJECT), **more}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    environment = {name: value for name, value in environment.items() if not name.startswith("XDG_CONFIG")}
    return subprocess.Popen(
        [*PROGRAM, *arguments], stdout=subprocess.PIPE, text=True, env=environment, cwd=folder, bufsize=1
    )


def end(process):
    process.send_signal(signal.SIGKILL)
    process.stdout.close()
    process.wait()


def sockets(pid):
    """The kinds of sockets that the process has, according to /proc."""
    inodes = set()
    for handle in Path(f"/proc/{pid}/fd").iterdir():
        try:
            inodes.update(re.findall(r"socket:\[(\d+)\]", str(handle.readlink())))
        except OSError:
            continue  # it was closed meanwhile
    found = set()
    for table in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6", "unix", "packet"):
        path = Path(f"/proc/{pid}/net/{table}")
        if path.exists() and inodes & set(re.findall(r"\b\d+\b", path.read_text())):
            found.add(table)
    return found


def written(pid):
    """Bytes that the process has written so far, wherever to."""
    return int(re.search(r"wchar: (\d+)", Path(f"/proc/{pid}/io").read_text())[1])


ENOUGH = 4
"""Actions: a turn of three players, and the next one has begun."""
TABLE = ("--headless",)
STATION = ("--rig", "station")  # on a screen and with a voice, as far as this machine has one
AUDIBLE = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}


@needs_proc
@pytest.mark.timeout(120)
@pytest.mark.parametrize("told", [TABLE, STATION], ids=["table", "station"])
def test_during_a_game_no_picture_is_written_and_no_socket_is_open(tmp_path, told):
    settings = tmp_path / ".config" / "wondertable" / "config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("[sound]\nvoice = true\n")
    process = begin(tmp_path, "demo", "--fast", "--json", "--players", "3", "--seed", "5", *told, **AUDIBLE)
    try:
        said = actions = 0
        for line in process.stdout:
            said += len(line)
            actions += json.loads(line)["event"] == "action"
            assert sockets(process.pid) == set()
            if actions == ENOUGH:
                break
        assert actions == ENOUGH
        total = written(process.pid)
    finally:
        end(process)
    files = {path.name: path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()}
    assert files.pop(settings.name) == settings.stat().st_size
    journal = {name for name in files if name.startswith("games.sqlite")}
    others = {name: size for name, size in files.items() if name not in journal and not name.startswith(".lgd-")}
    assert journal
    assert others == {}
    kept = sum(files.values()) + said
    assert total < kept + 10 * SMALLEST_FRAME, "more was written than journal and lines account for"


@needs_proc
@pytest.mark.timeout(60)
def test_a_service_without_camera_and_screen_notifies_its_manager_and_opens_no_other_socket(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(30)
        asked = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "600000"}
        process = begin(tmp_path, "run", "--headless", "--camera", "v4l2:63", **asked)
        try:
            assert [manager.recv(100) for _ in range(3)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
            time.sleep(0.2)
            assert sockets(process.pid) <= {"unix"}
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=10) in {0, -signal.SIGTERM}
        finally:
            end(process)
