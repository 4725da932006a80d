"""Undoing actions, turns, and an action of the phase in progress."""

from __future__ import annotations

import pytest

from engine import (
    Build,
    BuildFromDiscard,
    ChooseLeader,
    CorrectCoins,
    Discard,
    Fight,
    Game,
    Pass,
    Payment,
    Phase,
    Recruit,
    SeatAction,
)
from tests.dealing.dealer import deal
from tests.engine.positions import play

WITHIN_A_TURN = (Phase.FROM_DISCARD, Phase.SEVENTH, Phase.EXTRA_LEADER, Phase.CHOOSE_LEADER)
SEATS = [("ephesus", "A"), ("giza", "A"), ("olympia", "A"), ("rhodes", "A")]


def games_with_more_phases() -> list[Game]:
    """Positions of dealt games in which a turn has resolved and a phase of the same turn is still open."""
    states = [state for seed in range(12) for state in deal(5, seed, leaders=seed % 2 == 0).game.states()]
    return [state for state in states if state.phase in WITHIN_A_TURN and state.turn]


def test_a_turn_whose_phases_remain_is_undone_to_its_own_beginning() -> None:
    games = games_with_more_phases()
    assert {game.phase for game in games} >= {Phase.FROM_DISCARD, Phase.SEVENTH}
    for game in games:
        back = game.undo_turn()
        assert (back.age, back.turn, back.phase) == (game.age, game.turn, Phase.TURN)
        assert not back.pending
        assert not back.earlier


def test_a_turn_is_undone_together_with_the_phases_that_followed_it() -> None:
    for game in games_with_more_phases():
        states = list(deal_on(game))
        following = next((state for state in states if state.turn != game.turn and state.phase is Phase.TURN), None)
        if following is not None and following.age == game.age:
            back = following.undo_turn()
            assert (back.age, back.turn, back.phase) == (game.age, game.turn, Phase.TURN)


def deal_on(game: Game) -> list[Game]:
    """The states of a game in which the open phases are declined and every player then discards."""
    states = [game]
    while states[-1].phase in WITHIN_A_TURN:
        state = states[-1]
        options = [action for action in _leaving(state, state.to_act[0]) if state.can(action)]
        if not options:
            break
        states.append(state.apply(options[0]))
    return states


def _leaving(state: Game, seat: int) -> list[SeatAction]:
    return [
        Pass(seat),
        BuildFromDiscard(seat, None),
        *(ChooseLeader(seat, leader) for leader in state.leaders_beside(seat)),
    ]


def test_a_finished_game_is_undone_to_the_conflicts() -> None:
    game = deal(3, 2).game
    assert isinstance(game.actions[-1], Fight)
    assert game.undo_turn() == game.undo()


def test_a_pending_action_can_be_undone_wherever_it_stands_in_the_record() -> None:
    game = play(Game.new(SEATS), Build(1, "lumber_yard"), Discard(0), CorrectCoins(0, 7), Discard(3))
    back = game.without_pending(0)
    assert back.actions == (Build(1, "lumber_yard", Payment()), CorrectCoins(0, 7), Discard(3))
    assert back.to_act == (0, 2)
    assert back.cities[0].coins == 7
    assert game.pending_index(0) == 1


def test_a_seat_that_has_not_acted_has_nothing_to_undo() -> None:
    game = play(Game.new(SEATS), Discard(0))
    assert game.without_pending(2) is game
    with pytest.raises(KeyError):
        game.pending_index(2)


def test_the_latest_of_two_equal_actions_is_the_pending_one() -> None:
    game = play(Game.new(SEATS), *(Discard(seat) for seat in range(4)), Discard(0))
    assert game.pending_index(0) == 4


def test_planned_seats_are_not_waited_for() -> None:
    game = play(Game.new(SEATS), Discard(0))
    assert game.to_act == (1, 2, 3)
    assert game.to_act_without({2}) == (1, 3)


def test_a_recruitment_whose_phases_remain_is_undone_to_its_own_beginning() -> None:
    game = Game.new(SEATS, leaders=True)
    while game.age == 1:
        game = play(game, Fight() if game.phase is Phase.CONFLICTS else Discard(game.to_act[0]))
    game = play(game, Recruit(0, "solomon"), *(Discard(seat) for seat in (1, 2, 3)))
    assert (game.phase, game.turn) == (Phase.FROM_DISCARD, 0)
    back = game.undo_turn()
    assert (back.age, back.phase, back.to_act) == (2, Phase.RECRUIT, (0, 1, 2, 3))
