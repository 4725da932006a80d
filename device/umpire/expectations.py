"""Which cards a turn may leave on the table: one for each seat, and what stages, leaders and the sixth turn add."""

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from device.times import NEXT_TURN_AFTER
from device.umpire.new_cards import NewCard, newest_in_pile
from display.messages.choices import ASKED_PHASES
from display.messages.events import Booked
from engine import (
    PASSED_BY,
    Action,
    BuildStage,
    Discard,
    Effect,
    ExtraLeader,
    Game,
    Phase,
    SeventhCard,
    StructureFromDiscard,
)
from vision.kit.codebook import StickerKind

LEADER_PHASES = frozenset({Phase.RECRUIT, Phase.EXTRA_LEADER})
"""Phases in which leaders are played. An age card laid then is for the turn that follows."""
EXTRA_PHASES = frozenset({Phase.SEVENTH, Phase.EXTRA_LEADER, Phase.FROM_DISCARD, *ASKED_PHASES})
"""Phases in which only some cities may do something, and everybody waits for them."""


def fits_phase(game: Game, seat: int, card: NewCard) -> bool:
    """True if this phase is about cards of this kind. Else a leader is of an earlier phase, and was read late.

    What the discard pile cannot hold, as it is of a later age, is for the next turn.
    """
    if game.phase in LEADER_PHASES:
        return card.is_leader and (card.slot is None or game.phase is Phase.RECRUIT)
    if game.phase is Phase.FROM_DISCARD and (card.age or 0) > newest_in_pile(game):
        return False
    late = card.is_leader and card.slot is None and not may_recruit(game, seat)
    return game.phase not in ASKED_PHASES and not late


def in_playing_order(cards: Sequence[NewCard]) -> tuple[NewCard, ...]:
    """A seat's new cards as they are to be played.

    Of two cards laid together the stage is first, since it may bring the other. A stage also precedes a leader laid
    earlier: only a stage can bring a leader during a turn.
    """
    if len(cards) == 2 and cards[0].slot is None and cards[1].slot is not None:
        together = cards[1].since - cards[0].since < NEXT_TURN_AFTER
        if together or cards[0].card.kind is StickerKind.LEADER:
            return cards[1], cards[0]
    return tuple(cards)


def of_this_age(game: Game, seat: int, cards: Sequence[NewCard], begun: float) -> Sequence[NewCard]:
    """A seat's new cards without those that were left lying in an age that is over.

    If there is no other one, those that came since the phase has `begun` (camera time, s) are played by mistake.
    """
    if game.phase is Phase.FROM_DISCARD:
        return cards
    return of_open_age(game, seat, cards) or [card for card in cards if card.since > begun]


def of_open_age(game: Game, seat: int, cards: Sequence[NewCard]) -> tuple[NewCard, ...]:
    """A seat's new cards without those that were left lying in an age or a phase that is over.

    A leader is of an earlier phase if a card of the open age came after it, unless the stage that brings one is there.
    """
    here = [card for card in cards if card.age is None or card.age >= game.age]
    of_age = [card for card in here if card.age == game.age]
    last = max((card.since for card in of_age), default=-math.inf)
    stage = isinstance(game.pending.get(seat), BuildStage) or any(card.slot for card in of_age)
    brought = may_recruit(game, seat) and (stage or game.phase in LEADER_PHASES)
    return tuple(card for card in here if not card.is_leader or card.since >= last or brought)


def stages_bring(game: Game, seat: int, kind: type[Effect], stages: slice) -> bool:
    """True if one of these stages of the seat's wonder, counted from 0, has an effect of this kind."""
    effects = (effect for stage in game.cities[seat].wonder.stages[stages] for effect in stage.effects)
    return any(isinstance(effect, kind) for effect in effects)


def plays_seventh_card(game: Game, seat: int, new_stages: int = 0) -> bool:
    """True if the seat plays its seventh card once it has built `new_stages` more. The Free City has no hand."""
    if seat == game.setup.free_city:
        return False
    return stages_bring(game, seat, SeventhCard, slice(game.cities[seat].stages + new_stages))


