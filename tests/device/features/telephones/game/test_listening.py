"""What the real program listens on, as the system tells it: nothing, unless telephones are switched on."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from device.for_features.local_link.port_holder import LISTENS, TCP_TABLES

PROGRAM = (sys.executable, "-c", "import sys; from device.command_line import main; sys.exit(main(sys.argv[1:]))")


def listening(process: int) -> set[int]:
    """The TCP ports at which a process accepts connections."""
    held = set()
    for handle in Path(f"/proc/{process}/fd").iterdir():
        try:
            held.add(str(handle.readlink()))
        except FileNotFoundError:  # closed meanwhile
            continue
    rows = [row.split() for table in TCP_TABLES for row in table.read_text("ascii").splitlines()[1:]]
    return {int(row[1].rpartition(":")[2], 16) for row in rows if row[3] == LISTENS and f"socket:[{row[9]}]" in held}


def children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@pytest.mark.slow
@pytest.mark.parametrize("switched_on", [False, True])
def test_the_game_never_listens_in_the_network_and_its_server_only_while_telephones_are_on(switched_on, tmp_path):
    with socket.create_server(("", 0)) as free:
        port = free.getsockname()[1]
    (tmp_path / "settings.toml").write_text(f"[phones]\nport = {port}\n")
    run = ("--config", str(tmp_path / "settings.toml"), "run", "--camera", "none", "--headless")
    places = {"WONDERTABLE_STATE": str(tmp_path / "state"), "XDG_RUNTIME_DIR": str(tmp_path)}
    with subprocess.Popen(
        (*PROGRAM, *run, *(("--phones",) if switched_on else ())), env=os.environ | places, stderr=subprocess.PIPE
    ) as game:
        try:
            assert b"buttons" in game.stderr.readline(), "it runs"
            until = time.monotonic() + (30 if switched_on else 3)
            while time.monotonic() < until and not [port for child in children(game.pid) for port in listening(child)]:
                time.sleep(0.1)
            found = [sorted(listening(one)) for one in (game.pid, *children(game.pid))]
            assert found == ([[], [port]] if switched_on else [[]])
        finally:
            game.terminate()
            game.wait(20)
