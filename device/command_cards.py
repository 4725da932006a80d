"""Command cards: laid on the table they do what the buttons do, for rigs without buttons, and open the menu."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from display.model import Press
from display.panel import ToMenu
from vision.codebook import Kind

if TYPE_CHECKING:
    from display.panel import Touch
    from vision.codebook import Codebook
    from vision.scene import Scene


BEFORE = 3.0
"""s after the camera's first look: a command card that lies there by then was laid before the power was cut."""


class CommandCards:
    """Turns a command card that comes to lie still into one press; lifted and laid again, it is the next press."""

    def __init__(self, codebook: Codebook) -> None:
        names: dict[str, Touch] = {press.value: press for press in Press if press is not Press.QUIT}
        names["menu"] = ToMenu()
        self._press_of = {
            entry.code: names[entry.id] for entry in codebook if entry.kind is Kind.COMMAND and entry.id in names
        }
        self._lying: frozenset[tuple[int, float]] = frozenset()
        self._first: float | None = None

    def presses(self, scene: Scene) -> list[Touch]:
        """The presses since the last scene."""
        if self._first is None and scene.time > 0:  # nothing was looked at before
            self._first = scene.time
        lying = {(item.track, item.since): item.code for item in scene.items if item.code in self._press_of}
        known = -math.inf if self._first is None else self._first + BEFORE
        new = [self._press_of[code] for laid, code in lying.items() if laid not in self._lying and laid[1] > known]
        self._lying = frozenset(lying)
        return new
