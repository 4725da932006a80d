"""`wondertable hall`: many tables on one screen, the round's clock, the standings; results of a hall are kept."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from device.commands.arguments import day
from device.features.hall.table.settings import HallSettings
from device.for_features.errors import HallError
from device.for_features.hall.results import HallResults
from device.for_features.hall.signatures import read_keys
from device.for_features.league.league_file import read_league
from device.for_features.local_link.server_process import port_number, server_environment
from device.settings.settings import state_directory

if TYPE_CHECKING:
    from device.reporting.output import Output
    from device.settings.settings import Settings

RESULTS = "hall.sqlite"
"""In the state directory."""
PORT = 8378
LONGEST_ROUND = 24 * 60.0
"""Minutes."""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "hall",
        help="show a hall with many tables",
        description="Reads what the tables of a hall tell their broker (docs/hall.md), shows it here and as a page "
        "for a projector, and keeps the results. What is left out is as in the settings.",
    )
    parser.add_argument("--broker", metavar="URL", help="mqtts://HOST or mqtt://HOST")
    parser.add_argument("--user", metavar="NAME", help="the hall's account at the broker")
    parser.add_argument("--password-file", metavar="FILE", help="a file with its password")
    parser.add_argument("--ca-file", metavar="FILE", help="certificates (PEM) that the broker's is checked against")
    parser.add_argument("--keys", type=Path, metavar="FOLDER", help="the tables' keys: only signed sheets count")
    parser.add_argument("--league", type=Path, metavar="FILE", help="a league's file: its standings are shown")
    parser.add_argument("--results", type=Path, metavar="FILE", help="where results are kept; default: with the games")
    parser.add_argument(
        "--since",
        type=day,
        metavar="DAY",
        help="count games that ended on this day or later; default: the day before the results were begun",
    )
    parser.add_argument("--next-round", action="store_true", help="begin the next round in the hall that runs, and end")
    parser.add_argument("--minutes", type=_minutes, default=0.0, metavar="N", help="how long that round lasts")
    parser.add_argument("--port", type=port_number, default=PORT, metavar="N", help=f"TCP port; default: {PORT}")
    parser.add_argument(
        "--address", metavar="IP", default="127.0.0.1", help="serve the page there; default: to this machine only"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:  # noqa: RET503  the process is another then
    """Become the process that shows the hall; or begin the next round.

    Raises:
        HallError: no broker is named, the keys cannot be read, or the results cannot be kept.
        LeagueError: the league's file is wrong.
    """
    results = args.results or state_directory(settings) / RESULTS
    if args.next_round:
        with closing(HallResults(results)) as hall:
            output.say("hall.round_begun", round=hall.next_round(args.minutes).number)
        return 0
    wanted = settings.section("hall", HallSettings)
    broker = args.broker or wanted.broker
    if not broker:
        raise HallError("hall_no_broker")
    if args.league:
        read_league(args.league)
    if args.keys:
        read_keys(args.keys)
    given = {
        "--broker": broker,
        "--user": wanted.user if args.user is None else args.user,
        "--password-file": wanted.password_file if args.password_file is None else args.password_file,
        "--ca-file": wanted.ca_file if args.ca_file is None else args.ca_file,
        "--prefix": wanted.prefix,
        "--results": str(results),
        "--league": str(args.league or ""),
        "--since": args.since or "",
        "--keys": str(args.keys or ""),
        "--port": str(args.port),
        "--address": args.address,
        "--language": settings.screen.language,
    }
    options = [word for name, value in given.items() if value for word in (name, value)]
    command = (sys.executable, "-m", "device.features.hall.server", *options)
    os.execve(command[0], command, server_environment())


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = -1.0
    if not 0 <= minutes <= LONGEST_ROUND:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and {LONGEST_ROUND:.0f} minutes")
    return minutes
