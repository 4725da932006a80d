"""Games with troubles at the level of scenes: nothing may be recorded wrongly without a word."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from itertools import pairwise
from statistics import median

import pytest

from device.session.pressing import press
from display.messages.intents import EndTurn
from display.messages.questions import Notice, Question
from engine import Build, BuildFromDiscard, BuildStage, Discard, Game, Phase, Recruit
from tests.dealing.dealer import deal
from tests.journeys import further_troubles
from tests.journeys.paces import CLOCKS, Pace
from tests.journeys.rendered_station import RenderedMat
from tests.journeys.thinking import NEIGHBOURS_HAND, QUICKEST
from tests.journeys.troubled_counts import report, totals
from tests.journeys.troubled_games import paced_game
from tests.journeys.troubled_play import TroubledGame
from tests.journeys.troubled_station import TroubledStation
from tests.journeys.wrong_parts import wrong_parts
from vision.scene import Place
from vision.table.pose import Pose

AWAY = (TroubledGame.neighbour_left, TroubledGame.beside_the_mat, TroubledGame.on_a_board, TroubledGame.face_up)
"""Troubles after which a card stays where it does not belong."""


def played(seeds, **options):
    return [TroubledGame(3 + seed % 5, seed, leaders=seed % 2 == 0, **options).run() for seed in seeds]


def recorded_as_dealt(game):
    outcome = game.outcome
    assert (outcome.wrong, outcome.stuck, outcome.pressed) == ("", "", 0), outcome


def first_rounds(game, rounds):
    """The game, of which only so many rounds are played."""
    game.ends_before = rounds.__le__
    return game


@pytest.mark.slow
@pytest.mark.parametrize("seed", [5, 6, 9])
def test_games_without_troubles_need_no_key_and_raise_no_question(seed):
    (outcome,) = played([seed], rate=0.0)
    assert (outcome.wrong, outcome.stuck, outcome.keys) == ("", "", 0)
    assert set(outcome.asked) <= {"court"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [20004, 20010, 20024])
def test_games_of_people_who_never_wait_are_recorded_as_they_were_dealt(seed):
    game = paced_game(seed, Pace.NEVER, rate=0.0)
    game.run()
    recorded_as_dealt(game)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(n, n + 3) for n in range(400, 430, 3)])
def test_no_game_with_troubles_is_silently_wrong(seeds):
    outcomes = played(seeds)
    assert not any(outcome.is_silently_wrong or outcome.late for outcome in outcomes), report(outcomes)


def test_two_ages_with_troubles_are_not_silently_wrong():
    outcome = first_rounds(TroubledGame(3, 400, leaders=True), 17).run()
    assert len(outcome.troubles) > 5
    assert (outcome.is_silently_wrong, outcome.late) == (False, 0), report([outcome])


def test_scenes_that_are_passed_over_change_nothing(monkeypatch):
    """Every scene is judged the first time."""
    logs = []
    for skips in (False, True):
        with monkeypatch.context() as patch:
            if not skips:
                patch.setattr(TroubledGame, "_skip", lambda *_: None)
            game = first_rounds(TroubledGame(3, 91005, leaders=False), 6)
            logs.append((repr(game.run()), game.log))
    assert "troubles=[Trouble(" in logs[0][0]
    assert logs[0] == logs[1]


class EndedTooEarly(TroubledGame):
    """Somebody ends the first turn before anybody has played."""

    def _play_round(self, index, each):
        self._then(press(self.session, EndTurn(self.session.waited_for)))
        self.outcome.stuck = "people wait"


def test_a_game_that_does_not_go_on_is_compared_too():
    outcome = EndedTooEarly(3, 1, leaders=False).run()
    assert outcome.is_silently_wrong


@pytest.mark.parametrize("seed", [5, pytest.param(3, marks=pytest.mark.slow)])
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


def lies_as_dealt(game, rounds=None):
    """True if everything lies in the cities, at the stages and on the mat as it was dealt in so many rounds, or all."""
    dealt = game.dealt.rounds[:rounds]
    moves = [move for each in dealt for move in each.moves]
    built = [move for move in moves if isinstance(move.action, Build | BuildFromDiscard | Recruit)]
    laid = Counter((move.seat, move.code) for move in built if move.code is not None)
    stages = Counter(move.seat for move in moves if isinstance(move.action, BuildStage))
    thrown = sum(isinstance(move.action, Discard) for move in moves)
    thrown += sum(len(each.leftovers) for each in dealt)
    thrown -= sum(isinstance(move.action, BuildFromDiscard) and move.code is not None for move in moves)
    fronts = Counter((card.seat, card.code) for card in game.table.cards if card.is_front)
    pushed_under = Counter(card.seat for card in game.table.cards if card.place is Place.STAGE)
    return (fronts, pushed_under, len(game.table.pile())) == (laid, stages, thrown)


@pytest.mark.slow
@pytest.mark.parametrize(("pace", "number"), [(Pace.BRISK, 25), (Pace.NEVER, 12)])
def test_people_who_do_not_wait_play_to_the_end(pace, number):
    """What lies there at the end is what was dealt, whatever is recorded."""
    game = paced_game(number, pace, rate=0.0)
    game.run()
    assert lies_as_dealt(game)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(37, 60))
def test_hands_put_right_what_they_do_not_leave(seed):
    game = paced_game(seed, Pace.NEVER)
    chosen = game.trouble_at
    game.trouble_at = lambda *move: kind if (kind := chosen(*move)) not in AWAY else None
    game.run()
    assert game.outcome.troubles
    assert lies_as_dealt(game)


@pytest.mark.slow
@pytest.mark.parametrize("kind", further_troubles.ALL)
def test_further_troubles_end_as_dealt(kind):
    game = paced_game(37, Pace.NEVER, rate=0.5, only=kind.__name__)
    game.run()
    assert {trouble.kind for trouble in game.outcome.troubles} == {kind.__name__}
    assert lies_as_dealt(game)


def test_an_age_of_people_who_never_wait_is_recorded_and_the_tracker_finds_what_lies_open():
    """Measured as exactly as before the simulated camera, though a fiftieth of the readings fail."""
    rounds = 9
    game = first_rounds(paced_game(20015, Pace.NEVER, rate=0.0), rounds)
    game.run()
    assert (game.outcome.wrong, game.outcome.asked, game.outcome.pressed) == ("", {}, 0)
    assert len(game.game.actions) == sum(len(each.moves) or 1 for each in game.dealt.rounds[:rounds])
    assert lies_as_dealt(game, rounds)
    scene = game.table.scene()
    found = {item.code: item for item in scene.items if item.place is Place.CITY}
    fronts = [card for card in game.table.cards if card.is_front]
    assert {(card.code, card.seat) for card in fronts} >= {(code, item.seat) for code, item in found.items()}
    assert len(found) >= 0.95 * len(fronts)
    mat = game.table.mat.sticker
    apart = [(card.sticker, found[card.code]) for card in fronts if card.code in found]
    centre = next(item for item in scene.items if item.place is Place.MAT)
    errors = [at.distance(mat) - Pose(item.x, item.y, 0).distance(Pose(centre.x, centre.y, 0)) for at, item in apart]
    assert max(map(abs, errors)) < 1.0


def test_people_who_think_lay_their_cards_apart_and_none_before_all_have_laid_the_last():
    game = paced_game(19, Pace.THINKING, rate=0.0)
    game.run()
    rounds = [each for each in enumerate(game.dealt.rounds) if each[1].phase is Phase.TURN]
    turns = [[game._laid_at[index, move.seat] for move in each.moves] for index, each in rounds]
    assert all(max(before) < min(after) for before, after in pairwise(turns))
    assert median(max(turn) - min(turn) for turn in turns) > CLOCKS[Pace.NEVER].within
    assert lies_as_dealt(game)


def test_people_who_go_on_ahead_wait_for_their_neighbours_and_are_never_two_cards_ahead():
    rounds = 6
    game = first_rounds(paced_game(23, Pace.AHEAD, rate=0.0), rounds)
    game.run()
    dealt = enumerate(game.dealt.rounds[:rounds])
    turns = [{move.seat: game._laid_at[index, move.seat] for move in each.moves} for index, each in dealt]
    assert any(min(after.values()) < max(before.values()) for before, after in pairwise(turns))
    assert all(min(after.values()) > max(before.values()) for before, after in zip(turns, turns[2:], strict=False))
    for before, after in pairwise(turns):
        for seat, at in after.items():
            assert at > max(before[(seat + step) % len(before)] for step in (-1, 0, 1))
    assert lies_as_dealt(game, rounds)


@pytest.mark.parametrize(("pace", "players", "number"), [(Pace.THINKING, 3, 19), (Pace.AHEAD, 7, 23)])
def test_nobody_lays_a_card_before_he_has_got_the_hand_and_looked_at_it(pace, players, number):
    """Not even in another one's trouble. In Age I a hand comes from the seat before the own one."""
    rounds = 6
    game = first_rounds(paced_game(number, pace, rate=1.0, only="swapped"), rounds)
    game.run()
    assert game.outcome.troubles
    seats = game.dealt.game.player_seats
    assert len(seats) == players
    for later in range(1, rounds):
        for place, seat in enumerate(seats):
            passed_on = game._laid_at[later - 1, seats[place - 1]]
            assert game._laid_at[later, seat] - passed_on >= NEIGHBOURS_HAND[0] + QUICKEST


