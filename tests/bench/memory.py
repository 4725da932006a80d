"""How much memory this process has taken."""

from pathlib import Path


def peak_megabytes() -> float:
    """The most that was resident since the program started. (`getrusage` counts what the parent had, too.)"""
    lines = (line.split() for line in Path("/proc/self/status").read_text("ascii").splitlines())
    return next(int(line[1]) / 1024 for line in lines if line[0] == "VmHWM:")
