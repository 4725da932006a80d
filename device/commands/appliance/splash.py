"""What the arguments and settings say about the window, and the first picture in it. Imports little, on purpose."""

import argparse
from dataclasses import dataclass

from device.settings.settings import Settings
from display import first_picture
from display.drawing.theme import THEMES


@dataclass(frozen=True, slots=True)
class WindowShape:
    """How a window opens; the fields are arguments of `display.window.Window`."""

    size: tuple[int, int] | None
    fullscreen: bool
    rotate: int | None


def window_shape(args: argparse.Namespace, settings: Settings) -> WindowShape:
    """The screen is filled unless `--window` or the settings say otherwise."""
    wanted = settings.screen
    size = (wanted.width, wanted.height) if wanted.width and wanted.height else None
    fullscreen = wanted.fullscreen and not args.window
    rotate = wanted.rotate if isinstance(wanted.rotate, int) else None
    return WindowShape(size, fullscreen, rotate)


def show_splash(args: argparse.Namespace, settings: Settings) -> None:
    """Show the program's name, if a screen is wanted and there is one."""
    if not args.headless:
        shape = window_shape(args, settings)
        first_picture.show_splash(
            shape.size,
            fullscreen=shape.fullscreen,
            rotate=shape.rotate,
            upside_down=settings.screen.upside_down,
            theme=THEMES[settings.screen.theme],
        )
