"""The environments keep to PettingZoo's rules, and play whole games."""

import subprocess
import sys

import numpy as np
import pytest

with pytest.warns(DeprecationWarning, match="registry"):  # of its own example
    from pettingzoo.test import api_test, parallel_api_test, seed_test

from engine import Phase
from tools.environment import WAIT, env, parallel_env

KINDS = [
    {},
    {"players": 2, "edition": "first", "leaders": True},
    {"players": 5, "edition": "first", "leaders": True},
    {"players": 4, "leaders": True, "expansions": ("cities",)},
]
IDS = ["three", "two with the Free City", "five with Leaders", "four with Leaders and Cities"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_it_keeps_to_the_rules_of_pettingzoo(kind):
    api_test(env(**kind), num_cycles=120)
    seed_test(lambda: env(**kind), num_cycles=30)
    parallel_api_test(parallel_env(**kind), num_cycles=30)


@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_a_whole_game_is_played_in_both_environments(kind):
    random = np.random.default_rng(1)
    game = env(**kind)
    game.reset(seed=4)
    for _ in game.agent_iter():
        seen, _, over, _, _ = game.last()
        game.step(None if over else int(random.choice(np.flatnonzero(seen["action_mask"]))))
    assert game.game.table.game.phase is Phase.OVER
    together = parallel_env(**kind)
    seen, _ = together.reset(seed=4)
    total = dict.fromkeys(together.agents, 0.0)
    while together.agents:
        actions = {agent: int(random.choice(np.flatnonzero(one["action_mask"]))) for agent, one in seen.items()}
        seen, rewards, *_ = together.step(actions)
        for agent, reward in rewards.items():
            total[agent] += reward
    assert sum(total.values()) == pytest.approx(1)


def test_the_same_seed_is_the_same_game_at_once():
    one, other = parallel_env(), parallel_env()
    first, second = one.reset(seed=3)[0], other.reset(seed=3)[0]
    while one.agents:
        for agent in one.agents:
            assert (first[agent]["observation"] == second[agent]["observation"]).all()
        actions = {agent: int(np.flatnonzero(seen["action_mask"])[-1]) for agent, seen in first.items()}
        first, second = one.step(actions)[0], other.step(actions)[0]
    assert not other.agents


def test_an_action_that_is_not_legal_is_refused():
    game = env()
    game.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        game.step(WAIT)


def test_other_hands_are_not_in_an_observation():
    game = env()
    game.reset(seed=1)
    parts = game.game.observer.parts(game.game.view("player_0"))
    assert sum(parts["hand"]) == 7
    assert sum(parts["passed on 1"]) == sum(parts["passed on 2"]) == sum(parts["discard pile"]) == 0


def test_the_engine_alone_does_not_load_it():
    program = "import sys, engine, engine.bots; print({'numpy', 'pettingzoo', 'gymnasium'} & sys.modules.keys())"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert ran.stdout.strip() == "set()"
