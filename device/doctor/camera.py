"""Checks of the camera: speed, brightness, stickers, sharpness, lens."""

import time
from collections.abc import Callable, Iterator

import numpy as np

from device.cameras import NO_CAMERA, Camera, open_camera
from device.doctor.finding import Finding, finding
from device.errors import CalibrationFileError, CameraError
from device.perception.lens_calibration import LensCalibration
from device.settings.settings import CameraSettings
from vision.errors import CalibrationError
from vision.frame import Frame, GreyImage
from vision.kit.codebook import Codebook
from vision.kit.sizes import KitSizes, StickerSize
from vision.kit.symbols import Symbology
from vision.reading.reader import Reader
from vision.reading.sharpness import SMEARED, edge_width, module_size
from vision.sighting import Corners
from vision.symbologies import beside_fiducials, of_kit
from vision.symbologies.qr import ACROSS, QUIET
from vision.table.bend import bend_of, percent_of

LOOK_FOR = 3.0
"""Seconds; a camera needs them for focus and exposure."""
MOST_PICTURES = 40
WIDE_ENOUGH = 2304
"""px; in narrower pictures the stickers at the far end of the table are too small."""
FAST_ENOUGH = 2.0
"""Pictures per second."""
DIM, BRIGHT = 45.0, 225.0
"""Between these mean grey levels stickers have enough contrast."""
SQUARE = 24.0
"""px; a black square of this width is read in 95 of 100 pictures at a blur of 1 px."""
MODULE = 2.5
"""px; a QR code with modules of this width is read in a single picture."""
QR_MODULE = StickerSize().side / (ACROSS + 2 * QUIET)
"""mm; width of a QR code's module."""

ADVICE = {
    "camera_refused": "camera_busy",
    "camera_stopped": "plug_camera",
    "film_frame_unreadable": "camera_file",
    "film_cut_off": "camera_file",
}
"""Error -> advice, for errors whose own sentence does not say what to do."""


def check_camera(
    settings: CameraSettings,
    kit: str = "fiducial",
    lens: Callable[[], LensCalibration] = LensCalibration,
    opens: Callable[[str, CameraSettings], Camera] = open_camera,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Finding]:
    """Picture size and rate, brightness, size and sharpness of the `kit`'s stickers, and the lens."""
    if settings.spec.partition(":")[0] == "simulated":
        yield finding("camera", "simulated", good=True)
        return
    if settings.spec == NO_CAMERA:
        yield finding("camera", "none", good=True)
        return
    try:
        with opens(settings.spec, settings) as camera:
            times, last = _look(camera, clock)
    except CameraError as error:
        yield _failure(error)
        return
    yield from _stream(last, times)
    yield _brightness(last.image)
    yield from check_stickers(last.image, kit)
    yield check_lens(last.image, lens)


def check_stickers(image: GreyImage, kit: str = "fiducial") -> Iterator[Finding]:
    """How large and how sharp the stickers are in this picture."""
    squares = [sighting.corners for sighting in Reader().look(image)] if Symbology.FIDUCIAL in of_kit(kit) else []
    written = [
        sighting.corners for finder in beside_fiducials(kit, Codebook.load().codes) for sighting in finder.look(image)
    ]
    if not squares and not written:
        yield finding("stickers", "none", "lay_board", good=False)
    if squares:
        module = _module(squares)
        pixels = round(module * StickerSize().square_modules, 1)
        yield finding("stickers", "seen", "camera_lower", good=pixels >= SQUARE, number=len(squares), pixels=pixels)
        width = edge_width(image, squares)
        if width is not None:
            yield finding("sharpness", "edges", "focus", good=width <= SMEARED * module, pixels=round(width, 1))
    if written:
        pixels = round(_module(written) * QR_MODULE / StickerSize().module, 1)
        yield finding("stickers", "written", "camera_lower", good=pixels >= MODULE, number=len(written), pixels=pixels)


def check_lens(image: GreyImage, lens: Callable[[], LensCalibration]) -> Finding:
    """Whether the lens is calibrated for pictures of this shape. It need not be, unless stickers show that it bends."""
    try:
        made = lens().of(image)
    except (CalibrationFileError, CalibrationError) as error:
        key = error.key if error.key.startswith("error.") else f"error.{error.key}"
        return Finding("doctor.lens", key, good=False, advice="doctor.advice.calibrate", values=error.placeholders)
    if made is None:
        bent = bend_of(Reader().look(image), KitSizes(), image.shape)
        if bent:
            return finding("lens", "bent", "calibrate", good=False, percent=percent_of(bent))
        return finding("lens", "straight", good=True)
    return finding("lens", "calibrated", good=True, pixels=round(made.error, 2), number=made.views)


def _module(squares: list[Corners]) -> float:
    return float(np.median([module_size(corners) for corners in squares]))


def _look(camera: Camera, clock: Callable[[], float]) -> tuple[list[float], Frame]:
    """The times (s) at which pictures came, and the last picture. Raises `CameraError`, also if none came."""
    until = clock() + LOOK_FOR
    times: list[float] = []
    last: Frame | None = None
    while clock() < until and len(times) < MOST_PICTURES and (frame := camera.read()):
        last = frame
        times.append(frame.time)
    if last is None:
        raise CameraError("camera_stopped", camera="")
    return times, last


def _failure(error: CameraError) -> Finding:
    key = error.key if error.key.startswith("error.") else f"error.{error.key}"
    advice = f"doctor.advice.{ADVICE[error.key]}" if error.key in ADVICE else None
    return Finding("doctor.camera", key, good=False, advice=advice, values=error.placeholders)


def _stream(frame: Frame, times: list[float]) -> Iterator[Finding]:
    height, width = frame.image.shape
    yield finding("camera", "size", "camera_size", good=width >= WIDE_ENOUGH, width=width, height=height)
    if len(times) > 1 and times[-1] > times[0]:
        rate = round((len(times) - 1) / (times[-1] - times[0]), 1)
        yield finding("camera", "rate", "camera_slow", good=rate >= FAST_ENOUGH, rate=rate)


def _brightness(image: GreyImage) -> Finding:
    level = float(image[::4, ::4].mean())
    advice = "more_light" if level < DIM else "less_light"
    return finding("brightness", "level", advice, good=DIM <= level <= BRIGHT, percent=round(level / 2.55))
