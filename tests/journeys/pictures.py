"""Makes the manual's pictures again: `python -m tests.journeys.pictures` (or `make pictures`).

Drawings, photographs and pages of the menu take seconds, the moving picture of the README a minute. The series of a
game night, from the real program, needs Xvfb, xdotool and ImageMagick and takes some minutes; where they are missing it
is left as it is.
"""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from pathlib import Path

from PIL import Image

from display.menu import OpenPage
from display.navigation.navigation import update_position
from display.navigation.position import START
from display.window import Window
from tests.display.drawn import screenshot
from tests.display.menu_pages import pages
from tests.display.screens.test_screens import keep
from tests.journeys import session_pictures
from tests.journeys.drawings import draw_all
from tests.journeys.moving_picture import film
from tests.journeys.photographs import take_all
from tests.journeys.real_screen import missing

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = DOCS / "pictures"
PAGES = ("season_players", "league")
"""Pages of the menu that the manual shows."""


def main() -> None:
    """Write all pictures into `docs/pictures`, and those of pages beside the other screens."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    draw_all(PICTURES)
    show_pages(DOCS / "screens" / "800x480")
    take_all(PICTURES)
    film(PICTURES / "table-and-screen.webp")
    if tools := missing():
        sys.stderr.write(f"The pictures of the game night stay as they are: {', '.join(tools)} cannot be found.\n")
    else:
        session_pictures.main(PICTURES / "game-night")


def show_pages(folder: Path) -> None:
    """Write a picture of each page."""
    for name in PAGES:
        state, page = pages(7)[name]
        with Window((800, 480), strict=True) as window:
            window.position = replace(update_position(START, state, 0.0), opened=OpenPage(page))
            window.show(state, 0.0)
            keep(Image.open(io.BytesIO(screenshot(window))).convert("RGB"), folder / f"{name}-7.png")


if __name__ == "__main__":
    main()
