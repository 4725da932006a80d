"""Which wheels a Raspberry Pi gets: the locked packages for a Python and a processor other than this machine's.

    wheels.py check [MACHINE]                is there a wheel with a locked hash for each package and Python?
    wheels.py fetch FOLDER PYTHON MACHINE    downloads them; pip checks the hashes

pip can choose wheels for another machine, but reads `; python_version ...` in a requirement as of its own Python. So
the lines that are meant for another Python are left out here.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from packaging.markers import Marker

LOCK = Path(__file__).with_name("requirements.lock")
PYTHONS = ("3.11", "3.13")
"""Debian 12's and 13's."""
MACHINES = ("aarch64", "x86_64")
GLIBC = range(36, 16, -1)
"""Minor versions of glibc 2 whose wheels run on Debian 12, the newest first."""


def requirements(lock: str, python: str, machine: str) -> str:
    """The requirements with their hashes that apply to this Python on this processor, without their conditions."""
    environment = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": machine,
        "sys_platform": "linux",
        "platform_system": "Linux",
        "os_name": "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    lines: list[str] = []
    applies = False
    for line in lock.splitlines():
        if line[:1].isalnum():
            name, _, condition = line.removesuffix("\\").partition(";")
            applies = not condition.strip() or Marker(condition).evaluate(environment)
            line = f"{name.strip()} \\"  # noqa: PLW2901
        if applies and line.strip() and not line.lstrip().startswith("#"):
            lines.append(line)
    return "\n".join(lines) + "\n"


def arguments(python: str, machine: str) -> list[str]:
    """How pip is told for whom it chooses."""
    tag = python.replace(".", "")
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in GLIBC] + [f"manylinux2014_{machine}"]
    return [
        *("--only-binary=:all:", "--no-deps", "--require-hashes", "--python-version", python, "--implementation", "cp"),
        *(word for abi in (f"cp{tag}", "abi3", "none") for word in ("--abi", abi)),
        *(word for platform in platforms for word in ("--platform", platform)),
    ]


def pip(*words: str) -> str:
    """Run pip; ends the program with what it says if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *words],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def chosen(python: str, machine: str, lock: str) -> list[tuple[str, str]]:
    """Name and file of each wheel that pip would take; nothing is installed."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder) / "requirements.txt"
        wanted.write_text(requirements(lock, python, machine), encoding="utf-8")
        target = str(Path(folder) / "target")
        said = pip("install", "--dry-run", "--quiet", "--ignore-installed", "--target", target, "--report", "-",
                   *arguments(python, machine), "-r", str(wanted))  # fmt: skip
    found = json.loads(said)["install"]
    return [(one["metadata"]["name"], one["download_info"]["url"].rpartition("/")[2]) for one in found]


def main() -> None:
    """As the first argument says."""
    lock = LOCK.read_text(encoding="utf-8")
    match sys.argv[1:]:
        case ["check", *machines]:
            for machine in machines or MACHINES:
                for python in PYTHONS:
                    found = chosen(python, machine, lock)
                    sys.stdout.write(f"Python {python} on {machine}: {len(found)} wheels, every hash locked\n")
        case ["fetch", folder, python, machine]:
            wanted = Path(folder) / f"requirements-{python}-{machine}.txt"
            wanted.parent.mkdir(parents=True, exist_ok=True)
            wanted.write_text(requirements(lock, python, machine), encoding="utf-8")
            pip("download", "--quiet", "--dest", folder, *arguments(python, machine), "-r", str(wanted))
            wanted.unlink()
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
