"""The program `wondertable`: reads the command line, runs one command, prints every error as a sentence.

It imports its own modules only when it runs: they take long, and whoever interrupts it meanwhile sees no traceback.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any

COMMANDS = ("run", "demo", "doctor")
"""The program's own; each is a module in `device.commands`. Only that of the command that is run is imported: all take
long."""
FAILED = 1
STOPPED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit status: 0 done, 1 failed, 130 interrupted. Bad usage exits with 2."""
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return STOPPED


def _run(arguments: Sequence[str] | None) -> int:
    from device.commands.arguments import with_language
    from device.reporting.output import Output
    from device.settings.settings import load_settings
    from engine import WondertableError
    from vision.errors import VisionError

    _ensure_streams()
    args = _parser(_command_in(arguments)).parse_args(arguments)
    args.typed = tuple(sys.argv[1:] if arguments is None else arguments)
    output = Output(json=getattr(args, "json", False))
    try:
        settings = with_language(args, load_settings(args.config))
        output = Output(settings.screen.language, json=output.json)
        status: int = args.run(args, settings, output)
    except (WondertableError, VisionError) as error:
        output.fail(error)
        return FAILED
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


def _command_in(arguments: Sequence[str] | None) -> str | None:
    """The command that these arguments (those of the process if None) name, if there is one."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    first.add_argument("--config")
    first.add_argument("--language")
    first.add_argument("--help", "-h", action="store_true")
    first.add_argument("command", nargs="?")
    try:
        command = first.parse_known_args(arguments)[0].command
    except argparse.ArgumentError:
        return None
    return command if command in modules() else None


def modules() -> dict[str, str]:
    """Command -> its module: the program's own, and those of features."""
    from device.feature import features

    theirs = {name: module for feature in features() for name, module in feature.commands.items()}
    return {**theirs, **{name: f"device.commands.{name}" for name in COMMANDS}}


class _Version(argparse.Action):
    """Prints the version, which is looked up only then."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import version

        parser.exit(message=f"wondertable {version('wondertable')}\n")


def _parser(only: str | None = None) -> argparse.ArgumentParser:
    """The parser of all commands, or of `only` one of them."""
    from device.commands.arguments import add_language

    parser = argparse.ArgumentParser(
        prog="wondertable", description="Reads a 7 Wonders table through a camera, keeps the game and scores it."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show program's version number and exit")
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="settings file (TOML) to read instead of the usual ones"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    known = modules()
    for command in [only] if only else sorted(known, key=lambda name: name not in COMMANDS):
        import_module(known[command]).add(commands)
    for command_parser in (parser, *commands.choices.values()):
        add_language(command_parser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
