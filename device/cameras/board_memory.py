"""How much memory the board has."""

from __future__ import annotations

from pathlib import Path

MEMINFO = Path("/proc/meminfo")
SMALL_BOARD = 1_000
"""MB; boards with less (Zero 2 W, 3 A+, 1 GB ones with a share taken by the graphics) get smaller pictures."""


def megabytes(name: str, meminfo: Path = MEMINFO) -> int | None:
    """A line of /proc/meminfo ("MemTotal", "MemAvailable") in MB; None where there is none."""
    try:
        lines = meminfo.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) // 1024
    return None


def small_board(meminfo: Path = MEMINFO) -> bool:
    """Whether full-size pictures would be too much."""
    total = megabytes("MemTotal", meminfo)
    return total is not None and total < SMALL_BOARD
