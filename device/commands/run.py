"""`wondertable run`: the appliance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.commands.parts import add_screen

if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser("run", help="watch the table: camera, buttons, screen")
    parser.add_argument(
        "--camera", metavar="SPEC", help="picamera2, v4l2:N, film:FILE, files:DIR or simulated; else as set"
    )
    parser.add_argument("--fps", type=float, metavar="F", help="pictures a second")
    parser.add_argument("--auto", action="store_true", help="ADVANCE presses itself where nothing is in doubt")
    parser.add_argument("--resume", action="store_true", help="go on with the unfinished game (live cameras always do)")
    parser.add_argument("--new", action="store_true", help="leave an unfinished game unfinished and begin another")
    add_screen(parser)
    parser.set_defaults(run=run)
