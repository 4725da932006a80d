"""A stand-in for NetworkManager's command: `nmcli` on the path, with its state in a folder.

`NETWORK` names a file with {"devices": [[name, type, state, connection, uuid]], "ap": [name], "profiles": {},
"active": [profile], "fails": {"add": [status, text]}, "hangs": [word]}. Each call is a line of `calls.txt` beside it.
Both are Python's literals: `json` takes as long to import as Python to start.
"""

from __future__ import annotations

import fcntl
import os
import stat
import sys
from ast import literal_eval
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROGRAM = """#!{python} -IS
import fcntl, os, sys, time
file = os.environ["NETWORK"]
alone = open(os.path.splitext(file)[0] + ".lock", "w")
fcntl.flock(alone, fcntl.LOCK_EX)
network, given = eval(open(file).read()), sys.argv[1:]
with open(os.path.join(os.path.dirname(file), "calls.txt"), "a") as calls:
    print(given, file=calls)
words = [word for word in given if not word.startswith("-")]

def end(status=0, said=""):
    with open(file, "w") as kept:
        print(network, file=kept)
    print(said, file=sys.stderr if status else sys.stdout)
    sys.exit(status)

for word in given:
    if word in network.get("hangs", ()):
        fcntl.flock(alone, fcntl.LOCK_UN)
        time.sleep(60)
    if word in network.get("fails", {{}}):
        end(*network["fails"][word])
if not network.get("running", True):
    end(8, "Error: NetworkManager is not running.")
if "WIFI-PROPERTIES.AP" in given:
    end(0, "WIFI-PROPERTIES.AP:" + ("yes" if given[-1] in network["ap"] else "no"))
if given[-1] == "device":
    end(0, "\\n".join(":".join(field.replace(":", "\\\\:") for field in row) for row in network["devices"]))
if "add" in given:
    value = dict(zip(given[2::2], given[3::2]))
    network["profiles"][value["con-name"]] = value
    end(0, "Connection successfully added.")
if "delete" in given:
    if given[-1] not in network["profiles"]:
        end(10, "Error: unknown connection '" + given[-1] + "'.")
    del network["profiles"][given[-1]]
    network["active"] = [name for name in network["active"] if name != given[-1]]
    end()
if "--active" in given:
    end(0, "\\n".join(network["active"]))
if "up" in given:
    name = given[given.index("up") + 2]
    if "passwd-file" in given:
        setting, _, secret = open(given[-1]).read().strip().partition(":")
        network["profiles"][name][setting] = secret
    network["active"].append(name)
    end()
end(2, "Error: not understood.")
"""

WIRED = ["eth0", "ethernet", "connected", "Wired connection 1", "0-1"]
FREE = ["wlan0", "wifi", "disconnected", "", ""]
AT_HOME = ["wlan0", "wifi", "connected", "Wohnzimmer: 5 GHz", "8f-22"]


class FakeNetwork:
    """`put` it on the path with `monkeypatch`."""

    def __init__(self, folder: Path, monkeypatch: Any, *devices: list[str], ap: tuple[str, ...] = ("wlan0",)) -> None:
        self.file = folder / "network.txt"
        program = folder / "bin" / "nmcli"
        program.parent.mkdir()
        program.write_text(PROGRAM.format(python=sys.executable), "utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
        monkeypatch.setenv("NETWORK", str(self.file))
        self.change(devices=list(devices), ap=list(ap), profiles={}, active=[])

    @property
    def now(self) -> dict[str, Any]:
        with self._alone():
            return literal_eval(self.file.read_text("utf-8"))

    def change(self, **values: Any) -> None:
        with self._alone():
            before = literal_eval(self.file.read_text("utf-8")) if self.file.exists() else {}
            self.file.write_text(repr(before | values), "utf-8")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No `nmcli` reads or writes meanwhile."""
        with self.file.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    @property
    def calls(self) -> list[list[str]]:
        file = self.file.with_name("calls.txt")
        return [literal_eval(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []
