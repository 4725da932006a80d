"""Command cards: laid on the table they do what the buttons do, for rigs without buttons, and open the menu."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from device.messages.presses import Press, ToMenu
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    from device.messages.presses import Touch
    from vision.kit.codebook import Codebook
    from vision.scene import Scene


BEFORE = 3.0
"""s after the camera's first look: a command card that lies there by then was laid before the power was cut."""
READ_ANEW = 1.0
"""s after the table was forgotten: what lies there still is read again by then."""


class CommandCards:
    """Turns a command card that comes to lie still into one press; lifted and laid again, it is the next press."""

    def __init__(self, codebook: Codebook) -> None:
        names: dict[str, Touch] = {press.value: press for press in Press if press is not Press.QUIT}
        names["menu"] = ToMenu()
        self._press_of = {
            entry.code: names[entry.id] for entry in codebook if entry.kind is StickerKind.COMMAND and entry.id in names
        }
        self._lying: frozenset[tuple[int, float]] = frozenset()
        self._known: float | None = None
        """What has lain there since then (camera time), or for longer, was laid before anybody looked."""

    def presses(self, scene: Scene) -> list[Touch]:
        """The presses since the last scene."""
        if self._known is None and scene.time > 0:  # nothing was looked at before
            self._known = scene.time + BEFORE
        lying = {(item.track, item.since): item.code for item in scene.items if item.code in self._press_of}
        known = -math.inf if self._known is None else self._known
        new = [self._press_of[code] for laid, code in lying.items() if laid not in self._lying and laid[1] > known]
        self._lying = frozenset(lying)
        return new

    def forget(self, time: float) -> None:
        """The table is looked at as if for the first time from `time` (camera time) on."""
        self._known = time + READ_ANEW
