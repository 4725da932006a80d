"""Dealing, drafting and passing hands: a whole game at a table as an immutable value, for programs that play.

A `DealtTable` holds what no player may see at once: all hands, decks and the discard pile. Randomness comes from the
seed that `deal` is given; the same arguments deal the same table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import repeat
from random import Random
from typing import NamedTuple

from engine.game.game import Game
from engine.model.actions import (
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    Discard,
    Fight,
    Pass,
    Recruit,
)
from engine.model.catalogue import Catalogue
from engine.model.editions import edition_named, played_with
from engine.model.effects import DrawLeaders
from engine.model.errors import ImpossibleSetup
from engine.model.frozen import evolve
from engine.model.setup import FEWEST
from engine.model.state import LAST_AGE, Phase

TWO = 2
LEADERS_DEALT = 4
PASSED_BY = {1: 1, 2: -1, 3: 1}
"""By age: how many seats a hand moves after a turn. 1 is the left neighbour, -1 the right one."""
WITH_HAND = (Phase.TURN, Phase.SEVENTH)
WITH_LEADERS = (Phase.RECRUIT, Phase.EXTRA_LEADER)
USES_ANY_CARD = (BuildStage, Discard, Pass)
"""The actions that use a card without saying which."""
Hand = tuple[str, ...]


def decks(players: int, edition: Catalogue, random: Random, sets: Sequence[str] = ("base",)) -> dict[int, Hand]:
    """The shuffled deck of each age ("Preparazione").

    Every copy for this many players; players + 2 guilds in Age III, and what else is drawn (`Catalogue.drawn`).
    """
    found = {}
    for age in range(1, LAST_AGE + 1):
        deck = [*_copies(age, players, edition, tuple(sets))]
        for colour, more in edition.drawn.items():
            if pool := drawn_from(colour, age, players, edition, tuple(sets)):
                deck += random.sample(pool, players + more)
        random.shuffle(deck)
        found[age] = tuple(deck)
    return found


@lru_cache(maxsize=64)
def _copies(age: int, players: int, edition: Catalogue, sets: tuple[str, ...]) -> Hand:
    """Every card of an age as often as it is in the deck, without those that are drawn."""
    cards = [card for card in edition.cards.values() if card.set in sets and card.colour not in edition.drawn]
    return tuple(card.id for card in cards for _ in range(card.copies(age, players)))


@lru_cache(maxsize=128)
def drawn_from(colour: str, age: int, players: int, edition: Catalogue, sets: tuple[str, ...]) -> Hand:
    """Every card of a colour of which only some are drawn for an age's deck."""
    cards = [card for card in edition.cards.values() if card.set in sets and card.colour == colour]
    return tuple(card.id for card in cards if card.copies(age, players))


def deal(
    players: int,
    edition: str = "first",
    seed: int = 0,
    *,
    leaders: bool = False,
    seats: Sequence[tuple[str, str]] | None = None,
    catalogue: Catalogue | None = None,
    expansions: Sequence[str] = (),
) -> DealtTable:
    """A table before the first turn; with Leaders, before the draft.

    Args:
        players: 2 to 7; two players play with the Free City, at a seat that is drawn.
        edition: "first" or "second".
        seed: of everything that chance decides.
        leaders: whether the Leaders expansion is used.
        seats: (wonder, side) by seat; None: they are drawn.
        catalogue: other printed cards and boards than those of the edition.
        expansions: the sets that are played besides the game itself and Leaders.

    Raises ImpossibleSetup or UnknownName.
    """
    random, printed = Random(seed), played_with(catalogue or edition_named(edition), tuple(expansions))
    boards = FEWEST if players == TWO else players
    chosen = tuple(seats) if seats is not None else _drawn(boards, printed, random, leaders, expansions)
    if len(chosen) != boards:
        raise ImpossibleSetup("wrong_number_of_players", players=len(chosen), fewest=boards, most=boards)
    free_city = random.randrange(boards) if players == TWO else None
    game = Game.new(chosen, free_city=free_city, leaders=leaders, expansions=expansions, catalogue=printed)
    ages = decks(boards, game.catalogue, random, game.sets)
    for age, deck in ages.items():
        if len(deck) != boards * (game.last_turn + 1):
            raise ImpossibleSetup("deck_does_not_fit", age=age, cards=len(deck), hands=boards, each=game.last_turn + 1)
    box = [leader.id for leader in game.catalogue.leaders.values() if leaders and leader.set in game.sets]
    random.shuffle(box)
    packs = tuple(tuple(box.pop() for _ in range(LEADERS_DEALT)) for _ in game.player_seats) if leaders else ()
    return DealtTable(game, ages, leaders=dict.fromkeys(game.player_seats, ()), box=tuple(box), packs=packs)._dealt()


