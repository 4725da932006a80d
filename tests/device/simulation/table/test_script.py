"""A dealt game is played on the table as people would play it: in turns, at the screen's pace, and completely."""

import itertools
from collections import Counter

import pytest

from device.simulation.table.script import FAST, HUMAN, PlayPace, TableScript
from device.simulation.table.tabletop import Thing, sticker_pose
from engine import BuildFromDiscard, BuildStage, Discard, Pass, Phase
from tests.dealing.dealer import DealtGame, Round, deal
from vision.kit.codebook import Codebook

LEADER_BACK = 209
NAMES = {code: entry.id for code, entry in Codebook.load().entries.items()}


def play(script: TableScript, game: DealtGame, until: int | None = None, step: float = 0.1) -> float:
    """Play rounds, each as soon as the one before is played; returns the time when the last one is."""
    time = script.time
    places = [(round_.age, round_.turn, round_.phase) for round_ in game.rounds[:until]]
    for place in [*places, *([(3, 6, Phase.OVER)] if until is None else [])]:
        script.follow(*place)
        script.advance(time)
        while not script.waiting:
            time += step
            script.advance(time)
    return time


def roles(things: tuple[Thing, ...]) -> Counter[str]:
    return Counter(thing.role for thing in things)


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (5, 3), (6, 4), (7, 5)])
def test_at_the_end_every_city_on_the_table_is_as_in_the_game(players: int, seed: int) -> None:
    game = deal(players, seed)
    script = TableScript(game, seed=seed, pace=FAST)
    play(script, game)
    for seat, city in enumerate(game.game.cities):
        mine = [thing for thing in script.things if thing.seat == seat]
        assert Counter(NAMES[thing.code] for thing in mine if thing.role == "front") == Counter(city.cards)
        assert sorted(thing.slot or 0 for thing in mine if thing.role == "stage") == list(range(1, city.stages + 1))


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 2), (7, 5)])
def test_leaders_lie_in_the_cities_and_their_backs_under_the_boards(players: int, seed: int) -> None:
    game = deal(players, seed, leaders=True)
    script = TableScript(game, seed=seed, pace=FAST)
    play(script, game)
    for seat, city in enumerate(game.game.cities):
        fronts = [thing.code for thing in script.things if thing.seat == seat and thing.role == "front"]
        assert Counter(NAMES[code] for code in fronts) == Counter((*city.cards, *city.leaders))
    buried = sum(isinstance(move.action, BuildStage) for round_ in recruiting(game) for move in round_.moves)
    backs = [thing for thing in script.things if thing.role == "stage" and thing.code == LEADER_BACK]
    assert len(backs) == buried


def recruiting(game: DealtGame) -> list[Round]:
    return [round_ for round_ in game.rounds if round_.phase is Phase.RECRUIT]


def test_no_player_sits_at_the_free_city() -> None:
    game = deal(2, 4)
    free_city = game.game.setup.free_city
    script = TableScript(game, pace=PlayPace(hands=1.0, glimpses=1.0))
    assert [thing.seat for thing in script.things if thing.role == "token"] == [free_city]
    assert {thing.seat for thing in script.things if thing.role == "hand"} == set(game.game.player_seats)
    arms = Counter[int]()
    for round_ in game.rounds[:6]:
        script.follow(round_.age, round_.turn, round_.phase)
        script.advance(script.time)
        arms.update(reach.seat for reach in script.reaches if reach.brings and reach.brings.role != "held")
        while not script.waiting:
            script.advance(script.time + 0.1)
    assert set(arms) == set(game.game.player_seats)
    assert sorted(arms.values()) == [9, 9]


def test_the_discard_pile_has_discards_and_leftovers_without_what_was_built_from_it() -> None:
    game = deal(7, 3, seats=_with_halicarnassus())
    script = TableScript(game, pace=FAST)
    play(script, game)
    moves = [move for round_ in game.rounds for move in round_.moves]
    thrown = sum(isinstance(move.action, Discard | Pass) for move in moves)
    raised = sum(isinstance(move.action, BuildFromDiscard) and move.code is not None for move in moves)
    left = sum(len(round_.leftovers) for round_ in game.rounds)
    assert raised > 0
    assert roles(script.things)["discard"] == thrown + left - raised


def _with_halicarnassus() -> list[tuple[str, str]]:
    wonders = ("halicarnassus", "babylon", "giza", "rhodes", "olympia", "ephesus", "alexandria")
    return [(wonder, "B") for wonder in wonders]


def test_no_card_is_played_before_the_screen_has_reached_its_turn() -> None:
    game = deal(4, 1)
    script = TableScript(game, pace=PlayPace(hands=0))
    script.advance(5.0)
    assert roles(script.things) == {"board": 4, "mat": 1}
    assert script.waiting
    script.follow(1, 1, Phase.TURN)
    assert not script.waiting
    for second in range(6, 60):
        script.advance(float(second))
    first = script.things
    assert len(first) == 9
    assert script.waiting
    script.advance(1000.0)
    assert script.things == first


