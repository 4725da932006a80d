"""7 Wonders as environments of PettingZoo, for programs that learn: the wheel of the engine has it in its `bots`.

`env` takes one action at a time (AEC), `parallel_env` one of every player at once. An observation is a dictionary:
"observation" is a row of whole numbers, whose parts `Observer.parts` names, and "action_mask" says which of the
`ActionNumbers` are legal. Players get 1 for winning, shared where they share it, and 0 otherwise.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv, ParallelEnv

from engine.bots.numbers import ActionNumbers
from engine.game.dealing import CardPlay, DealtTable, deal
from engine.game.seat_view import SeatView, seat_view
from engine.model.state import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping

WAYS = 4
"""So many ways to pay for a card are offered. Of 35,000 legal actions in random games, 21 were further on."""
WAIT = 0
"""The action of a player who is not due, where all act at once."""
HIGHEST = 500
Observation = dict[str, Any]


class Observer:
    """The spaces of a game, and what a seat sees as numbers."""

    def __init__(self, table: DealtTable, ways: int) -> None:
        game = table.game
        self.numbers, self.ways = ActionNumbers(game), ways
        self.players = game.players
        self.boards = list(game.catalogue.wonders)
        self.cards = {card: place for place, card in enumerate(self.numbers.cards)}
        self.leaders = {leader: place for place, leader in enumerate(self.numbers.leaders)}
        self.phases = [*Phase, "draft"]
        size = sum(len(values) for values in self.parts(seat_view(table, game.player_seats[0])).values())
        row, mask = Box(-HIGHEST, HIGHEST, (size,), np.int16), Box(0, 1, (ways * len(self.numbers),), np.int8)
        self.space, self.actions = Dict({"observation": row, "action_mask": mask}), Discrete(ways * len(self.numbers))

    def parts(self, view: SeatView) -> dict[str, list[int]]:
        """What a seat sees: the moment, then each city from its own clockwise, then the cards it knows of."""
        game, found = view.game, {}
        phase = "draft" if view.pack else game.phase
        found["moment"] = [game.age, game.turn, *(int(phase == one) for one in self.phases)]
        for step in range(self.players):
            seat = (view.seat + step) % self.players
            city, estate = game.cities[seat], game.cities[seat].estate
            found[f"city {step}"] = [city.coins, city.stages, estate.shields, *estate.symbols, estate.wild]
            found[f"city {step}"] += [sum(token > 0 for token in city.conflict), sum(city.conflict)]
            found[f"city {step}"] += [int(seat == game.setup.free_city), int(city.free_used), view.held.get(seat, 0)]
            found[f"city {step}"] += [city.debt, city.owed, city.diplomacy]
            board = (city.wonder.id, city.wonder.side)
            found[f"board {step}"] = [int(board == one) for one in self.boards]
            found[f"structures {step}"] = _counted(self.cards, city.cards)
            found[f"leaders {step}"] = _counted(self.leaders, city.leaders)
        for step in range(1, self.players):
            seen = view.others.get((view.seat + step) % self.players, ())
            found[f"passed on {step}"] = _counted(self.cards, seen)
        found["hand"] = _counted(self.cards, view.hand)
        found["discard pile"] = _counted(self.cards, (card for _, card in view.pile))
        found["leaders held"] = _counted(self.leaders, view.leaders)
        found["pack"] = _counted(self.leaders, view.pack)
        return found

    def see(self, view: SeatView) -> Observation:
        """The observation of a seat; a seat that is not due may only wait."""
        row = np.array([value for values in self.parts(view).values() for value in values], np.int16)
        return {"observation": np.clip(row, -HIGHEST, HIGHEST), "action_mask": self.mask(view)}

    def mask(self, view: SeatView) -> Any:
        """Which actions are legal."""
        mask = self.numbers.mask(view.legal(), self.ways)
        mask[WAIT] = not any(mask)
        return np.array(mask, np.int8)


def _counted(places: Mapping[str, int], cards: Any) -> list[int]:
    found = [0] * len(places)
    for card, number in Counter(card for card in cards if card is not None).items():
        found[places[card]] = number
    return found


class _Table:
    """A dealt table that environments change, and what they tell of it."""

    def __init__(self, players: int, edition: str, ways: int, options: dict[str, Any]) -> None:
        self.players, self.edition, self.ways, self.options = players, edition, ways, options
        self.random = Random()
        table = deal(players, edition, 0, **options)
        self.agents = [f"player_{place}" for place in range(players)]
        self.observer = Observer(table, ways)
        self.table = table

    def deal(self, seed: int | None) -> None:
        if seed is not None:
            self.random = Random(seed)
        self.table = deal(self.players, self.edition, self.random.getrandbits(32), **self.options)

    def agent_of(self, seat: int) -> str:
        """The agent that acts for a seat; that of the player who plays for the Free City."""
        game = self.table.game
        player = game.controller if seat == game.setup.free_city else seat
        assert player is not None
        return self.agents[game.player_seats.index(player)]

    def due(self) -> dict[str, int]:
        """The seats that act next, by agent; each agent's own before the Free City."""
        found: dict[str, int] = {}
        for seat in self.table.to_act:
            found.setdefault(self.agent_of(seat), seat)
        return found

    def view(self, agent: str) -> SeatView:
        """What an agent knows; as the Free City where it plays for it."""
        seat = self.table.game.player_seats[self.agents.index(agent)]
        return seat_view(self.table, self.due().get(agent, seat))

    def observe(self, agent: str) -> Observation:
        return self.observer.see(self.view(agent))

    def act(self, agent: str, number: int) -> None:
        """Do an action; conflicts that become due are fought."""
        legal: Mapping[int, CardPlay] = self.observer.numbers.of(self.view(agent).legal())
        if number not in legal:
            raise ValueError(f"{agent}: action {number} is not legal now; see the action mask")
        self.table = self.table.play(legal[number])
        while not self.table.is_over and self.table.game.phase is Phase.CONFLICTS:
            self.table = self.table.play(self.table.legal(self.table.to_act[0])[0])

    def rewards(self) -> dict[str, float]:
        outcome = self.table.game.outcome()
        winners = [self.agent_of(seat) for seat in outcome.winners] if outcome is not None else []
        return {agent: 1 / len(winners) if agent in winners else 0.0 for agent in self.agents}


