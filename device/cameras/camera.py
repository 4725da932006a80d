"""What every source of pictures has in common."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

if TYPE_CHECKING:
    from types import TracebackType

    from vision.frame import Frame


class Camera(Protocol):
    """A source of grey pictures; a context manager.

    Implementations derive from it; then leaving the `with` block closes them.
    """

    @abstractmethod
    def read(self) -> Frame | None:
        """The next picture; None when there are no more and never will be. Raises `CameraError`.

        Times never run backwards and numbers count up from 0. Waits at most about 2 s for a live camera.
        """

    @abstractmethod
    def close(self) -> None:
        """Gives the hardware or file back. May be called twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


@runtime_checkable
class Focusable(Protocol):
    """A camera that can focus by itself."""

    def focus(self) -> None:
        """Focuses and exposes anew: it was hung elsewhere, or lay on the table until now."""