def test_the_table_waits_for_a_slow_screen() -> None:
    game = deal(3, 1)
    script = TableScript(game, pace=FAST)
    time = play(script, game, until=2)
    script.follow(1, 1, Phase.TURN)
    script.advance(time + 5)
    assert script.waiting


def test_leftovers_go_to_the_mat_once_the_sixth_turn_is_recorded() -> None:
    game = deal(4, 1, seats=[("giza", "A"), ("rhodes", "A"), ("ephesus", "A"), ("olympia", "A")])
    sixth = next(place for place, round_ in enumerate(game.rounds) if round_.turn == 6)
    script = TableScript(game, pace=FAST)
    time = play(script, game, until=sixth + 1)
    before = roles(script.things)["discard"]
    script.follow(1, 6, Phase.CONFLICTS)
    for tenth in range(100):
        script.advance(time + tenth / 10)
    assert roles(script.things)["discard"] == before + 4


@pytest.mark.parametrize("pace", [HUMAN, FAST])
def test_each_discard_lies_long_enough_to_be_seen_before_the_next(pace: PlayPace) -> None:
    game = deal(7, 3)
    script = TableScript(game, pace=pace)
    laid: list[float] = []
    lying = 0
    for place in range(1, 7):
        script.follow(1, place, Phase.TURN)
        time = script.time
        script.advance(time)
        while script.busy:
            time += 0.05
            script.advance(time)
            now = roles(script.things)["discard"]
            laid += [time] * (now - lying)
            lying = now
    assert len(laid) > 2
    assert min(later - earlier for earlier, later in itertools.pairwise(laid)) >= 1.1


def test_hands_lie_only_while_people_hold_cards() -> None:
    game = deal(4, 2)
    script = TableScript(game, pace=PlayPace(hands=1.0))
    seen = []
    for until, round_ in enumerate(game.rounds, 1):
        play(script, game, until)
        seen.append((round_.turn < 6, roles(script.things)["hand"]))
    assert {hands for early, hands in seen if early} == {4}
    assert {hands for early, hands in seen if not early} == {0}


def test_a_card_arrives_in_a_hand_and_lies_where_it_was_brought() -> None:
    game = deal(3, 2)
    script = TableScript(game, pace=FAST)
    script.follow(1, 1, Phase.TURN)
    script.advance(0.0)
    brought = [reach for reach in script.reaches if reach.brings]
    assert len(brought) == 3
    for reach in brought:
        half = reach.at((reach.start + reach.arrive) / 2)
        resting = reach.at((reach.arrive + reach.leave) / 2)
        assert half
        assert half.carried
        assert half.carried.pose != reach.place
        assert resting
        assert resting.carried is None
    script.advance(max(reach.arrive for reach in brought) + 0.01)
    assert {reach.brings for reach in brought} <= set(script.things)


def test_a_card_that_is_only_held_is_never_on_the_table() -> None:
    game = deal(5, 2)
    script = TableScript(game, pace=PlayPace(glimpses=1.0))
    held, played = set(), set()
    for round_ in game.rounds[:4]:
        played |= {move.code for move in round_.moves}
        script.follow(round_.age, round_.turn, round_.phase)
        script.advance(script.time)
        while not script.waiting:
            held |= {reach.brings.code for reach in script.reaches if reach.brings and reach.brings.role == "held"}
            assert {thing.code for thing in script.things if thing.role == "front"} <= played
            script.advance(script.time + 0.1)
    assert len(held) == 20


def test_a_fast_game_takes_one_or_two_virtual_minutes() -> None:
    game = deal(7, 2)
    assert play(TableScript(game, pace=FAST), game) < 100


def test_the_same_seed_plays_the_same() -> None:
    game = deal(5, 6)
    ends = []
    for seed in (1, 1, 2):
        script = TableScript(game, seed=seed, pace=FAST)
        ends.append((play(script, game), script.things))
    assert ends[0] == ends[1] != ends[2]


def test_stage_cards_show_their_sticker_below_the_board() -> None:
    game = deal(4, 3)
    script = TableScript(game, pace=FAST)
    play(script, game)
    stages = [thing for thing in script.things if thing.role == "stage"]
    assert len(stages) == sum(isinstance(move.action, BuildStage) for round_ in game.rounds for move in round_.moves)
    for thing in stages:
        assert thing.seat is not None
        board = script.tabletop.boards[thing.seat].pose
        middle = sticker_pose(thing, script.sizes)
        lower = board.at(0, script.sizes.board_height / 2)
        below = board.at(0, script.sizes.board_height / 2 + 1)
        away = (middle.x - lower.x) * (below.x - lower.x) + (middle.y - lower.y) * (below.y - lower.y)
        assert away > script.sizes.sticker.side / 2
