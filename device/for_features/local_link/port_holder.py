"""Who listens at a TCP port of this machine, as the system's tables say it (proc_pid_net(5), proc_pid_fd(5))."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

TCP_TABLES = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
PROCESSES = Path("/proc")
LISTENS = "0A"
"""The state of a socket that accepts connections."""
LONGEST_NAME = 15
"""Bytes of a program's name, as the kernel keeps it."""


def listening(port: int, tables: tuple[Path, ...] = TCP_TABLES) -> frozenset[str]:
    """The numbers (inodes) of the sockets at which a program of this machine accepts connections."""
    found: set[str] = set()
    for table in tables:
        with suppress(OSError):
            rows = [row.split() for row in table.read_text("ascii").splitlines()[1:]]
            found |= {row[9] for row in rows if row[3] == LISTENS and int(row[1].rpartition(":")[2], 16) == port}
    return frozenset(found)


def port_holder(port: int) -> str:
    """The program that has a port, with its process's number: "python3 (4711)". "" if that may not be seen."""
    wanted = {f"socket:[{number}]" for number in listening(port)}
    for process in PROCESSES.glob("[0-9]*") if wanted else ():
        with suppress(OSError):
            if any(_target(handle) in wanted for handle in (process / "fd").iterdir()):
                name = (process / "comm").read_bytes()[:LONGEST_NAME].decode(errors="replace").strip()
                return f"{name} ({process.name})"
    return ""


def _target(handle: Path) -> str:
    with suppress(OSError):
        return str(handle.readlink())
    return ""
