"""What one seat's new card would be, by the rules: an action and its plan, or a doubt in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.messages.questions import Plan, Question
from device.umpire.expectations import back_of
from device.umpire.manual_entry import way_chosen, ways_of
from engine import (
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    Payment,
    Phase,
    Reason,
    Recruit,
    SeatAction,
    action_to_dict,
)
from engine.legality import FATAL
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.umpire.new_cards import NewCard
    from engine import Game

MONEY = frozenset({"not_affordable", "too_few_coins", "nobody_sells", "too_few_sold"})
"""Reasons that a player would sum up as: you cannot pay for this."""
WAYS_OUT = ("take_back", "exception")
NOTHING_PAID = Payment(0, 0, 0)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A reading of a new card. `action` is None where there is a `doubt` that nobody has overruled."""

    code: int | None
    action: Action | None = None
    plan: Plan | None = None
    doubt: Question | None = None


def propose(game: Game, seat: int, laid: NewCard, chosen: int, *, allowed: bool) -> Proposal:
    """Read a new card of `seat` as an action.

    Args:
        game: the ledger.
        seat: whose city the card lies in.
        laid: the card.
        chosen: index of the way to pay among those the rules leave.
        allowed: a person insisted: book it although the rules forbid it.
    """
    if game.phase is Phase.FROM_DISCARD:
        return _from_discard(game, seat, laid)
    if laid.card.kind is StickerKind.LEADER:
        return _recruit(game, seat, laid, allowed)
    return (
        _stage(game, seat, laid, chosen, allowed)
        if laid.slot is not None
        else _build(game, seat, laid, chosen, allowed)
    )


def entered_plan(game: Game, action: SeatAction) -> Plan:
    """What was entered by hand, as a plan: another way to pay can still be chosen."""
    row = action_to_dict(action)
    ways = ways_of(game, action)
    chosen = way_chosen(action, ways)
    pays = getattr(action, "pays", None)
    stage = row["stage"] if isinstance(action, BuildStage) else None
    ways_out = 1 if chosen is None else len(ways)
    return Plan(row["do"], row["card"], stage, pays, ways_out, chosen or 0, exception=action.exception)


def _build(game: Game, seat: int, laid: NewCard, chosen: int, allowed: bool) -> Proposal:
    card = laid.card.id
    reasons = _all(_printed(game, laid), game.verify(Build(seat, card)))
    if not reasons:
        ways = game.ways(seat, card)
        index = chosen if 0 <= chosen < len(ways) else 0
        way = ways[index]
        action = Build(seat, card, pays=way.payment, free=way.kind == "free")
        return Proposal(laid.code, action, Plan("build", card, None, way.payment, len(ways), index))
    if allowed and _can_be_booked(reasons):
        action = Build(seat, card, pays=NOTHING_PAID, exception=True)
        return Proposal(laid.code, action, Plan("build", card, None, NOTHING_PAID, exception=True))
    return Proposal(laid.code, doubt=_doubt(seat, reasons, card))


def _recruit(game: Game, seat: int, laid: NewCard, allowed: bool) -> Proposal:
    leader = laid.card.id
    reasons = game.verify(Recruit(seat, leader))
    if not reasons:
        payment = Payment(bank=game.leader_price(seat, leader))
        return Proposal(laid.code, Recruit(seat, leader), Plan("recruit", leader, None, payment))
    if allowed and _can_be_booked(reasons):
        action = Recruit(seat, leader, pays=NOTHING_PAID, exception=True)
        return Proposal(laid.code, action, Plan("recruit", leader, None, NOTHING_PAID, exception=True))
    return Proposal(laid.code, doubt=_doubt(seat, reasons, leader))


def _stage(game: Game, seat: int, laid: NewCard, chosen: int, allowed: bool) -> Proposal:
    reasons = _all(_printed(game, laid), game.verify(BuildStage(seat, laid.slot)))
    if allowed and {reason.key for reason in reasons} == {"stage_out_of_order"}:  # the card lies at the wrong slot
        laid, reasons = replace(laid, slot=game.cities[seat].stages + 1), ()
    if not reasons:
        ways = game.stage_ways(seat)
        index = chosen if 0 <= chosen < len(ways) else 0
        payment = ways[index].payment
        action = BuildStage(seat, laid.slot, pays=payment)
        return Proposal(None, action, Plan("stage", None, laid.slot, payment, len(ways), index))
    if allowed and _can_be_booked(reasons):
        action = BuildStage(seat, laid.slot, pays=NOTHING_PAID, exception=True)
        return Proposal(None, action, Plan("stage", None, laid.slot, NOTHING_PAID, exception=True))
    return Proposal(None, doubt=_doubt(seat, reasons, None, stage=laid.slot))


def _from_discard(game: Game, seat: int, laid: NewCard) -> Proposal:
    if laid.slot is not None:
        return Proposal(None, doubt=_doubt(seat, (Reason("not_now"),), None, stage=laid.slot))
    action = BuildFromDiscard(seat, laid.card.id)
    if reasons := _all(_too_much_for_the_pile(game, laid), game.verify(action)):
        return Proposal(laid.code, doubt=replace(_doubt(seat, reasons, laid.card.id), choices=WAYS_OUT[:1]))
    return Proposal(laid.code, action, Plan("build_from_discard", laid.card.id))


def _too_much_for_the_pile(game: Game, laid: NewCard) -> tuple[Reason, ...]:
    """What this very copy cannot be: a card of a later age, or of a larger game, was never discarded."""
    reasons = []
    if laid.age is not None and laid.age > game.age:
        reasons.append(Reason("wrong_age", {"card": laid.card.id, "age": game.age}))
    return (*reasons, *_of_a_larger_game(game, laid))


def _of_a_larger_game(game: Game, laid: NewCard) -> tuple[Reason, ...]:
    if laid.card.players and laid.card.players > len(game.cities):
        return (Reason("not_in_player_count", {"card": laid.card.id, "players": len(game.cities)}),)
    return ()


def _printed(game: Game, laid: NewCard) -> tuple[Reason, ...]:
    """What the very copy says that lies there: the same structure may be printed for two ages."""
    reasons = []
    if (laid.card.id != back_of(game)) if laid.slot is not None else (laid.age != game.age):
        reasons.append(Reason("wrong_age", {"card": laid.card.id, "age": game.age}))
    return (*reasons, *_of_a_larger_game(game, laid))


def _all(printed: Sequence[Reason], ruled: Sequence[Reason]) -> tuple[Reason, ...]:
    keys = {reason.key for reason in printed}
    return (*printed, *(reason for reason in ruled if reason.key not in keys))


def _can_be_booked(reasons: Sequence[Reason]) -> bool:
    """Whether a person may insist: there is something that could be booked."""
    return FATAL.isdisjoint(reason.key for reason in reasons)


def _doubt(seat: int, reasons: Sequence[Reason], card: str | None, stage: int | None = None) -> Question:
    keys = tuple(dict.fromkeys(reason.key for reason in reasons))
    kind = "not_affordable" if MONEY.issuperset(keys) else next(key for key in keys if key not in MONEY)
    placeholders: dict[str, object] = {"reasons": tuple(reasons)}
    for reason in reasons:
        placeholders.update(reason.placeholders)
    if card:
        placeholders["card"] = card
    if stage:
        placeholders["stage"] = stage
    return Question(seat, kind, placeholders, WAYS_OUT if _can_be_booked(reasons) else WAYS_OUT[:1])
