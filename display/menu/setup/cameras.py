"""What a camera shows, and other cameras to take where the one that is set gives no picture."""

from dataclasses import dataclass, field
from typing import Self

from display.menu.page import Option, Page, Tile
from display.messages.camera_fault import CameraFault
from display.messages.intents import Change
from display.messages.preview import Preview
from display.table_state import TableState
from display.words import line

CAMERA = "camera.spec"
"""Key of a setting."""
SHARP = 1.0
"""From this `sharpness` of a preview on, stickers are read well."""


@dataclass(frozen=True)
class CameraPicture:
    """The camera's view with its marks, or the catalogue key of what is wrong with the camera, and more of that."""

    preview: Preview | None = field(default=None, hash=False)
    camera: str | None = None
    fault: CameraFault | None = None

    @classmethod
    def of(cls, state: TableState) -> Self:
        """What is so now."""
        return cls(None if state.camera else state.preview, state.camera, state.camera_fault)


class FocusView(CameraPicture):
    """The same, to turn the lens by."""

    @property
    def sharp(self) -> bool:
        """True if stickers can be read well."""
        return self.preview is not None and (self.preview.sharpness or 0.0) >= SHARP


def other_cameras(state: TableState, then: Page) -> tuple[Option, ...]:
    """An option for each camera that is there; `then` opens next."""
    fault = state.camera_fault
    if fault is None or CAMERA not in state.settings:
        return ()
    options = []
    for spec, name in fault.others:
        if spec != fault.camera:
            tile = Tile(line("menu.camera.take", name=name), line("menu.camera.as", camera=spec), icon="camera")
            options.append(Option(tile, leads_to=then, intent=Change(CAMERA, spec)))
    return tuple(options)
