"""Checks of the computer: running program, storage, memory, clock, temperature, versions."""

import errno
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import cv2

from device.doctor.finding import Finding, finding
from device.journal.database import in_use, is_in_memory
from device.journal.journal import JOURNAL
from device.machine_memory import MEMINFO, megabytes, small_machine

FREE_ENOUGH = 100
"""MB; a game needs far less than 1 MB, but a full disk causes other failures."""
FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""The system's numbers for a disk without room."""
FSYNC_ENOUGH = 250.0
"""ms; an old memory card takes 50."""
MEMORY_ENOUGH, SMALL_MEMORY_ENOUGH = 300, 200
"""MB of available memory; the second for boards with 512 MB, which use pictures of half the size."""
HOT = 80.0
"""Degrees Celsius at which a Raspberry Pi begins to slow down."""
SOUND_OPENCV = (4, 14)
"""Older versions correct too many bits of a code."""
CORRECTION_BITS = 5
THERMAL = Path("/sys/class/thermal/thermal_zone0/temp")
PLATFORM = Path("/sys/devices/platform")
THROTTLED = "soc*/soc*:firmware/get_throttled"
"""Below PLATFORM; a pattern, since the Raspberry Pi 5 has an address in these names and earlier ones have none."""
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
UNDER_VOLTAGE, THROTTLED_NOW = 1 << 0, 1 << 2


def check_running(directory: Path) -> Iterator[Finding]:
    """A running appliance holds the camera, the buttons and the screen, so another program cannot check them."""
    if in_use(directory / JOURNAL):
        yield finding("program", "running", "stop", good=False)


def check_storage(directory: Path) -> Iterator[Finding]:
    """Whether games can be stored there, and how long a safe write takes. Creates no folder."""
    try:
        place = next(folder for folder in (directory, *directory.parents) if folder.exists())
        milliseconds = _fsync_time(place)
        free = shutil.disk_usage(place).free // 1_000_000
    except OSError as problem:
        values = {"path": str(directory), "reason": problem.strerror or repr(problem)}
        advice = "free_storage" if problem.errno in FULL else "storage_writable"
        yield finding("storage", "unwritable", advice, good=False, **values)
        return
    yield finding("storage", "free", "free_storage", good=free >= FREE_ENOUGH, path=str(directory), megabytes=free)
    if is_in_memory(place):
        yield finding("storage", "in_memory", "storage_in_memory", good=False, path=str(directory))
    yield finding("storage", "fsync", "slow_storage", good=milliseconds <= FSYNC_ENOUGH, milliseconds=milliseconds)


def check_memory(meminfo: Path = MEMINFO) -> Iterator[Finding]:
    """Whether there is enough memory for pictures of 12 MB."""
    available, total = megabytes("MemAvailable", meminfo), megabytes("MemTotal", meminfo)
    if available is not None:
        enough = available >= (SMALL_MEMORY_ENOUGH if small_machine(meminfo) else MEMORY_ENOUGH)
        yield finding("memory", "available", "memory", good=enough, megabytes=available, total=total)
    if small_machine(meminfo):
        yield finding("memory", "small", good=True, total=total)


def check_clock(now: datetime | None = None, synchronised: Path = SYNCHRONISED) -> Iterator[Finding]:
    """Whether the clock can be right: not before this program was installed.

    A Raspberry Pi has no battery-powered clock, and a wrong clock gives games wrong dates.
    """
    now = now or datetime.now(UTC)
    written = datetime.fromtimestamp(Path(__file__).stat().st_mtime, UTC)
    found = "synchronised" if synchronised.exists() else "unsynchronised"
    yield finding("clock", found, "clock", good=now >= written, time=now.isoformat(timespec="seconds"))


def check_heat(thermal: Path = THERMAL, platform_devices: Path = PLATFORM) -> Iterator[Finding]:
    """Temperature and power supply, if the board reports them."""
    celsius = _number(thermal, 10)
    if celsius is not None:
        degrees = round(celsius / 1000, 1)
        yield finding("heat", "celsius", "cool", good=degrees < HOT, celsius=degrees)
    for flags in [flags for file in platform_devices.glob(THROTTLED) if (flags := _number(file, 16)) is not None]:
        weak = bool(flags & UNDER_VOLTAGE)
        found = "weak" if weak else "slowed" if flags & THROTTLED_NOW else "steady"
        yield finding("power", found, "power" if weak else "cool", good=found == "steady")


def check_versions() -> Iterator[Finding]:
    """Whether the libraries read codes reliably."""
    names = {"wondertable": version("wondertable"), "python": platform.python_version(), "numpy": version("numpy")}
    yield finding("versions", "program", good=True, **names, system=platform.platform())
    opencv = tuple(int(part) for part in cv2.__version__.split(".")[:2])
    yield finding("versions", "opencv", "opencv", good=opencv >= SOUND_OPENCV, opencv=cv2.__version__)
    bits = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_MIP_36h12).maxCorrectionBits
    yield finding("versions", "dictionary", "opencv", good=bits <= CORRECTION_BITS, bits=bits)


def _fsync_time(directory: Path) -> float:
    """Median of five small writes, in ms."""
    times = []
    with tempfile.TemporaryFile(dir=directory) as file:
        for _ in range(5):
            began = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - began)
    return round(sorted(times)[2] * 1000, 1)


def _number(file: Path, base: int) -> int | None:
    try:
        return int(file.read_text(encoding="ascii").strip(), base)
    except (OSError, ValueError):
        return None
