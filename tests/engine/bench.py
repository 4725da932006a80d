"""Measures the engine: `python -m tests.engine.bench` prints random 4-player games per second, payments and replays.

Times are processor times, so that other programs on the machine matter as little as possible. `--peer PYTHON` also
plays games with 7Wonder-RL-Lib, in the environment of that Python (tests/engine/requirements.txt). It is the only
engine on PyPI: looked for in November 2026 by "7 wonders", "seven wonders", "sevenwonders" with "board game", "engine",
"simulator", "gym"; `7wonders-py` and `sevenwonders`, names of repositories, are not there.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from time import process_time
from timeit import repeat
from typing import TYPE_CHECKING

from engine import (
    Build,
    BuildFromDiscard,
    BuildStage,
    CardPlay,
    DealtTable,
    Discard,
    Fight,
    Game,
    IllegalAction,
    Phase,
    Setup,
    read_record,
    write_record,
)
from engine import deal as deal_table
from engine.model.frozen import evolve
from engine.model.production import goods, interned
from engine.rules.payment import market_of
from engine.rules.trade import Market, offers
from tests.dealing.dealer import deal
from tests.dealing.decks import card_names, decks, draw_wonders

if TYPE_CHECKING:
    from collections.abc import Callable

PEER = Path(__file__).with_name("peer.py")
PLAYERS = 4
BATCHES, GAMES, RECORDS, COPIES = 12, 40, 100, 10_000


def play(seats: tuple[tuple[str, str], ...], ages: dict[int, list[str]], random: Random) -> Game:
    """A game in which everybody tries a stage or cards at random, and discards if the third try is not legal either."""
    game = Game.new(seats)
    hands: list[list[str]] = []
    while game.phase is not Phase.OVER:
        if game.phase is Phase.CONFLICTS:
            game = game.apply(Fight())
            continue
        if game.phase is Phase.FROM_DISCARD:
            game = game.apply(BuildFromDiscard(game.to_act[0], None))
            continue
        if game.turn == 1:
            hands = [ages[game.age][seat::PLAYERS] for seat in range(PLAYERS)]
        turn = game.phase is Phase.TURN
        for seat in game.to_act:
            game = act(game, seat, hands[seat], random)
        if turn:
            hands = hands[-1:] + hands[:-1]
    return game


def act(game: Game, seat: int, hand: list[str], random: Random) -> Game:
    """One seat's action; a stage or a discard uses the last card of the hand."""
    if random.random() < 0.25:
        try:
            after = game.apply(BuildStage(seat))
        except IllegalAction:
            pass
        else:
            hand.pop()
            return after
    first, cards = int(random.random() * len(hand)), len(hand)
    for place in range(first, first + min(3, cards)):
        try:
            after = game.apply(Build(seat, hand[place % cards]))
        except IllegalAction:
            continue
        del hand[place % cards]
        return after
    hand.pop()
    return game.apply(Discard(seat))


@cache
def _setup() -> Setup:
    return deal(PLAYERS, 1).game.setup


def prepared(seed: int) -> tuple[tuple[tuple[str, str], ...], dict[int, list[str]], Random]:
    random, named = Random(seed), card_names()
    ages = {age: [named[code] for code in deck] for age, deck in decks(_setup(), random).items()}
    return draw_wonders(PLAYERS, random), ages, random


def games_per_second() -> float:
    """The best of several batches, all of different games."""
    best = 0.0
    for batch in range(BATCHES):
        made = [prepared(batch * GAMES + number) for number in range(GAMES)]
        begin = process_time()
        for one in made:
            play(*one)
        best = max(best, GAMES / (process_time() - begin))
    return best


def dealt_games_per_second() -> float:
    """Games in which everybody tries three cards at random; the engine deals and passes the hands."""
    return best_of_batches(lambda table, random: table.play(tried(table, random)))


def enumerated_games_per_second() -> float:
    """Games in which everybody draws one of all legal actions of the hand."""
    return best_of_batches(lambda table, random: table.play(random.choice(table.legal((*table.to_act, 0)[0]))))


def best_of_batches(step: Callable[[DealtTable, Random], DealtTable]) -> float:
    best = 0.0
    for batch in range(BATCHES):
        begin = process_time()
        for number in range(GAMES):
            random = Random(batch * GAMES + number)
            table = deal_table(PLAYERS, seed=batch * GAMES + number)
            while not table.is_over:
                table = step(table, random)
        best = max(best, GAMES / (process_time() - begin))
    return best


