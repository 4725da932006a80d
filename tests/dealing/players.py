"""Players who choose at random among legal moves, and prefer building to discarding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine import (
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    Discard,
    Game,
    Pass,
    Recruit,
    must_play,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

STAGE_RATE = 0.3
"""Probability of building a stage when that is possible."""
DISCARD_RATE = 0.06
"""Probability of discarding although something can be built."""
LEAVE_RATE = 0.04
"""Probability of taking nothing from the discard pile."""


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Chooses moves with a random generator; `alternatives` is how often it does not take the default payment."""

    random: Random
    alternatives: float = 0.0

    def play(self, game: Game, seat: int, hand: Sequence[str]) -> tuple[Action, int]:
        """An action, and the index in the hand of the card it uses; `hand` holds card ids."""
        if self.random.random() < STAGE_RATE and game.stage_ways(seat):
            return self._stage(game, seat), self._any(hand)
        if self.random.random() >= DISCARD_RATE:
            places = list(range(len(hand)))
            self.random.shuffle(places)
            for place in places:
                if (action := self._build(game, seat, hand[place])) is not None:
                    return action, place
        if game.stage_ways(seat):
            return self._stage(game, seat), self._any(hand)
        return Discard(seat), self._any(hand)

    def play_for_free_city(self, game: Game, seat: int, hand: Sequence[str]) -> tuple[Action, int]:
        """The Free City discards only if nothing in the hand can be played ("Variante Esperti")."""
        if not must_play(game, hand):
            return Discard(seat), self._any(hand)
        places = [place for place, card in enumerate(hand) if game.can(Build(seat, card))]
        if game.stage_ways(seat) and (not places or self.random.random() < STAGE_RATE):
            return self._stage(game, seat), self._any(hand)
        place = self.random.choice(places)
        return self._build(game, seat, hand[place]) or Discard(seat), place

    def recruit_or_discard(self, game: Game, seat: int, leaders: Sequence[str]) -> tuple[Action, int]:
        """Recruit a leader if there are coins for one, use it for a stage, or discard it."""
        legal = [place for place, leader in enumerate(leaders) if game.can(Recruit(seat, leader))]
        if game.stage_ways(seat) and (not legal or self.random.random() < STAGE_RATE):
            return self._stage(game, seat), self._any(leaders)
        if not legal or self.random.random() < DISCARD_RATE:
            return Discard(seat), self._any(leaders)
        place = self.random.choice(legal)
        return Recruit(seat, leaders[place]), place

    def recruit_extra(self, game: Game, seat: int, leaders: Sequence[str]) -> tuple[Action, int | None]:
        """Recruit one more leader if there is one and coins for it."""
        legal = [place for place, leader in enumerate(leaders) if game.can(Recruit(seat, leader))]
        if not legal:
            return Pass(seat), None
        place = self.random.choice(legal)
        return Recruit(seat, leaders[place]), place

    def build_from_discard(self, game: Game, seat: int, discard_pile: Sequence[str]) -> tuple[Action, int | None]:
        """Build a card of the discard pile for nothing, or none; the card's index in the pile comes second."""
        legal = [place for place, card in enumerate(discard_pile) if game.can(BuildFromDiscard(seat, card))]
        if not legal or self.random.random() < LEAVE_RATE:
            return BuildFromDiscard(seat, None), None
        place = self.random.choice(legal)
        return BuildFromDiscard(seat, discard_pile[place]), place

    def _build(self, game: Game, seat: int, card: str) -> Build | None:
        action = Build(seat, card)
        if not game.can(action):
            return None
        ways = game.ways(seat, card)
        if len(ways) > 1 and self.random.random() < self.alternatives:
            way = self.random.choice(ways[1:])
            return Build(seat, card, pays=way.payment, free=way.kind == "free")
        return action  # the one that was asked about is not judged again

    def _stage(self, game: Game, seat: int) -> BuildStage:
        ways = game.stage_ways(seat)
        if len(ways) > 1 and self.random.random() < self.alternatives:
            return BuildStage(seat, pays=self.random.choice(ways[1:]).payment)
        return BuildStage(seat)

    def _any(self, hand: Sequence[str]) -> int:
        return self.random.randrange(len(hand))
