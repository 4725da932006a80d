"""The dealt game follows the rules and uses the physical cards of the kit."""

from collections import Counter

import pytest

from device.simulation.dealing.dealer import DealtGame, deal
from engine import (
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    Discard,
    Game,
    Pass,
    Phase,
    Recruit,
    Status,
    status,
)
from vision.kit.codebook import Codebook

PLAYERS = range(2, 8)
NAMES = {entry.code: entry.id for entry in Codebook.load()}
CARD_PHASES = {Phase.TURN, Phase.SEVENTH}


@pytest.fixture(scope="module")
def dealt() -> list[DealtGame]:
    return [deal(players, seed, leaders=bool(seed % 2)) for players in PLAYERS for seed in range(4)]


def moves(game: DealtGame):
    return [(round_, move) for round_ in game.rounds for move in round_.moves]


def test_the_same_seed_deals_the_same_game():
    assert deal(4, 7) == deal(4, 7)
    assert deal(4, 7).rounds != deal(4, 8).rounds


def test_every_physical_card_is_used_once(dealt):
    for game in dealt:
        first = [move.code for round_, move in moves(game) if round_.phase in CARD_PHASES]
        left = [left.code for round_ in game.rounds for left in round_.leftovers]
        assert max(Counter(first + left).values()) == 1
        assert len(first + left) == 21 * len(game.seats)


def test_a_card_built_from_the_discard_pile_was_discarded_before(dealt):
    for game in dealt:
        pile: list[int] = []
        for round_ in game.rounds:
            for move in round_.moves:
                if isinstance(move.action, Discard) and round_.phase in CARD_PHASES:
                    pile.append(move.code)
                elif isinstance(move.action, BuildFromDiscard) and move.code is not None:
                    pile.remove(move.code)
                    assert NAMES[move.code] == move.action.card
            pile += [left.code for left in round_.leftovers]


def test_builds_and_recruits_use_the_card_they_name(dealt):
    for game in dealt:
        for _, move in moves(game):
            if isinstance(move.action, (Build, Recruit)):
                assert NAMES[move.code] == move.action.card


def test_the_games_are_in_order(dealt):
    assert all(status(game.game) is Status.IN_ORDER for game in dealt)


def test_replaying_the_rounds_with_default_payments_makes_the_same_game(dealt):
    for game in dealt:
        setup = game.game.setup
        again = Game.new(game.seats, free_city=setup.free_city, leaders=setup.leaders)
        for action in game.game.actions:
            again = again.apply(plain(action))
        assert again == game.game
        assert again.phase is Phase.OVER


def plain(action):
    """The action as a camera sees it: without its payment."""
    match action:
        case Build():
            return Build(action.seat, action.card)
        case BuildStage():
            return BuildStage(action.seat)
        case Recruit():
            return Recruit(action.seat, action.card)
    return action


def test_every_kind_of_move_occurs(dealt):
    kinds = Counter(type(move.action) for game in dealt for _, move in moves(game))
    assert all(kinds[kind] > 20 for kind in (Build, BuildStage, Discard, BuildFromDiscard, Recruit))
    builds = [move.action for game in dealt for _, move in moves(game) if isinstance(move.action, Build)]
    assert any(build.free for build in builds)
    assert any(build.pays.left and build.pays.right for build in builds)
    found = Counter((round_.phase, type(move.action)) for game in dealt for round_, move in moves(game))
    assert all(found[Phase.SEVENTH, kind] for kind in (Build, BuildStage))
    assert not found[Phase.SEVENTH, Pass], "a seventh card is discarded for 3 coins"
    assert all(found[Phase.RECRUIT, kind] for kind in (Recruit, Discard, BuildStage))
    assert found[Phase.EXTRA_LEADER, Recruit]
    assert found[Phase.CHOOSE_LEADER, ChooseLeader]


def test_every_player_plays_a_leader_before_each_age():
    for players in PLAYERS:
        game = deal(players, 3, leaders=True)
        rounds = [round_ for round_ in game.rounds if round_.phase is Phase.RECRUIT]
        assert [len(round_.moves) for round_ in rounds] == [players] * 3


def test_a_player_acts_for_the_own_city_before_the_free_city():
    game = deal(2, 5)
    for round_ in game.rounds:
        if round_.phase is Phase.TURN:
            order = [move.seat for move in round_.moves]
            assert len(order) == 3
            assert order.index(game.game.setup.free_city) > 0


def test_one_card_of_the_free_citys_deck_is_discarded_at_the_end_of_an_age():
    game = deal(2, 6)
    free = game.game.setup.free_city
    left = [left.seat for round_ in game.rounds for left in round_.leftovers]
    assert Counter(left) == dict.fromkeys(range(3), 3)
    assert free in left


def test_the_preferred_neighbour_is_paid_in_dealt_games_too():
    left, right = (deal(4, 1, prefer=side).game for side in ("left", "right"))
    assert (left.setup.prefer, right.setup.prefer) == ("left", "right")
    paid = [
        sum(getattr(action.pays, side) for action in game.actions if isinstance(action, Build | BuildStage))
        for game, side in ((left, "left"), (left, "right"), (right, "left"), (right, "right"))
    ]
    assert paid[0] - paid[1] > paid[2] - paid[3]
