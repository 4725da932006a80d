"""Brings the screen up to date: only panels whose content has changed are drawn again.

Labels of one kind have letters of one size on all panels of a family: what the tightest of them needs. To find that
out, the family is painted once without ink.
"""

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache

import pygame

from display.drawing.box import Box
from display.drawing.canvas import Canvas, Tools
from display.drawing.panel import Panel, size_upright
from display.drawing.theme import Colour
from display.drawing.turned_screen import Place, TurnedScreen
from display.words import Words


class Renderer:
    """Draws panels on a screen and remembers what it drew."""

    def __init__(self, screen: TurnedScreen) -> None:
        self._shown, self._screen = screen, screen.upright
        self._drawn: dict[Place, Hashable] = {}

    def clear(self) -> None:
        """Forget what is on the screen: the next `draw` fills it with the ground colour and draws every panel."""
        self._drawn.clear()

    def draw(self, panels: Sequence[Panel], tools: Tools) -> int:
        """Show these panels; returns how many had to be drawn."""
        wanted = {panel.box.pixels: panel for panel in panels}
        if not self._drawn or self._drawn.keys() - wanted.keys():
            self._screen.fill(tools.theme.ground)
            self.clear()
        whole = not self._drawn
        changed = [place for place, panel in wanted.items() if self._drawn.get(place) != panel.key]
        for place in changed:
            _paint(self._screen.subsurface(place), wanted[place], tools)
            self._drawn[place] = wanted[place].key
        if changed:
            self._shown.show(None if whole else changed)
        return len(changed)


def _paint(surface: pygame.Surface, panel: Panel, tools: Tools) -> None:
    most = label_sizes(tools.words, tools.screen, tools.large, panel.family)
    upright = pygame.transform.rotate(surface, 90 * panel.turn) if panel.turn else surface
    canvas = Canvas(upright, tools, panel.paint.__module__, most)
    canvas.fill(tools.theme.ground)
    panel.paint(canvas, panel.content)
    if panel.turn:
        surface.blit(pygame.transform.rotate(upright, -90 * panel.turn), (0, 0))


@lru_cache(maxsize=16)
def label_sizes(words: Words, screen: int, large: bool, family: tuple[Panel, ...]) -> Mapping[str, int]:
    """The largest em in px of each kind of label that the whole family has room for."""
    found: dict[str, int] = {}
    for one in family:
        one.paint(_Inkless(size_upright(one), Tools(words, screen, large=large), found), one.content)
    return found


class _Inkless(Canvas):
    """Draws nothing, and notes the least em of each kind of label."""

    def __init__(self, size: tuple[int, int], tools: Tools, found: dict[str, int]) -> None:
        super().__init__(pygame.Surface(size, depth=8), tools)
        self.found = found

    def part(self, box: Box) -> Canvas:
        _, _, width, height = box.pixels
        return _Inkless((width, height), self.tools, self.found)

    def plate(self, box: Box, colour: Colour, radius: float = 0.0) -> None:
        del box, colour, radius

    def icon(self, box: Box, name: str, colour: Colour | None = None, *, over: bool = False) -> None:
        del box, name, colour, over

    def _ink(self, base: Box, text: str, em: int, *, bold: bool, colour: Colour) -> None:
        del base, text, em, bold, colour

    def _labelled(self, label: str, em: int) -> None:
        if label:
            self.found[label] = min(em, self.found.get(label, em))
