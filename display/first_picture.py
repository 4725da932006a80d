"""Opens the screen, and shows the program's name on it before the rest of the program is loaded.

Imports little: everything that is imported here comes before the first picture.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

import pygame

from display.drawing.box import Box
from display.drawing.canvas import Canvas, Tools
from display.drawing.panel import Panel
from display.drawing.renderer import Renderer
from display.drawing.theme import DARK, Theme
from display.drawing.turned_screen import TurnedScreen
from display.errors import DisplayError
from display.runtime import private_runtime
from display.words import Words

NAME = "Wondertable"

DESKTOP = (1280, 800)
"""The size of a window, in px, where the desktop is not smaller."""
DESKTOPS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""Environment variables that tell SDL where to draw."""
BARE = "kmsdrm"
"""SDL's name for a screen without a desktop."""


def show_splash(
    size: tuple[int, int] | None,
    *,
    fullscreen: bool,
    rotate: int | None = 0,
    upside_down: bool = False,
    theme: Theme = DARK,
) -> None:
    """Show the program's name on the screen that a `Window` of this size and kind will use; nothing if there is none.

    Arguments are those of `Window`; `upside_down`: turned by another half turn.
    """
    with suppress(DisplayError, pygame.error):
        surface = open_surface(size, fullscreen=fullscreen)
        screen = TurnedScreen(surface, quarter_turns(surface, rotate, fullscreen=fullscreen) + 2 * upside_down)
        width, height = screen.upright.get_size()
        Renderer(screen).draw(splash(Box(0, 0, width, height)), Tools(Words(), height, theme))
        pygame.event.pump()  # a desktop shows the window only when its events are read


def splash(box: Box) -> tuple[Panel, ...]:
    """What is on the screen from the moment it is open until the first picture."""
    return (Panel(box, _paint, NAME),)


def _paint(canvas: Canvas, name: str) -> None:
    sign, words = canvas.box.middle(canvas.box.w * 0.8, canvas.box.h * 0.5).rows(1.6, 1.0, gap=canvas.box.h * 0.04)
    canvas.icon(sign, "temple", canvas.theme.gold)
    canvas.text(words, name, canvas.tools.height / 8, bold=True, align="centre")


def open_surface(size: tuple[int, int] | None, *, fullscreen: bool) -> pygame.Surface:
    """The surface of the screen, or of a window. One that is open already and as wanted stays as it is.

    `size` in px; None: that of the screen, or a default on a desktop. Raises `DisplayError` if there is no screen.
    """
    already = pygame.display.get_surface() if pygame.display.get_init() else None
    if already is not None and _is_wanted(already, size, fullscreen=fullscreen):
        return already
    try:
        _require_screen()
        private_runtime()
        pygame.display.init()
        if pygame.display.get_driver() == "x11":  # or SDL uploads the whole picture to OpenGL for every change
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        if _fills(fullscreen):
            screen = pygame.display.set_mode(size or (0, 0), pygame.FULLSCREEN)
            pygame.mouse.set_visible(False)
        else:
            width, height = pygame.display.get_desktop_sizes()[0]
            wanted = size or (min(DESKTOP[0], width), min(DESKTOP[1], height))
            screen = pygame.display.set_mode(wanted, pygame.RESIZABLE)
    except pygame.error as problem:
        pygame.display.quit()
        raise DisplayError("error.no_screen", problem=str(problem)) from problem
    pygame.display.set_caption(NAME)
    return screen


def quarter_turns(surface: pygame.Surface, rotate: int | None, *, fullscreen: bool) -> int:
    """By how many clockwise quarter turns the picture is turned; the arguments are those of `Window`."""
    width, height = surface.get_size()
    return int(_fills(fullscreen) and height > width) if rotate is None else rotate // 90


def _fills(fullscreen: bool) -> bool:
    """True if the picture takes the whole screen: the bare screen of a Pi without a desktop has no windows."""
    return fullscreen or pygame.display.get_driver().lower() == BARE


def _is_wanted(surface: pygame.Surface, size: tuple[int, int] | None, *, fullscreen: bool) -> bool:
    return bool(surface.get_flags() & pygame.FULLSCREEN) == _fills(fullscreen) and size in {None, surface.get_size()}


def _require_screen() -> None:
    """Fail if there is neither a desktop nor a graphics card: SDL would draw into memory, which is invisible."""
    if sys.platform != "linux" or any(os.environ.get(name) for name in DESKTOPS):
        return
    if not any(Path("/dev/dri").glob("card*")):
        raise pygame.error("neither a desktop nor a graphics card")
    os.environ["SDL_VIDEODRIVER"] = BARE
