"""The leaders that only the second edition has."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from engine import Discard, Fight, Game, Phase, Recruit, Status, deal, score_sheets, status
from engine.scoring.science import Chosen, best_choice, science_points
from tests.engine.positions import coins, play, position

GIZA = ("giza", "day")


def led(*described: dict[str, object], **options: object) -> Game:
    """A position of the second edition with Leaders."""
    first, *others = described or ({},)
    return position({"wonder": GIZA, **first}, *others, leaders=True, **options)


def points(*described: dict[str, object], **options: object) -> int:
    """The points that seat 0's leaders bring."""
    return score_sheets(led(*described, **options))[0].points["leaders"]


@pytest.mark.clause("second/new-leaders")
@pytest.mark.parametrize("age", [1, 2, 3])
def test_some_cost_as_much_as_the_number_of_the_age(age: int) -> None:
    game = led({"coins": 5}, age=age, turn=0, phase=Phase.RECRUIT)
    for leader in ("nitocris", "aganice", "phryne", "cornelia", "euryptyle", "theano", "makeda", "cynisca"):
        assert game.leader_price(0, leader) == age
    rome = led({"leaders": "maecenas"}, age=age, turn=0, phase=Phase.RECRUIT)
    assert rome.leader_price(0, "cynisca") == 0
    game = play(game, Recruit(0, "makeda"), Discard(1), Discard(2))
    assert coins(game)[0] == 5 - age


@pytest.mark.clause("second/new-leaders")
@pytest.mark.parametrize(("age", "token"), [(1, 1), (2, 3), (3, 5)])
def test_nitocris_takes_a_victory_token_of_the_age_and_nero_is_paid_for_it(age: int, token: int) -> None:
    game = led({"coins": 9, "leaders": "nero"}, age=age, turn=0, phase=Phase.RECRUIT)
    game = play(game, Recruit(0, "nitocris"), Discard(1), Discard(2))
    assert (game.cities[0].conflict, coins(game)[0]) == ((token,), 9 - age + 2)


@pytest.mark.clause("second/new-leaders")
@pytest.mark.parametrize(
    ("leader", "one", "two"),
    [
        ("phryne", "altar", "altar well"),
        ("cornelia", "tavern", "tavern forum"),
        ("euryptyle", "barracks", "barracks walls"),
    ],
)
def test_more_than_each_neighbour_is_worth_five(leader: str, one: str, two: str) -> None:
    assert points({"leaders": leader, "cards": two}, {"cards": one}, {"cards": one}) == 5
    assert points({"leaders": leader, "cards": two}, {"cards": one}, {"cards": two}) == 0, "as many are not more"
    assert points({"leaders": leader, "cards": one}, {}, {"cards": two}, {}) == 5, (
        "who sits further away does not count"
    )


@pytest.mark.clause("second/new-leaders")
def test_theano_counts_green_and_makeda_coins() -> None:
    assert points({"leaders": "theano", "cards": "workshop"}, {}, {"cards": "altar"}) == 5
    assert points({"leaders": "makeda", "coins": 5}, {"coins": 4}, {"coins": 3}) == 5
    assert points({"leaders": "makeda", "coins": 5}, {"coins": 5}, {"coins": 3}) == 0


@pytest.mark.clause("second/new-leaders")
def test_cynisca_needs_a_board_without_defeats() -> None:
    assert points({"leaders": "cynisca", "conflict": (1, 3)}) == 6
    assert points({"leaders": "cynisca", "conflict": (1, -1)}) == 0
    assert points({"leaders": "cynisca"}) == 6


@pytest.mark.clause("second/new-leaders")
def test_gorgo_counts_pairs_of_equal_victories() -> None:
    assert points({"leaders": "gorgo", "conflict": (1, 1, 3, 5, 5, -1, -1)}) == 1 + 5
    assert points({"leaders": "gorgo", "conflict": (3, 3, 3, 3)}) == 6
    assert points({"leaders": "gorgo", "conflict": (1, 3, 5)}) == 0


@pytest.mark.clause("second/new-leaders")
def test_agrippina_must_be_alone() -> None:
    assert points({"leaders": "agrippina"}) == 7
    assert points({"leaders": "agrippina sappho"}) == 2


def every_choice(own: tuple[int, int, int], wild: int, more: int, changes: int) -> int:
    """The most points, by trying everything one after another."""
    best = 0
    for symbols in product(range(3), repeat=wild):
        after = [own[kind] + symbols.count(kind) for kind in range(3)]
        states = [after]
        for _ in range(more):
            states = (
                [
                    [*state[:kind], state[kind] + 1, *state[kind + 1 :]]
                    for state in states
                    for kind in range(3)
                    if max(state) == 0 or state[kind] == max(state)
                ]
                if any(after)
                else states
            )
        for _ in range(changes):
            moved = []
            for state in states:
                for taken, given in product(range(3), repeat=2):
                    if state[taken] and taken != given:
                        one = list(state)
                        one[taken], one[given] = one[taken] - 1, one[given] + 1
                        moved.append(one)
            states = states + moved
        best = max(best, *(science_points(tuple(state)) for state in states))
    return best


@pytest.mark.clause("second/new-leaders")
def test_aganice_and_enheduania_choose_the_most_points() -> None:
    chance = Random(2)
    for _ in range(200):
        own = tuple(chance.randint(0, 4) for _ in range(3))
        wild, more, changes = chance.randint(0, 2), chance.randint(0, 1), chance.randint(0, 1)
        found = best_choice(own, Chosen(wild, more_of_most=more, changes=changes))
        assert found.points == every_choice(own, wild, more, changes)
        assert found.points == science_points(found.counts)
    assert score_sheets(led({"leaders": "aganice", "cards": "apothecary dispensary"}))[0].points["scientific"] == 4
    three = led({"leaders": "aganice", "cards": "apothecary dispensary workshop"})
    assert score_sheets(three)[0].points["scientific"] == 10, "a compass for a tablet: three different ones"
    most = led({"leaders": "enheduania", "cards": "apothecary dispensary"})
    assert score_sheets(most)[0].points["scientific"] == 9
    assert score_sheets(led({"leaders": "enheduania"}))[0].points["scientific"] == 0


@pytest.mark.clause("second/new-leaders")
def test_they_are_recruited_in_whole_games() -> None:
    seen: Counter[str] = Counter()
    for seed in range(30):
        table, chance = deal(5, "second", seed, leaders=True), Random(seed)
        while table.packs:
            table = table.draft([chance.choice(pack) for pack in table.packs])
        while not table.is_over:
            seat = table.to_act[0] if table.to_act else 0
            plays = table.legal(seat)
            recruits = [one for one in plays if isinstance(one.action, (Recruit, Fight))]
            table = table.play(chance.choice(recruits or plays))
        assert status(table.game) is Status.IN_ORDER
        seen.update(leader for city in table.game.cities for leader in city.leaders)
    assert {"nitocris", "aganice", "enheduania", "gorgo", "agrippina", "cynisca", "makeda"} <= set(seen)
