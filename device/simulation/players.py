"""Simple-minded players: they choose at random among what is legal, and rather build than discard."""

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
"""How often a stage is built when it can be."""
DISCARD_RATE = 0.06
"""How often a card is discarded although something could be built."""
LEAVE_RATE = 0.04
"""How often nothing is taken from the discard pile."""


@dataclass(frozen=True, slots=True)
class Player:
    """Chooses moves with a random generator; `alternatives` is how often another way than the default is taken."""

    random: Random
    alternatives: float = 0.0

    def play(self, game: Game, seat: int, hand: Sequence[str]) -> tuple[Action, int]:
        """An action, and the place in the hand of the card it uses; `hand` are the cards' ids."""
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

    def lead(self, game: Game, seat: int, leaders: Sequence[str]) -> tuple[Action, int]:
        """A leader recruited if there are coins for one, buried under a stage, or discarded."""
        legal = [place for place, leader in enumerate(leaders) if game.can(Recruit(seat, leader))]
        if game.stage_ways(seat) and (not legal or self.random.random() < STAGE_RATE):
            return self._stage(game, seat), self._any(leaders)
        if not legal or self.random.random() < DISCARD_RATE:
            return Discard(seat), self._any(leaders)
        place = self.random.choice(legal)
        return Recruit(seat, leaders[place]), place

    def recruit_extra(self, game: Game, seat: int, leaders: Sequence[str]) -> tuple[Action, int | None]:
        """One more leader if there is one and coins for it."""
        legal = [place for place, leader in enumerate(leaders) if game.can(Recruit(seat, leader))]
        if not legal:
            return Pass(seat), None
        place = self.random.choice(legal)
        return Recruit(seat, leaders[place]), place

    def raise_from(self, game: Game, seat: int, pile: Sequence[str]) -> tuple[Action, int | None]:
        """A card of the discard pile to build for nothing, and its place in the pile; or none."""
        legal = [place for place, card in enumerate(pile) if game.can(BuildFromDiscard(seat, card))]
        if not legal or self.random.random() < LEAVE_RATE:
            return BuildFromDiscard(seat, None), None
        place = self.random.choice(legal)
        return BuildFromDiscard(seat, pile[place]), place

    def _build(self, game: Game, seat: int, card: str) -> Build | None:
        if not game.can(Build(seat, card)):
            return None
        ways = game.ways(seat, card)
        if len(ways) > 1 and self.random.random() < self.alternatives:
            way = self.random.choice(ways[1:])
            return Build(seat, card, pays=way.payment, free=way.kind == "free")
        return Build(seat, card)

    def _stage(self, game: Game, seat: int) -> BuildStage:
        ways = game.stage_ways(seat)
        if len(ways) > 1 and self.random.random() < self.alternatives:
            return BuildStage(seat, pays=self.random.choice(ways[1:]).payment)
        return BuildStage(seat)

    def _any(self, hand: Sequence[str]) -> int:
        return self.random.randrange(len(hand))
