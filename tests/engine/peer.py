"""Plays random games with 7Wonder-RL-Lib, the only engine for 7 Wonders on PyPI: `tests.engine.bench --peer`.

It runs in an environment of its own (tests/engine/requirements.txt), knows nothing of ours, and prints one line of
JSON. Its class for gymnasium never brings a game to an end (0 of 50 tried), so the games go as in its own main program:
in each turn everybody draws one of the options that it lists. Half of the games for four end with a KeyError of its
own; only those that reach the end are counted, with their time.
"""

from __future__ import annotations

import io
import json
import os
import random
import sys
import sysconfig
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from time import process_time

PLACE = Path(sysconfig.get_path("purelib")) / "SevenWondersEnv"
LIBRARY = "SevenWonEnv.envs.mainGameEnv"
HAND, TURNS = 7, 6


def play(library, chooser, players: int) -> None:
    """A game in which everybody draws one of all options."""
    decks, seats = library.init(players)
    discarded: list[object] = []
    for player in seats.values():
        player.assignPersonality(chooser)
    for age, deck in enumerate(decks, 1):
        random.shuffle(deck)
        for place, player in enumerate(seats.values()):
            if any("freeStructure" in effect for effect in player.endAgeEffect):
                player.freeStructure = True
            player.assignHand(deck[place * HAND : (place + 1) * HAND])
        for _ in range(TURNS):
            discarded = turn(library, seats, age, discarded)
        discarded += [player.hand[0] for player in seats.values()]
        for seat in seats:
            library.battle(seats[seat], seats[seat % players + 1], age)
    for player in seats.values():
        player.endGameCal()


def turn(library, seats, age, discarded):
    """One card of everybody; the discard pile after it."""
    for player in seats.values():
        card, action = player.playCard(age)
        if action == -1:
            discarded.append(card)
    library.rotateHand(seats, age)
    for player in seats.values():
        if player.endTurnEffect == "buildDiscarded":
            raised, _ = player.playFromEffect(discarded, player.endTurnEffect, age=age)
            discarded = [card for card in discarded if card.name != raised.name]
    return discarded


def main(players: int, first: int, games: int) -> None:
    """Play the games of these seeds, and print how many reached their end, and the seconds that those took."""
    sys.path.insert(0, str(PLACE))
    os.chdir(PLACE / LIBRARY.replace(".", "/"))  # it opens its data files by relative names
    library = import_module(f"{LIBRARY}.main")
    chooser = import_module(f"{LIBRARY}.Personality").RandomAI
    finished, seconds = 0, 0.0
    for seed in range(first, first + games):
        random.seed(seed)
        begin = process_time()
        try:
            with redirect_stdout(io.StringIO()):
                play(library, chooser, players)
        except (KeyError, IndexError):
            continue
        finished += 1
        seconds += process_time() - begin
    print(json.dumps({"finished": finished, "seconds": seconds}))  # noqa: T201  its purpose


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
