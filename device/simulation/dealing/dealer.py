"""Deals and plays a whole game: which physical card goes where, turn by turn, and the game that results."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from engine import (
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    CardPlay,
    DealtTable,
    Discard,
    Game,
    Pass,
    Phase,
    Recruit,
)
from engine import (
    deal as deal_table,
)
from engine.game.dealing import WITH_HAND, CardPlace, Keep
from vision.kit.boxes import box
from vision.kit.codebook import Codebook, StickerKind

LIKING: Mapping[type[object], float] = {BuildStage: 0.2, Discard: 0.05}
"""How likely an action with one card of the hand is, where building a structure is 1."""


@dataclass(frozen=True, slots=True)
class Move:
    """What one seat does, and the code on the front of the card it uses (None if it uses no card)."""

    seat: int
    action: Action
    code: int | None


@dataclass(frozen=True, slots=True)
class Round:
    """What happens at the table in one phase: the moves in their order, then the leftovers."""

    age: int
    turn: int
    phase: Phase
    moves: tuple[Move, ...]
    leftovers: tuple[Move, ...] = ()
    """The cards that are put away without payment at the end of an age: no part of the record."""


@dataclass(frozen=True, slots=True)
class DealtGame:
    """A finished game with every physical card that was used."""

    seed: int
    seats: tuple[tuple[str, str], ...]
    """Wonder and side by seat, clockwise."""
    game: Game
    rounds: tuple[Round, ...]


def deal(
    players: int,
    seed: int,
    *,
    leaders: bool = False,
    edition: str = "first",
    expansions: Sequence[str] = (),
    prefer: Literal["left", "right"] = "left",
) -> DealtGame:
    """Deal and play a whole game; the same for the same arguments.

    Everybody builds at random and takes the default payment. Two players get a third board for the Free City, at a
    random seat. `prefer`: the neighbour who is paid at equal prices.
    """
    table, random = deal_table(players, edition, seed, leaders=leaders, expansions=expansions), Random(seed)
    setup = table.game.setup
    game = Game.new(setup.seats, free_city=setup.free_city, leaders=leaders, prefer=prefer, expansions=expansions)
    table = replace(table, game=game)
    while table.packs:
        table = table.draft([random.choice(pack) for pack in table.packs])
    cards, rounds = _Cards(game), list[Round]()
    while not table.is_over:
        table, played = _round(table, random, cards)
        rounds.append(played)
    return DealtGame(seed, setup.seats, table.game, tuple(rounds))


class _Cards:
    """The codes of the physical cards that are in no city: those that were not played yet, and the discard pile."""

    def __init__(self, game: Game) -> None:
        self._codes: dict[tuple[int | None, str], list[int]] = defaultdict(list)
        """By age (None: a leader) and id."""
        self._pile: list[tuple[str, int]] = []
        for entry in box(Codebook.load(), game.setup.edition, game.sets):
            if entry.kind in {StickerKind.CARD, StickerKind.LEADER} and (entry.players or 0) <= game.players:
                self._codes[entry.age, entry.id].append(entry.code)

    def play(self, game: Game, action: Action, card: str) -> int:
        """The code of the card that an action uses."""
        if game.phase is Phase.FROM_DISCARD:
            return self._pile.pop([name for name, _ in self._pile].index(card))[1]
        if game.phase not in WITH_HAND:
            return self._codes[None, card][0]
        return self.put_away(game, card) if isinstance(action, Discard) else self._codes[game.age, card].pop()

    def put_away(self, game: Game, card: str) -> int:
        """The code of a card that goes to the discard pile."""
        code = self._codes[game.age, card].pop()
        self._pile.append((card, code))
        return code


def _round(table: DealtTable, random: Random, cards: _Cards) -> tuple[DealtTable, Round]:
    """Play one phase: everybody acts once."""
    before, moves, leftovers = table.game, list[Move](), list[Move]()
    while not moves or table.game.pending:
        seat, used = table.to_act[0], len(table.used or ())
        action, card = _chosen(table.legal(seat), random)
        code = None if card is None else cards.play(before, action, card)
        table = table.play(CardPlay(action, card))
        moves.append(Move(seat, table.game.actions[-1], code))
        for left in (table.used or ())[used + 1 :]:  # the first is the card of the action
            if left.place is CardPlace.PILE and left.card is not None:
                owner = before.setup.free_city if left.owner is None else left.owner
                assert owner is not None
                leftovers.append(Move(owner, Pass(owner), cards.put_away(before, left.card)))
    shown = () if before.phase is Phase.CONFLICTS else tuple(moves)
    return table, Round(before.age, before.turn, before.phase, shown, tuple(leftovers))


def _chosen(plays: Sequence[CardPlay], random: Random) -> tuple[Action, str | None]:
    """An action at random that does something if there is one, with the default payment: a camera sees no other."""
    known = list(dict.fromkeys((_without_payment(play.action), play.card) for play in plays))
    known = [one for one in known if not _does_nothing(one[0])] or known
    return random.choices(known, [LIKING.get(type(action), 1.0) for action, _ in known])[0]


def _without_payment(action: Action | Keep) -> Action:
    match action:
        case Build(seat, card):
            return Build(seat, card)
        case BuildStage(seat):
            return BuildStage(seat)
        case Recruit(seat, card):
            return Recruit(seat, card)
    assert not isinstance(action, Keep), "the draft is over"
    return action


def _does_nothing(action: Action) -> bool:
    return isinstance(action, Pass) or (isinstance(action, BuildFromDiscard) and action.card is None)
