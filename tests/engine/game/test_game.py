"""Properties that hold in every game, checked over random games."""

import copy
import os
import pickle
from collections import Counter
from itertools import pairwise

import pytest

from engine import (
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    Discard,
    Fight,
    Game,
    IllegalAction,
    Phase,
    RecordError,
    Recruit,
    Status,
    read_record,
    score_sheets,
    status,
    write_record,
)
from tests.dealing.dealer import DealtGame, deal
from tests.engine.plain_scorer import total

PLAYERS = range(2, 8)
KINDS = [
    (players, leaders, edition)
    for edition, fewest in (("first", 2), ("second", 3))
    for players in range(fewest, 8)
    for leaders in (False, True)
]
QUICK, FUZZ = 2, 10_000


def check(dealt: DealtGame) -> None:
    game = dealt.game
    states = list(game.states())
    assert states[-1] == game
    assert game.phase is Phase.OVER
    assert status(game) is Status.IN_ORDER
    check_once(game)
    check_tokens(states)
    for before, after in pairwise(states):
        check_step(before, after)
    for sheet in score_sheets(game):
        assert sheet.total == total(game, sheet.seat)
        assert sheet.points == {name: sum(term.points for term in terms) for name, terms in sheet.lines.items()}
    assert read_record(write_record(game)) == game


def check_once(game: Game) -> None:
    """No name twice in a city; each seat once a turn; no card more often than it is printed."""
    for city in game.cities:
        assert len(set(city.cards)) == len(city.cards)
    everything = Counter(card for city in game.cities for card in city.cards)
    for card, number in everything.items():
        printed = game.catalogue.cards[card].printings
        assert number <= sum(printing.players <= game.players for printing in printed)
    turns = Counter(action.seat for action in game.actions if isinstance(action, (Build, BuildStage, Discard)))
    assert all(18 <= turns[seat] <= 24 for seat in range(len(game.cities)))


def check_tokens(states: list[Game]) -> None:
    """Every edge gives a victory and a defeat or nothing, Nitocris a victory; they are worth 1, 3, 5 by age."""
    for before, after in pairwise(states):
        if after.actions and isinstance(after.actions[-1], Fight):
            new = [now.conflict[len(was.conflict) :] for was, now in zip(before.cities, after.cities, strict=True)]
            flat = [token for tokens in new for token in tokens]
            assert flat.count(-1) == len(flat) - flat.count(-1)
            assert set(flat) <= {-1, 2 * before.age - 1}
        else:
            for was, now in zip(before.cities, after.cities, strict=True):
                brought = ({*now.leaders, now.copied_leader} - {*was.leaders, was.copied_leader}) & {"nitocris"}
                assert now.conflict == (*was.conflict, *[2 * before.age - 1] * len(brought))


def check_step(before: Game, after: Game) -> None:
    """Coins move only where actions say, coins gained this turn are not spent, and undo is exact."""
    if before.phase in {Phase.TURN, Phase.SEVENTH, Phase.RECRUIT} and not after.pending:
        paid = [0] * len(before.cities)
        for action in (*before.pending.values(), after.actions[-1]):
            pays = getattr(action, "pays", None)
            if pays is not None:
                assert pays.total <= before.cities[action.seat].coins
                paid[action.seat] -= pays.total
                paid[(action.seat + 1) % len(paid)] += pays.left
                paid[action.seat - 1] += pays.right
            paid[action.seat] += 3 * isinstance(action, Discard)
        for seat, (was, now) in enumerate(zip(before.cities, after.cities, strict=True)):
            gained = now.coins - was.coins - paid[seat]
            assert gained >= 0
            assert not gained or now.cards != was.cards or now.stages != was.stages or now.leaders != was.leaders
    elif not isinstance(after.actions[-1], (BuildFromDiscard, Recruit, ChooseLeader, Fight)) and not after.pending:
        assert [city.coins for city in before.cities] == [city.coins for city in after.cities]


@pytest.mark.parametrize(("players", "leaders", "edition"), KINDS)
@pytest.mark.clause("ruling/coins-of-this-turn", "second/players")
def test_properties_of_random_games(players, leaders, edition):
    for seed in range(QUICK):
        check(deal(players, seed, alternatives=0.2, leaders=leaders, edition=edition))


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize(("players", "leaders", "edition"), KINDS)
def test_properties_of_ten_thousand_games_of_each_kind(players, leaders, edition, record_property):
    """Takes long; `WONDERTABLE_FUZZ` sets another number. The counts are reported at the end."""
    seeds = range(QUICK, QUICK + int(os.environ.get("WONDERTABLE_FUZZ", FUZZ)))
    counts = [actions_of_a_right_game(players, seed, leaders, edition) for seed in seeds]
    failures = [seed for seed, count in zip(seeds, counts, strict=True) if count is None]
    kind = f"{edition} edition, {players} players{', Leaders' if leaders else ''}"
    actions = sum(count or 0 for count in counts)
    record_property("counted", f"{kind}: {len(counts)} games, {actions} actions, {len(failures)} failures")
    assert not failures


def actions_of_a_right_game(players: int, seed: int, leaders: bool, edition: str) -> int | None:
    """How many actions the game of this seed has; None if a property does not hold, or it cannot be played at all."""
    try:
        dealt = deal(players, seed, alternatives=0.2, leaders=leaders, edition=edition)
        check(dealt)
    except (AssertionError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None
    return len(dealt.game.actions)


@pytest.mark.parametrize("leaders", [False, True])
@pytest.mark.parametrize("players", PLAYERS)
def test_undo_then_redo_gives_the_same_state(players, leaders):
    game = deal(players, 1, leaders=leaders).game
    while game.actions:
        last, before = game.actions[-1], game.undo()
        assert before.actions == game.actions[:-1]
        assert before.apply(last) == game
        game = before
    assert game == Game.new(game.setup.seats, free_city=game.setup.free_city, leaders=leaders)
    assert game.undo() == game


def test_undoing_a_turn_goes_back_to_its_beginning():
    states = list(deal(4, 2).game.states())
    for game in states:
        back = game.undo_turn()
        assert not back.pending
        assert game.actions[: len(back.actions)] == back.actions
        if back.phase is Phase.CONFLICTS:
            assert isinstance(game.actions[len(back.actions)], Fight)
    over = states[-1]
    assert over.undo_turn().phase is Phase.CONFLICTS
    assert over.undo_turn().undo_turn().turn == 6


def test_a_turn_in_progress_is_undone_with_the_closed_one_before_it():
    states = list(deal(3, 2).game.states())
    assert [len(states[count].undo_turn().actions) for count in (0, 2, 3, 4, 6, 8, 9)] == [0, 0, 0, 0, 3, 3, 6]


def test_equal_games_are_equal_and_hash_alike():
    one, other = deal(3, 4).game, deal(3, 4).game
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1


def test_a_game_can_be_copied_and_sent_to_another_process():
    for edition in ("first", "second"):
        game = deal(3, 4, leaders=True, edition=edition).game
        for state in (game, next(state for state in game.states() if state.pending)):
            assert copy.deepcopy(state) == state
            again = pickle.loads(pickle.dumps(state))
            assert again == state
            assert again.undo() == state.undo()
            assert again.catalogue is state.catalogue


def test_errors_can_be_sent_to_another_process():
    with pytest.raises(IllegalAction) as refused:
        deal(3, 1).game.apply(Discard(0))
    with pytest.raises(RecordError) as broken:
        read_record("")
    for error in (refused.value, broken.value):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), again.key) == (type(error), str(error), error.key)
