"""What the discard pile can hold: it is known how many cards were put away, and sometimes which."""

import pytest

from engine import Build, BuildFromDiscard, BuildStage, Discard, Game, IllegalAction, Pass, Phase, Recruit
from tests.dealing.dealer import deal
from tests.engine.positions import keys, play, position

SEATS = [("halicarnassus", "B"), ("rhodes", "A"), ("babylon", "B")]
RAISING = {"phase": Phase.FROM_DISCARD, "age": 2}


def test_every_card_that_is_put_away_is_in_the_pile():
    game = play(Game.new(SEATS), Discard(0, "altar"), Discard(1), Build(2, "lumber_yard"))
    assert game.pile == ("altar", None)


def test_leaders_are_never_in_the_pile():
    game = Game.new(SEATS, leaders=True)
    assert play(game, Discard(0, "plato"), Discard(1), Discard(2)).pile == ()


def test_after_the_sixth_turn_everybody_puts_the_last_card_away():
    game = position(turn=6, pile=())
    assert len(play(game, *map(Discard, range(3))).pile) == 6


def test_who_plays_the_seventh_card_puts_it_away_only_with_a_pass_or_a_discard():
    game = position({"wonder": ("babylon", "B"), "stages": 2}, turn=6, pile=())
    game = play(game, *map(Discard, range(3)))
    assert len(game.pile) == 5
    assert len(play(game, Pass(0)).pile) == len(play(game, Discard(0)).pile) == 6
    assert len(play(game, Build(0, "altar")).pile) == 5


def test_nothing_is_raised_from_a_pile_that_nobody_put_a_card_on():
    game = play(Game.new(SEATS, leaders=True), Recruit(0, "solomon"), Recruit(1, "plato"), Recruit(2, "nero"))
    assert (game.phase, game.pile) == (Phase.FROM_DISCARD, ())
    with pytest.raises(IllegalAction, match="not_in_discard_pile"):
        game.apply(BuildFromDiscard(0, "loom"))
    assert game.apply(BuildFromDiscard(0, None)).phase is Phase.TURN


def test_only_a_card_that_may_lie_there_is_raised():
    assert keys(position(**RAISING, pile=("altar",)), BuildFromDiscard(0, "baths")) == ["not_in_discard_pile"]
    assert keys(position(**RAISING, pile=("altar",)), BuildFromDiscard(0, "altar")) == []
    assert keys(position(**RAISING, pile=("altar", None)), BuildFromDiscard(0, "baths")) == []


def test_a_card_is_raised_once():
    game = position(**RAISING, pile=("altar", None)).apply(BuildFromDiscard(0, "altar"))
    assert keys(game, BuildFromDiscard(1, "altar")) == ["no_copy_left"]
    game = game.apply(BuildFromDiscard(1, "baths"))
    assert keys(game, BuildFromDiscard(2, "theater")) == ["not_in_discard_pile"]
    assert game.apply(BuildFromDiscard(2, None)).pile == ()


def test_a_copy_that_was_discarded_for_all_to_see_cannot_be_built():
    game = play(Game.new(SEATS), Discard(0, "stockade"), Discard(1), Discard(2))
    assert "no_copy_left" in keys(game, Build(1, "stockade"))
    assert "no_copy_left" in keys(Game.new(SEATS).apply(Discard(0, "stockade")), Build(1, "stockade"))
    game = play(Game.new(SEATS), Discard(0), Discard(1), Discard(2))
    assert "no_copy_left" not in keys(game, Build(1, "stockade"))


def test_a_card_that_was_discarded_can_be_raised_although_it_is_the_only_copy():
    game = position(**RAISING, pile=("stockade",))
    assert game.apply(BuildFromDiscard(0, "stockade")).pending[0].card == "stockade"


@pytest.mark.parametrize(("leaders", "card", "key"), [(False, "hut", "unknown_card"), (True, "hut", "unknown_leader")])
def test_only_what_exists_is_discarded(leaders, card, key):
    game = Game.new(SEATS, leaders=leaders)
    assert keys(game, Discard(0, card)) == [key]
    assert keys(game, Discard(0, "a b")) == [key]
    assert keys(game, Discard(0, "pawnshop" if not leaders else "plato")) == []
    with pytest.raises(IllegalAction):
        game.apply(Discard(0, card, exception=True))


def test_a_stage_is_built_with_a_card_that_is_not_put_away():
    game = position({"wonder": ("giza", "A"), "cards": "quarry"}, pile=())
    assert play(game, BuildStage(0), Discard(1), Discard(2)).pile == (None, None)


@pytest.mark.parametrize("seed", range(8))
def test_the_pile_is_as_large_as_the_one_on_the_table(seed):
    """After each turn of a dealt game, with Halicarnassus, Babylon and Leaders."""
    dealt = deal(4, seed, seats=[*SEATS, ("giza", "A")], leaders=bool(seed % 2))
    games = {len(game.actions): game for game in dealt.game.states()}
    cards, actions = 0, 0
    for turn in dealt.rounds:
        if turn.phase in {Phase.TURN, Phase.SEVENTH}:
            cards += sum(isinstance(move.action, (Discard, Pass)) for move in turn.moves)
        cards -= sum(isinstance(move.action, BuildFromDiscard) and move.code is not None for move in turn.moves)
        cards += len(turn.leftovers)
        actions += len(turn.moves) + (turn.phase is Phase.CONFLICTS)
        assert len(games[actions].pile) == cards
