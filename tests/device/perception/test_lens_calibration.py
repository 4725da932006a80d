"""The calibration of the lens on the disk."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from device.perception.lens_calibration import read_calibration, write_calibration
from vision.lens.calibration import Calibration

if TYPE_CHECKING:
    import pytest

LENS = Calibration(1536, 864, (1182.7, 1185.1), (775.7, 423.4), (-0.3, 0.1, 0.0, 0.0, 0.0), 0.1, 10)


def test_a_stored_calibration_survives_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Path] = []
    monkeypatch.setattr(os, "fsync", lambda handle: kept.append(Path(f"/proc/self/fd/{handle}").readlink()))
    file = tmp_path / "state" / "calibration.json"
    write_calibration(LENS, file)
    assert read_calibration(file) == LENS
    assert kept[0] == tmp_path, "the new folder's name"
    assert kept[-1] == file.parent, "the new file's name"
