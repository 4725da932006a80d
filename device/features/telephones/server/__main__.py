"""`python -m device.features.telephones.server`: the server alone, without what the other commands need of memory."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from device.features.telephones.game.requests import LENT
from device.features.telephones.server.reader_process import READER
from device.features.telephones.server.serving import serve
from device.for_features.local_link.server_process import port_number
from device.for_features.system_calls import end_with_parent

if TYPE_CHECKING:
    from collections.abc import Sequence


PORT = 8377
"""As in the settings."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the game's process is gone for good; a port that is taken is waited for."""
    parser = argparse.ArgumentParser(prog="wondertable phones", description="Serves the pages for telephones.")
    parser.add_argument("--socket", type=Path, required=True, help="the game's socket")
    parser.add_argument("--port", type=port_number, default=PORT, help=f"TCP port of the pages; default: {PORT}")
    parser.add_argument("--address", default="", help="address to listen on; default: every one of this machine")
    parser.add_argument("--stay", action="store_true", help="wait for the game to come back, however long it takes")
    parser.add_argument("--config", help="settings file for reading photographs; default: the usual ones")
    parser.add_argument(
        "--kit", choices=("fiducial", "qr", "both", "art"), help="kind of stickers; default: from the settings"
    )
    parser.add_argument("--parent", type=int, help="the process that has started this one, which ends with it")
    args = parser.parse_args(arguments)
    if args.parent:
        end_with_parent(args.parent)
    pictures = str(args.socket.parent / LENT)
    named = {"--config": args.config, "--kit": args.kit, "--pictures": pictures}
    reader = (*READER, *(part for option, value in named.items() if value for part in (option, value)))
    return serve(args.socket, args.port, args.address, stay=args.stay, reader=reader)


if __name__ == "__main__":
    sys.exit(main())
