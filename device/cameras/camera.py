"""The interface of every source of pictures."""

from abc import abstractmethod
from typing import Protocol, Self, runtime_checkable

from vision.frame import Frame


class Camera(Protocol):
    """A source of grey pictures. As a context manager it closes itself."""

    @abstractmethod
    def read(self) -> Frame | None:
        """The next picture; None once the source has ended. Raises `CameraError`.

        Times never run backwards and numbers count up from 0. Waits at most about 2 s for a live camera.
        """

    @abstractmethod
    def close(self) -> None:
        """Release the hardware or file. May be called twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@runtime_checkable
class Focusable(Protocol):
    """A camera that can focus by itself."""

    def focus(self) -> None:
        """Focus and expose again, because the camera was moved."""
