"""`wondertable demo`: plays a whole game by itself, through a simulated camera and the real pipeline."""

from __future__ import annotations

import argparse
from typing import Any

from device.commands.appliance.options import add_options
from device.commands.appliance.splash import show_splash
from device.commands.arguments import add_rig, add_screen
from device.reporting.output import Output
from device.settings.settings import Settings

IMAGINGS = ("clean", "pi", "webcam", "poor")
"""The names in `device.simulation.rendering.imaging`, which takes long to import."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser("demo", help="play a whole game through a simulated camera and check the result")
    parser.add_argument(
        "--players", type=int, choices=range(2, 8), default=4, metavar="N", help="2 to 7 players; default: 4"
    )
    parser.add_argument("--seed", type=_seed, default=1, metavar="S", help="number of the deal; default: 1")
    parser.add_argument("--fast", action="store_true", help="as fast as this machine can read")
    parser.add_argument(
        "--without-backs",
        action="store_true",
        help="play with a kit that has no stickers on the cards' backs, but stage tokens",
    )
    parser.add_argument(
        "--imaging",
        choices=IMAGINGS,
        default="clean",
        help="what the camera does to its pictures, as cameras on the market do; default: nothing",
    )
    add_options(parser, demo=True)
    add_rig(parser)
    add_screen(parser)
    parser.set_defaults(run=run)


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 0 on")
    return int(text)


def defaults() -> dict[str, Any]:
    """The command's arguments if none is given."""
    parser = argparse.ArgumentParser()
    add(parser.add_subparsers())
    return vars(parser.parse_args(["demo"]))


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Show the program's name, load the rest of the program, and play."""
    show_splash(args, settings)
    from device.commands.appliance.demonstration import play_demonstration  # noqa: PLC0415  after the first picture

    return play_demonstration(args, settings, output)
