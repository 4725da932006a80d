"""Boots Debian with the package in QEMU, whose kernel simulates a Pi's devices, and tries them: see docs/first-pi.md.

`python systemd/virtual_pi PACKAGE LGPIO` (both files; `--help` says the rest), as root. There is no KVM: times are told
as multiples of the bare system's boot. Pictures of the guest's screen and the report are in build/virtual-pi.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import boots
from boots import PROJECT
from disk import build
from machine import BrokenError, Guest

if TYPE_CHECKING:
    from collections.abc import Callable


class Report:
    """Lines for the terminal and the report; counts what does not hold."""

    def __init__(self, file: Path) -> None:
        file.unlink(missing_ok=True)
        self._file, self.failed = file, 0

    def say(self, line: str) -> None:
        """A line."""
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
        with self._file.open("a", encoding="utf-8") as report:
            report.write(line + "\n")

    def trial(self, name: str, does: Callable[[], str]) -> bool:
        """Try something, and say what came of it and how long it took; False if it is broken: the rest goes on."""
        since, holds = time.monotonic(), True
        try:
            found = does()
        except Exception as problem:  # whatever a trial stumbles over: it must be told, and the others go on
            self.failed, holds = self.failed + 1, False
            found = f"FAILED: {problem}" if isinstance(problem, BrokenError) else f"FAILED: {problem!r}"
        self.say(f"{name} ({time.monotonic() - since:.0f} s): {found}")
        return holds


def main() -> int:
    """Everything in turn; 1 if something does not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", type=Path)
    parser.add_argument("lgpio", type=Path)
    parser.add_argument("--release", default="trixie", choices=("trixie", "bookworm"))
    parser.add_argument("--architecture", default="amd64", choices=("amd64", "arm64"))
    parser.add_argument("--cuts", type=int, default=100, help="worked out from what is written to the disk")
    parser.add_argument("--starts", type=int, default=3, help="of the program, with buttons pressed meanwhile")
    parser.add_argument("--boots", type=int, default=3, help="after a cut of the whole machine")
    parser.add_argument("--only", default="", help="the beginnings of the boots' names, with commas between them")
    parser.add_argument("--processors", type=int, default=2, help="of each guest")
    parser.add_argument("--together", type=int, default=2, help="guests that run at the same time")
    parser.add_argument("--disk", type=Path, default=Path("/var/tmp/virtual-pi"), help="a folder for disks, 10 GB")
    parser.add_argument("--built", action="store_true", help="the disk is there from the last time")
    args = parser.parse_args()
    out = PROJECT / "build" / "virtual-pi"
    for folder in (out, args.disk):
        folder.mkdir(parents=True, exist_ok=True)
    report, begun = Report(out / "report.txt"), time.monotonic()
    if not args.built:
        log = out / "disk.log"
        build(args.disk, args.package, args.lgpio, args.release, architecture=args.architecture, log=log)
        report.say(f"a disk with Debian ({args.release}, {args.architecture}): {time.monotonic() - begun:.0f} s")
    trials: dict[str, Callable[[Guest], str]] = {  # what takes longest is first
        "devices": partial(boots.try_devices, each=report.trial, starts=args.starts),
        "boots": partial(boots.try_boots_after_cuts, boots=args.boots),
        "cuts": partial(boots.try_cuts, cuts=args.cuts),
        "camera": boots.try_camera,
        "overlay": boots.try_read_only_root,
        "card": partial(boots.try_card, package=args.package),
        "small": boots.try_small,
    }

    def one(name: str) -> None:
        guest = Guest(args.disk, args.disk / name, out / name, args.architecture, args.processors)
        for folder in (guest.folder, guest.out):
            folder.mkdir(exist_ok=True)
        report.trial(name, partial(trials[name], guest))

    chosen = [name for name in trials if not args.only or name.startswith(tuple(args.only.split(",")))]
    with ThreadPoolExecutor(args.together) as together:
        list(together.map(one, chosen))
    report.say(f"{time.monotonic() - begun:.0f} s; {report.failed or 'nothing'} failed")
    return int(report.failed > 0)


if __name__ == "__main__":
    sys.exit(main())
