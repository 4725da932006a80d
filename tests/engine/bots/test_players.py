"""The players keep to the rules, and each is stronger than the one before."""

from random import Random

import pytest

from engine import Status, deal, status
from engine.bots import PLAYERS, Searcher, greedy, play_out, random_player
from tests.engine.baselines import table_of

SEARCH = Searcher(rounds=12)


@pytest.mark.parametrize(
    ("players", "edition", "leaders"),
    [
        (2, "first", True),
        (4, "second", True),
        pytest.param(2, "first", False, marks=pytest.mark.slow),
        pytest.param(5, "first", True, marks=pytest.mark.slow),
    ],
)
def test_every_player_plays_every_kind_of_game(players, edition, leaders):
    kinds = [random_player, greedy, Searcher(rounds=3)]
    table = deal(players, edition, 2, leaders=leaders)
    game = play_out(table, {seat: kinds[seat % 3] for seat in table.game.player_seats}, Random(2))
    assert game.outcome() is not None
    assert status(game) is Status.IN_ORDER


@pytest.mark.no_cover  # what it runs through is counted elsewhere
@pytest.mark.slow
def test_each_is_stronger_than_the_one_before():
    points = {name: row["points"] for name, row in table_of(6, SEARCH).items()}
    assert points["random"] + 10 < points["greedy"] < points["search"]
    assert [*PLAYERS] == [*points]


def test_a_search_with_so_many_rounds_can_be_repeated():
    def played():
        players = {0: Searcher(rounds=1), 1: greedy, 2: greedy}
        return play_out(deal(3, "second", 5), players, Random(5))

    assert played() == played()
