"""The camera's view, and in it what is read and lies open to everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from display.menu.page import Menu, Page, line

if TYPE_CHECKING:
    from device.messages.preview import Preview
    from display.menu.open_page import OpenPage
    from display.table_state import TableState


@dataclass(frozen=True)
class CameraPicture:
    """A picture with its marks, and the key of what is wrong with the camera."""

    preview: Preview | None = None
    camera: str | None = None

    def __hash__(self) -> int:
        return hash(self.camera)


@dataclass(frozen=True, slots=True)
class CameraView(Page):
    """What the camera sees now."""

    def menu(self, state: TableState) -> Menu:
        """As long as somebody looks; nothing is chosen."""
        return Menu(line("menu.camera"), body=CameraPicture(state.preview if not state.camera else None, state.camera))


def is_open(opened: OpenPage | None) -> bool:
    """Whether somebody looks at the camera's view."""
    return opened is not None and isinstance(opened.page, CameraView)
