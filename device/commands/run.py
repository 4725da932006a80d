"""`wondertable run`: the appliance."""

from __future__ import annotations

import argparse

from device.commands import demo
from device.commands.appliance.options import add_options
from device.commands.appliance.splash import show_splash
from device.commands.arguments import add_calibration, add_rig, add_screen
from device.reporting.output import Output
from device.settings.settings import Settings


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser("run", help="run the appliance: camera, buttons, screen")
    parser.add_argument(
        "--camera",
        metavar="SPEC",
        help="picamera2, v4l2:N, film:FILE, files:DIR, simulated or none; default: from the settings",
    )
    parser.add_argument("--fps", type=_rate, metavar="F", help="pictures per second")
    parser.add_argument("--auto", action="store_true", help="advance automatically unless something is in doubt")
    parser.add_argument("--new", action="store_true", help="start a new game and leave the unfinished one unfinished")
    add_options(parser)
    add_rig(parser)
    add_calibration(parser)
    add_screen(parser)
    parser.set_defaults(**demo.defaults() | {"run": run})  # --camera simulated plays the demo


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Show the program's name, load the rest of the program, and run it until it is left."""
    show_splash(args, settings)
    from device.commands.appliance.running import run_appliance  # noqa: PLC0415  takes long: after the first picture

    return run_appliance(args, settings, output)


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError:
        rate = 0.0
    if not 0 < rate <= 120:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 120 pictures per second")
    return rate