def test_a_trouble_that_changes_nothing_is_not_counted():
    game = first_rounds(paced_game(13, Pace.NEVER, rate=0.5, only="hand_rests"), 7)
    outcome = game.run()
    assert outcome.without_effect
    assert all(trouble.changed and not trouble.moved for trouble in outcome.troubles)


def first_round_laid(only):
    """A game whose first cards have just been laid, most of them with this trouble, and the moves with them."""
    game = paced_game(20, Pace.NEVER, rate=1.0, only=only)
    game.wait(5.0)
    game._plan_round(0, game.dealt.rounds[0], game.now)
    game.wait(2.0)
    assert game._at() == (1, 1, Phase.TURN)
    return game, game.dealt.rounds[0].moves


def test_people_insist_on_the_card_that_they_play_and_on_none_that_was_laid_by_mistake():
    game, moves = first_round_laid("exchanged")
    for move in moves:
        for code in (move.code, *game._mistaken):
            asked = Question(move.seat, "not_affordable", {"card": game._id(code)}, ("take_back", "exception"))
            is_played = code == move.code and isinstance(move.action, Build)
            assert game._truth(asked) == (1 if is_played else None)
    assert game._mistaken


def test_people_say_that_they_have_discarded_or_that_their_card_is_to_come_only_if_it_is_so():
    game, moves = first_round_laid("glare")
    for move in moves:
        asked = Question(
            move.seat, "not_acted", {"wonder": game.game.cities[move.seat].wonder.id}, ("discarded", "wait")
        )
        assert game._truth(asked) == (0 if isinstance(move.action, Discard) else None)
        game._laid_at[0, move.seat] = game.now + 1.0
        assert game._truth(asked) == 1


def test_only_what_names_the_wrong_seat_or_card_says_that_the_record_is_wrong():
    dealt = deal(3, 1)
    game = Game.new(dealt.seats)
    for move in dealt.rounds[0].moves:
        game = game.apply(Discard(move.seat))
    wrong = wrong_parts(dealt.game, game)
    built = [move for move in dealt.rounds[0].moves if isinstance(move.action, Build)]
    assert wrong.seats == {move.seat for move in dealt.rounds[0].moves if not isinstance(move.action, Discard)}
    assert not wrong.is_named([Question(None, "two_cards", {"card": "no such card"})], [])
    assert wrong.is_named([Question(None, "not_acted", {"wonder": dealt.seats[built[0].seat][0]})], [])
    assert wrong.is_named([], [Notice("notice.card_missing", {"card": built[0].action.card})])


def test_totals_are_one_line_of_json():
    outcome = first_rounds(paced_game(13, Pace.NEVER), 7).run()
    assert outcome.troubles
    line = json.loads(json.dumps(totals([outcome])))
    assert line["games"] == 1
    assert line["plays"] > line["plays_otherwise"] >= 0
    assert line["troubles"] == sum(kind["count"] for kind in line["kinds"].values())
