"""Passes pictures to a kit check while its page is open, and to the table's or station's reader otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from device.perception.pipeline import FrameResult, SceneReader, preview_of
from vision.errors import FrameError
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.features.kit_check.shown import KitCheck
    from vision.frame import Frame


class KitCheckRun(Protocol):
    """One kit check."""

    def look(self, frame: Frame) -> KitCheck:
        """What is shown and what was found so far. Raises FrameError."""


class KitCheckSceneReader:
    """Reads for `usual`; while `is_open`, for a kit check that `begins` then. What is shown to it lies in no city."""

    def __init__(self, usual: SceneReader, begins: Callable[[], KitCheckRun], is_open: Callable[[], bool]) -> None:
        self._usual, self._begins, self._is_open = usual, begins, is_open
        self._run: KitCheckRun | None = None
        self.shown: KitCheck | None = None
        """What it has shown and found, while a check goes on."""

    def read(self, frame: Frame) -> FrameResult:
        """The scene after this picture; an empty one during a check."""
        if not self._is_open():
            self._run = self.shown = None
            return self._usual.read(frame)
        self._run = self._run or self._begins()
        trouble = None
        try:
            self.shown = self._run.look(frame)
        except FrameError as error:
            trouble = error.key
        return FrameResult(Scene(frame.time), frame.number, preview_of(frame), trouble)

    def start_game(self) -> None:
        """A game begins."""
        self._usual.start_game()

    def end_game(self) -> None:
        """The game is over."""
        self._usual.end_game()
