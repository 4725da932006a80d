"""Deals and plays a whole game: which physical card goes where, turn by turn, and the game that results.

Hands exist only here. They are passed to the left, the right and the left again, and every move is legal. Two players
take turns in playing for the Free City; with Leaders there is a draft, and a leader before each age.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Literal

from device.simulation.dealing.dealer import DealtGame, Move, Round
from engine import Action, BuildStage, ChooseLeader, Discard, DrawLeaders, Fight, Game, Pass, Phase
from engine.game.dealing import LEADERS_DEALT, PASSED_BY
from tests.dealing.decks import card_names, decks, draw_wonders, leader_deck
from tests.dealing.players import RandomPlayer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BOARDS_FOR_TWO = 3


def deal(
    players: int,
    seed: int,
    *,
    alternatives: float = 0.0,
    seats: Sequence[tuple[str, str]] | None = None,
    leaders: bool = False,
    edition: str = "first",
    expansions: Sequence[str] = (),
    prefer: Literal["left", "right"] = "left",
) -> DealtGame:
    """Deal and play a whole game; the same for the same arguments.

    `alternatives` is how often a player does not take the engine's default (another payment, the free structure where
    it is not needed); `seats` are the wonders and sides, else they are drawn from this edition's. Two players get a
    third board for the Free City, at a random seat. `prefer`: the neighbour who is paid at equal prices.
    """
    random = Random(seed)
    boards = BOARDS_FOR_TWO if players == 2 else players
    chosen = tuple(seats) if seats else draw_wonders(boards, random, leaders=leaders, edition=edition)
    free_city = random.randrange(boards) if players == 2 else None
    game = Game.new(chosen, free_city=free_city, leaders=leaders, prefer=prefer, expansions=expansions)
    table = _Table(game, random, RandomPlayer(random, alternatives))
    table.play()
    return DealtGame(seed, chosen, table.game, tuple(table.rounds))


@dataclass(slots=True)
class _Table:
    """The table during the game: hands, decks, discard pile, and what has happened so far."""

    game: Game
    random: Random
    player: RandomPlayer
    hands: dict[int, list[int]] = field(default_factory=dict)
    """By seat of a player."""
    free_city_deck: list[int] = field(default_factory=list)
    leaders: dict[int, list[int]] = field(default_factory=dict)
    box: list[int] = field(default_factory=list)
    """Leaders that no player holds."""
    discard_pile: list[int] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=card_names)

    def play(self) -> None:
        """Play to the end."""
        setup = self.game.setup
        deck = decks(setup, self.random)
        if setup.leaders:
            self._draft()
        while self.game.phase is not Phase.OVER:
            if self.game.phase is Phase.TURN and self.game.turn == 1:
                self._deal(deck[self.game.age])
            self._round()

    def _deal(self, deck: list[int]) -> None:
        boards = self.game.players
        self.hands = {seat: deck[place::boards] for place, seat in enumerate(self.game.player_seats)}
        self.free_city_deck = deck[boards - 1 :: boards] if self.game.setup.free_city is not None else []

    def _draft(self) -> None:
        """Four leaders each; one is kept, the others go to the right, until all are chosen ("Fase Leader")."""
        deck = leader_deck(self.game.setup, self.random)
        seats = self.game.player_seats
        packs = [[deck.pop() for _ in range(LEADERS_DEALT)] for _ in seats]
        self.leaders = {seat: [] for seat in seats}
        while packs[0]:
            for seat, pack in zip(seats, packs, strict=True):
                self.leaders[seat].append(pack.pop(self.random.randrange(len(pack))))
            packs = packs[1:] + packs[:1]
        self.box = deck

    def _round(self) -> None:
        before = self.game
        if before.phase is Phase.CONFLICTS:
            self.game = before.apply(Fight())
        moves = tuple(map(self._move, self._order(before)))
        leftovers = tuple(self._leftovers()) if before.turn == before.last_turn else ()
        self.rounds.append(Round(before.age, before.turn, before.phase, moves, leftovers))
        if before.phase is Phase.TURN and before.turn < before.last_turn:
            self._pass_hands(before)

    def _pass_hands(self, before: Game) -> None:
        seats, hands = before.player_seats, list(self.hands.values())
        step = PASSED_BY[before.age]
        self.hands = dict(zip(seats, hands[-step:] + hands[:-step], strict=True))

    def _order(self, game: Game) -> list[int]:
        """A random order, in which the Free City comes right after the player who controls it."""
        order = list(game.to_act)
        self.random.shuffle(order)
        if game.setup.free_city in order and game.controller in order:
            order.remove(game.setup.free_city)
            order.insert(order.index(game.controller) + 1, game.setup.free_city)
        return order

    def _move(self, seat: int) -> Move:
        match self.game.phase:
            case Phase.FROM_DISCARD:
                action, place = self.player.build_from_discard(self.game, seat, self._named(self.discard_pile))
                return self._apply(seat, action, None if place is None else self.discard_pile.pop(place))
            case Phase.CHOOSE_LEADER:
                leader = self.random.choice(self.game.leaders_beside(seat))
                return self._apply(seat, ChooseLeader(seat, leader), None)
            case Phase.LOSS:
                return self._apply(seat, self.random.choice(self.game.legal_actions(seat)), None)
            case Phase.RECRUIT:
                return self._use_leader(seat)
            case Phase.EXTRA_LEADER:
                action, place = self.player.recruit_extra(self.game, seat, self._named(self.leaders[seat]))
                return self._apply(seat, action, None if place is None else self.leaders[seat].pop(place))
        return self._play(seat)

    def _play(self, seat: int) -> Move:
        if seat == self.game.setup.free_city:
            assert self.game.controller is not None
            hand = self.hands[self.game.controller]
            action, place = self.player.play_for_free_city(self.game, seat, self._named(hand))
        else:
            hand = self.hands[seat]
            if seat == self.game.controller and self.game.phase is Phase.TURN:
                hand.append(self.free_city_deck.pop(0))
            action, place = self.player.play(self.game, seat, self._named(hand))
        code = hand.pop(place)
        if isinstance(action, (Discard, Pass)):
            self.discard_pile.append(code)
        return self._apply(seat, action, code)

    def _use_leader(self, seat: int) -> Move:
        """Recruit a leader, use it for a stage, or discard it, which returns it to the box."""
        action, place = self.player.recruit_or_discard(self.game, seat, self._named(self.leaders[seat]))
        code = self.leaders[seat].pop(place)
        if isinstance(action, Discard):
            self.box.append(code)
        return self._apply(seat, action, code)

    def _apply(self, seat: int, action: Action, code: int | None) -> Move:
        city = self.game.cities[seat]
        if isinstance(action, BuildStage) and seat in self.leaders:
            for effect in city.wonder.stages[city.stages].effects:
                if isinstance(effect, DrawLeaders):
                    self.leaders[seat] += [self.box.pop(0) for _ in range(effect.leaders)]
        self.game = self.game.apply(action)
        return Move(seat, self.game.actions[-1], code)

    def _named(self, codes: Iterable[int]) -> list[str]:
        return [self.names[code] for code in codes]

    def _leftovers(self) -> Iterable[Move]:
        """After the sixth turn, every seventh card that may not be played is discarded."""
        ahead = ((self.game.phase, self.game.to_act), *self.game.remaining)
        keep = {seat for phase, seats in ahead if phase is Phase.SEVENTH for seat in seats}
        for seat, hand in self.hands.items():
            if seat not in keep:
                yield from self._discard_all(seat, hand)
        if self.game.setup.free_city is not None:
            yield from self._discard_all(self.game.setup.free_city, self.free_city_deck)

    def _discard_all(self, seat: int, codes: list[int]) -> Iterable[Move]:
        while codes:
            self.discard_pile.append(codes.pop())
            yield Move(seat, Pass(seat), self.discard_pile[-1])
