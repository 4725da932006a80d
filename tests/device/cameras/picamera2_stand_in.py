"""The part of picamera2 that is used, without a camera: same names and parameters; 640 x 480 px show `scene`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

PADDING = 64
"""px at the right of every row, as the hardware aligns them."""


CONTROLS = (
    "AfMode",
    "AfTrigger",
    "LensPosition",
    "AeEnable",
    "ExposureTime",
    "AnalogueGain",
    "AwbEnable",
    "ColourGains",
)


class CompletedRequest:
    def __init__(self, camera: Picamera2) -> None:
        self.camera = camera
        self.released = False
        camera.held += 1
        camera.most_held = max(camera.most_held, camera.held)

    def get_metadata(self) -> dict[str, Any]:
        return dict(self.camera.metadata)

    def release(self) -> None:
        assert not self.released, "released twice"
        self.released = True
        self.camera.held -= 1


class MappedArray:
    copies: list[str] = []  # noqa: RUF012  shared on purpose: tests read it

    def __init__(self, request: CompletedRequest, stream: str, reshape: bool = True, write: bool = True) -> None:
        assert not request.released
        width, height = request.camera.config[stream]["size"]
        self.array = np.full((height * 3 // 2, width + PADDING), 255, np.uint8)
        step = 640 // width
        self.array[:height, :width] = request.camera.scene[::step, ::step]
        self.array[0, 0] += request.camera.noise
        MappedArray.copies.append(stream)

    def __enter__(self) -> MappedArray:
        return self

    def __exit__(self, exc_type: Any, exc_value: Any, exc_traceback: Any) -> None:
        self.array[:] = 0  # what is used after the block is not the picture


class Picamera2:
    attached = 1
    latest: Picamera2

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [{"Model": "imx708", "Num": 0, "Id": "x"}] * Picamera2.attached

    def __init__(self, camera_num: int = 0) -> None:
        Picamera2.latest = self
        self.sensor_resolution = (640, 480)
        self.camera_controls = dict.fromkeys(CONTROLS, (0, 1, 0))
        self.config: dict[str, Any] = {}
        self.metadata: dict[str, Any] = {}
        self.set: list[dict[str, Any]] = []
        self.scene = np.full((480, 640), 100, np.uint8)
        self.noise = 1
        self.held = self.most_held = 0
        self.unplugged = self.closed = self.started = self.flushed = self.frozen = False

    def create_preview_configuration(
        self,
        main: dict[str, Any],
        lores: dict[str, Any] | None = None,
        raw: dict[str, Any] | None = None,
        buffer_count: int = 4,
        controls: dict[str, Any] | None = None,
        display: str | None = "main",
        encode: str | None = "main",
        queue: bool = True,
    ) -> dict[str, Any]:
        return {"main": main, "lores": lores, "raw": raw, "buffer_count": buffer_count, "queue": queue, "c": controls}

    def configure(self, camera_config: dict[str, Any] | None = None) -> None:
        assert camera_config is not None
        self.config = camera_config

    def stream_configuration(self, name: str = "main") -> dict[str, Any]:
        return self.config[name]  # type: ignore[no-any-return]

    def set_controls(self, controls: dict[str, Any]) -> None:
        assert set(controls) <= set(self.camera_controls)
        self.set.append(controls)

    def start(self, config: Any = None, show_preview: bool = False) -> None:
        self.started = True

    def capture_request(
        self, wait: float | None = None, signal_function: Any = None, flush: Any = None
    ) -> CompletedRequest:
        assert self.started
        assert wait is not None, "a camera that hangs must not hang the program"
        if self.unplugged:
            raise TimeoutError
        self.noise = self.noise if self.frozen else 1 - self.noise
        return CompletedRequest(self)

    def cancel_all_and_flush(self) -> None:
        self.flushed = True

    def close(self) -> None:
        self.closed = True


def library() -> Any:
    MappedArray.copies.clear()
    Picamera2.attached = 1
    return SimpleNamespace(Picamera2=Picamera2, MappedArray=MappedArray)
