"""Makes the manual's pictures again: `python -m tests.journeys.pictures` (or `make pictures`).

Drawings and photographs take seconds, the moving picture of the README a minute. The series of a game night, from the
real program, needs Xvfb, xdotool and ImageMagick and takes some minutes; where they are missing it is left as it is.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.journeys import session_pictures
from tests.journeys.drawings import draw_all
from tests.journeys.moving_picture import film
from tests.journeys.photographs import take_all
from tests.journeys.real_screen import missing

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def main() -> None:
    """Write all pictures into `docs/pictures`."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    draw_all(PICTURES)
    take_all(PICTURES)
    film(PICTURES / "table-and-screen.webp")
    if tools := missing():
        sys.stderr.write(f"The pictures of the game night stay as they are: {', '.join(tools)} cannot be found.\n")
    else:
        session_pictures.main(PICTURES / "game-night")


if __name__ == "__main__":
    main()
