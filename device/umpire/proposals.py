"""What a seat's new card would be by the rules: an action with its plan, or a question."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from device.umpire.new_cards import NewCard, expected_back, newest_in_pile
from display.messages.questions import Plan, Question
from engine import (
    MONEY_REASONS,
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    Game,
    Payment,
    Phase,
    Reason,
    Recruit,
    SeatAction,
    action_to_dict,
    bookable_as_exception,
    chosen_way,
)
from vision.kit.codebook import StickerKind

ANSWERS = ("take_back", "exception")
NOT_AFFORDABLE = "not_affordable"
"""The kind of the question about a card that the seat cannot pay for."""
NOTHING_PAID = Payment(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A reading of a new card. `action` is None if there is a `question` that nobody has overruled."""

    code: int | None
    action: Action | None = None
    plan: Plan | None = None
    question: Question | None = None


def propose(game: Game, seat: int, new_card: NewCard, payment: int, *, exception: bool) -> Proposal:
    """Read a new card as an action.

    Args:
        game: the game so far.
        seat: the seat in whose city the card lies.
        new_card: the card.
        payment: the index of the payment among those the rules allow.
        exception: somebody insisted that the card is recorded although the rules forbid it.
    """
    if game.phase is Phase.FROM_DISCARD:
        return _build_from_discard(game, seat, new_card)
    if new_card.card.kind is StickerKind.LEADER:
        return _recruit(game, seat, new_card, exception)
    if new_card.slot is not None:
        return _build_stage(game, seat, new_card, payment, exception)
    return _build(game, seat, new_card, payment, exception)


def entered_plan(game: Game, action: SeatAction) -> Plan:
    """The plan of an action that was entered by hand; another payment can still be chosen."""
    row = action_to_dict(action)
    ways = game.ways_for(action)
    chosen = chosen_way(action, ways)
    pays = getattr(action, "pays", None)
    stage = row["stage"] if isinstance(action, BuildStage) else None
    count = 1 if chosen is None else len(ways)
    return Plan(row["do"], row["card"], stage, pays, count, chosen or 0, exception=action.exception)


def _build(game: Game, seat: int, new_card: NewCard, payment: int, exception: bool) -> Proposal:
    card = new_card.card.id
    reasons = _without_repeats(_against_this_copy(game, new_card), game.verify(Build(seat, card)))
    if not reasons:
        ways = game.ways(seat, card)
        index = payment if 0 <= payment < len(ways) else 0
        way = ways[index]
        action = Build(seat, card, pays=way.payment, free=way.kind == "free")
        return Proposal(new_card.code, action, Plan("build", card, None, way.payment, len(ways), index))
    if exception and _can_be_recorded(reasons):
        action = Build(seat, card, pays=NOTHING_PAID, exception=True)
        return Proposal(new_card.code, action, Plan("build", card, None, NOTHING_PAID, exception=True))
    return Proposal(new_card.code, question=_question(seat, reasons, card))


def _recruit(game: Game, seat: int, new_card: NewCard, exception: bool) -> Proposal:
    leader = new_card.card.id
    reasons = game.verify(Recruit(seat, leader))
    if not reasons:
        price = Payment(bank=game.leader_price(seat, leader))
        return Proposal(new_card.code, Recruit(seat, leader), Plan("recruit", leader, None, price))
    if exception and _can_be_recorded(reasons):
        action = Recruit(seat, leader, pays=NOTHING_PAID, exception=True)
        return Proposal(new_card.code, action, Plan("recruit", leader, None, NOTHING_PAID, exception=True))
    return Proposal(new_card.code, question=_question(seat, reasons, leader))


def _build_stage(game: Game, seat: int, new_card: NewCard, payment: int, exception: bool) -> Proposal:
    slot = new_card.slot
    reasons = _without_repeats(_against_this_copy(game, new_card), game.verify(BuildStage(seat, slot)))
    if exception and {reason.key for reason in reasons} == {"stage_out_of_order"}:  # the card lies at the wrong slot
        slot, reasons = game.cities[seat].stages + 1, ()
    if not reasons:
        ways = game.stage_ways(seat)
        index = payment if 0 <= payment < len(ways) else 0
        pays = ways[index].payment
        return Proposal(None, BuildStage(seat, slot, pays=pays), Plan("stage", None, slot, pays, len(ways), index))
    if exception and _can_be_recorded(reasons):
        action = BuildStage(seat, slot, pays=NOTHING_PAID, exception=True)
        return Proposal(None, action, Plan("stage", None, slot, NOTHING_PAID, exception=True))
    return Proposal(None, question=_question(seat, reasons, None, stage=slot))


def _build_from_discard(game: Game, seat: int, new_card: NewCard) -> Proposal:
    if new_card.slot is not None:
        return Proposal(None, question=_question(seat, (Reason("not_now"),), None, stage=new_card.slot))
    card = new_card.card.id
    action = BuildFromDiscard(seat, card)
    if reasons := _without_repeats(_never_discarded(game, new_card), game.verify(action)):
        question = replace(_question(seat, reasons, card), choices=ANSWERS[:1])
        return Proposal(new_card.code, question=question)
    return Proposal(new_card.code, action, Plan("build_from_discard", card))


def _never_discarded(game: Game, new_card: NewCard) -> tuple[Reason, ...]:
    """Why this copy cannot come from the discard pile: it is of a later age or a larger game."""
    reasons = []
    if new_card.age is not None and new_card.age > newest_in_pile(game):
        reasons.append(Reason("wrong_age", {"card": new_card.card.id, "age": game.age}))
    return (*reasons, *_of_a_larger_game(game, new_card))


def _of_a_larger_game(game: Game, new_card: NewCard) -> tuple[Reason, ...]:
    if new_card.card.id not in game.catalogue.cards:
        return ()
    if new_card.card.players and new_card.card.players > len(game.cities):
        return (Reason("not_in_player_count", {"card": new_card.card.id, "players": len(game.cities)}),)
    return ()


def _against_this_copy(game: Game, new_card: NewCard) -> tuple[Reason, ...]:
    """Why this copy cannot be played now. The same structure may be printed for two ages."""
    wrong_age = new_card.card.id != expected_back(game) if new_card.slot is not None else new_card.age != game.age
    reasons = [Reason("wrong_age", {"card": new_card.card.id, "age": game.age})] if wrong_age else []
    return (*reasons, *_of_a_larger_game(game, new_card))


def _without_repeats(first: Sequence[Reason], then: Sequence[Reason]) -> tuple[Reason, ...]:
    keys = {reason.key for reason in first}
    return (*first, *(reason for reason in then if reason.key not in keys))


def _can_be_recorded(reasons: Sequence[Reason]) -> bool:
    """True if somebody may insist: the engine can book it as an exception."""
    return bookable_as_exception(reasons)


def _question(seat: int, reasons: Sequence[Reason], card: str | None, stage: int | None = None) -> Question:
    keys = tuple(dict.fromkeys(reason.key for reason in reasons))
    other = [key for key in keys if key not in MONEY_REASONS]
    kind = other[0] if other else NOT_AFFORDABLE
    placeholders: dict[str, object] = {"reasons": tuple(reasons)}
    for reason in reasons:
        placeholders.update(reason.placeholders)
    if card:
        placeholders["card"] = card
    if stage:
        placeholders["stage"] = stage
    return Question(seat, kind, placeholders, ANSWERS if _can_be_recorded(reasons) else ANSWERS[:1])
