"""How long the program takes to start and resume a game: `python -m tests.bench.start`.

Counted from the process's start to the program's name on the screen, and to the moment at which it tells the service
manager that it is up: the game as it was is on the screen, and buttons have been asked for. The journal holds a hundred
games and one that lacks its last action, with seven players and Leaders, in which much was taken back. Beside the
seconds it says those of the processor, since other programs on the machine count in the former.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from device.journal.archive import resumed
from device.journal.journal import JOURNAL, Journal
from device.session.session import Session
from device.umpire.table import TableUmpire
from engine import score_sheets
from tests.dealing.dealer import deal
from tests.device.journal.stored import store_actions, store_undo
from vision.kit.codebook import Codebook

TIMES, GAMES = 5, 100
STEP = 20
"""Actions after which all of them are undone once."""
CAMERAS = ("none", "v4l2:63")
"""No camera, and a camera that is missing."""


def fill(folder: Path) -> int:
    """Play the games; returns how many actions the unfinished one has."""
    with closing(Journal(folder / JOURNAL)) as journal:
        game = deal(4, 1).game
        actions = game.actions
        for _ in range(GAMES):
            played = journal.begin(game.setup.seats, {})
            store_actions(journal, played, actions)
            journal.finish(played, [sheet.total for sheet in score_sheets(game)])
        game = deal(7, 2, leaders=True).game
        options = {"leaders": game.setup.leaders, "free_city": game.setup.free_city}
        unfinished = journal.begin(game.setup.seats, {name: value for name, value in options.items() if value})
        actions = game.actions[:-1]
        for first in range(0, len(actions), STEP):
            store_actions(journal, unfinished, actions[first : first + STEP])
            store_undo(journal, unfinished, first)
            store_actions(journal, unfinished, actions[first : first + STEP])
        resumed(
            Session(TableUmpire(Codebook.load())), journal, unfinished
        )  # without it another start would be measured
    return len(actions)


PROGRAM = """
import os, socket, sys
import display  # before pygame, as in the program
import pygame

flip = pygame.display.flip

def first() -> None:
    flip()
    pygame.display.flip = flip
    used = sum(os.times()[:2])
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.sendto(f"PICTURE={used:.2f}".encode(), os.environ["NOTIFY_SOCKET"])

pygame.display.flip = first
from device.command_line import main
sys.exit(main())
"""
"""The program, which also tells when its first picture is on the screen."""


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds, of the clock and of the processor, until the first picture and until it can be played."""

    picture: float
    picture_processor: float
    playable: float
    playable_processor: float


def start(folder: Path, camera: str) -> Start:
    """Start the program once."""
    address = folder / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(address))
        manager.settimeout(60)
        own = {"NOTIFY_SOCKET": str(address), "WONDERTABLE_STATE": str(folder), "SDL_VIDEODRIVER": "dummy"}
        began = monotonic()
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "run", "--camera", camera],
            env={**os.environ, **own},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            name, _, used = manager.recv(100).decode().partition("=")
            picture = monotonic() - began
            assert name == "PICTURE"
            assert manager.recv(100) == b"READY=1"
            seconds = monotonic() - began
            fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        finally:
            process.kill()
            process.wait()
            address.unlink()
    return Start(picture, float(used), seconds, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))


def main() -> None:
    """Print the median and the slowest for each camera."""
    with tempfile.TemporaryDirectory() as folder:
        actions = fill(Path(folder))
        size = (Path(folder) / JOURNAL).stat().st_size // 1000
        sys.stdout.write(f"a journal of {size} kB, {GAMES} games and one of {actions} actions to go on with\n")
        for camera in CAMERAS:
            starts = [start(Path(folder), camera) for _ in range(TIMES)]
            sys.stdout.write(f"camera {camera}\n")
            for what in ("picture", "playable"):
                clock = sorted(getattr(one, what) for one in starts)
                processor = sorted(getattr(one, f"{what}_processor") for one in starts)[TIMES // 2]
                sys.stdout.write(
                    f"  start to {what:8}: {clock[TIMES // 2]:.2f} s ({clock[0]:.2f} to {clock[-1]:.2f} s), "
                    f"{processor:.2f} s of the processor\n"
                )


if __name__ == "__main__":
    main()
