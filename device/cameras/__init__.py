"""Where pictures come from: a Raspberry Pi's camera, USB cameras, films, folders of pictures."""

from pathlib import Path

from device.cameras.camera import Camera
from device.cameras.files import FilesCamera, load_image
from device.cameras.film import FilmCamera
from device.cameras.live import LiveCamera
from device.cameras.picamera import PiCamera
from device.cameras.usb import UsbCamera
from device.cameras.watch import CameraState
from device.errors import CameraError
from device.settings.settings import CameraSettings

__all__ = ["NO_CAMERA", "UNREAL", "Camera", "CameraState", "LiveCamera", "is_live", "load_image", "open_camera"]


NO_CAMERA = "none"
"""The name for playing without a camera: everything is entered by hand."""
UNREAL = (NO_CAMERA, "simulated")
"""What only `run` takes for a camera."""


def open_camera(spec: str, settings: CameraSettings, fps: float | None = None) -> Camera:
    """Open `picamera2`, `v4l2:N`, `film:FILE` or `files:DIR`. Raises `CameraError`.

    `fps` limits the pictures per second of a live camera (default: the settings' limit) or of a film (default: every
    frame). For a folder it is the rate of its pictures (default: one per second).
    """
    kind, _, what = spec.partition(":")
    match kind:
        case "picamera2" if not what:
            return PiCamera(width=settings.width, height=settings.height, fps=fps or settings.fps, focus=settings.focus)
        case "v4l2" if not what or (what.isascii() and what.isdigit()) or what.startswith("/"):
            device = int(what) if what.isdigit() else what
            return UsbCamera(device or 0, width=settings.width, height=settings.height, fps=fps or settings.fps)
        case "film" if what:
            return FilmCamera(Path(what), fps)
        case "files" if what:
            return FilesCamera(Path(what), fps)
    raise CameraError("camera_unknown", camera=spec)


def is_live(spec: str) -> bool:
    """True for a camera that must be read in a `LiveCamera`. Others are read picture by picture."""
    return spec.partition(":")[0] in {"picamera2", "v4l2"}
