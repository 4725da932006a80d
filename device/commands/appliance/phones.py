"""`wondertable phones`: serves pages to telephones, beside the game that runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from device.phones.host import socket_path
from device.phones.server_process import port_number, server_command, server_environment
from device.settings.settings import state_directory

if TYPE_CHECKING:
    import argparse

    from device.reporting.output import Output
    from device.settings.settings import Settings


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser("phones", help="serve pages to telephones, beside `run`")
    parser.add_argument("--socket", type=Path, metavar="FILE", help="the game's socket; default: the usual place")
    parser.add_argument("--port", type=port_number, metavar="N", help="TCP port; default: from the settings")
    parser.add_argument("--address", metavar="IP", default="", help="listen on this address only; default: on all")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:  # noqa: ARG001  required of commands
    """Become the server: a process of its own, which holds nothing of what the other commands need."""
    socket = args.socket or socket_path(state_directory(settings))
    port = args.port or settings.phones.port
    command = (*server_command(socket, port, args.address, config=args.config), "--stay")
    os.execve(command[0], command, server_environment())
