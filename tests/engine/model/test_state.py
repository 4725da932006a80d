"""What the rules have worked out about a moment never outlives what it was worked out from."""

from dataclasses import replace
from random import Random

import pytest

from engine import Build, CorrectCoins, Discard, Game, deal

SEATS = (("giza", "A"), ("rhodes", "A"), ("olympia", "A"))


@pytest.mark.parametrize(("players", "leaders"), [(3, False), (4, True), (7, False)])
def test_the_answers_are_those_of_a_moment_about_which_nothing_was_asked_before(players, leaders):
    random = Random(players)
    table = deal(players, seed=players, leaders=leaders)
    while table.packs:
        table = table.draft([random.choice(pack) for pack in table.packs])
    while not table.is_over:
        seat = table.to_act[0] if table.to_act else 0
        plays = table.legal(seat)
        unasked = replace(table, game=replace(table.game))
        assert unasked.legal(seat) == plays
        chosen = random.choice(plays)
        assert table.game.can(chosen.action)
        assert table.play(chosen).game == unasked.play(chosen).game
        table = table.play(chosen)


def test_the_last_copy_is_gone_once_another_seat_builds_it():
    game = Game.new(SEATS)
    mine = Build(1, "lumber_yard")
    assert game.can(mine)
    after = game.apply(Build(0, "lumber_yard"))
    assert [reason.key for reason in after.verify(mine)] == ["no_copy_left"]
    assert not after.can(mine)


def test_counted_coins_can_be_spent_at_once():
    game = Game.new(SEATS).apply(CorrectCoins(0, 0))
    clay_pit = Build(0, "clay_pit")
    assert not game.can(clay_pit)
    assert game.apply(CorrectCoins(0, 1)).can(clay_pit)


def test_a_structure_is_not_legal_again_once_it_stands():
    game = Game.new(SEATS)
    lumber_yard = Build(0, "lumber_yard")
    assert game.can(lumber_yard)
    after = game.apply(lumber_yard).apply(Discard(1)).apply(Discard(2))
    assert not after.can(lumber_yard)
