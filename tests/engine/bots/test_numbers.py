"""Every action has one number, the same in every game of the edition."""

from random import Random

import pytest

from engine import Build, BuildStage, CardPlay, Payment, deal
from engine.bots import ActionNumbers

KINDS = [(2, "first", True), (4, "first", True), (3, "second", False), (7, "second", True)]


@pytest.mark.parametrize(("players", "edition", "leaders"), KINDS)
def test_every_legal_action_has_a_number_of_its_own(players, edition, leaders):
    boards = [("babylon", "B"), ("halicarnassus", "B"), ("rome", "B"), ("olympia", "A")]
    random, named = Random(1), {}
    numbers = ActionNumbers(deal(players, edition, 0, leaders=leaders).game)
    for seed in range(3):
        seats = boards[: max(3, players)] if edition == "first" else None
        table = deal(players, edition, seed, leaders=leaders, seats=seats)
        while not table.is_over:
            plays = table.legal(table.to_act[0])
            found = numbers.of(plays)
            assert tuple(found.values()) == plays
            mask = numbers.mask(plays, ways=20)
            assert [number for number, legal in enumerate(mask) if legal] == sorted(found)
            for number, play in found.items():
                does = type(play.action), play.card or getattr(play.action, "card", None), number // len(numbers)
                assert named.setdefault(number, does) == does
            table = table.play(random.choice(plays))
    assert len(set(named.values())) == len(named) > 200


def test_other_ways_to_pay_are_further_on():
    numbers = ActionNumbers(deal(3, "second", 1).game)
    ways = [CardPlay(Build(0, "altar", Payment(coins)), "altar") for coins in range(3)]
    first, second, third = numbers.of(ways)
    assert (second - first, third - second) == (len(numbers), len(numbers))
    assert [*numbers.of(reversed(ways))] == [first, second, third]
    stage = numbers.of([CardPlay(BuildStage(0, 1), "altar"), CardPlay(BuildStage(0, 1), "loom")])
    assert len({number // len(numbers) for number in stage}) == 1
