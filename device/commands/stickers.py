"""`wondertable stickers`: the printable kit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from device.output import Output
    from device.settings import Settings


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser("stickers", help="make the printable kit")
    parser.add_argument("--kit", choices=("fiducial", "qr"), default="fiducial")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4")
    parser.add_argument("--language", metavar="xx", help="language of the names beside the stickers")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.pdf")
    parser.add_argument("--png", type=Path, metavar="DIR", help="also each sticker as a picture, and manifest.json")
    parser.add_argument("--json", action="store_true", help="say as JSON what was written")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Write the kit."""
    raise NotImplementedError
