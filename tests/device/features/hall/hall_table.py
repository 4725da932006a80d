"""A table with its publisher, here in one process; the games are dealt, and written into a real journal."""

from __future__ import annotations

import argparse
import random
import sys
import time
from contextlib import closing, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from device.features.hall.publisher.outbox import OUTBOX, Outbox
from device.features.hall.publisher.publisher import FinishedGames, Publisher, Telling
from device.features.hall.publisher.table_link import TableLink
from device.features.hall.table.broker import broker_at
from device.features.hall.table.host import HallHost
from device.journal.journal import JOURNAL, Journal
from display.messages.events import Booked, Undone
from display.table_state import SeatMark, TableState
from engine import Fight, Game, Phase, score_sheets
from tests.journeys.test_by_hand import FEW, any_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.features.hall.table.broker import Broker


@cache
def dealt(seed: int) -> Game:
    """A random game for three, played to its end."""
    chance, game = random.Random(seed), Game.new(FEW)
    while game.phase is not Phase.OVER:
        game = game.apply(Fight() if game.phase is Phase.CONFLICTS else any_move(game, game.to_act[0], chance))
    return game


class HallTable:
    """`folder` keeps journal and outbox; another table with the same one is the same after a restart."""

    def __init__(
        self, folder: Path, broker: Broker, table: str, *, names: bool = False, key: bytes = b"", **publisher: object
    ) -> None:
        self.folder, self.table = folder, table
        folder.mkdir(exist_ok=True)
        self.journal = Journal(folder / JOURNAL)
        socket = Path(mkdtemp(prefix="hall", dir="/tmp")) / "hall.sock"
        self.host = HallHost(socket, table=table, broker=broker.address, names=names)
        self.outbox = Outbox(folder / OUTBOX, table, names=names)
        games = FinishedGames(folder, self.outbox, None)
        telling = Telling(broker, table, key=key)
        self.publisher = Publisher(telling, TableLink(socket), self.outbox, games, pause=0.02, **publisher)
        self.revealed = 0
        self.state = TableState(seats=tuple(SeatMark(wonder, side, 0.0) for wonder, side in FEW))
        self.round()  # what is in the journal by now was played before there was a hall

    def show(self, game: Game | None, *, revealed: bool = True) -> None:
        """What is on the table now."""
        over = game is not None and game.phase is Phase.OVER
        self.state = replace(self.state, game=game, finished=over, names=("Anna", "", "Ben") if game else ())
        self.revealed = 99 if revealed else 0

    def finish(self, seed: int, *, shown: bool = True, names: tuple[str, ...] = ("Anna", "", "Ben")) -> int:
        """Play a game to its end; returns its number in the journal."""
        game = dealt(seed)
        number = self.journal.begin(FEW, {"names": list(names)})
        self.journal.write(number, [Booked(action, None) for action in game.actions])
        self.journal.finish(number, [sheet.total for sheet in score_sheets(game)])
        self.show(game, revealed=shown)
        self.round()
        return number

    def undo(self, number: int) -> None:
        """Take back all but the first action of a game that was finished."""
        self.journal.write(number, [Undone(1)])
        self.show(Game.new(FEW).apply(dealt(1).actions[0]))

    def round(self, seconds: float = 0.0) -> None:
        """The game's round, and the publisher's."""
        self.host.tell(self.state, self.revealed)
        self.publisher.step(seconds)

    def sent(self) -> bool:
        """True if the broker has confirmed every sheet, and nothing is sent again."""
        return self.host.access().link == "connected" and not list(self.outbox.due())

    def close(self) -> None:
        self.publisher.close()
        self.host.close()
        self.journal.close()


def until(reached: Callable[[], object], *tables: HallTable, others: Callable[[], None] = lambda: None) -> None:
    """Go on until something is reached."""
    end = time.monotonic() + 20
    while not reached():
        assert time.monotonic() < end, "was not reached in time"
        for table in tables:
            table.round(0.002)
        others()


def main() -> None:
    """A table as a process: plays a game every so many seconds, until there are enough and all are confirmed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("table")
    parser.add_argument("broker", help="mqtt:// or mqtts://")
    parser.add_argument("--password-file", default="")
    parser.add_argument("--ca-file", default="")
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--every", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    broker = broker_at(args.broker, args.table if args.password_file else "", args.password_file, args.ca_file)
    with closing(HallTable(args.folder, broker, args.table)) as table:
        begun = len(table.journal.games())
        due = time.monotonic()
        while begun < args.games or not table.sent():
            if begun < args.games and time.monotonic() >= due:
                table.finish(args.seed * 1000 + begun)
                begun, due = begun + 1, time.monotonic() + args.every
            table.round(0.02)
        with suppress(KeyboardInterrupt):
            sys.stdout.write("all confirmed\n")
            sys.stdout.flush()
            while True:
                table.round(0.1)


if __name__ == "__main__":
    main()
