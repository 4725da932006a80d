"""Where pictures come from: a Raspberry Pi's camera, USB cameras, films, folders of pictures."""

from device.cameras.camera import Camera
from device.cameras.files import load_image
from device.cameras.live import LiveCamera
from device.cameras.opening import NO_CAMERA, is_live, open_camera
from device.cameras.watch import CameraState

__all__ = ["NO_CAMERA", "Camera", "CameraState", "LiveCamera", "is_live", "load_image", "open_camera"]
