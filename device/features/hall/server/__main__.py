"""`python -m device.features.hall.server`: shows a hall; `wondertable hall` starts it with what the settings say."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from device.features.hall.server.hall import Hall
from device.features.hall.server.hall_pages import hall_pages
from device.features.hall.server.listening import HallListener, ListeningThread
from device.features.hall.server.terminal import Terminal
from device.features.hall.table.broker import broker_at
from device.for_features.hall.results import HallResults
from device.for_features.hall.signatures import read_keys
from device.for_features.local_link.server_process import port_number
from device.for_features.web_server.connections import log_sparingly
from device.for_features.web_server.listening import listen, own_hosts, server_config
from display.words import Words
from engine import WondertableError

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Sequence

    from device.for_features.hall.messages import SheetMessage

PORT = 8378
HERE = "127.0.0.1"
DRAWN_AFTER = 1.0
FAILED = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Show the hall until somebody ends the program. The exit status is 1 if it cannot be started."""
    parser = argparse.ArgumentParser(prog="wondertable hall", description="Shows a hall with many tables.")
    parser.add_argument("--broker", required=True)
    parser.add_argument("--user", default="")
    parser.add_argument("--password-file", default="")
    parser.add_argument("--ca-file", default="")
    parser.add_argument("--prefix", default="wondertable")
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--league", type=Path)
    parser.add_argument("--since", default="")
    parser.add_argument("--keys", type=Path)
    parser.add_argument("--port", type=port_number, default=PORT)
    parser.add_argument("--address", default=HERE)
    parser.add_argument("--language", default="en")
    args = parser.parse_args(arguments)
    words = Words(args.language)
    try:
        broker = broker_at(args.broker, args.user, args.password_file, args.ca_file)
        broker.password()
        since = datetime.fromisoformat(args.since).astimezone().timestamp() if args.since else None
        keys = read_keys(args.keys) if args.keys else None
        results = HallResults(args.results)
        hall = Hall(results, words, prefix=args.prefix, league=args.league, since=since, keys=keys)
    except WondertableError as problem:
        sys.stderr.write(f"wondertable: {words.error(problem)}\n")
        return FAILED
    return show(lambda told: HallListener(hall, broker, args.prefix, heard=told), hall, words, args.address, args.port)


def show(
    listener_of: Callable[[Callable[[SheetMessage], None]], HallListener],
    hall: Hall,
    words: Words,
    address: str,
    port: int,
) -> int:
    """Listen to the broker and serve the page. `listener_of`: makes what listens, from what is told of new sheets."""
    log_sparingly()
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    try:
        listener = listen(address, port)
    except OSError as problem:
        reason = str(problem.strerror or problem).partition(" (")[0]
        said = words.say("hall.port_taken", address=address, port=port, why=reason)
        sys.stderr.write(f"wondertable: {said}\n")
        return FAILED
    sys.stderr.write(f"wondertable: {words.say('hall.page', address=f'http://{address}:{port}/')}\n")
    terminal = Terminal()
    listening = ListeningThread(lambda: listener_of(terminal.tell))
    listening.start()
    server = uvicorn.Server(server_config(hall_pages(hall, own_hosts)))
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(_serve(server, hall, terminal, listener, listening))
    finally:
        failed = not listening.is_alive()
        listening.stop()
    return FAILED if failed else 0


async def _serve(
    server: uvicorn.Server, hall: Hall, terminal: Terminal, listener: socket.socket, listening: ListeningThread
) -> None:
    """Until somebody ends the program, or the thread that listens to the broker has ended by a fault."""
    serving = asyncio.ensure_future(server.serve(sockets=[listener]))
    while not serving.done():
        terminal.draw(hall.shown())
        await asyncio.wait((serving,), timeout=DRAWN_AFTER)
        if not listening.is_alive():
            server.should_exit = True


if __name__ == "__main__":
    sys.exit(main())
