"""From the word on the command line (`--camera film:opening.mp4`) to the camera."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from device.cameras.files import FilesCamera
from device.cameras.film import FilmCamera
from device.cameras.picamera import PiCamera
from device.cameras.usb import UsbCamera
from device.errors import CameraError

if TYPE_CHECKING:
    from device.cameras.camera import Camera
    from device.settings.settings import CameraSettings

NO_CAMERA = "none"
"""What is said instead of a camera where there is none: everything is entered by hand."""


def open_camera(spec: str, settings: CameraSettings, fps: float | None = None) -> Camera:
    """Opens `picamera2`, `v4l2:N`, `film:FILE` or `files:DIR`. Raises `CameraError`.

    `fps` limits the pictures per second: of a live camera instead of the settings' own limit; of a film, which
    otherwise gives every frame. Of files it says how fast they follow each other in their own time (else one a second).
    """
    kind, _, what = spec.partition(":")
    match kind:
        case "picamera2" if not what:
            return PiCamera(width=settings.width, height=settings.height, fps=fps or settings.fps, focus=settings.focus)
        case "v4l2":
            device = int(what) if what.isascii() and what.isdigit() else what
            return UsbCamera(device or 0, width=settings.width, height=settings.height, fps=fps or settings.fps)
        case "film" if what:
            return FilmCamera(Path(what), fps)
        case "files" if what:
            return FilesCamera(Path(what), fps)
    raise CameraError("camera_unknown", camera=spec)


def is_live(spec: str) -> bool:
    """Whether the camera shows the present; then it belongs into a `LiveCamera`. Others are read picture by picture."""
    return spec.partition(":")[0] in {"picamera2", "v4l2"}
