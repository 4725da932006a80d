"""What one seat may know of a table, and tables dealt at random that agree with it, for programs that search.

A seat knows what lies open, its own cards, and what it saw: the hands that it passed on, the cards it put away, and the
discard pile when it built from it. Actions that others have given in this phase are not open yet. Of leaders it knows
those it holds.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from random import Random
from typing import NamedTuple

from engine.game.dealing import (
    PASSED_BY,
    WITH_HAND,
    CardPlace,
    CardPlay,
    DealtTable,
    Hand,
    Keep,
    Used,
    decks,
    drawn_from,
    plays,
)
from engine.game.game import Game
from engine.model.actions import Recruit
from engine.model.errors import ImpossibleSetup
from engine.model.state import Phase

Seen = tuple[str | None, ...]
"""Cards; None: one that the seat has not seen."""


class PileCard(NamedTuple):
    """A card of the discard pile as a seat knows it."""

    age: int
    card: str | None


@dataclass(frozen=True)
class SeatView:
    """What a seat may know of a table at one moment."""

    seat: int
    player: int
    """The player at this seat; for the Free City, the one who plays for it."""
    game: Game
    """The game without the actions that others have given in this phase."""
    hand: Hand = ()
    """The cards of its hand."""
    leaders: Hand = ()
    """The leaders that it holds."""
    pack: Hand = ()
    """The leaders of which it keeps one next."""
    others: Mapping[int, Seen] = field(default_factory=dict)
    """By seat of the other players: the cards of which its hand is what is left, as far as this one knows."""
    held: Mapping[int, int] = field(default_factory=dict)
    """By seat: how many cards its hand holds."""
    pile: tuple[PileCard, ...] = ()
    unseen: Mapping[int, Hand] = field(default_factory=dict)
    """By age dealt so far: the cards that may be where this seat has not looked; of what is drawn, all that may be."""
    ahead: tuple[int, ...] = ()
    """The ages whose decks lie ready."""
    free_city_deck: int = 0
    leaders_held: Mapping[int, int] = field(default_factory=dict)
    """By seat: how many leaders it holds."""
    chosen: str | None = None
    """The leader that it has kept in this round of the draft."""
    passes_on: bool = True
    """False: it keeps its hand, and the others pass theirs over it."""

    def legal(self) -> tuple[CardPlay, ...]:
        """Every legal action of the seat with the card it uses; empty if it is not due."""
        game, free = self.game, self.game.setup.free_city
        if self.pack:
            return tuple(CardPlay(Keep(self.seat, leader), leader) for leader in self.pack if self.chosen is None)
        if game.phase is Phase.FROM_DISCARD:
            known = tuple(card for _, card in self.pile if card is not None)
            return plays(game, self.seat, known, known)
        if self.seat == free and game.controller in game.to_act:
            return ()
        return plays(game, self.seat, self.hand if game.phase in WITH_HAND else self.leaders, ())

    def redeal(self, random: Random) -> DealtTable:
        """A table that agrees with all that the seat knows; what it does not know is drawn.

        It can be played to the end, but it does not remember what anybody saw, so it has no views.
        """
        return _Dealer(self, random).table()


def seat_view(table: DealtTable, seat: int) -> SeatView:
    """What a seat may know; for the Free City, what the player knows who plays for it. ImpossibleSetup if nobody does.

    A table that `redeal` gave does not remember what anybody saw, so it has no views.
    """
    game = table.game
    player = game.controller if seat == game.setup.free_city else seat
    if table.used is None or player not in game.player_seats:
        raise ImpossibleSetup("bad_field", field="seat", value=seat)
    assert player is not None
    mine = {player, game.setup.free_city} if player == game.controller else {player}
    for other in set(table.game.pending) - mine:
        game = game.without_pending(other)
    memory = _Memory(table, player)
    held = {other: len(cards) - len(memory.gone[other]) for other, cards in memory.cards.items()}
    return SeatView(
        seat=seat,
        player=player,
        game=game,
        hand=table.hands.get(player, ()),
        leaders=table.leaders.get(player, ()),
        pack=table.pack_of(player),
        others={other: tuple(cards) for other, cards in memory.cards.items() if other != player},
        held=held,
        pile=tuple(PileCard(card.age, card.card if known else None) for card, known in memory.pile),
        unseen={age: memory.unseen(age) for age in range(1, game.age + 1) if age not in table.decks},
        ahead=tuple(table.decks),
        free_city_deck=len(table.free_city_deck),
        leaders_held={
            other: len(leaders) + _given_back(table, game, other) for other, leaders in table.leaders.items()
        },
        chosen=table.chosen.get(player),
    )


def _given_back(table: DealtTable, game: Game, seat: int) -> int:
    """One leader that a seat has used in this phase, in secret."""
    secret = seat in table.game.pending and seat not in game.pending
    used = table.game.phase is Phase.RECRUIT or isinstance(table.game.pending.get(seat), Recruit)
    return int(secret and used)


class _Memory:
    """What one player remembers, from all cards that were used, in order.

    A hand is seen when it comes. Of a hand that went on, the cards that were built are known to be out of it; of those
    that were put away only that they are fewer.
    """

    def __init__(self, table: DealtTable, player: int) -> None:
        self.table, self.game, self.player = table, table.game, player
        self.pile: list[tuple[Used, bool]] = []
        """The cards of the discard pile, and whether the player knows them."""
        self.out: dict[int, list[str]] = {}
        """By age: the cards that lie in a city, or that the player put away."""
        self.hands: dict[int, list[str]] = {}
        """What the hands of this age hold, by seat."""
        self.cards: dict[int, list[str | None]] = {}
        """The cards of which each hand is what is left, as far as the player knows."""
        self.gone: dict[int, list[Used]] = {}
        """The cards that others put away from a hand since the player saw it."""
        if self.game.age not in table.decks:
            self.hands = {seat: [*cards] for seat, cards in table.dealt.items()}
            self.cards = {
                seat: [*cards] if seat == player else [None] * len(cards) for seat, cards in self.hands.items()
            }
            self.gone = {seat: [] for seat in self.hands}
        for (age, turn), used in groupby(self._open(), key=lambda one: (one.age, one.turn)):
            self._turn(age, turn, [*used])
        plays_for = {player, self.game.setup.free_city} if player == self.game.controller else {player}
        if self.game.phase is Phase.FROM_DISCARD and not plays_for.isdisjoint(self.game.acting):
            self._look()

    def _open(self) -> list[Used]:
        """The cards that were used, but for those of actions that others have given in this phase."""
        game, used = self.game, self.table.used or ()
        if game.phase not in {*WITH_HAND, Phase.FROM_DISCARD}:
            return [*used]
        closed = len(used) - len(game.pending)
        return [*used[:closed], *(one for one in used[closed:] if one.owner == self.player)]

    def _turn(self, age: int, turn: int, used: list[Used]) -> None:
        for one in used:
            if one.place is not CardPlace.RAISED:
                self._leave_hand(one)
        if (
            age == self.game.age
            and 0 < turn < self.game.last_turn
            and (turn < self.game.turn or self.game.phase is not Phase.TURN)
        ):
            self._pass_on()
        for one in used:
            if one.place is CardPlace.RAISED:
                self._raise(one)

    def _leave_hand(self, one: Used) -> None:
        ours, hand = one.owner == self.player, one.owner if one.age == self.game.age else None
        assert one.card is not None
        if one.place is CardPlace.DRAWN:
            if hand is not None:
                self.hands[hand].append(one.card)
                self.cards[hand].append(one.card if ours else None)
            return
        if one.place is CardPlace.PILE:
            self.pile.append((one, ours))
        if ours or one.place is CardPlace.BUILT:
            self.out.setdefault(one.age, []).append(one.card)
        if hand is None:
            return
        self.hands[hand].remove(one.card)
        if ours or one.place is CardPlace.BUILT:
            self._strike(hand, one.card)
        else:
            self.gone[hand].append(one)

    def _strike(self, hand: int, card: str) -> None:
        """Take a card out of what a hand can be; where the player never saw it there, one of the unseen."""
        self.cards[hand].remove(card if card in self.cards[hand] else None)

    def _pass_on(self) -> None:
        step = PASSED_BY[self.game.age]
        for kept in (self.hands, self.cards, self.gone):
            values = [*kept.values()]
            kept.update(zip([*kept], values[-step:] + values[:-step], strict=True))
        self.cards[self.player], self.gone[self.player] = [*self.hands[self.player]], []

    def _raise(self, one: Used) -> None:
        if one.owner == self.player:
            self._look()
        if one.card is None:
            return
        place = next(place for place, (card, _) in enumerate(self.pile) if card.card == one.card)
        self._reveal(place)
        used, _ = self.pile.pop(place)
        if used.owner != self.player:
            self.out.setdefault(used.age, []).append(one.card)

    def _look(self) -> None:
        for place in range(len(self.pile)):
            self._reveal(place)

    def _reveal(self, place: int) -> None:
        """The player sees a card of the pile, and remembers from which hand it was put away."""
        used, known = self.pile[place]
        self.pile[place] = used, True
        for hand, gone in self.gone.items():
            if not known and any(used is other for other in gone):
                self.gone[hand] = [other for other in gone if other is not used]
                assert used.card is not None
                self._strike(hand, used.card)

    def unseen(self, age: int) -> Hand:
        """The cards of an age that may be where the player has not looked; of what is drawn, all that may be."""
        game = self.game
        cards = [card for card in game.catalogue.cards.values() if card.set in game.sets]
        left = Counter({card.id: card.copies(age, game.players) for card in cards})
        left.subtract(self.out.get(age, ()))
        for one, known in self.pile:
            if known and one.age == age and one.owner != self.player and one.card is not None:
                left[one.card] -= 1
        if age == game.age:
            left.subtract(card for cards in self.cards.values() for card in cards if card is not None)
        return tuple(left.elements())


class _Dealer:
    def __init__(self, view: SeatView, random: Random) -> None:
        self.view, self.game, self.random = view, view.game, random

    def table(self) -> DealtTable:
        """The table."""
        view, game = self.view, self.game
        hands, free, put_away = self._hands()
        later = decks(game.players, game.catalogue, self.random, game.sets)
        leaders, packs, box = self._leaders()
        return DealtTable(
            game,
            {age: later[age] for age in view.ahead},
            hands,
            leaders,
            box,
            packs,
            self._pile(put_away),
            free,
            {} if view.chosen is None else {view.player: view.chosen},
            used=None,
            apart=None if view.passes_on else view.player,
        )

    def _hands(self) -> tuple[dict[int, Hand], Hand, list[str]]:
        """The hands, the Free City's cards, and what others put away from hands in this age."""
        view = self.view
        if not view.held:
            return {}, (), []
        secret = sum(len(cards) - view.held[seat] for seat, cards in view.others.items())
        unknown = view.pile.count(PileCard(self.game.age, None))
        # the Free City's cards, also those that are put away at the end of the age
        never_held = view.free_city_deck + max(0, unknown - secret)
        wanted = never_held + sum(cards.count(None) for cards in view.others.values())
        pool = self.random.sample(self._in_play(self.game.age), wanted)
        put_away: list[str] = []
        hands = {}
        for seat, held in view.held.items():
            if seat == view.player:
                hands[seat] = view.hand
                continue
            cards = [pool.pop() if card is None else card for card in view.others[seat]]
            self.random.shuffle(cards)
            hands[seat] = tuple(cards[:held])
            put_away += cards[held:]
        return hands, tuple(pool[: view.free_city_deck]), put_away + pool[view.free_city_deck :]

    def _in_play(self, age: int) -> list[str]:
        """The unseen cards of an age; of colours of which only some are drawn for the deck, as many as can be in it."""
        game, unseen = self.game, self.view.unseen[age]
        colours, drawn = game.catalogue.cards, game.catalogue.drawn
        pool = [card for card in unseen if colours[card].colour not in drawn]
        for colour, more in drawn.items():
            hidden = [card for card in unseen if colours[card].colour == colour]
            seen = len(drawn_from(colour, age, game.players, game.catalogue, game.sets)) - len(hidden)
            pool += self.random.sample(hidden, max(0, min(game.players + more - seen, len(hidden))))
        return pool

    def _pile(self, put_away: list[str]) -> Hand:
        """The pile, its unknown cards drawn from those of their age that nobody saw again."""
        ages = {age: self._in_play(age) for age in self.view.unseen}
        if self.view.held:
            ages[self.game.age] = put_away
        for cards in ages.values():
            self.random.shuffle(cards)
        return tuple(ages[age].pop() if card is None else card for age, card in self.view.pile)

    def _leaders(self) -> tuple[dict[int, Hand], tuple[Hand, ...], Hand]:
        view, game = self.view, self.game
        if not game.setup.leaders:
            return dict.fromkeys(view.leaders_held, ()), (), ()
        known = {*view.leaders, *view.pack, *(leader for city in game.cities for leader in city.leaders)}
        pool = [one.id for one in game.catalogue.leaders.values() if one.set in game.sets and one.id not in known]
        self.random.shuffle(pool)

        def some(number: int) -> Hand:
            return tuple(pool.pop() for _ in range(number))

        held = {seat: view.leaders if seat == view.player else some(n) for seat, n in view.leaders_held.items()}
        size = len(view.pack)
        seats = game.player_seats if size else ()
        packs = tuple(view.pack if seat == view.player else some(size) for seat in seats)
        return held, packs, tuple(pool)
