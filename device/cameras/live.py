"""Reads a live camera in a thread of its own, and always gives the newest picture.

If the camera fails or freezes, it is opened again until it works. At most two pictures are held: the newest and the one
being read.
"""

import time
from collections.abc import Callable
from threading import Condition, Event, Thread

from device.cameras.camera import Camera, Focusable
from device.cameras.present import cameras_here
from device.cameras.watch import CameraState, CameraWatch
from device.errors import CameraError
from device.retrying import Retry
from display.messages.camera_fault import CameraFault
from vision.frame import Frame

TRY_AGAIN_AFTER = 1.0
"""s between attempts to open an absent camera."""
REOPEN_FROZEN_AFTER = 3.0
"""s after which a frozen camera is opened again."""
HANGS_AFTER = 60.0
"""s after which a call to the camera's library counts as hung; no library waits that long by itself."""


class LiveCamera:
    """A camera that never raises: `state` and `error` tell how it is."""

    def __init__(
        self,
        opens: Callable[[], Camera],
        clock: Callable[[], float] = time.monotonic,
        retry: float = TRY_AGAIN_AFTER,
        others: Callable[[], tuple[tuple[str, str], ...]] = cameras_here,
    ) -> None:
        self._opens, self._clock, self._others = opens, clock, others
        self._retry = Retry(retry, clock)
        self._changed = Condition()
        self._closing = Event()
        self._focus = Event()
        self._frame: Frame | None = None
        self._number = 0
        self._start = clock()
        self._watch = CameraWatch(self._start)
        self._heard = self._start
        self._fault: CameraFault | None = None
        self._thread = Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def newest(self, timeout: float = 0.0) -> Frame | None:
        """The newest picture, or None if there is no new one within `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._frame is not None or self._closing.is_set(), timeout=timeout)
            frame, self._frame = self._frame, None
            return frame

    @property
    def state(self) -> CameraState:
        """The camera's state now."""
        with self._changed:
            return self._watch.state(self._clock())

    @property
    def error(self) -> CameraError | None:
        """Why the camera failed, if known."""
        with self._changed:
            return self._watch.error

    @property
    def fault(self) -> CameraFault | None:
        """The same for people, with the cameras that are there; None while there is no such error."""
        with self._changed:
            return self._fault

    @property
    def hangs(self) -> bool:
        """True if a call to the camera's library has hung; only a new process helps."""
        with self._changed:
            return self._clock() - self._heard > HANGS_AFTER

    def focus(self) -> None:
        """Let the camera focus again, if it can. Returns at once."""
        self._focus.set()

    def close(self) -> None:
        """Stop reading and release the camera. May be called twice."""
        self._closing.set()
        with self._changed:
            self._changed.notify_all()
        self._thread.join(timeout=5.0)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                with self._opens() as camera:
                    self._read(camera)
            except CameraError as error:
                self._note_failure(error)
            except Exception as error:  # an unexpected driver error must not end the game
                self._note_failure(CameraError("camera_stopped", camera=repr(error)))
            self._retry.failed()
            self._closing.wait(self._retry.remaining)

    def _read(self, camera: Camera) -> None:
        """Read until the camera fails, freezes or is closed."""
        frozen_since: float | None = None
        while not self._closing.is_set():
            if self._focus.is_set():
                self._focus.clear()
                if isinstance(camera, Focusable):
                    camera.focus()
            frame = camera.read()
            if frame is None:
                raise CameraError("camera_stopped", camera="")
            now = self._clock()
            if self._note(frame, now) is not CameraState.FROZEN:
                frozen_since = None
            elif frozen_since is None:
                frozen_since = now
            elif now - frozen_since >= REOPEN_FROZEN_AFTER:
                return

    def _note(self, frame: Frame, now: float) -> CameraState:
        """Numbers and times continue when a camera is opened again."""
        with self._changed:
            self._heard = now
            self._watch.saw(frame, now)
            self._fault = None
            self._frame = Frame(frame.image, now - self._start, self._number)
            self._number += 1
            self._changed.notify_all()
            return self._watch.state(now)

    def _note_failure(self, error: CameraError) -> None:
        said = {name: str(value) for name, value in error.placeholders.items() if name in ("camera", "reason")}
        key = error.key if "." in error.key else f"error.{error.key}"
        fault = CameraFault(key, **said, others=self._others())
        with self._changed:
            self._frame, self._heard, self._fault = None, self._clock(), fault
            self._watch.failed(error)
