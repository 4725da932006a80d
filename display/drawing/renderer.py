"""Brings the screen up to date: only panels whose content has changed are drawn again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from display.drawing.canvas import Canvas

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from display.drawing.canvas import Tools
    from display.drawing.panel import Panel
    from display.drawing.turned_screen import Place, TurnedScreen


class Renderer:
    """Draws panels on a screen and remembers what it drew."""

    def __init__(self, screen: TurnedScreen) -> None:
        self._shown, self._screen = screen, screen.upright
        self._drawn: dict[Place, Hashable] = {}
        self._under: dict[Place, pygame.Surface] = {}
        self._moving: dict[Place, dict[Place, Hashable]] = {}

    def clear(self) -> None:
        """Forget what is on the screen: the next `draw` fills it with the ground colour and draws every panel."""
        self._drawn.clear()
        self._under.clear()
        self._moving.clear()

    def draw(self, panels: Sequence[Panel], tools: Tools) -> int:
        """Show these panels; returns how many had to be drawn, or had something moving on them."""
        wanted = {panel.box.pixels: panel for panel in panels}
        if not self._drawn or self._drawn.keys() - wanted.keys():
            self._screen.fill(tools.theme.ground)
            self.clear()
        whole = not self._drawn
        dirty: list[Place] = []
        count = 0
        for place, panel in wanted.items():
            changed = self._panel(place, panel, tools) + self._movement(place, panel, tools)
            dirty += changed
            count += bool(changed)
        if whole and dirty:
            self._shown.show()
        elif dirty:
            self._shown.show(dirty)
        return count

    def _panel(self, place: Place, panel: Panel, tools: Tools) -> list[Place]:
        if self._drawn.get(place) == panel.key:
            return []
        _paint(self._screen.subsurface(place), panel, tools)
        self._drawn[place] = panel.key
        self._under.pop(place, None)
        self._moving.pop(place, None)
        return [place]

    def _movement(self, place: Place, panel: Panel, tools: Tools) -> list[Place]:
        """Draw what moves on a panel, and restore the panel where it was before."""
        before = self._moving.get(place, {})
        now = {one.box.pixels: one for one in panel.moving}
        if before == {where: one.key for where, one in now.items()}:
            return []
        under = self._under.get(place)
        if under is None:
            under = self._under[place] = self._screen.subsurface(place).copy()
        for where in before:
            self._screen.blit(under, where, pygame.Rect(where).move(-place[0], -place[1]))
        for where, one in now.items():
            _paint(self._screen.subsurface(where), one, tools)
        self._moving[place] = {where: one.key for where, one in now.items()}
        return [*before, *now]


def _paint(surface: pygame.Surface, panel: Panel, tools: Tools) -> None:
    """Paint the panel, turned by its quarter turns."""
    name = panel.paint.__module__
    if panel.turn % 4 == 0:
        panel.paint(Canvas(surface, tools, name), panel.content)
        return
    width, height = surface.get_size()
    upright = pygame.Surface((width, height) if panel.turn % 2 == 0 else (height, width))
    panel.paint(Canvas(upright, tools, name), panel.content)
    surface.blit(pygame.transform.rotate(upright, -90 * panel.turn), (0, 0))
