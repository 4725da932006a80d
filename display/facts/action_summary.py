"""What a seat does or did, as one value for every screen, whether it is still planned or already recorded."""

from __future__ import annotations

from dataclasses import dataclass, replace

from display.messages.questions import Plan
from display.table_state import TableState
from engine import (
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    CorrectCoins,
    Discard,
    Game,
    PayLoss,
    Payment,
    Recruit,
    known_card,
)


@dataclass(frozen=True, slots=True)
class ActionSummary:
    """What is done (`do`, in the record's word), the card and its colour, the stage, and the coins that are paid.

    `past`: it was done in an earlier turn. `exception`: it is recorded although the rules forbid it.
    """

    do: str
    card: str | None = None
    colour: str | None = None
    stage: int | None = None
    left: int = 0
    right: int = 0
    bank: int = 0
    past: bool = False
    exception: bool = False


def latest_action(state: TableState, game: Game, seat: int) -> ActionSummary | None:
    """What was seen of this turn, else what is recorded for it, else what the seat did last."""
    if seat in state.plans:
        return summary_of_plan(state.plans[seat])
    if seat in game.pending:
        return summary_of_action(game.pending[seat])
    own = (action for action in reversed(game.actions) if getattr(action, "seat", None) == seat)
    last = next(filter(None, map(summary_of_action, own)), None)
    return replace(last, past=True) if last is not None else None


def summary_of_plan(plan: Plan) -> ActionSummary:
    """What was seen on the table and is not recorded yet."""
    return replace(_summary(plan.do, plan.card, plan.stage, plan.payment), exception=plan.exception)


def summary_of_action(action: Action) -> ActionSummary | None:
    """A recorded action; None if it belongs to no seat or nothing was taken."""
    found: ActionSummary | None = None
    match action:
        case Build(card=card, pays=pays):
            found = _summary("build", card, pays=pays)
        case Recruit(card=card, pays=pays):
            found = _summary("recruit", card, pays=pays)
        case BuildStage(stage=stage, pays=pays):
            found = _summary("stage", stage=stage, pays=pays)
        case Discard():
            found = _summary("discard")
        case ChooseLeader(card=card):
            found = _summary("court", card)
        case CorrectCoins(coins=coins):
            found = ActionSummary("coins", bank=coins)
        case PayLoss(coins=coins):
            found = ActionSummary("pay_loss", bank=coins)
        case BuildFromDiscard(card=card) if card is not None:
            found = _summary("build_from_discard", card)
    return replace(found, exception=True) if found is not None and getattr(action, "exception", False) else found


def _summary(do: str, card: str | None = None, stage: int | None = None, pays: Payment | None = None) -> ActionSummary:
    known = known_card(card) if card else None
    colour = str(known.colour) if known else None
    left, right, bank = (pays.left, pays.right, pays.bank) if pays else (0, 0, 0)
    return ActionSummary(do, card, colour, stage, left, right, bank)
