"""One number for what the engine does in many games: `python -m tests.engine.fingerprint` prints it.

A change that is only meant to make the engine faster, or easier to read, must leave it as it is: run this before and
after. 455 games of each of the 22 kinds (edition, players, Leaders) are dealt by the engine; every seat draws one of
all its legal actions. What was listed, the records and the outcomes are hashed. `--games` plays another number of each.
"""

from __future__ import annotations

import argparse
import json
from hashlib import sha256
from random import Random

from engine import DealtTable, deal, write_record

KINDS = [
    (edition, players, leaders)
    for edition, fewest in (("first", 2), ("second", 3))
    for players in range(fewest, 8)
    for leaders in (False, True)
]
GAMES = 455


def told(edition: str, players: int, leaders: bool, seed: int) -> str:
    """Everything that a game tells: what could be done, its record, its outcome."""
    random, table, lines = Random(seed), deal(players, edition, seed, leaders=leaders), []
    while table.packs:
        table = table.draft([random.choice(pack) for pack in table.packs])
    while not table.is_over:
        listed = table.legal(first_to_act(table))
        lines.append(repr(listed))
        table = table.play(random.choice(listed))
    return "\n".join((*lines, write_record(table.game), repr(table.game.outcome())))


def first_to_act(table: DealtTable) -> int:
    """The seat that acts next; any, while all wait for the conflicts."""
    return table.to_act[0] if table.to_act else 0


def main() -> None:
    """Print one line of JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each kind (default: {GAMES})")
    games: int = parser.parse_args().games
    digest = sha256()
    for edition, players, leaders in KINDS:
        for seed in range(games):
            digest.update(told(edition, players, leaders, seed).encode())
    print(json.dumps({"games": games * len(KINDS), "sha256": digest.hexdigest()}))  # noqa: T201  its purpose


if __name__ == "__main__":
    main()
