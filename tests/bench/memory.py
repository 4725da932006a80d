"""How much memory this process has used."""

from pathlib import Path


def peak_megabytes() -> float:
    """The peak resident memory since the program started. (`getrusage` would count the parent's, too.)"""
    lines = (line.split() for line in Path("/proc/self/status").read_text("ascii").splitlines())
    return next(int(line[1]) / 1024 for line in lines if line[0] == "VmHWM:")
