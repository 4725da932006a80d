"""`wondertable phones`: serves pages to telephones, beside the game that runs. And where no screen says it: where."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from device.durable_file import make_folder, write_durably
from device.features.telephones.game.link import phone_socket, server_command
from device.features.telephones.settings import PhoneSettings
from device.for_features.local_link.server_process import port_number, server_environment
from device.settings.settings import state_directory

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from device.reporting.output import Output
    from device.settings.settings import Settings

FILE = "phones-address.txt"
"""In the state directory, for this user only."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser("phones", help="serve pages to telephones, beside `run`")
    parser.add_argument("--socket", type=Path, metavar="FILE", help="the game's socket; default: the usual place")
    parser.add_argument("--port", type=port_number, metavar="N", help="TCP port; default: from the settings")
    parser.add_argument("--address", metavar="IP", default="", help="listen on this address only; default: on all")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:  # noqa: ARG001  required of commands
    """Become the server: a process of its own, which holds nothing of what the other commands need."""
    socket = args.socket or phone_socket(state_directory(settings))
    port = args.port or settings.section("phones", PhoneSettings).port
    command = (*server_command(socket, port, args.address, config=args.config), "--stay")
    os.execve(command[0], command, server_environment())


def tell_where_to_join(address: str, complain: Callable[..., None], folder: Path) -> None:
    """Print the address on a terminal, as a screen would show it; `complain` prints a sentence there.

    It holds the secret of the evening, which no log may keep: where standard error is a pipe, a file or the system's
    journal, the address goes to a file in `folder`, and only the name of that file is printed.
    """
    if sys.stderr.isatty():
        complain("phones.address", address=address)
        return
    try:
        make_folder(folder)
        write_durably(folder / FILE, f"{address}\n".encode(), mode=0o600)
    except OSError as problem:
        complain("phones.address_not_kept", path=folder / FILE, reason=problem.strerror or str(problem))
    else:
        complain("phones.address_kept", path=folder / FILE)


def forget_where_to_join(folder: Path) -> None:
    """Remove the file, if there is one: nobody can join any more."""
    with suppress(OSError):
        (folder / FILE).unlink()
