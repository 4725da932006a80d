"""How much memory the machine has."""

from pathlib import Path

MEMINFO = Path("/proc/meminfo")
SMALL = 700
"""MB; machines with less (Zero 2 W, 3 A+: 512 MB) take smaller pictures. A board with 1 GB reports 850 to 950."""


def megabytes(name: str, meminfo: Path = MEMINFO) -> int | None:
    """A line of /proc/meminfo ("MemTotal", "MemAvailable") in MB; None if there is no such line."""
    try:
        lines = meminfo.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) // 1024
    return None


def small_machine(meminfo: Path = MEMINFO) -> bool:
    """True if full-size pictures would need too much memory."""
    total = megabytes("MemTotal", meminfo)
    return total is not None and total < SMALL
