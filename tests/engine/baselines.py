"""The three players of `engine.bots` against each other: `python -m tests.engine.baselines 1000 --seconds 0.05`.

One of each sits at a table for three, in each of the six orders in turn; second edition. Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from itertools import permutations
from random import Random

from engine import deal
from engine.bots import PLAYERS, Searcher, play_out

NAMES = ("random", "greedy", "search")


def table_of(games: int, searcher: Searcher) -> dict[str, dict[str, float]]:
    """Wins (shared ones in part) and mean points of each player."""
    players = {**PLAYERS, "search": searcher}
    orders = [*permutations(NAMES)]
    wins: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for seed in range(games):
        order = orders[seed % len(orders)]
        seats = {seat: players[name] for seat, name in enumerate(order)}
        outcome = play_out(deal(3, "second", seed), seats, Random(seed)).outcome()
        assert outcome is not None
        for sheet in outcome.sheets:
            points[order[sheet.seat]] += sheet.total
        for winner in outcome.winners:
            wins[order[winner]] += 1 / len(outcome.winners)
    return {name: {"wins": round(wins[name] / games, 3), "points": round(points[name] / games, 1)} for name in NAMES}


def main() -> None:
    """Print one line of JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each action of the search")
    given = parser.parse_args()
    result = table_of(given.games, Searcher(given.seconds))
    print(json.dumps({"games": given.games, "seconds": given.seconds, **result}))  # noqa: T201


if __name__ == "__main__":
    main()
