"""Games with troubles at the level of scenes: nothing may be recorded wrongly without a word."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from device.messages.intents import EndTurn
from device.session.pressing import press
from engine import Build, BuildFromDiscard, BuildStage, Discard, Recruit
from tests.journeys.paces import Pace
from tests.journeys.rendered_station import RenderedMat
from tests.journeys.troubled_counts import report
from tests.journeys.troubled_games import paced_game
from tests.journeys.troubled_play import TroubledGame
from tests.journeys.troubled_station import TroubledStation
from vision.scene import Place


def played(seeds, **options):
    return [TroubledGame(3 + seed % 5, seed, leaders=seed % 2 == 0, **options).run() for seed in seeds]


def test_games_without_troubles_need_no_key_and_raise_no_question():
    outcomes = played(range(1, 6), rate=0.0)
    assert not any(outcome.wrong or outcome.stuck or outcome.keys for outcome in outcomes)
    assert {kind for outcome in outcomes for kind in outcome.asked} <= {"court"}


@pytest.mark.parametrize("first", [400, *(pytest.param(n, marks=pytest.mark.slow) for n in range(406, 430, 6))])
def test_no_game_with_troubles_is_silently_wrong(first):
    outcomes = played(range(first, first + 6))
    assert not any(outcome.is_silently_wrong or outcome.late for outcome in outcomes), report(outcomes)


def test_scenes_that_are_passed_over_change_nothing(monkeypatch):
    """Every scene is judged the first time."""
    logs = []
    for skips in (False, True):
        with monkeypatch.context() as patch:
            if not skips:
                patch.setattr(TroubledGame, "_skip", lambda *_: None)
            game = TroubledGame(3, 91005, leaders=False)
            logs.append((repr(game.run()), game.log))
    assert logs[0] == logs[1]


class EndedTooEarly(TroubledGame):
    """Somebody ends the first turn before anybody has played."""

    def _play_round(self, index, each):
        self._then(press(self.session, EndTurn(self.session.waited_for)))
        self.outcome.stuck = "people wait"


def test_a_game_that_does_not_go_on_is_compared_too():
    outcome = EndedTooEarly(3, 1, leaders=False).run()
    assert outcome.is_silently_wrong


@pytest.mark.parametrize("seed", [3, 5])
def test_no_game_at_a_station_is_silently_wrong(seed):
    outcome = TroubledStation(3, seed, leaders=seed == 5).run()
    assert outcome.troubles
    assert not outcome.wrong, outcome
    assert not outcome.stuck, outcome


@pytest.mark.slow
@pytest.mark.parametrize("first", range(600, 700, 10))
def test_many_games_at_a_station(first):
    outcomes = [TroubledStation(3 + seed % 5, seed, leaders=seed % 2 == 0).run() for seed in range(first, first + 10)]
    assert not any(outcome.wrong or outcome.stuck for outcome in outcomes), report(outcomes)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [702, 703])
def test_games_at_a_station_through_the_simulated_camera(seed):
    mat = partial(RenderedMat, seed=seed)
    outcome = TroubledStation(3, seed, leaders=seed % 2 == 0, mat=mat).run()
    assert not outcome.wrong, outcome
    assert not outcome.stuck, outcome


@pytest.mark.parametrize(("pace", "number"), [(Pace.NEVER, 12), (Pace.NEVER, 15), (Pace.BRISK, 25)])
def test_people_who_do_not_wait_play_to_the_end(pace, number):
    """What lies there at the end is what was dealt, whatever is recorded."""
    game = paced_game(number, pace, rate=0.0)
    game.run()
    moves = [move for each in game.dealt.rounds for move in each.moves]
    laid = {(move.seat, move.code) for move in moves if isinstance(move.action, Build | BuildFromDiscard | Recruit)}
    lying = {(card.seat, card.code) for card in game.table.cards if card.is_front}
    assert lying == {(seat, code) for seat, code in laid if code is not None}
    stages = Counter(move.seat for move in moves if isinstance(move.action, BuildStage))
    assert Counter(card.seat for card in game.table.cards if card.place is Place.STAGE) == stages
    thrown = sum(isinstance(move.action, Discard) for move in moves)
    thrown += sum(len(each.leftovers) for each in game.dealt.rounds)
    taken = sum(isinstance(move.action, BuildFromDiscard) and move.code is not None for move in moves)
    assert len(game.table.pile()) == thrown - taken
