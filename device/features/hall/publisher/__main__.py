"""`python -m device.features.hall.publisher`: tells the hall's broker about the table of the game beside it."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from device.features.hall.publisher.outbox import OUTBOX, Outbox
from device.features.hall.publisher.publisher import TRIAL_WITHIN, FinishedGames, Publisher, Telling, trial
from device.features.hall.publisher.table_link import TableLink
from device.features.hall.table.broker import broker_of, table_of
from device.features.hall.table.settings import HallSettings
from device.for_features.hall.signatures import read_key
from device.for_features.system_calls import end_with_parent
from device.settings.settings import load_settings
from display.words import Words
from engine import WondertableError

if TYPE_CHECKING:
    from collections.abc import Sequence

GONE_AFTER = 60.0
"""s without the game after which the publisher ends, unless it is told to stay."""
CLOSED_AFTER = 4.0
"""s without the game's socket: the hall is switched off, and a program that starts again has it back by then."""
FAILED = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Publish until the game's process is gone for good. The exit status is 1 if the settings say nothing usable."""
    parser = argparse.ArgumentParser(prog="wondertable hall-table", description="Tells a hall's broker about a table.")
    parser.add_argument("--socket", type=Path, required=True, help="the game's socket")
    parser.add_argument("--games", type=Path, required=True, help="the folder of the journal; it is only read")
    parser.add_argument("--own", type=Path, required=True, help="the folder for what the publisher keeps")
    parser.add_argument("--config", type=Path, help="settings file instead of the usual ones")
    parser.add_argument("--stay", action="store_true", help="wait for the game to come back, however long it takes")
    parser.add_argument("--try", action="store_true", dest="only_try", help="only say whether the broker accepts it")
    parser.add_argument("--parent", type=int, help="the process that has started this one, which ends with it")
    args = parser.parse_args(arguments)
    if args.parent:
        end_with_parent(args.parent)
    try:
        wanted = load_settings(args.config).section("hall", HallSettings)
        key = read_key(Path(wanted.key_file).expanduser()) if wanted.key_file else b""
        telling = Telling(broker_of(wanted), table_of(wanted), wanted.prefix, wanted.discovery, key)
        if args.only_try:
            sys.stdout.write(trial(telling, time.monotonic() + TRIAL_WITHIN) + "\n")
            return 0
        outbox = Outbox(args.own / OUTBOX, telling.table, names=wanted.names)
    except WondertableError as problem:
        sys.stderr.write(f"wondertable: {Words().error(problem)}\n")
        return FAILED
    publish(telling, args.socket, args.games, args.own, outbox, stay=args.stay)
    return 0


def publish(telling: Telling, socket: Path, games: Path, own: Path, outbox: Outbox, *, stay: bool) -> None:
    """Publish until the game is gone, or somebody ends the program."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    link = TableLink(socket)
    with closing(Publisher(telling, link, outbox, FinishedGames(games, outbox, own))) as publisher:
        try:
            while stay or time.monotonic() - link.last_seen < (GONE_AFTER if socket.exists() else CLOSED_AFTER):
                publisher.step()
        except KeyboardInterrupt:
            return


if __name__ == "__main__":
    sys.exit(main())