def _drawn(
    boards: int, printed: Catalogue, random: Random, leaders: bool, expansions: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    sides = _sides(printed, ("base", *expansions, *(("leaders",) if leaders else ())))
    if boards > len(sides):
        raise ImpossibleSetup("wrong_number_of_players", players=boards, fewest=FEWEST, most=len(sides))
    return tuple((wonder, random.choice(sides[wonder])) for wonder in random.sample([*sides], boards))


@lru_cache(maxsize=64)
def _sides(printed: Catalogue, sets: tuple[str, ...]) -> dict[str, list[str]]:
    """The sides of every wonder of these sets, by wonder, in alphabetical order."""
    wonders = sorted({wonder.id for wonder in printed.wonders.values() if wonder.set in sets})
    return {wonder: [side for one, side in printed.wonders if one == wonder] for wonder in wonders}


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep one leader of the pack, before the first age; it is no part of the record ("Fase Leader")."""

    seat: int
    card: str


class CardPlay(NamedTuple):
    """An action, and the card of the hand, of the leaders or of the discard pile that it uses; None: it uses none."""

    action: Action | Keep
    card: str | None = None


class CardPlace(StrEnum):
    """Where a card went from a hand, or that it was raised from the discard pile."""

    BUILT = "built"
    UNDER_STAGE = "under stage"
    PILE = "pile"
    DRAWN = "drawn"
    """Into a hand: the next card of the Free City."""
    RAISED = "raised"


PLACES = {Build: CardPlace.BUILT, BuildStage: CardPlace.UNDER_STAGE}
"""Where the card of an action goes; that of any other to the discard pile."""


class Used(NamedTuple):
    """A card that left a hand or the discard pile, in the order in which it did."""

    age: int
    turn: int
    owner: int | None
    """Whose hand it was in, and so who knows it; None: nobody, it is the Free City's."""
    card: str | None
    """None: somebody looked through the discard pile and took nothing."""
    place: CardPlace


@dataclass(frozen=True)
class DealtTable:
    """The table at one moment: the game and every card that is not in a city."""

    game: Game
    decks: Mapping[int, Hand]
    """By age."""
    hands: Mapping[int, Hand] = field(default_factory=dict)
    """By seat of a player."""
    leaders: Mapping[int, Hand] = field(default_factory=dict)
    """The leaders that each player holds, by seat."""
    box: Hand = ()
    """The leaders that nobody holds."""
    packs: tuple[Hand, ...] = ()
    """The leaders from which each player chooses next, by player; empty once the draft is over."""
    pile: Hand = ()
    """The discard pile."""
    free_city_deck: Hand = ()
    chosen: Mapping[int, str] = field(default_factory=dict)
    """The leaders that are kept in this round of the draft, by seat, until every player has chosen."""
    dealt: Mapping[int, Hand] = field(default_factory=dict, repr=False)
    """The hands as they were dealt in this age, by seat."""
    used: tuple[Used, ...] | None = field(default=(), repr=False)
    """Where every card went; None: nobody remembers, because the table was dealt for a moment within a game."""
    apart: int | None = None
    """A player who keeps the hand; the others pass theirs over it."""

    def __hash__(self) -> int:
        held = (frozenset(cards.items()) for cards in (self.hands, self.leaders, self.chosen))
        return hash((self.game, *held, self.packs, self.pile))

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.game.phase is Phase.OVER

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now; the Free City after the player who plays for it.

        Leaders are kept in any order. The conflicts are one action for everybody, which falls to the first player.
        """
        if self.packs:
            return tuple(seat for seat in self.game.player_seats if seat not in self.chosen)
        if self.game.phase is Phase.CONFLICTS:
            return self.game.player_seats[:1]
        free = self.game.setup.free_city
        if free is None:
            return self.game.to_act
        controller = self.game.controller
        return tuple(seat for seat in self.game.to_act if seat != free or controller not in self.game.to_act)

    def draft(self, chosen: Sequence[str]) -> DealtTable:
        """The table after every player has kept one leader and given the others to the right ("Fase Leader").

        `chosen`: a leader of each player's pack, by player. Raises ImpossibleSetup for others.
        """
        seats, packs, kept = self.game.player_seats, [], dict(self.leaders)
        if len(chosen) != len(self.packs):
            raise ImpossibleSetup("bad_field", field="chosen", value=tuple(chosen))
        for seat, pack, leader in zip(seats, self.packs, chosen, strict=True):
            if leader not in pack:
                raise ImpossibleSetup("bad_field", field="chosen", value=leader)
            kept[seat] += (leader,)
            packs.append(_without(pack, leader))
        given = tuple(packs[1:] + packs[:1])
        return evolve(self, leaders=kept, packs=given if given[0] else (), chosen={})

    def _kept(self, action: Keep) -> DealtTable:
        if action.seat not in self.to_act or action.card not in self.pack_of(action.seat):
            raise ImpossibleSetup("bad_field", field="chosen", value=action.card)
        chosen = {**self.chosen, action.seat: action.card}
        if len(chosen) < len(self.packs):
            return evolve(self, chosen=chosen)
        return self.draft([chosen[seat] for seat in self.game.player_seats])

    def pack_of(self, seat: int) -> Hand:
        """The leaders of which a player keeps one next; empty once the draft is over."""
        return self.packs[self.game.player_seats.index(seat)] if self.packs else ()

    def hand_of(self, seat: int) -> Hand:
        """The cards that a seat may play now: a hand, leaders, or the discard pile."""
        game = self.game
        phase = game.phase
        if phase in WITH_HAND:
            owner = game.controller if seat == game.setup.free_city else seat
            return self.hands.get(owner, ()) if owner is not None else ()
        if phase is Phase.FROM_DISCARD:
            return self.pile
        return self.leaders.get(seat, ()) if phase in WITH_LEADERS else ()

    def legal(self, seat: int) -> tuple[CardPlay, ...]:
        """Every legal action of a seat with the card it uses. A stage and a discard are listed with every card."""
        game = self.game
        if self.packs:
            kept = self.pack_of(seat) if seat in self.to_act else ()
            return tuple(CardPlay(Keep(seat, leader), leader) for leader in kept)
        if seat == game.setup.free_city and game.controller in game.to_act:
            return ()
        return plays(game, seat, self.hand_of(seat), self.pile)

    def play(self, play: CardPlay) -> DealtTable:
        """The table after an action; hands are passed and dealt when their turn has come. Raises IllegalAction."""
        if isinstance(play.action, Keep):
            return self._kept(play.action)
        before, after = self.game, self.game.apply(play.action)
        if isinstance(play.action, Fight):
            return evolve(self, game=after)._dealt()
        table = self._used(play, after)
        if after.pending:
            return table
        if before.phase is Phase.TURN:
            table = table._put_away() if before.is_last_turn else table._passed(before.age)
        return table._dealt()

    def _used(self, play: CardPlay, game: Game) -> DealtTable:
        action, card = play
        before, seat = self.game, getattr(action, "seat", 0)
        table = self._with_drawn_leaders(seat) if self.box and isinstance(action, BuildStage) else self
        if isinstance(action, BuildFromDiscard):
            pile = self.pile if card is None else _without(self.pile, card)
            looks = before.controller if seat == before.setup.free_city else seat
            return evolve(table, game=game, pile=pile, used=self._used_up((looks, card, CardPlace.RAISED)))
        if card is None:
            return evolve(table, game=game)
        if before.phase in WITH_HAND:
            owner = before.controller if seat == before.setup.free_city else seat
            assert owner is not None
            place = PLACES.get(type(action), CardPlace.PILE)
            hands = {**self.hands, owner: _without(self.hands[owner], card)}
            pile = (*self.pile, card) if place is CardPlace.PILE else self.pile
            return evolve(table, game=game, hands=hands, pile=pile, used=self._used_up((owner, card, place)))
        leaders = {**table.leaders, seat: _without(table.leaders[seat], card)}
        box = table.box if isinstance(action, Recruit) else (*table.box, card)
        return evolve(table, game=game, leaders=leaders, box=box)

    def _used_up(self, *cards: tuple[int | None, str | None, CardPlace]) -> tuple[Used, ...] | None:
        """What was used before, and these: whose hand, the card, where it went."""
        game = self.game
        new = tuple([Used(game.age, game.turn, *one) for one in cards])
        return None if self.used is None else self.used + new

    def _with_drawn_leaders(self, seat: int) -> DealtTable:
        """The table with the leaders that the seat's next stage lets it draw from the box (Rome B)."""
        if seat not in self.leaders:
            return self
        city = self.game.cities[seat]
        drawn = sum(one.leaders for one in city.wonder.stages[city.stages].effects if isinstance(one, DrawLeaders))
        leaders = {**self.leaders, seat: self.leaders[seat] + self.box[:drawn]}
        return evolve(self, leaders=leaders, box=self.box[drawn:])

    def _passed(self, age: int) -> DealtTable:
        step, going = PASSED_BY[age], self.hands
        if self.apart is not None:
            going = {seat: hand for seat, hand in going.items() if seat != self.apart}
        hands = [*going.values()]
        passed = dict(zip(going, hands[-step:] + hands[:-step], strict=True))
        return evolve(self, hands=passed if self.apart is None else {**self.hands, **passed})

    def _put_away(self) -> DealtTable:
        """After the sixth turn every last card that may not be played is put on the discard pile."""
        game = self.game
        ahead = ((game.phase, game.to_act), *game.remaining)
        keep = {seat for phase, seats in ahead if phase is Phase.SEVENTH for seat in seats}
        gone = [(seat, card) for seat, hand in self.hands.items() if seat not in keep for card in hand]
        left = [*gone, *((None, card) for card in self.free_city_deck)]
        hands = {seat: hand if seat in keep else () for seat, hand in self.hands.items()}
        used = self._used_up(*((owner, card, CardPlace.PILE) for owner, card in left))
        return evolve(self, hands=hands, pile=self.pile + tuple(card for _, card in left), free_city_deck=(), used=used)

    def _dealt(self) -> DealtTable:
        """The hands at the first turn of an age; in every turn the next card for the Free City."""
        game, table = self.game, self
        if game.phase is not Phase.TURN or game.pending:
            return self
        if game.turn == 1 and game.age in self.decks:
            deck, boards = self.decks[game.age], game.players
            later = {age: cards for age, cards in self.decks.items() if age != game.age}
            hands = {seat: deck[place::boards] for place, seat in enumerate(game.player_seats)}
            free = deck[boards - 1 :: boards] if game.setup.free_city is not None else ()
            table = evolve(self, decks=later, hands=hands, free_city_deck=free, dealt=hands)
        controller = game.controller
        if controller is None or len(table.free_city_deck) != game.last_turn + 2 - game.turn:
            return table
        card, deck = table.free_city_deck[0], table.free_city_deck[1:]
        hands, used = {**table.hands, controller: (*table.hands[controller], card)}, (controller, card, CardPlace.DRAWN)
        return evolve(table, hands=hands, free_city_deck=deck, used=table._used_up(used))


def plays(game: Game, seat: int, held: Hand, pile: Hand) -> tuple[CardPlay, ...]:
    """Every legal action of a seat with the card it uses, by what the seat holds and the discard pile."""
    hand = tuple(dict.fromkeys(held))
    found: list[CardPlay] = []
    for action in game.legal_actions(seat, hand, pile, hand):
        if isinstance(action, Build):
            found.append(CardPlay(action, action.card))
        elif isinstance(action, USES_ANY_CARD) and game.phase is not Phase.EXTRA_LEADER:
            found += map(CardPlay, repeat(action), hand)
        else:
            used = None if isinstance(action, ChooseLeader) else getattr(action, "card", None)
            found.append(CardPlay(action, used))
    return tuple(found)


def _without(cards: Hand, card: str) -> Hand:
    """The cards without one copy of this one; ImpossibleSetup if it is not among them."""
    try:
        place = cards.index(card)
    except ValueError:
        raise ImpossibleSetup("bad_field", field="card", value=card) from None
    return cards[:place] + cards[place + 1 :]
