"""A screen that is mounted on its side or upside down: what is drawn upright is turned on its way to it.

The Raspberry Pi's Touch Display 2 is 720 x 1280 px, and SDL does not turn the picture where there is no desktop.
"""

from collections.abc import Sequence

import pygame

Place = tuple[int, int, int, int]
"""Left, top, width and height in px."""


class TurnedScreen:
    """`upright` is drawn on; `show` brings it to the screen, turned clockwise by `turn` quarter turns."""

    def __init__(self, screen: pygame.Surface, turn: int = 0) -> None:
        self.screen, self.turn = screen, turn % 4
        width, height = screen.get_size()
        size = (height, width) if self.turn % 2 else (width, height)
        self.upright = screen if self.turn == 0 else pygame.Surface(size, depth=screen.get_bitsize())

    def show(self, places: Sequence[Place] | None = None) -> None:
        """Show what was drawn in these places of the upright picture; None: everywhere."""
        if self.turn:
            for place in places or [(0, 0, *self.upright.get_size())]:
                turned = pygame.transform.rotate(self.upright.subsurface(place), -90 * self.turn)
                self.screen.blit(turned, self.on_screen(place)[:2])
        if places is None:
            pygame.display.flip()
        else:
            pygame.display.update([pygame.Rect(self.on_screen(place)) for place in places])

    def on_screen(self, place: Place) -> Place:
        """Where a place of the upright picture is on the screen."""
        x, y, width, height = place
        whole = self.upright.get_size()
        right, below = whole[0] - x - width, whole[1] - y - height
        match self.turn:
            case 1:
                return below, x, height, width
            case 2:
                return right, below, width, height
            case 3:
                return y, right, height, width
        return place

    def upright_point(self, x: float, y: float) -> tuple[int, int]:
        """The point of the upright picture that is at this point of the screen; `x` and `y` from 0 to 1."""
        match self.turn:
            case 1:
                x, y = y, 1 - x
            case 2:
                x, y = 1 - x, 1 - y
            case 3:
                x, y = 1 - y, x
        width, height = self.upright.get_size()
        return min(int(x * width), width - 1), min(int(y * height), height - 1)
