"""Takes another camera where the one that is set gives no picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.menu.page import Option, Tile
from display.messages.intents import Change
from display.words import line

if TYPE_CHECKING:
    from display.menu.page import Page
    from display.table_state import TableState

CAMERA = "camera.spec"
"""Key of a setting."""


def other_cameras(state: TableState, then: Page) -> tuple[Option, ...]:
    """An option for each camera that is there; `then` opens next."""
    fault = state.camera_fault if CAMERA in state.settings else None
    return tuple(
        Option(
            Tile(line("menu.camera.take", name=name), line("menu.camera.as", camera=spec), icon="camera"),
            leads_to=then,
            intent=Change(CAMERA, spec),
        )
        for spec, name in (fault.others if fault else ())
        if fault and spec != fault.camera
    )
