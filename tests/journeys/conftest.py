"""For games through the simulated camera."""

from __future__ import annotations

import pytest

from device.simulation.rendering import camera
from device.simulation.rendering.projection import over_table
from tests.device.simulation.photograph import with_fewer_pixels


@pytest.fixture
def fewer_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cameras over the table take small pictures, which are quick to draw and to read."""
    monkeypatch.setattr(camera, "over_table", lambda *table: with_fewer_pixels(over_table(*table)))
