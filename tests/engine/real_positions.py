"""Positions out of real games, written and read back: `python -m tests.engine.real_positions 1000` checks so many.

Half are out of games that the engine deals, of all 22 kinds and with Cities, some with exceptions and corrected coins;
half are out of the records in `tests/records`. Each notation must read back as the same moment, with the same legal
actions for every seat and every card of the edition, and must go on in the same way. Records and JSON that begin there
must read back.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from engine import (
    Build,
    CorrectCoins,
    Game,
    Phase,
    deal,
    read_position,
    read_record,
    write_position,
    write_record,
)
from tests.engine.fingerprint import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.txt"))
EVERY = 11
"""Of a game's moments, every eleventh is taken."""


def dealt_moments(seed: int) -> Iterator[Game]:
    """The moments of a dealt game, in which people now and then insist and count their coins."""
    edition, players, leaders = KINDS[seed % len(KINDS)]
    cities = edition == "second" and seed // len(KINDS) % 2
    sets = ("cities",) if cities else ()
    random, table = Random(seed), deal(players, edition, seed, leaders=leaders, expansions=sets)
    while table.packs:
        table = table.draft([random.choice(pack) for pack in table.packs])
    game = table.game
    cards, chosen = list(game.catalogue.cards), [leader for held in table.leaders.values() for leader in held]
    while game.phase is not Phase.OVER:
        yield game
        seat = random.choice(game.to_act or (0,))
        listed = game.legal_actions(seat, random.sample(cards, 7), leaders=chosen)
        action = random.choice(listed)
        if random.random() < 0.02:
            action = CorrectCoins(seat, random.randrange(9))
        elif random.random() < 0.05 and game.phase is Phase.TURN:
            action = Build(seat, random.choice(cards), exception=True)
        game = game.apply(action)
    yield game


def moments() -> Iterator[Game]:
    """Moments of dealt games and of recorded ones, in turns."""
    seed = 0
    while True:
        record = read_record(RECORDS[seed % len(RECORDS)].read_text("utf-8"))
        for game in (dealt_moments(seed), record.states()):
            for count, moment in enumerate(game):
                if count % EVERY == seed % EVERY:
                    yield moment
        seed += 1


def check(game: Game, random: Random) -> int:
    """Raise AssertionError if a moment is not what its notation says; the number of legal actions compared."""
    text = write_position(game)
    again = read_position(text)
    assert again == game.since_turn(), text
    asked = {field.name for field in fields(game) if field.compare} - {"actions", "origin"}
    assert [name for name in sorted(asked) if getattr(game, name) != getattr(again, name)] == [], text
    assert write_position(again) == text
    assert read_record(write_record(again)) == again, text
    assert Game.from_dict(json.loads(json.dumps(again.to_dict()))) == again, text
    listed = 0
    for seat in range(game.players):
        all_cards = (*game.catalogue.cards,), None, (*game.catalogue.leaders,)
        legal = game.legal_actions(seat, *all_cards)
        assert legal == again.legal_actions(seat, *all_cards), text
        listed += len(legal)
        if seat in game.to_act:
            action = random.choice(legal)
            assert write_position(game.apply(action)) == write_position(again.apply(action)), text
    return listed


def main() -> None:
    """Print one line of JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("positions", type=int, nargs="?", default=1000)
    wanted: int = parser.parse_args().positions
    random, actions, within = Random(1), 0, 0
    for _, game in zip(range(wanted), moments(), strict=False):
        actions += check(game, random)
        within += bool(game.pending or game.earlier)
    print(json.dumps({"positions": wanted, "within_a_turn": within, "legal_actions_equal": actions}))  # noqa: T201


if __name__ == "__main__":
    main()
