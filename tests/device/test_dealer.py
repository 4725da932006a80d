"""The dealing simulation: what lies on the table is a game by the rules, with the physical cards of the kit."""

from collections import Counter
from random import Random

import pytest

from device.simulation.dealer import DealtGame, deal, decks
from engine import Build, BuildFromDiscard, BuildStage, Discard, Game, Phase
from vision.codebook import Codebook

PLAYERS = range(3, 8)
NAMES = {code: entry.id for code, entry in Codebook.load().entries.items()}


@pytest.fixture(scope="module")
def dealt() -> list[DealtGame]:
    return [deal(players, seed) for players in PLAYERS for seed in range(12)]


def moves(game: DealtGame):
    return [(round_, move) for round_ in game.rounds for move in round_.moves]


@pytest.mark.parametrize("players", PLAYERS)
def test_every_deck_gives_everybody_seven_cards(players):
    found = decks(players, Random(1))
    assert {age: len(deck) for age, deck in found.items()} == dict.fromkeys((1, 2, 3), 7 * players)
    guilds = [code for code in found[3] if NAMES[code].endswith("_guild")]
    assert len(guilds) == players + 2


def test_the_same_seed_deals_the_same_game():
    assert deal(4, 7) == deal(4, 7)
    assert deal(4, 7).rounds != deal(4, 8).rounds


def test_every_physical_card_is_used_once(dealt):
    for game in dealt:
        first = [move.code for round_, move in moves(game) if round_.phase is not Phase.FROM_DISCARD]
        left = [left.code for round_ in game.rounds for left in round_.leftovers]
        assert max(Counter(first + left).values()) == 1
        assert len(first + left) == 21 * len(game.seats)


def test_what_is_raised_was_discarded_before(dealt):
    for game in dealt:
        pile: list[int] = []
        for round_ in game.rounds:
            for move in round_.moves:
                if isinstance(move.action, Discard):
                    pile.append(move.code)
                elif isinstance(move.action, BuildFromDiscard) and move.code is not None:
                    pile.remove(move.code)
                    assert NAMES[move.code] == move.action.card
            pile += [left.code for left in round_.leftovers]


def test_builds_use_the_card_they_name(dealt):
    for game in dealt:
        assert all(NAMES[move.code] == move.action.card for _, move in moves(game) if isinstance(move.action, Build))


def test_the_rounds_replayed_with_default_ways_make_the_same_game(dealt):
    for game in dealt:
        again = Game.new(game.seats)
        for action in game.game.actions:
            if isinstance(action, (Build, BuildStage)):
                action = type(action)(action.seat, action.card if isinstance(action, Build) else None)
            again = again.apply(action)
        assert again == game.game
        assert again.phase is Phase.OVER


def test_every_kind_of_move_occurs():
    seats = [("olympia", "A"), ("babylon", "B"), ("halicarnassus", "B"), ("giza", "B")]
    found = [deal(4, seed, seats=seats) for seed in range(40)]
    kinds = Counter(type(move.action) for game in found for _, move in moves(game))
    assert all(kinds[kind] > 20 for kind in (Build, BuildStage, Discard, BuildFromDiscard))
    builds = [move.action for game in found for _, move in moves(game) if isinstance(move.action, Build)]
    assert any(build.free for build in builds)
    assert any(build.pays.left and build.pays.right for build in builds)
    seventh = {type(move.action) for game in found for round_, move in moves(game) if round_.phase is Phase.SEVENTH}
    assert seventh == {Build, BuildStage, Discard}


def test_other_ways_than_the_default_are_chosen_when_asked_for():
    default, other = deal(5, 3), deal(5, 3, alternatives=1.0)
    assert default.game != other.game
    pays = Counter(move.action.pays for _, move in moves(other) if isinstance(move.action, (Build, BuildStage)))
    assert any(payment.left or payment.right for payment in pays)
