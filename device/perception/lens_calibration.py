"""Which calibration of the camera's lens is used, and where it is kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from device.durable_file import make_folder, write_durably
from device.errors import CalibrationFileError, OutputFileError
from device.settings.settings import state_directory
from vision.lens.calibration import Calibration

if TYPE_CHECKING:
    import argparse

    from device.settings.settings import Settings
    from vision.reading.frame import GreyImage

FILE = "calibration.json"
NONE = "none"


@dataclass(frozen=True, slots=True)
class LensCalibration:
    """The calibration for a command's pictures.

    One that was stored and not named is the appliance's own camera's. In a telephone's photographs there is another
    lens: unless it is `sure`, only pictures of just the size that was calibrated are taken to be that camera's.
    """

    calibration: Calibration | None = None
    sure: bool = False

    def of(self, image: GreyImage) -> Calibration | None:
        """What bends this picture, if that is known.

        Raises:
            CalibrationError: the calibration is sure, and made for pictures of another shape.
        """
        height, width = image.shape
        made = self.calibration
        if made is None or (not self.sure and (made.width, made.height) != (width, height)):
            return None
        return made.scaled(width, height)


def add_lens(parser: argparse.ArgumentParser) -> None:
    """The argument of every command that measures in pictures."""
    parser.add_argument(
        "--calibration",
        metavar="FILE",
        help="calibration of the lens that the pictures were taken with; none: without; else the one that `calibrate` "
        "has stored, for pictures of the size that was calibrated",
    )


def lens_of(named: str | None, settings: Settings, *, own_camera: bool = False) -> LensCalibration:
    """The calibration that was named, or else the one that is stored; `own_camera` says whose pictures come.

    Raises:
        CalibrationFileError: there is no such file, or it is no calibration.
    """
    if named == NONE:
        return LensCalibration()
    if named is not None:
        return LensCalibration(read_calibration(Path(named)), sure=True)
    stored = state_directory(settings) / FILE
    return LensCalibration(read_calibration(stored), sure=own_camera) if stored.exists() else LensCalibration()


def read_calibration(file: Path) -> Calibration:
    """The calibration in a file.

    Raises:
        CalibrationFileError: it cannot be read, or it is no calibration.
    """
    try:
        return msgspec.json.decode(file.read_bytes(), type=Calibration)
    except OSError as problem:
        raise CalibrationFileError("calibration_unreadable", file=str(file), reason=problem.strerror) from problem
    except msgspec.DecodeError as problem:
        raise CalibrationFileError("calibration_unreadable", file=str(file), reason=str(problem)) from problem


def write_calibration(calibration: Calibration, file: Path) -> None:
    """Store it, all or nothing.

    Raises:
        OutputFileError: it cannot be written.
    """
    try:
        make_folder(file.parent)
        write_durably(file, msgspec.json.format(msgspec.json.encode(calibration)) + b"\n")
    except OSError as error:
        raise OutputFileError("cannot_write", file=str(file), reason=error.strerror) from error
