"""The cost of drawing: milliseconds of one core for each frame, at 1920 x 1080, without a graphics card.

    python -m tests.bench.display_frames [--peer DIR]

Side by side: this display; the naive use of pygame (everything drawn and every text rendered for each frame);
and, if `pip install --target DIR pygame_gui` was done (it wants pygame-ce, hence a folder of its own), pygame_gui with
as many texts. SDL_VIDEODRIVER=x11 measures with a real X server. Times are the processor's.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from display.drawing import fonts
from display.table_state import TableState
from display.window import Window
from tests.display.sessions import AGE_ENDS, LATE, marks, over, played, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SIZE = (1920, 1080)
PLAYERS = 7
FPS = 30
TARGET, IDLE = 8.0, 3.0
"""Milliseconds for a frame that moves; per cent of a core while nothing does."""


@dataclass(frozen=True)
class Row:
    """What was drawn, in how many frames, and milliseconds for each."""

    name: str
    frames: int
    each: float
    worst: float


def measured(name: str, frames: Iterator[bool], keep: bool = False) -> Row:
    """Processor time of every frame that drew something (or of all), but for the first one, which loads the fonts."""
    next(frames)
    spent = []
    while True:
        started = time.process_time()
        drew = next(frames, None)
        if drew is None:
            break
        if drew or keep:
            spent.append((time.process_time() - started) * 1000)
    spent.sort()
    return Row(name, len(spent), mean(spent), spent[int(len(spent) * 0.98)])


def conflicts(window: Window) -> Iterator[bool]:
    """Each conflict takes the place of the one before."""
    state = TableState(played(PLAYERS, AGE_ENDS), marks(PLAYERS))
    yield window.show(state, 0.0) > 0
    for frame in range(PLAYERS * 45):
        yield window.show(state, frame / FPS) > 0


def scoring(window: Window) -> Iterator[bool]:
    """Each category of the scoring takes the place of the one before."""
    state = over(PLAYERS)
    yield window.show(state, 0.0) > 0
    for step in range(1, 9):
        yield window.show(state, step * 2.5 + 0.1) > 0


def booking(window: Window) -> Iterator[bool]:
    """A card is recorded: one city and the middle change."""
    quiet = TableState(played(PLAYERS, LATE), marks(PLAYERS))
    yield window.show(quiet, 0.0) > 0
    for frame in range(40):
        yield window.show(quiet if frame % 2 else table(PLAYERS), frame / FPS) > 0


def whole(window: Window) -> Iterator[bool]:
    """Everything is drawn: the table appears."""
    state = table(PLAYERS)
    for frame in range(40):
        pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
        window.presses()
        yield window.show(state, frame / FPS) > 0


def still(window: Window) -> Iterator[bool]:
    """Nothing changes."""
    state = table(PLAYERS)
    window.show(state, 0.0)
    for frame in range(1000):
        window.presses()
        yield window.show(state, frame / FPS) > 0


@contextmanager
def naive(window: Window) -> Iterator[None]:
    """Every frame from scratch: neither the screen's content nor rendered texts are cached."""
    show = window.show
    cached = fonts.rendered, fonts.width

    def redraw(state: TableState, at: float) -> int:
        pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
        window.presses()
        return show(state, at)

    window.show = redraw  # type: ignore[method-assign]
    fonts.rendered, fonts.width = cached[0].__wrapped__, cached[1].__wrapped__
    try:
        yield
    finally:
        fonts.rendered, fonts.width = cached
        del window.show


def idle(seconds: float = 4.0) -> float:
    """Per cent of a core while nothing changes and the screen is asked thirty times a second."""
    state = table(PLAYERS)
    with Window(SIZE) as window:
        window.show(state, 0.0)
        started, spent = time.monotonic(), time.process_time()
        while time.monotonic() - started < seconds:
            window.presses()
            window.show(state, time.monotonic())
            time.sleep(1 / FPS)
        return (time.process_time() - spent) / (time.monotonic() - started) * 100


def peer(folder: Path) -> float:
    """Milliseconds a frame of pygame_gui, with two texts that move and nothing else that changes."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    script = Path(__file__).with_name("pygame_gui_table.py")
    done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


SCENES: tuple[tuple[str, Callable[[Window], Iterator[bool]]], ...] = (
    ("conflict, tokens fly", conflicts),
    ("scoring, next category", scoring),
    ("table, a card is booked", booking),
    ("table, all of it", whole),
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--peer", type=Path, help="folder that pygame_gui was installed into")
    folder = parser.parse_args().peer
    out = sys.stdout.write
    out(f"{SIZE[0]} x {SIZE[1]}, {PLAYERS} players, {os.environ['SDL_VIDEODRIVER']}; ms of one core for each frame\n")
    out(f"{'':26}{'frames':>7}{'mean':>8}{'98 %':>8}{'naive':>8}{'ratio':>7}\n")
    for name, scene in SCENES:
        with Window(SIZE) as window:
            ours = measured(name, scene(window))
        with Window(SIZE) as window, naive(window):
            theirs = measured(name, scene(window), keep=True)
        ratio = f"{theirs.each:8.2f}{theirs.each / ours.each:6.1f}x"
        out(f"{name:26}{ours.frames:7}{ours.each:8.2f}{ours.worst:8.2f}{ratio}\n")
        if scene is conflicts:
            moving = ours
    with Window(SIZE) as window:
        quiet = measured("nothing changes", still(window), keep=True)
        drawn = sum(still(window))
    out(f"{'nothing changes':26}{quiet.frames:7}{quiet.each:8.3f}{quiet.worst:8.3f}   {drawn} drawn\n")
    share = idle()
    out(
        f"a frame that moves: {moving.each:.2f} ms (at most {TARGET}); idle: {share:.2f} % of a core (at most {IDLE})\n"
    )
    if folder is not None:
        theirs_ms = peer(folder)
        out(f"pygame_gui, two texts move: {theirs_ms:.2f} ms a frame ({theirs_ms / moving.each:.1f}x)\n")


if __name__ == "__main__":
    main()