class _SevenWonders:
    """What both environments have in common: the table, and the spaces, which are the same for every agent."""

    def __init__(
        self,
        players: int = 3,
        edition: str = "second",
        *,
        ways: int = WAYS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game, self.render_mode = _Table(players, edition, ways, options), render_mode
        self.possible_agents = [*self.game.agents]
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.game.observer.space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self.game.observer.actions)

    def observation_space(self, agent: str) -> Any:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same for every agent."""
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The game in a few lines."""
        return str(self.game.table.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


class SevenWonders(_SevenWonders, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One action at a time: of the seats that are due, the first."""

    metadata = {"render_modes": ["ansi"], "name": "seven_wonders_v0", "is_parallelizable": False}  # noqa: RUF012

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new table; the same one for the same seed."""
        del options
        self.game.deal(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = next(iter(self.game.due()))

    def observe(self, agent: str) -> Observation:
        """What an agent sees now."""
        return self.game.observe(agent)

    def step(self, action: int | None) -> None:
        """Do the action of the agent that is due; ValueError if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.game.act(agent, int(action))
        self.rewards = self.game.rewards()
        self.terminations = dict.fromkeys(self.agents, self.game.table.is_over)
        self.agent_selection = next(iter(self.game.due()), self.agents[0])
        self._accumulate_rewards()


class SevenWondersParallel(_SevenWonders, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """All players at once; who is not due waits. A player acts for the Free City in a step of its own."""

    metadata = {"render_modes": ["ansi"], "name": "seven_wonders_v0"}  # noqa: RUF012

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new table; the same one for the same seed."""
        del options
        self.game.deal(seed)
        self.agents = [*self.possible_agents]
        return self._seen(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Do everybody's action; ValueError if one is not legal."""
        for agent in self.game.due():
            self.game.act(agent, int(actions[agent]))
        agents, over = self.agents, self.game.table.is_over
        seen, rewards = self._seen(), self.game.rewards()
        self.agents = [] if over else agents
        ended, cut = dict.fromkeys(agents, over), dict.fromkeys(agents, False)
        return seen, rewards, ended, cut, {agent: {} for agent in agents}

    def _seen(self) -> dict[str, Observation]:
        return {agent: self.game.observe(agent) for agent in self.possible_agents}


env = SevenWonders
parallel_env = SevenWondersParallel
