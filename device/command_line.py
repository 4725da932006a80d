"""The program `wondertable`: reads the command line, runs one command, prints every error as a sentence."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.metadata import version
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from device.commands import (
    calibrate,
    demo,
    doctor,
    export,
    history,
    kit_check,
    read,
    replay,
    run,
    score,
    stickers,
)
from device.commands.appliance import phones
from device.commands.arguments import add_language, with_language
from device.commands.games import importing, league, stats, story
from device.reporting.output import Output
from device.settings.settings import load_settings
from engine import WondertableError
from vision.errors import VisionError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = (
    run,
    demo,
    stickers,
    read,
    score,
    replay,
    history,
    story,
    stats,
    league,
    export,
    importing,
    calibrate,
    kit_check,
    phones,
    doctor,
)
FAILED = 1
STOPPED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status: 0 done, 1 failed, 130 interrupted. Bad usage exits with 2."""
    _ensure_streams()
    args = _parser().parse_args(arguments)
    output = Output(json=getattr(args, "json", False))
    try:
        settings = with_language(args, load_settings(args.config))
        output = Output(settings.screen.language, json=output.json)
        status: int = args.run(args, settings, output)
    except (WondertableError, VisionError) as error:
        output.fail(error)
        return FAILED
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:  # the output is no longer read
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        output.complain("error.system", reason=error.strerror or str(error), file=error.filename or "")
        return FAILED
    else:
        return status


def _ensure_streams() -> None:
    """Make output safe if the streams were closed, or if the terminal lacks the letters of a language."""
    nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  for as long as the program runs
    if sys.stdout is None:
        sys.stdout = nowhere
    if sys.stderr is None:
        sys.stderr = nowhere
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="wondertable", description="Reads a 7 Wonders table through a camera, keeps the game and scores it."
    )
    parser.add_argument("--version", action="version", version=f"wondertable {version('wondertable')}")
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="settings file (TOML) to read instead of the usual ones"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    for command_parser in (parser, *commands.choices.values()):
        add_language(command_parser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
