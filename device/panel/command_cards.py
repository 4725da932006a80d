"""Command cards: put on the table, they do what the buttons do, or open the menu."""

import math

from display.messages.presses import Press, ToMenu, UserInput
from vision.kit.codebook import Codebook, StickerKind
from vision.scene import Place, Scene

FIRST_LOOK = 3.0
"""s from the first picture in which a command card counts as put down before the program started."""
READ_AGAIN_WITHIN = 1.0
"""s after `forget` in which everything that still lies there is read again."""


class CommandCards:
    """Turns each command card that lies still into one press. To press again, lift it and put it down again."""

    def __init__(self, codebook: Codebook) -> None:
        names: dict[str, UserInput] = {press.value: press for press in Press if press is not Press.QUIT}
        names["menu"] = ToMenu()
        self._press_of = {
            entry.code: names[entry.id] for entry in codebook if entry.kind is StickerKind.COMMAND and entry.id in names
        }
        self._lying: frozenset[tuple[int, float]] = frozenset()
        self._shown: set[int] = set()
        """The tracks of those that were shown at a station: what covers a card there does not lift it."""
        self._known: float | None = None
        """Cards that lie there since this camera time or longer are no presses."""

    def presses(self, scene: Scene) -> list[UserInput]:
        """The presses since the last scene."""
        if self._known is None and scene.time > 0:  # nothing was looked at before
            self._known = scene.time + FIRST_LOOK
        lying = {(item.track, item.since): item for item in scene.items if item.code in self._press_of}
        known = -math.inf if self._known is None else self._known
        new = [item for laid, item in lying.items() if laid not in self._lying and item.since > known]
        presses = [self._press_of[item.code] for item in new if item.maybe_another or item.track not in self._shown]
        self._lying = frozenset(lying)
        self._shown |= {item.track for item in lying.values() if item.place is Place.SHOWN}
        return presses

    def forget(self, time: float) -> None:
        """Take what lies there at `time` (camera time) as put down before, because the table is read again."""
        self._known = time + READ_AGAIN_WITHIN
        self._shown.clear()
