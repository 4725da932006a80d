"""What a seat's new card would be by the rules: an action with its plan, or a question."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from device.umpire.new_cards import NewCard, expected_back
from display.messages.questions import Plan, Question
from engine import (
    MONEY_REASONS,
    NOTHING,
    Action,
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

ANSWERS = ("take_back", "exception")
NOT_AFFORDABLE = "not_affordable"
"""The kind of the question about a card that the seat cannot pay for."""


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
    action = new_card.played_by(seat)
    code = new_card.code if new_card.slot is None else None
    reasons = _reasons_against(game, new_card, action)
    if exception and {reason.key for reason in reasons} == {"stage_out_of_order"}:  # the card lies at the wrong slot
        action, reasons = BuildStage(seat, game.cities[seat].stages + 1), ()
    if reasons and exception and bookable_as_exception(reasons):
        insisted = replace(action, pays=NOTHING, exception=True)
        return Proposal(code, insisted, _plan(insisted))
    if reasons:
        return Proposal(code, question=_question(action, reasons))
    if isinstance(action, Recruit):
        price = Payment(bank=game.leader_price(seat, action.card))
        return Proposal(code, action, _plan(replace(action, pays=price)))
    ways = game.ways_for(action)
    chosen = payment if 0 <= payment < len(ways) else 0
    paid = ways[chosen].pay(action)
    return Proposal(code, paid, _plan(paid, len(ways), chosen))


def entered_plan(game: Game, action: SeatAction) -> Plan:
    """The plan of an action that was entered by hand; another payment can still be chosen."""
    ways = game.ways_for(action)
    chosen = chosen_way(action, ways)
    return _plan(action) if chosen is None else _plan(action, len(ways), chosen)


def _plan(action: SeatAction, ways: int = 1, chosen: int = 0) -> Plan:
    """What the screen shows of an action that is paid in one of so many `ways`, the one numbered `chosen`."""
    row, pays = action_to_dict(action), getattr(action, "pays", None)
    return Plan(row["do"], row["card"], row["stage"], pays, ways, chosen, exception=action.exception)


def _build_from_discard(game: Game, seat: int, new_card: NewCard) -> Proposal:
    if new_card.slot is not None:
        return Proposal(None, question=_question(new_card.played_by(seat), (Reason("not_now"),)))
    action = BuildFromDiscard(seat, new_card.name)
    if reasons := _reasons_against(game, new_card, action):
        question = replace(_question(action, reasons), choices=ANSWERS[:1])
        return Proposal(new_card.code, question=question)
    return Proposal(new_card.code, action, _plan(action))


def _reasons_against(game: Game, new_card: NewCard, action: SeatAction) -> tuple[Reason, ...]:
    """Why this copy cannot be played now, and what the rules have against the action.

    The same structure may be printed for two ages.
    """
    card, reasons = new_card.card, []
    if new_card.slot is not None:
        wrong_age = card.id != expected_back(game)
    else:  # the discard pile holds cards of earlier ages, too
        wrong_age = new_card.age != game.age and not new_card.is_leader and game.phase is not Phase.FROM_DISCARD
    if wrong_age:
        reasons.append(Reason("wrong_age", {"card": card.id, "age": game.age}))
    if card.id in game.catalogue.cards and (card.players or 0) > len(game.cities):
        reasons.append(Reason("not_in_player_count", {"card": card.id, "players": len(game.cities)}))
    keys = {reason.key for reason in reasons}
    return (*reasons, *(reason for reason in game.verify(action) if reason.key not in keys))


def _question(action: SeatAction, reasons: Sequence[Reason]) -> Question:
    kind = next((reason.key for reason in reasons if reason.key not in MONEY_REASONS), NOT_AFFORDABLE)
    placeholders: dict[str, object] = {"reasons": tuple(reasons)}
    for reason in reasons:
        placeholders.update(reason.placeholders)
    for name in ("card", "stage"):
        if value := getattr(action, name, None):
            placeholders[name] = value
    return Question(action.seat, kind, placeholders, ANSWERS if bookable_as_exception(reasons) else ANSWERS[:1])
