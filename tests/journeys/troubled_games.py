"""Plays whole dealt games with a trouble in one action of four, and counts what becomes of them.

    python -m tests.journeys.troubled_games N [--seed S] [--pace waiting|brisk|never|thinking|ahead]
                                            [--rate R] [--only KIND] [--kinds first|all] [--processes P] [--camera]
                                            [--station] [--json] [-v] [-g]

Scenes come from a table without pictures, thousands of games an hour; with `--camera` from the simulated camera; with
`--station` from the mat of a station. `--pace`: people wait for the record before each turn and press keys, or play by
their own clocks whatever the screen says and only answer what is asked (see `tests.journeys.paces`, and
`tests.journeys.thinking` for people each of whom lays his card when he has chosen, and for those of them who go on
ahead of others).

Prints how many troubles that hands put right needed no key, how many that hands leave as they are took one answer, and
how many games are silently wrong at their end: another game is recorded than was played, and no question or notice
names what is wrong. People play on to the end whatever is recorded. With `--json` the last line holds the totals.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from functools import partial
from multiprocessing import Pool
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.journeys import further_troubles
from tests.journeys.paces import Pace, PacedGame
from tests.journeys.rendered_station import RenderedMat
from tests.journeys.rendered_table import RenderedTable
from tests.journeys.thinking import AheadGame, ThinkingGame
from tests.journeys.troubled_counts import report, totals
from tests.journeys.troubled_play import RATE, TroubledGame
from tests.journeys.troubled_station import TroubledStation
from tests.journeys.troubled_table import SceneTable
from tests.vision.station_mat import StationMat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.journeys.troubled_counts import GameOutcome


class Wanted(NamedTuple):
    """A game to play: its number, how often there is a trouble, of which kind ("": any), and by which table."""

    number: int
    rate: float = RATE
    only: str = ""
    camera: bool = False
    station: bool = False
    pace: Pace = Pace.WAITING
    further: bool | None = None
    """Troubles of `tests.journeys.further_troubles`, too; None: if people do not wait."""


def play(wanted: Wanted) -> TroubledGame | TroubledStation:
    """Play a game: 3 to 7 players, every second one with Leaders; for those who do not wait see `paced_game`."""
    number, rate, only, camera, station, pace, further = wanted
    if station:
        mat = partial(RenderedMat, seed=number) if camera else StationMat
        shown = TroubledStation(3 + number % 5, number, leaders=number % 2 == 0, rate=rate, only=only, mat=mat)
        shown.run()
        return shown
    if pace is not Pace.WAITING:
        table = RenderedTable if camera else None
        paced = paced_game(number, pace, rate=rate, only=only, further=further is not False, table=table)
        paced.run()
        return paced
    game = TroubledGame(
        3 + number % 5,
        number,
        leaders=number % 2 == 0,
        rate=rate,
        only=only,
        further=bool(further) or only in {kind.__name__ for kind in further_troubles.ALL},
        table=RenderedTable if camera else SceneTable,
    )
    game.run()
    return game


def paced_game(number: int, pace: Pace, **options: Any) -> PacedGame:
    """The game with this number: 2 to 7 players, every second six with Leaders, every second twelve second edition.

    The second edition has no game for two.
    """
    players = 2 + number % 6
    edition = "second" if number // 12 % 2 and players > 2 else "first"
    leaders = number // 6 % 2 == 0
    if pace in (Pace.THINKING, Pace.AHEAD):
        kind = AheadGame if pace is Pace.AHEAD else ThinkingGame
        return kind(players, number, leaders=leaders, edition=edition, **options)
    return PacedGame(players, number, leaders=leaders, edition=edition, pace=pace, **options)


def _play_one(wanted: Wanted) -> tuple[GameOutcome, list[str], float]:
    game = play(wanted)
    return game.outcome, game.log, game.now


def _played(wanted: list[Wanted], processes: int) -> Iterator[tuple[GameOutcome, list[str], float]]:
    if processes <= 1:
        for each in wanted:
            yield _play_one(each)
        return
    with Pool(processes) as pool:
        yield from pool.imap(_play_one, wanted, chunksize=4)


def main() -> int:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", type=int, nargs="?", default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="one kind of trouble")
    parser.add_argument(
        "--kinds", choices=["first", "all"], default="", help="of troubles: those of people who wait, or all"
    )
    parser.add_argument("--rate", type=float, default=RATE, help="of the actions, how many go with a trouble")
    parser.add_argument(
        "--pace", type=Pace, choices=list(Pace), default=Pace.WAITING, help="how people play at a table"
    )
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--camera", action="store_true", help="through the simulated camera")
    parser.add_argument("--station", action="store_true", help="at a station, to which cards are shown one by one")
    parser.add_argument("--json", action="store_true", help="print the totals as one line")
    parser.add_argument("-v", "--verbose", action="store_true", help="print what went wrong")
    parser.add_argument("-g", "--game", action="store_true", help="print everything that happens")
    asked = parser.parse_args()
    begun = time.perf_counter()
    outcomes = []
    further = {"": None, "first": False, "all": True}[asked.kinds]
    wanted = [
        Wanted(number, asked.rate, asked.only, asked.camera, asked.station, asked.pace, further)
        for number in range(asked.seed, asked.seed + asked.games)
    ]
    for outcome, log, took in _played(wanted, asked.processes):
        outcomes.append(outcome)
        if asked.camera:
            sys.stdout.write(f"{outcome.seed}: {took:.0f} s of table time, {time.perf_counter() - begun:.0f} s\n")
            sys.stdout.flush()
        if asked.game:
            sys.stdout.write("\n".join(log) + "\n")
        if asked.verbose:
            sys.stdout.write(_unsettled(outcome))
            sys.stdout.flush()
    took = time.perf_counter() - begun
    sys.stdout.write(json.dumps(totals(outcomes)) + "\n" if asked.json else report(outcomes))
    if not asked.json:
        sys.stdout.write(f"{60 * len(outcomes) / took:.1f} games a minute\n")
    return int(any(outcome.is_silently_wrong for outcome in outcomes))


def _unsettled(outcome: GameOutcome) -> str:
    """A line for each trouble that was not settled, and for a game that went wrong."""
    lines = [
        f"{outcome.seed}: {each.kind} seat {each.seat} at {each.at:.0f} s, keys {each.keys}, {each.asked}"
        for each in outcome.troubles
        if not each.settled
    ]
    if outcome.wrong or outcome.stuck or outcome.needless or outcome.elsewhere:
        lines.append(
            f"{outcome.seed}: WRONG {outcome.wrong!r} STUCK {outcome.stuck!r} said={outcome.said} "
            f"needless={outcome.needless} keys elsewhere={outcome.elsewhere}"
        )
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
