"""Random games of every kind, each checked: `python -m tests.engine.audited 10000` prints a line of JSON for each kind.

The number of players changes from game to game, and every seat draws one of all its legal actions. A game must end with
a clean audit, and its record must read back as the same game.
"""

from __future__ import annotations

import argparse
import json
from random import Random
from time import process_time

from engine import audit, deal, read_record, write_record

KINDS: tuple[tuple[str, int, bool, tuple[str, ...]], ...] = (
    ("first", 2, False, ()),
    ("first", 2, True, ()),
    ("second", 3, False, ()),
    ("second", 3, True, ()),
    ("second", 3, False, ("cities",)),
    ("second", 3, True, ("cities",)),
)
"""Edition, fewest players, with Leaders, other expansions."""
MOST_PLAYERS = 7


def wrong_in(edition: str, players: int, seed: int, *, leaders: bool, expansions: tuple[str, ...]) -> str | None:
    """What is wrong with a game; None if nothing is."""
    random, table = Random(seed), deal(players, edition, seed, leaders=leaders, expansions=expansions)
    while not table.is_over:
        table = table.play(random.choice(table.legal(table.to_act[0])))
    if reasons := audit(table.game):
        return f"{players} players, seed {seed}: {' '.join(map(str, reasons))}"
    if read_record(write_record(table.game)) != table.game:
        return f"{players} players, seed {seed}: reads back as another game"
    return None


def main() -> None:
    """Print one line of JSON for each kind."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=int, nargs="?", default=10_000, help="of each kind (default: 10000)")
    games: int = parser.parse_args().games
    for edition, fewest, leaders, expansions in KINDS:
        begin, wrong = process_time(), []
        for seed in range(games):
            players = fewest + seed % (MOST_PLAYERS + 1 - fewest)
            if found := wrong_in(edition, players, seed, leaders=leaders, expansions=expansions):
                wrong.append(found)
        sets = [*(["leaders"] if leaders else []), *expansions]
        told = {"edition": edition, "sets": sets, "players": [fewest, MOST_PLAYERS], "games": games, "wrong": wrong}
        print(json.dumps(told | {"seconds": round(process_time() - begin)}), flush=True)  # noqa: T201  its purpose


if __name__ == "__main__":
    main()