def seventh_cards(game: Game, age: int, entries: Iterable[Booked]) -> frozenset[int]:
    """The seats that play their seventh card in an age.

    `entries`: what was done until now; stages that were built since that age bring no seventh card in it.
    """
    later = [one.seat for one in entries if isinstance(one.action, BuildStage) and (one.age or age) > age]
    return frozenset(seat for seat in range(len(game.cities)) if plays_seventh_card(game, seat, -later.count(seat)))


def cards_left_over(game: Game, age: int, entries: Iterable[Booked]) -> int:
    """How many cards are put down after the last turn of an age, given what was done until now."""
    return len(game.cities) - len(seventh_cards(game, age, entries))


def may_recruit(game: Game, seat: int) -> bool:
    """True if a leader may be played now: in its phase, or because the next stage brings one."""
    built = game.cities[seat].stages
    return game.phase in LEADER_PHASES or stages_bring(game, seat, ExtraLeader, slice(built, built + 1))


def is_last_turn(game: Game) -> bool:
    """True in the turn in which an age's last cards are played, not in the phases after it."""
    return game.phase is Phase.TURN and game.turn == game.last_turn


def may_play_two(game: Game, seat: int, cards: Sequence[NewCard]) -> bool:
    """True if two new cards at this seat are in order.

    The second may be a seventh card, a card from the discard pile (for a stage or a leader), or the leader that a stage
    brings.
    """
    if len(cards) != 2:
        return False
    first, second = cards
    if first.card.kind is StickerKind.LEADER:
        recruited = game.leader(first.card.id)
        raises = recruited is not None and any(isinstance(effect, StructureFromDiscard) for effect in recruited.effects)
        return raises and second.slot is None
    slots = [card.slot for card in cards if card.slot is not None]
    if is_last_turn(game) and plays_seventh_card(game, seat, len(slots)):
        return True
    if len(slots) != 1:
        return False
    stage = slice(slots[0] - 1, slots[0])
    if second.card.kind is StickerKind.LEADER:
        return stages_bring(game, seat, ExtraLeader, stage)
    raised = first.slot is not None or second.since - first.since < NEXT_TURN_AFTER
    return raised and stages_bring(game, seat, StructureFromDiscard, stage)


def next_hands(game: Game, age: int, chair: int | None) -> tuple[int | None, ...]:
    """By seat, which seat plays from its hand in the next turn of an age; None for the Free City, which has none.

    Hands are passed over an empty `chair`.
    """
    players = [seat for seat in game.player_seats if seat != chair]
    after = {seat: players[(place + PASSED_BY[age]) % len(players)] for place, seat in enumerate(players)}
    return tuple(after.get(seat) for seat in range(len(game.cities)))


def may_follow(game: Game, seat: int, entered: NewCard | None, cards: Sequence[NewCard]) -> bool:
    """True if new cards are in order after what the seat entered by hand; `entered` None: it left no card there."""
    if entered is None:
        return is_last_turn(game) and plays_seventh_card(game, seat)
    return may_play_two(game, seat, (entered, *cards))


def expected_discards(game: Game, missing: int, planned: Mapping[int, Action] = MappingProxyType({})) -> int:
    """How many new cards the discard mat shows if the `missing` seats of this phase discard and nobody else will.

    Discards entered by hand lie there too. After the sixth turn every city also leaves its seventh card, unless it may
    play it, as it may because of a stage that is `planned` or entered in this turn (action by seat). With two players
    these are each player's last card and the last card of the Free City.
    Source: rulebook, "Caso speciale: sesto turno".
    """
    entered = entered_discards(game)
    if game.turn != game.last_turn:
        return missing + entered
    built = {seat for seat, action in {**game.pending, **planned}.items() if isinstance(action, BuildStage)}
    leftovers = sum(not plays_seventh_card(game, seat, seat in built) for seat in range(len(game.cities)))
    discarded = sum(isinstance(action, Discard) for action in game.earlier.values())
    return missing + entered + leftovers + discarded


def entered_discards(game: Game) -> int:
    """How many discards were entered in this phase."""
    return sum(isinstance(action, Discard) for action in game.pending.values())
