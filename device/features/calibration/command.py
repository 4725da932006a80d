"""`wondertable calibrate [IMAGE...]`: measure the camera's lens, with the calibration board that `stickers` prints."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from device.cameras import UNREAL, is_live, load_image, open_camera
from device.errors import CameraError
from device.features.calibration.calibrator import BoardView, LensCalibrator, coverage, is_new_view, is_still
from device.for_features.reports.written_files import keep_file
from device.perception.lens_calibration import FILE
from device.settings.settings import state_directory
from vision.errors import CalibrationError, FrameError
from vision.reading.sharpness import sharpness

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from device.cameras import Camera
    from device.reporting.output import Output
    from device.settings.settings import Settings
    from vision.frame import GreyImage
    from vision.lens.calibration import Calibration

ENOUGH = 10
"""Views from a camera after which each new one is followed by an attempt to measure."""
GIVE_UP_AFTER = 90.0
"""s of the camera's time without a new view."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "calibrate", help="measure the camera's lens with the board that `stickers --kit calibration` prints"
    )
    parser.add_argument(
        "images", nargs="*", type=Path, metavar="IMAGE", help="pictures of the board; default: the camera takes them"
    )
    parser.add_argument("--camera", metavar="SPEC", help="as for `run`")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="file to write; default: the one that all commands read"
    )
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Find the board in pictures, measure, store."""
    finder, spec = LensCalibrator(), args.camera or settings.camera.spec
    if args.images:
        calibration = finder.measure(list(_found(args.images, finder, output)))
    else:
        if spec in UNREAL:
            raise CameraError("calibrate_no_camera", camera=spec)
        with open_camera(spec, settings.camera) as camera:
            output.say("calibrate.hold")
            calibration = _watch(camera, finder, output, live=is_live(spec))
    file = args.out or state_directory(settings) / FILE
    write_calibration(calibration, file, named_by_caller=args.out is not None)
    output.line({"calibration": str(file), "error": round(calibration.error, 3), "views": calibration.views})
    output.say("calibrate.done", file=str(file), error=f"{calibration.error:.2f}", count=calibration.views)
    return 0


def _found(images: Sequence[Path], finder: LensCalibrator, output: Output) -> Iterator[BoardView]:
    """The views in these pictures; prints what is wrong with the others."""
    for path in images:
        try:
            yield _view(load_image(path), finder, path.name)
        except CalibrationError as error:
            output.fail(error)


def _view(image: GreyImage, finder: LensCalibrator, name: str) -> BoardView:
    view = finder.find(image, name)
    sharp = sharpness(image, list(view.markers))
    if sharp is not None and sharp < 1:
        raise CalibrationError("error.calibration_blurred", picture=name)
    return view


def _watch(camera: Camera, finder: LensCalibrator, output: Output, *, live: bool) -> Calibration:
    """Take a view whenever the board is held still at a new place, until the views suffice.

    Raises:
        CalibrationError: there are no more pictures, and the views are not enough.
    """
    views: list[BoardView] = []
    before: BoardView | None = None
    newest: float | None = None
    while frame := camera.read():
        newest = frame.time if newest is None else newest
        if live and frame.time - newest > GIVE_UP_AFTER:
            break
        try:
            view = _view(frame.image, finder, str(frame.number))
        except (CalibrationError, FrameError):
            before = None
            continue
        if (is_still(view, before) or not live) and is_new_view(view, views):
            views.append(view)
            newest = frame.time
            percent = round(100 * coverage(views, view.width, view.height))
            output.say("calibrate.view", count=len(views), percent=percent)
            if len(views) >= ENOUGH and (calibration := _tried(views, finder, output)):
                return calibration
        before = view
    return finder.measure(views)


def _tried(views: Sequence[BoardView], finder: LensCalibrator, output: Output) -> Calibration | None:
    try:
        return finder.measure(views)
    except CalibrationError as error:
        output.fail(error)
        return None


def write_calibration(calibration: Calibration, file: Path, *, named_by_caller: bool = False) -> None:
    """Store it so that it survives a power cut.

    Raises:
        OutputFileError: it cannot be written.
    """
    data = msgspec.json.format(msgspec.json.encode(calibration)) + b"\n"
    keep_file(file, data, named_by_caller=named_by_caller)