def tried(table: DealtTable, random: Random) -> CardPlay:
    """A stage or one of three cards at random, else a discard."""
    game = table.game
    if game.phase is Phase.CONFLICTS:
        return CardPlay(Fight())
    seat = table.to_act[0]
    if game.phase is Phase.FROM_DISCARD:
        return CardPlay(BuildFromDiscard(seat, None))
    hand = table.hand_of(seat)
    for _ in range(3):
        card = hand[int(random.random() * len(hand))]
        action = BuildStage(seat) if random.random() < 0.25 else Build(seat, card)
        if game.can(action):
            return CardPlay(action, card)
    return CardPlay(Discard(seat), hand[-1])


def milliseconds_per_price_list() -> float:
    """Every structure of the age for one city: all ways to pay for each."""
    games = [game for seed in range(5) for game in deal(PLAYERS, seed).game.states() if game.phase is Phase.TURN]
    begin = process_time()
    for game in games:
        for card in game.age_cards:
            game.ways(0, card.id)
    return (process_time() - begin) / len(games) * 1e3


def questions() -> list[tuple[Market, int]]:
    """The markets and costs that come up in games: what every card and stage of the age would cost each seat."""
    found = []
    for seed in range(20):
        for game in deal(PLAYERS, seed).game.states():
            if game.phase is Phase.TURN and not game.pending:
                cards = [
                    card for card in game.catalogue.cards.values() if game.age in card.ages and card.cost.resources
                ]
                for seat, card in product(game.to_act, cards):
                    found.append((market_of(game, seat), card.cost.bundle))
    return found


def unremembered(market: Market) -> Market:
    """The same market, with goods that have no cached results."""
    return market._replace(**{name: goods(getattr(market, name).units) for name in ("own", "left", "right")})


def microseconds_per_payment() -> float:
    """The mean for the whole exact set, every question as often as it comes up, nothing remembered from before."""
    asked = questions()
    interned.cache_clear()
    asked = [(unremembered(market), cost) for market, cost in asked]
    begin = process_time()
    for market, cost in asked:
        offers(market, cost)
    return (process_time() - begin) / len(asked) * 1e6


def records_per_second() -> float:
    """Records read, which replays them, and compared with how they would be written."""
    text = write_record(deal(PLAYERS, 1).game)
    begin = process_time()
    for _ in range(RECORDS):
        read_record(text)
    return RECORDS / (process_time() - begin)


def games_of_peer(python: str) -> dict[str, object]:
    """Games in which everybody draws one of all options; the best of several batches, without those that fail.

    It lists one price for a card, where ours lists every payment that no other undercuts.
    """
    best, finished = 0.0, 0
    for batch in range(BATCHES):
        command = [python, PEER, *map(str, (PLAYERS, batch * GAMES, GAMES))]
        ran = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        finished += ran["finished"]
        best = max(best, ran["finished"] / ran["seconds"])
    return {"peer_games_per_second": round(best, 1), "peer_games_without_error": f"{finished} of {BATCHES * GAMES}"}


def replace_over_evolve() -> float:
    """How many times as long `dataclasses.replace` takes as `evolve`, for a game."""
    game = Game.new((("giza", "A"), ("rhodes", "A"), ("olympia", "A")))

    def seconds(copy: Callable[..., Game]) -> float:
        return min(repeat(lambda: copy(game, turn=2, age=2), number=COPIES, repeat=5, timer=process_time))

    return seconds(replace) / seconds(evolve)


def main() -> None:
    """Print one line of JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--peer", metavar="PYTHON", help="the Python of an environment with 7Wonder-RL-Lib")
    peer: str | None = parser.parse_args().peer
    numbers: dict[str, object] = {
        "games_per_second": round(games_per_second(), 1),
        "dealt_games_per_second": round(dealt_games_per_second(), 1),
        "enumerated_games_per_second": round(enumerated_games_per_second(), 1),
        "milliseconds_per_price_list": round(milliseconds_per_price_list(), 3),
        "microseconds_per_payment": round(microseconds_per_payment(), 2),
        "records_per_second": round(records_per_second(), 1),
        "replace_over_evolve": round(replace_over_evolve(), 1),
    }
    if peer is not None:
        numbers |= games_of_peer(peer)
    print(json.dumps(numbers))  # noqa: T201  its purpose


if __name__ == "__main__":
    main()
