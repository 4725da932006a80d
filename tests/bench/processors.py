"""Does the program see and draw the same on another processor, and what does it cost there? For `make arm64`, `amd64`.

    python -m tests.bench.processors draw FOLDER          pictures of a table with 60 stickers, at full size
    python -m tests.bench.processors measure FOLDER       processor time of reading them and of drawing screens, as JSON
    python -m tests.bench.processors compare HERE THERE   two outputs of `wondertable read --json`
    python -m tests.bench.processors table NAME=FILE...   the times of several processors side by side

`compare` fails if anything but numbers with a point differs, or one of those by more than 0.05 (px, for corners).
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import cv2
import msgspec
import pygame

from display.table_state import TableState
from display.window import Window
from tests.bench.detectors import DETECTORS, OVER_TIME, PLAIN, Filed, Result
from tests.bench.detectors import measure as readings
from tests.bench.scenes import Kind, Scene, Situation
from tests.bench.vision_reader import filed
from tests.display.sessions import LATE, marks, played, table

CLOSE = 0.05
"""How far numbers may be apart; corners are in px."""
STICKERS, WIDTH = 60, 4608
SCREEN = (1280, 720)
SCREENS = 10
ROUNDS = 2
"""Of which the faster counts."""


def differences(here: Any, there: Any, where: str = "") -> list[str]:
    """What two values of JSON do not have in common, and where; `path` is where a picture lies, and may differ."""
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        return [
            line
            for key in here
            if key != "path"
            for line in differences(here[key], there[key], f"{where}.{key}" if where else key)
        ]
    if isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        pairs = enumerate(zip(here, there, strict=True))
        return [line for number, (a, b) in pairs for line in differences(a, b, f"{where}[{number}]")]
    if isinstance(here, float) and isinstance(there, float):
        same = abs(here - there) <= CLOSE
    else:
        same = type(here) is type(there) and here == there
    return [] if same else [f"{where}: {here} here, {there} there"]


def farthest(here: Any, there: Any) -> float:
    """The largest difference of two numbers with a point, in values of the same shape."""
    if isinstance(here, dict):
        return max((farthest(here[key], there[key]) for key in here), default=0.0)
    if isinstance(here, list):
        return max((farthest(a, b) for a, b in zip(here, there, strict=True)), default=0.0)
    return abs(here - there) if isinstance(here, float) or isinstance(there, float) else 0.0


def compare(here: Path, there: Path) -> int:
    """Print what differs, picture by picture, and whether that is too much; 0 if it is not."""
    ours, theirs = ([json.loads(line) for line in file.read_text("utf-8").splitlines()] for file in (here, there))
    found = differences(ours, theirs)
    for line in found:
        sys.stdout.write(line + "\n")
    if found:
        sys.stdout.write(f"{len(found)} differences\n")
        return 1
    if not (stickers := sum(len(picture["stickers"]) for picture in ours)):
        sys.stdout.write("nothing was read here: there is nothing to compare\n")
        return 1
    apart = max(farthest(a["stickers"], b["stickers"]) for a, b in zip(ours, theirs, strict=True))
    sys.stdout.write(
        f"{len(ours)} pictures, {stickers} stickers: the same codes and places, corners within {apart:.3f} px\n"
    )
    return 0


def draw(folder: Path) -> int:
    """Write the pictures of a table, at first sight, still and with hands (see `tests.bench.scenes`)."""
    folder.mkdir(parents=True, exist_ok=True)
    filed(Scene(Kind.OURS, STICKERS, WIDTH).shots(), folder)
    return 0


def measure(folder: Path) -> int:
    """Print ms of processor time: a look at the whole picture, what is read over time, and screens."""
    cv2.setNumThreads(1)
    shots = msgspec.json.decode((folder / "shots.json").read_bytes(), type=list[Filed])
    first = [shot for shot in shots if shot.situation is Situation.FIRST]
    whole = readings(DETECTORS[PLAIN][1], folder, first, ROUNDS)
    results: list[tuple[str, Result]] = [("whole look", one) for one in whole]
    results += [(one.situation.value, one) for one in readings(DETECTORS[OVER_TIME][1], folder, shots, ROUNDS)]
    spent: dict[str, list[float]] = {}
    for name, result in results:
        if name != Situation.FIRST:  # the same as the whole look
            spent.setdefault(name, []).append(result.ms)
    rows = {name: sum(each) / len(each) for name, each in spent.items()}
    rows |= {"a screen, all of it": drawing(whole=True), "a screen, a card is booked": drawing(whole=False)}
    seen = {f"{name}, stickers read": sum(one.read for kind, one in results if kind == name) for name in spent}
    sys.stdout.write(json.dumps({"ms": rows, "read": seen}) + "\n")
    return 0


def drawing(*, whole: bool) -> float:
    """Ms of processor time for a screen of five players."""
    states = [TableState(played(5, LATE), marks(5)), table(5)]
    with Window(SCREEN) as window:
        for state in states:
            window.show(state, 0.0)  # the first time loads fonts
        started = time.process_time()
        for number in range(SCREENS):
            if whole:
                pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
                window.presses()
            window.show(states[number % 2], 1.0 + number)
        return 1000 * (time.process_time() - started) / SCREENS


def table_of(named: list[str]) -> int:
    """The measured times side by side, each with its ratio to the first; fails if they have not read the same."""
    names = [one.partition("=")[0] for one in named]
    rows = [json.loads(Path(one.partition("=")[2]).read_text("utf-8")) for one in named]
    sys.stdout.write(f"{'ms of processor time':<28}" + "".join(f"{name:>20}" for name in names) + "\n")
    for key, first in rows[0]["ms"].items():
        spent = [row["ms"][key] for row in rows]
        cells = "".join(f"{f'{each:.1f} ({each / first:.1f})':>20}" for each in spent)
        sys.stdout.write(f"{key:<28}{cells}\n")
    read = [row["read"] for row in rows]
    if any(each != read[0] for each in read):
        sys.stdout.write(f"they have not read the same: {read}\n")
        return 1
    return 0


def main() -> int:
    """As the first argument says."""
    match sys.argv[1:]:
        case ["draw", folder]:
            return draw(Path(folder))
        case ["measure", folder]:
            return measure(Path(folder))
        case ["compare", here, there]:
            return compare(Path(here), Path(there))
        case ["table", *named] if named:
            return table_of(named)
        case _:
            sys.stderr.write(f"{__doc__}\n")
            return 2


if __name__ == "__main__":
    sys.exit(main())
