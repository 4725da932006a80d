"""Chooses and reads the calibration of the camera's lens."""

from dataclasses import dataclass
from pathlib import Path

from device.errors import CalibrationFileError
from device.settings.settings import Settings, state_directory
from device.untrusted import NotUnderstoodError, read_json
from vision.frame import GreyImage
from vision.lens.calibration import Calibration

FILE = "calibration.json"
NONE = "none"


@dataclass(frozen=True, slots=True)
class LensCalibration:
    """The calibration for a command's pictures; None if there is none.

    A stored calibration belongs to the appliance's own camera. Other pictures, such as a phone's, come through another
    lens: unless it is `sure`, the calibration is used only for pictures of exactly the calibrated size.
    """

    calibration: Calibration | None = None
    sure: bool = False

    def of(self, image: GreyImage) -> Calibration | None:
        """The calibration for this picture, scaled to its size; None if none fits.

        Raises `CalibrationError` if the calibration is `sure`, but was made for pictures of another shape.
        """
        height, width = image.shape
        made = self.calibration
        if made is None or (not self.sure and (made.width, made.height) != (width, height)):
            return None
        return made.scaled(width, height)


def lens_of(named: str | None, settings: Settings, *, own_camera: bool = False) -> LensCalibration:
    """The calibration in the file `named`, or the stored one; "none" means none.

    `own_camera`: the pictures come from the appliance's own camera.

    Raises `CalibrationFileError` if the file is missing or is not a calibration.
    """
    if named == NONE:
        return LensCalibration()
    if named is not None:
        return LensCalibration(read_calibration(Path(named)), sure=True)
    stored = state_directory(settings) / FILE
    return LensCalibration(read_calibration(stored), sure=own_camera) if stored.exists() else LensCalibration()


def read_calibration(file: Path) -> Calibration:
    """The calibration in a file. Raises `CalibrationFileError` if it cannot be read or is not a calibration."""
    try:
        return read_json(file.read_bytes(), Calibration)
    except OSError as problem:
        raise CalibrationFileError("calibration_unreadable", file=str(file), reason=problem.strerror) from problem
    except NotUnderstoodError as problem:
        raise CalibrationFileError("calibration_unreadable", file=str(file), reason=str(problem)) from problem
